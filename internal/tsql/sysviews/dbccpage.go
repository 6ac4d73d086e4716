package sysviews

import (
	"fmt"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

const tracePrint = 3604

// DBCC PAGE (database, file, page [, print option]) [WITH TABLERESULTS] is undocumented by Microsoft; arguments and layout
// are those that are known. Print option 0: the header; 1: each row as bytes, and the offset table; 2: the
// whole page as bytes; 3: rows with their columns, maps with what they say. As text it prints only under trace flag 3604.
func init() {
	dbcc("PAGE", func(c *system.Call, a args, with dbccOptions) error {
		d, err := dbccDatabase(c, a, 0)
		if err != nil {
			return err
		}
		file, ok1 := a.intArg(1)
		no, ok2 := a.intArg(2)
		option, ok3 := a.intArg(3)
		if len(a) < 3 || len(a) > 4 || !ok1 || !ok2 || len(a) == 4 && (!ok3 || option < 0 || option > 3) {
			return badDBCC("PAGE takes a database, a file number, a page number and a print option from 0 to 3")
		}
		sp, err := d.Space()
		if err != nil {
			return err
		}
		st := sp.Store()
		if file < 1 || file > int64(st.Files()) {
			return sqltype.Errorf(8939, "Page (%d:%d) is not in database '%s', which has no file %d.", file, no, d.Name(), file)
		}
		if n := int64(st.File(uint16(file)).Pages()); no < 0 || no >= n {
			return sqltype.Errorf(8939, "Page (%d:%d) is not in database '%s', whose file %d has %d pages.", file, no, d.Name(), file, n)
		}
		table := with.has("TableResults")
		if !table && !system.TraceOn(c.Session, tracePrint) {
			return nil
		}
		id := page.MakeID(uint16(file), uint32(no))
		status, known, err := sp.Status(id)
		if err != nil {
			return err
		}
		ref, err := st.Get(id, nil)
		if err != nil {
			return err
		}
		copied := *ref.Page
		ref.Release()
		dump := pageDump{p: &copied, t: d.TableByID(copied.ObjectID())}
		dump.header()
		if known {
			dump.allocation(status.GAM, status.SGAM, status.PFS, status.Diff, status.MinLogged, !status.ExtentFree, status.MixedWithRoom, status.PFSByte)
		}
		dump.body(int(option))
		if table {
			return result(c, texts([]string{"ParentObject", "Object", "Field", "VALUE"}, sqltype.VarCharOf(256)), dump.rows)
		}
		for line := range strings.Lines(dump.text()) {
			if err := c.Info(0, strings.TrimRight(line, " \n")); err != nil {
				return err
			}
		}
		return nil
	})
}

// pageDump collects what is told of a page: rows of ParentObject, Object, Field, VALUE.
type pageDump struct {
	p              *page.Page
	t              *engine.Table // whose page it is; nil when there is none
	rows           [][]string
	parent, object string
}

// of begins an object; a parent without one has fields of its own.
func (d *pageDump) of(parent, object string) { d.parent, d.object = parent, object }

func (d *pageDump) field(name, format string, args ...any) {
	d.rows = append(d.rows, []string{d.parent, d.object, name, fmt.Sprintf(format, args...)})
}

// text lays the rows out: fields of a header three a line, one a line elsewhere.
func (d *pageDump) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nPAGE: (%d:%d)\n", d.p.ID().File(), d.p.ID().No())
	parent, object, column := "", "", 0
	for _, r := range d.rows {
		if r[0] != parent || r[1] != object {
			if column > 0 {
				b.WriteByte('\n')
			}
			if r[0] != parent {
				fmt.Fprintf(&b, "\n%s\n", r[0])
			}
			if r[1] != "" && r[1] != object {
				fmt.Fprintf(&b, "\n%s\n", r[1])
			}
			b.WriteByte('\n')
			parent, object, column = r[0], r[1], 0
		}
		line := r[3]
		if r[2] != "" {
			line = r[2] + " = " + r[3]
		}
		if parent != pageHeader {
			b.WriteString(line + "\n")
			continue
		}
		if column++; column == 3 {
			b.WriteString(line + "\n")
			column = 0
			continue
		}
		fmt.Fprintf(&b, "%-35s ", line)
	}
	if column > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

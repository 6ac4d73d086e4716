package sysviews

import (
	"errors"
	"fmt"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// msgDamage is the number of a finding that SQL Server has no message for: the text is the engine's own.
const msgDamage = 50000

// findings are the checker's errors of a database, those of its allocation maps apart from
// those of tables.
type findings struct {
	allocation []error
	tables     map[string][]error // by "schema.name"
}

func (f *findings) consistency() (n int) {
	for _, e := range f.tables {
		n += len(e)
	}
	return n
}

// check runs the checker. It takes a lock on every table in a transaction of its own, which
// would wait for the session's own for ever.
func check(c *system.Call, d *engine.Database, what string) (*findings, error) {
	if c.Session.TranCount() > 0 {
		return nil, sqltype.Errorf(40517, "DBCC %s inside a transaction is not supported by the embedded engine.", what)
	}
	f := &findings{tables: map[string][]error{}}
	for _, err := range d.Check(c.Ctx) {
		if c.Ctx.Err() != nil {
			return nil, c.Ctx.Err()
		}
		if table, ok := tableOf(d, err); ok {
			f.tables[table] = append(f.tables[table], err)
		} else {
			f.allocation = append(f.allocation, err)
		}
	}
	return f, nil
}

// tableOf reads the table off a finding: "table dbo.t: …".
func tableOf(d *engine.Database, err error) (string, bool) {
	for _, t := range d.Tables() {
		if name := t.Schema + "." + t.Name; strings.HasPrefix(err.Error(), "table "+name+": ") {
			return name, true
		}
	}
	return "", false
}

func report(c *system.Call, errs []error) error {
	for _, e := range errs {
		m := system.Message{Number: msgDamage, State: 1, Class: 16, Line: c.Line, Text: e.Error()}
		var f *page.Finding
		if errors.As(e, &f) {
			m.Number, m.Text = f.Number, f.Text
		}
		if err := c.Sink.Message(m); err != nil {
			return err
		}
	}
	return nil
}

// reportTable sends a table's heading, unless quiet, and its findings.
func reportTable(c *system.Call, f *findings, t *engine.Table, with dbccOptions) error {
	if !with.quiet() {
		if err := c.Info(2536, fmt.Sprintf("DBCC results for '%s'.", t.Name)); err != nil {
			return err
		}
		if err := c.Info(2593, fmt.Sprintf("There are %d rows in %d pages for object \"%s\".", t.Rows(), t.Space().Data, t.Name)); err != nil {
			return err
		}
	}
	return report(c, f.tables[t.Schema+"."+t.Name])
}

func init() {
	// whole is a command over a database. tables says whether their findings are reported.
	whole := func(name string, tables bool) {
		dbcc(name, func(c *system.Call, a args, with dbccOptions) error {
			d, err := dbccDatabase(c, a, 0)
			if err != nil {
				return err
			}
			f, err := check(c, d, name)
			if err != nil {
				return err
			}
			if !with.quiet() {
				if err := c.Info(2536, fmt.Sprintf("DBCC results for '%s'.", d.Name())); err != nil {
					return err
				}
			}
			if err := report(c, f.allocation); err != nil {
				return err
			}
			consistency := 0
			if tables {
				for _, t := range d.Tables() {
					if err := reportTable(c, f, t, with); err != nil {
						return err
					}
				}
				consistency = f.consistency()
			}
			if with.quiet() && len(f.allocation)+consistency == 0 {
				return nil
			}
			return c.Info(8989, fmt.Sprintf("%s found %d allocation errors and %d consistency errors in database '%s'.", name, len(f.allocation), consistency, d.Name()))
		})
	}
	whole("CHECKDB", true)
	whole("CHECKFILEGROUP", true)
	whole("CHECKALLOC", false)

	dbcc("CHECKTABLE", func(c *system.Call, a args, with dbccOptions) error {
		t, err := dbccTable(c, a, 0)
		if err != nil {
			return err
		}
		f, err := check(c, t.Database(), "CHECKTABLE")
		if err != nil {
			return err
		}
		n := len(f.tables[t.Schema+"."+t.Name])
		if err := reportTable(c, f, t, with); err != nil || n == 0 {
			return err
		}
		return c.Info(8990, fmt.Sprintf("CHECKTABLE found 0 allocation errors and %d consistency errors in table '%s' (object ID %d).", n, t.Name, t.ID))
	})
	dbcc("CHECKCATALOG", func(c *system.Call, a args, _ dbccOptions) error {
		_, err := dbccDatabase(c, a, 0) // the catalog is checked when a database is attached
		return err
	})
}

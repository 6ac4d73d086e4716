package query

import (
	"fmt"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/system"
)

// forXML compiles SELECT … FOR XML PATH [('name')]: one value made of all rows, NULL of none. It is what scripts join texts with.
// Elements and text are there; attributes, nested paths, ROOT, the other modes and the xml type itself are not.
func (c *Compiler) forXML(parent expr.Scope, n *ast.QuerySpecification, f *ast.XmlForClause, r role) (*Query, error) {
	if r == roleSource {
		return nil, c.fail(f, sqltype.Errorf(6819, "The FOR XML clause is not allowed in a INSERT statement."))
	}
	x := &xmlPath{row: "row"}
	for i, o := range f.Options {
		switch {
		case i == 0 && o.OptionKind == "Path":
			if o.Value != nil {
				x.row = o.Value.Value
			}
		case o.OptionKind == expr.XMLText:
			x.plain = true
		case o.OptionKind == "Type":
			return nil, c.fail(f, Unsupported("FOR XML … TYPE without .value('.', 'nvarchar(max)')"))
		default:
			return nil, c.fail(f, Unsupported("FOR XML "+strings.ToUpper(o.OptionKind)))
		}
	}
	rows := *n
	rows.ForClause = nil
	q, err := c.spec(parent, &rows, roleSource) // which may have an ORDER BY
	if err != nil {
		return nil, err
	}
	if q.Assigns {
		return nil, c.fail(f, sqltype.Errorf(6819, "The FOR XML clause is not allowed in a ASSIGNMENT statement."))
	}
	for _, col := range q.Columns {
		p, err := xmlPartOf(col)
		if err != nil {
			return nil, c.fail(f, err)
		}
		if p.name != "" && x.plain || x.plain && x.row != "" {
			return nil, c.fail(f, Unsupported("FOR XML … TYPE with elements"))
		}
		x.parts = append(x.parts, p)
	}
	to := sqltype.NVarCharOf(sqltype.MaxArg)
	return &Query{Columns: []system.Column{outColumn("XML_F52E2B61-18A1-11d1-B105-00805F49916B", to, true)}, rows: 1, correlated: q.correlated,
		run: func(ex *Exec, outer *expr.Env, emit func([]sqltype.Value) error) error {
			var w xmlWriter
			err := q.run(ex, outer, func(vals []sqltype.Value) error {
				if err := x.add(&w, vals); err != nil {
					return err
				}
				return ex.grab(w.grown())
			})
			if err != nil {
				return err
			}
			v := sqltype.NullOf(sqltype.NVarChar)
			if w.rows > 0 {
				v = sqltype.StringOf(sqltype.NVarChar, w.b.String())
			}
			return emit([]sqltype.Value{v})
		}}, nil
}

// xmlPath says how a row becomes text.
type xmlPath struct {
	row   string // element around each row; "": none
	plain bool   // no entities: the text is read back by .value()
	parts []xmlPart
}

// xmlPart is a column: an element of that name, or text.
type xmlPart struct {
	name  string
	spare bool // data(): a space lies between its texts
	typ   sqltype.Type
	style int
}

func xmlPartOf(c system.Column) (xmlPart, error) {
	p := xmlPart{typ: c.Type}
	switch k := c.Type.Kind; {
	case k.IsDateTime():
		p.style = 126
	case k == sqltype.Money || k == sqltype.SmallMoney:
		p.style = 2
	case k.IsBinary(), k == sqltype.Float, k == sqltype.Real, k == sqltype.SQLVariant:
		return p, Unsupported("FOR XML of a column of type " + c.Type.String())
	}
	switch {
	case c.Name == "" || c.Name == "text()" || c.Name == "*" || c.Name == "node()":
	case c.Name == "data()":
		p.spare = true
	case strings.ContainsAny(c.Name, "@/()*:") || strings.TrimSpace(c.Name) != c.Name || strings.Contains(c.Name, " "):
		return p, Unsupported(fmt.Sprintf("the column name '%s' in FOR XML PATH", c.Name))
	default:
		p.name = c.Name
	}
	return p, nil
}

type xmlWriter struct {
	b     strings.Builder
	rows  int
	seen  int
	after bool // a data() text was written last
}

// grown is how much was written since it was called last.
func (w *xmlWriter) grown() int {
	n := w.b.Len() - w.seen
	w.seen = w.b.Len()
	return n
}

func (x *xmlPath) add(w *xmlWriter, vals []sqltype.Value) error {
	w.rows++
	if x.row != "" {
		w.b.WriteString("<" + x.row + ">")
	}
	for i, p := range x.parts {
		if vals[i].Null {
			continue
		}
		v, err := sqltype.ConvertFrom(vals[i], p.typ, sqltype.NVarCharOf(sqltype.MaxArg), p.style, true)
		if err != nil {
			return err
		}
		if p.spare && w.after {
			w.b.WriteByte(' ')
		}
		w.after = p.spare
		if p.name != "" {
			w.b.WriteString("<" + p.name + ">")
		}
		if x.plain {
			w.b.WriteString(v.S)
		} else {
			entities(&w.b, v.S)
		}
		if p.name != "" {
			w.b.WriteString("</" + p.name + ">")
		}
	}
	if x.row != "" {
		w.b.WriteString("</" + x.row + ">")
		w.after = false
	}
	return nil
}

// entities writes s as the text of an element.
func entities(b *strings.Builder, s string) {
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r < ' ' && r != '\t' && r != '\n':
			fmt.Fprintf(b, "&#x%02X;", r)
		default:
			b.WriteRune(r)
		}
	}
}

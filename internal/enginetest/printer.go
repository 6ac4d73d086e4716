package enginetest

import (
	"fmt"
	"strconv"
	"strings"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql"
)

// printer is a sink that writes what a batch produces as text, one line per thing.
type printer struct {
	b    strings.Builder
	cols []tsql.Column
	max  int // rows printed of one result; the others are counted
	n    int
}

func (p *printer) Columns(cols []tsql.Column) error {
	p.cols, p.n = cols, 0
	var names []string
	for _, c := range cols {
		names = append(names, columnHead(c.Name, c.Type.Kind.String()))
	}
	p.b.WriteString(strings.Join(names, " | ") + "\n")
	return nil
}

func columnHead(name, typ string) string {
	if name == "" {
		name = "-"
	}
	return name + ":" + typ
}

func (p *printer) Row(vals []sqltype.Value) error {
	if p.n++; p.n > p.max {
		return nil
	}
	out := make([]string, len(vals))
	for i, v := range vals {
		if v.Kind != p.cols[i].Type.Kind && p.cols[i].Type.Kind != sqltype.SQLVariant {
			return fmt.Errorf("column %d is a %s, its value a %s", i+1, p.cols[i].Type.Kind, v.Kind)
		}
		out[i] = valueText(p.cols[i].Type, v)
	}
	p.b.WriteString(strings.Join(out, " | ") + "\n")
	return nil
}

// valueText prints a value as driverText prints what the driver makes of it.
func valueText(t sqltype.Type, v sqltype.Value) string {
	switch {
	case v.Null:
		return "NULL"
	case v.Kind.IsApprox():
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case v.Kind.IsBinary():
		return "0x" + fmt.Sprintf("%X", v.S)
	case v.Kind.IsString():
		return quoted(v.S)
	case v.Kind == sqltype.UniqueIdentifier:
		return sqltype.FormatGUID(v.S)
	case v.Kind == sqltype.Money || v.Kind == sqltype.SmallMoney:
		s, _ := sqltype.FormatStyle(t, v, 2)
		return s
	case v.Kind.IsDateTime():
		s, err := sqltype.FormatStyle(t, v, 121)
		if err != nil {
			return err.Error()
		}
		return s
	}
	return sqltype.Format(t, v)
}

// quoted marks the ends of texts with blanks at either end.
func quoted(s string) string {
	if s == "" || s != strings.TrimSpace(s) || strings.ContainsAny(s, "\r\n|") || s == "NULL" {
		return strconv.Quote(s)
	}
	return s
}

func (p *printer) Done(d tsql.Done) error {
	if d.HasRows {
		p.b.WriteString(rowsText(d.Rows))
	}
	return nil
}

func rowsText(n int64) string {
	if n == 1 {
		return "(1 row)\n"
	}
	return fmt.Sprintf("(%d rows)\n", n)
}

func (p *printer) Message(m tsql.Message) error {
	p.b.WriteString(messageText(m.Number, m.Class, m.State, m.Line, m.Text))
	return nil
}

func messageText(number int32, class, state uint8, line int32, text string) string {
	if class <= 10 {
		return fmt.Sprintf("message %d: %s\n", number, text)
	}
	return fmt.Sprintf("error %d, level %d, state %d, line %d: %s\n", number, class, state, line, text)
}

func (p *printer) Database(_, now string) error { return nil }

func (p *printer) ReturnStatus(code int32) error { return nil }

func (p *printer) ReturnValue(name string, t sqltype.Type, v sqltype.Value) error {
	p.b.WriteString(fmt.Sprintf("%s = %s\n", name, valueText(t, v)))
	return nil
}

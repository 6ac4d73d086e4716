package tsql

import (
	"errors"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// dbcc runs a registered DBCC command. Bare words among its arguments are names.
func (p *program) dbcc(n *ast.DbccStatement) (*stmt, error) {
	name := n.Command
	if name == "" || strings.EqualFold(name, "Free") {
		name = n.DllName
	}
	name = strings.ToUpper(name)
	cmd := system.FindDBCC(name)
	if cmd == nil {
		return nil, &sqltype.Error{Number: 2526, Class: 16, State: 3, Text: "Incorrect DBCC statement. Check the documentation for the correct DBCC syntax and options. (DBCC " + name + " is not supported by the embedded engine.)"}
	}
	var vals []func(f *frame) (sqltype.Value, error)
	for _, l := range n.Literals {
		switch v := l.Value.(type) {
		case nil:
			vals = append(vals, constant(l.Name))
		case *ast.NullLiteral:
			vals = append(vals, func(*frame) (sqltype.Value, error) { return sqltype.NullOf(sqltype.NVarChar), nil })
		default:
			w, err := p.word(v)
			if err != nil {
				return nil, err
			}
			vals = append(vals, w)
		}
	}
	var with []string
	for _, o := range n.Options {
		with = append(with, strings.ToUpper(o.OptionKind))
	}
	return simple(func(f *frame) error {
		args := make([]sqltype.Value, len(vals))
		for i, v := range vals {
			var err error
			if args[i], err = v(f); err != nil {
				return err
			}
		}
		_, err := f.atomically(func() (int64, error) { return 0, cmd.Run(f.s.systemCall(), args, with) })
		if err != nil {
			var s *sinkError
			if errors.As(err, &s) {
				return s
			}
			return err
		}
		f.count(0)
		return nil
	}), nil
}

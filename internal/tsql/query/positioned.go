package query

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// addresses adds the addresses of the base tables' rows to a select list, for UPDATE and DELETE … WHERE CURRENT OF.
func (b *block) addresses(out []outExpr) ([]outExpr, []*engine.Table) {
	var tables []*engine.Table
	for i, s := range b.sources {
		if s.table == nil {
			continue
		}
		s.locate, s.unlocked = true, true
		tables = append(tables, s.table)
		out = append(out, outExpr{e: addressExpr(i), assign: -1, hidden: true})
	}
	return out, tables
}

func addressExpr(src int) *expr.Expr {
	return expr.New(sqltype.VarBinaryOf(sqltype.MaxArg), true, func(env *expr.Env) (sqltype.Value, error) {
		r := &env.Rows[src]
		if r.Null { // of an outer join
			return sqltype.NullOf(sqltype.VarBinary), nil
		}
		return r.Vals[0], nil
	}, nil)
}

// positioned gives the row that a cursor is on: error 16947 when it is gone.
type positioned struct {
	cursor *ast.CursorId
	t      *Targets
	at     engine.Locator
	rec    []byte
}

func (p *positioned) run(x *Exec, env *expr.Env, emit func() error) error {
	at, err := x.Host.CurrentOf(p.cursor, p.t.Table, p.t.Changes)
	if err != nil {
		return err
	}
	ReadLocator(&p.at, []byte(at))
	tx, err := x.Txn(p.t.Table)
	if err != nil {
		return err
	}
	if err := x.AwaitLock(p.t.Table, true); err != nil {
		return err
	}
	w, err := tx.Writer(x.Ctx, p.t.Table, &p.t.Use.IO)
	if err != nil {
		return err
	}
	rec, ok, err := w.Fetch(p.rec[:0], p.at)
	if err != nil {
		return err
	}
	if !ok {
		return sqltype.Errorf(16947, "No rows were updated or deleted.")
	}
	p.rec = rec
	env.Rows[p.t.Src] = expr.Row{Rec: rec}
	x.Loc = p
	x.LocSeq++
	return emit()
}

// Locator is the address of the row.
func (p *positioned) Locator(dst *engine.Locator) {
	dst.RID, dst.Key = p.at.RID, append(dst.Key[:0], p.at.Key...)
}

// Lone and Whole: the row is a copy with all columns, and the only one.
func (p *positioned) Lone() bool { return true }

// Whole see Lone.
func (p *positioned) Whole() bool { return true }

package query

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/spool"
)

// concatenated is STRING_AGG's result: error 9829 when it is too long.
func concatenated(t sqltype.Type, text string) (sqltype.Value, error) {
	if !t.IsMax() && len(text) > 8000 {
		return sqltype.Value{}, sqltype.Errorf(9829, "STRING_AGG aggregation result exceeded the limit of 8000 bytes. Use LOB types to avoid result truncation.")
	}
	return sqltype.StringOf(t.Kind, text), nil
}

// ordered makes STRING_AGG sort its rows (WITHIN GROUP). The aggregate's argument becomes the row's sort key, with its length, and
// its text, so that rows can be set aside like any aggregate's.
func (a *aggFunc) ordered(b *block, w *ast.WithinGroupClause, t sqltype.Type, sep string) error {
	type key struct {
		e    *expr.Expr
		desc bool
	}
	var keys []key
	for _, el := range w.OrderByClause.OrderByElements {
		e, err := expr.Compile(b, el.Expression)
		if err != nil {
			return err
		}
		keys = append(keys, key{e, strings.EqualFold(el.SortOrder, "Descending")})
	}
	text := a.arg
	a.arg = expr.New(sqltype.VarBinaryOf(sqltype.MaxArg), true, func(env *expr.Env) (sqltype.Value, error) {
		v, err := text.Eval(env)
		if err != nil || v.Null {
			return sqltype.NullOf(sqltype.VarBinary), err
		}
		var k []byte
		for _, o := range keys {
			kv, err := o.e.Eval(env)
			if err != nil {
				return sqltype.Value{}, err
			}
			k = spool.AppendSortKey(k, o.e.Type, kv, o.desc)
		}
		row := append(binary.AppendUvarint(nil, uint64(len(k))), k...)
		return sqltype.BytesOf(sqltype.VarBinary, append(row, v.S...)), nil
	}, nil)
	a.value = func(s *aggState, x *Exec, v sqltype.Value) error {
		if v.Null {
			return nil
		}
		s.rows = append(s.rows, v.S)
		return x.grab(len(v.S) + 16)
	}
	a.step = func(s *aggState, env *expr.Env) error {
		v, err := a.arg.Eval(env)
		if err != nil {
			return err
		}
		return a.value(s, execOf(env), v)
	}
	split := func(row string) (key, text string) {
		n, w := binary.Uvarint([]byte(row[:min(len(row), binary.MaxVarintLen64)]))
		return row[w : w+int(n)], row[w+int(n):]
	}
	a.final = func(s *aggState) (sqltype.Value, error) {
		if len(s.rows) == 0 {
			return sqltype.NullOf(t.Kind), nil
		}
		slices.SortStableFunc(s.rows, func(l, r string) int {
			lk, _ := split(l)
			rk, _ := split(r)
			return strings.Compare(lk, rk)
		})
		var out strings.Builder
		for i, row := range s.rows {
			if i > 0 {
				out.WriteString(sep)
			}
			_, part := split(row)
			out.WriteString(part)
		}
		return concatenated(t, out.String())
	}
	return nil
}

func (a *aggFunc) concat(b *block, f *ast.FunctionCall) error {
	sep, err := expr.CompileAs(b, f.Parameters[1], sqltype.NVarCharOf(4000))
	if err != nil {
		return err
	}
	t := sqltype.VarCharOf(8000)
	if a.arg.Type.IsMax() {
		t = a.arg.Type
	} else if a.arg.Type.Kind.IsNational() || !a.arg.Type.Kind.IsString() {
		t = sqltype.NVarCharOf(4000)
	}
	if a.arg, err = expr.ConvertTo(a.arg, t); err != nil {
		return err
	}
	a.typ = t
	if !sep.Const {
		return sqltype.Errorf(8733, "Separator parameter for STRING_AGG must be a string literal or variable.")
	}
	p, err := sep.Eval(&expr.Env{})
	if err != nil {
		return err
	}
	if f.WithinGroupClause != nil {
		return a.ordered(b, f.WithinGroupClause, t, p.S)
	}
	a.value = func(s *aggState, x *Exec, v sqltype.Value) error {
		if v.Null {
			return nil
		}
		if s.n++; s.n > 1 && !p.Null {
			s.text = append(s.text, p.S...)
		}
		s.text = append(s.text, v.S...)
		return x.grab(len(v.S))
	}
	a.step = func(s *aggState, env *expr.Env) error {
		v, err := a.arg.Eval(env)
		if err != nil {
			return err
		}
		return a.value(s, execOf(env), v)
	}
	a.final = func(s *aggState) (sqltype.Value, error) {
		if s.n == 0 {
			return sqltype.NullOf(t.Kind), nil
		}
		return concatenated(t, string(s.text))
	}
	return nil
}

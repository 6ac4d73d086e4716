package expr

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

func sessionFunctions() map[string]builtin {
	caught := func(t sqltype.Type, f func(*ErrorInfo) sqltype.Value) builtin {
		return sessionValue(t, func(s Session) sqltype.Value {
			e := s.Caught()
			if e == nil {
				return sqltype.NullOf(t.Kind)
			}
			v := f(e)
			v.Kind = t.Kind
			return v
		})
	}
	number := func(f func(*ErrorInfo) int64) builtin {
		return caught(sqltype.Of(sqltype.Int), func(e *ErrorInfo) sqltype.Value { return sqltype.IntOf(sqltype.Int, f(e)) })
	}
	return map[string]builtin{
		"SCOPE_IDENTITY": sessionValue(sqltype.DecimalOf(38, 0), Session.ScopeIdentity),
		"XACT_STATE": sessionValue(sqltype.Of(sqltype.SmallInt), func(s Session) sqltype.Value {
			return sqltype.IntOf(sqltype.SmallInt, int64(s.XactState()))
		}),
		"ROWCOUNT_BIG": sessionValue(sqltype.Of(sqltype.BigInt), func(s Session) sqltype.Value {
			return sqltype.IntOf(sqltype.BigInt, s.RowCount())
		}),
		"ERROR_NUMBER":   number(func(e *ErrorInfo) int64 { return int64(e.Number) }),
		"ERROR_SEVERITY": number(func(e *ErrorInfo) int64 { return int64(e.Class) }),
		"ERROR_STATE":    number(func(e *ErrorInfo) int64 { return int64(e.State) }),
		"ERROR_LINE":     number(func(e *ErrorInfo) int64 { return int64(e.Line) }),
		"ERROR_MESSAGE": caught(sqltype.NVarCharOf(4000), func(e *ErrorInfo) sqltype.Value {
			return sqltype.StringOf(sqltype.NVarChar, e.Text)
		}),
		"ERROR_PROCEDURE": caught(sqltype.NVarCharOf(128), func(e *ErrorInfo) sqltype.Value {
			if e.Proc == "" {
				return sqltype.NullOf(sqltype.NVarChar)
			}
			return sqltype.StringOf(sqltype.NVarChar, e.Proc)
		}),
	}
}

func sessionValue(t sqltype.Type, f func(Session) sqltype.Value) builtin {
	return builtin{min: 0, max: 0, build: func(*compiler, string, []*Expr) (*Expr, error) {
		return New(t, true, func(env *Env) (sqltype.Value, error) { return f(env.Session), nil }, nil), nil
	}}
}

// globals are the types of the @@ functions. The first ones have Session methods;
// the rest are answered by Session.Global.
var globals = map[string]sqltype.Type{
	"@@ROWCOUNT": sqltype.Of(sqltype.Int), "@@TRANCOUNT": sqltype.Of(sqltype.Int), "@@ERROR": sqltype.Of(sqltype.Int),
	"@@IDENTITY": sqltype.DecimalOf(38, 0), "@@DATEFIRST": sqltype.Of(sqltype.TinyInt), "@@MAX_PRECISION": sqltype.Of(sqltype.TinyInt),
	"@@SPID": sqltype.Of(sqltype.SmallInt), "@@VERSION": sqltype.NVarCharOf(300), "@@SERVERNAME": sqltype.NVarCharOf(128),
	"@@SERVICENAME": sqltype.NVarCharOf(128), "@@NESTLEVEL": sqltype.Of(sqltype.Int), "@@FETCH_STATUS": sqltype.Of(sqltype.Int),
	"@@CURSOR_ROWS": sqltype.Of(sqltype.Int), "@@DBTS": sqltype.VarBinaryOf(8), "@@LANGID": sqltype.Of(sqltype.SmallInt),
	"@@LANGUAGE": sqltype.NVarCharOf(128), "@@LOCK_TIMEOUT": sqltype.Of(sqltype.Int), "@@MAX_CONNECTIONS": sqltype.Of(sqltype.Int),
	"@@OPTIONS": sqltype.Of(sqltype.Int), "@@PROCID": sqltype.Of(sqltype.Int), "@@TEXTSIZE": sqltype.Of(sqltype.Int),
	"@@TIMETICKS": sqltype.Of(sqltype.Int), "@@CPU_BUSY": sqltype.Of(sqltype.Int), "@@IDLE": sqltype.Of(sqltype.Int),
	"@@IO_BUSY": sqltype.Of(sqltype.Int), "@@PACK_RECEIVED": sqltype.Of(sqltype.Int), "@@PACK_SENT": sqltype.Of(sqltype.Int),
	"@@PACKET_ERRORS": sqltype.Of(sqltype.Int), "@@TOTAL_READ": sqltype.Of(sqltype.Int), "@@TOTAL_WRITE": sqltype.Of(sqltype.Int),
	"@@TOTAL_ERRORS": sqltype.Of(sqltype.Int), "@@CONNECTIONS": sqltype.Of(sqltype.Int), "@@REMSERVER": sqltype.NVarCharOf(128),
	"@@MICROSOFTVERSION": sqltype.Of(sqltype.Int),
}

func (c *compiler) global(name string) (*Expr, error) {
	upper := strings.ToUpper(name)
	t, ok := globals[upper]
	if !ok { // a variable may be named @@x
		return c.variable(name)
	}
	asInt := func(f func(Session) int64) *Expr {
		e := &Expr{Type: t}
		e.EvalInt = func(env *Env) (int64, bool, error) { return f(env.Session), false, nil }
		e.Eval = boxInt(t.Kind, e.EvalInt)
		return e
	}
	switch upper {
	case "@@ROWCOUNT":
		return asInt(Session.RowCount), nil
	case "@@TRANCOUNT":
		return asInt(func(s Session) int64 { return int64(s.TranCount()) }), nil
	case "@@ERROR":
		return asInt(func(s Session) int64 { return int64(s.LastError()) }), nil
	case "@@DATEFIRST":
		return asInt(func(s Session) int64 { return int64(s.DateFirst()) }), nil
	case "@@MAX_PRECISION":
		return Constant(t, sqltype.IntOf(t.Kind, 38)), nil
	case "@@IDENTITY":
		return New(t, true, func(env *Env) (sqltype.Value, error) { return env.Session.Identity(), nil }, nil), nil
	}
	return New(t, true, func(env *Env) (sqltype.Value, error) {
		v, _, ok := env.Session.Global(upper)
		if !ok {
			return v, unsupported("%s", upper)
		}
		return sqltype.Convert(v, t, 0, true)
	}, nil), nil
}

// parameterless are the niladic functions without parentheses.
func (c *compiler) parameterless(n *ast.ParameterlessCall) (*Expr, error) {
	if err := CheckCollation(n.Collation); err != nil {
		return nil, err
	}
	switch n.ParameterlessCallType {
	case "CurrentTimestamp":
		return c.call("GETDATE", nil)
	case "User", "CurrentUser", "SessionUser":
		return c.call("USER_NAME", nil)
	case "SystemUser":
		return c.call("SUSER_SNAME", nil)
	}
	return nil, unsupported("%s", n.ParameterlessCallType)
}

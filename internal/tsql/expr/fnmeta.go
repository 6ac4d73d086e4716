package expr

import (
	"strings"

	"scanfrag/internal/sqltype"
)

// metaFunctions describe the server, its databases and objects. Session.MetaFunc
// answers them at run time; here are their result and argument types only.
func metaFunctions() map[string]builtin {
	name := sqltype.NVarCharOf(128)
	long := sqltype.NVarCharOf(4000)
	integer := sqltype.Of(sqltype.Int)
	variant := sqltype.Of(sqltype.SQLVariant)
	ident := sqltype.DecimalOf(38, 0)
	return map[string]builtin{
		"OBJECT_ID":               meta(integer, 1, long, name),
		"OBJECT_NAME":             meta(name, 1, integer, integer),
		"OBJECT_SCHEMA_NAME":      meta(name, 1, integer, integer),
		"OBJECT_DEFINITION":       meta(sqltype.NVarCharOf(sqltype.MaxArg), 1, integer),
		"DB_ID":                   meta(integer, 0, name),
		"DB_NAME":                 meta(name, 0, integer),
		"SCHEMA_ID":               meta(integer, 0, name),
		"SCHEMA_NAME":             meta(name, 0, integer),
		"COL_LENGTH":              meta(sqltype.Of(sqltype.SmallInt), 2, long, name),
		"COL_NAME":                meta(name, 2, integer, integer),
		"TYPE_ID":                 meta(integer, 1, long),
		"TYPE_NAME":               meta(name, 1, integer),
		"TYPEPROPERTY":            meta(integer, 2, long, name),
		"COLUMNPROPERTY":          meta(integer, 3, integer, name, name),
		"OBJECTPROPERTY":          meta(integer, 2, integer, name),
		"OBJECTPROPERTYEX":        meta(variant, 2, integer, name),
		"INDEXPROPERTY":           meta(integer, 3, integer, name, name),
		"INDEXKEY_PROPERTY":       meta(integer, 4, integer, integer, integer, name),
		"INDEX_COL":               meta(name, 3, long, integer, integer),
		"SERVERPROPERTY":          meta(variant, 1, name),
		"DATABASEPROPERTYEX":      meta(variant, 2, name, name),
		"DATABASEPROPERTY":        meta(integer, 2, name, name),
		"CONNECTIONPROPERTY":      meta(variant, 1, name),
		"SESSIONPROPERTY":         meta(variant, 1, name),
		"SESSION_CONTEXT":         meta(variant, 1, name),
		"FILE_ID":                 meta(sqltype.Of(sqltype.SmallInt), 1, name),
		"FILE_IDEX":               meta(integer, 1, name),
		"FILE_NAME":               meta(name, 1, integer),
		"FILEGROUP_ID":            meta(integer, 1, name),
		"FILEGROUP_NAME":          meta(name, 1, integer),
		"FILEPROPERTY":            meta(integer, 2, name, name),
		"USER_NAME":               meta(name, 0, integer),
		"USER_ID":                 meta(integer, 0, name),
		"DATABASE_PRINCIPAL_ID":   meta(integer, 0, name),
		"SUSER_NAME":              meta(name, 0, integer),
		"SUSER_SNAME":             meta(name, 0, sqltype.VarBinaryOf(85)),
		"SUSER_ID":                meta(integer, 0, name),
		"SUSER_SID":               meta(sqltype.VarBinaryOf(85), 0, name, integer),
		"HOST_NAME":               meta(name, 0),
		"HOST_ID":                 meta(sqltype.CharOf(10), 0),
		"APP_NAME":                meta(name, 0),
		"PROGRAM_NAME":            meta(name, 0),
		"ORIGINAL_LOGIN":          meta(name, 0),
		"ORIGINAL_DB_NAME":        meta(name, 0),
		"IS_MEMBER":               meta(integer, 1, name),
		"IS_ROLEMEMBER":           meta(integer, 1, name, name),
		"IS_SRVROLEMEMBER":        meta(integer, 1, name, name),
		"HAS_DBACCESS":            meta(integer, 1, name),
		"HAS_PERMS_BY_NAME":       meta(integer, 3, long, name, name, name, name),
		"STATS_DATE":              meta(sqltype.Of(sqltype.DateTime), 2, integer, integer),
		"IDENT_CURRENT":           meta(ident, 1, long),
		"IDENT_SEED":              meta(ident, 1, long),
		"IDENT_INCR":              meta(ident, 1, long),
		"CONTEXT_INFO":            meta(sqltype.VarBinaryOf(128), 0),
		"GETANSINULL":             meta(integer, 0, name),
		"CURSOR_STATUS":           meta(sqltype.Of(sqltype.SmallInt), 2, name, name),
		"CURRENT_TRANSACTION_ID":  meta(sqltype.Of(sqltype.BigInt), 0),
		"MIN_ACTIVE_ROWVERSION":   meta(sqltype.BinaryOf(8), 0),
		"SYS.FN_PHYSLOCFORMATTER": meta(sqltype.VarCharOf(128), 1, sqltype.BinaryOf(8)),
		"PARSENAME":               {min: 2, max: 2, build: buildParseName},
	}
}

// meta takes between min and len(params) arguments, converted to params' types.
func meta(result sqltype.Type, min int, params ...sqltype.Type) builtin {
	return builtin{min: min, max: len(params), build: func(_ *compiler, name string, a []*Expr) (*Expr, error) {
		args := make([]*Expr, len(a))
		for i, e := range a {
			explicit := e.Type.Kind == sqltype.SQLVariant
			x, err := convert(e, params[i], 0, explicit)
			if err != nil {
				return nil, err
			}
			args[i] = x
		}
		return New(result, true, func(env *Env) (sqltype.Value, error) {
			vals := make([]sqltype.Value, len(args))
			for i, e := range args {
				v, err := e.Eval(env)
				if err != nil {
					return v, err
				}
				vals[i] = v
			}
			v, err := env.Session.MetaFunc(name, vals)
			switch {
			case err != nil:
				return v, err
			case v.Null:
				return sqltype.NullOf(result.Kind), nil
			case v.Kind == result.Kind || result.Kind == sqltype.SQLVariant:
				return v, nil
			}
			return sqltype.Convert(v, result, 0, true)
		}, nil), nil
	}}
}

// buildParseName takes part 1 (object) to 4 (server) of a dotted name; NULL when absent.
func buildParseName(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	s, err := text(a[0])
	if err != nil {
		return nil, err
	}
	n, err := asInt(a[1])
	if err != nil {
		return nil, err
	}
	t := sqltype.NVarCharOf(128)
	return strict2(t, s, n, func(s, n sqltype.Value) (sqltype.Value, error) {
		parts, ok := SplitName(s.S)
		if !ok || len(parts) > 4 || n.I < 1 || n.I > int64(len(parts)) || parts[len(parts)-int(n.I)] == "" {
			return sqltype.NullOf(t.Kind), nil
		}
		return sqltype.StringOf(t.Kind, parts[len(parts)-int(n.I)]), nil
	}), nil
}

// SplitName splits a dotted name with [brackets] or "quotes", as OBJECT_ID reads
// its argument; ok is false for unbalanced ones.
func SplitName(s string) (parts []string, ok bool) {
	for {
		part, rest, ok := namePart(s)
		if !ok {
			return nil, false
		}
		parts = append(parts, part)
		if rest == "" {
			return parts, true
		}
		if rest[0] != '.' {
			return nil, false
		}
		s = rest[1:]
	}
}

// JoinName puts a name together as SplitName reads it, in brackets; a part that is "" stays empty.
func JoinName(parts ...string) string {
	out := make([]string, len(parts))
	for i, p := range parts {
		if p != "" {
			out[i] = "[" + strings.ReplaceAll(p, "]", "]]") + "]"
		}
	}
	return strings.Join(out, ".")
}

func namePart(s string) (part, rest string, ok bool) {
	if s == "" || s[0] != '[' && s[0] != '"' {
		for i := 0; i < len(s); i++ {
			if s[i] == '.' {
				return s[:i], s[i:], true
			}
		}
		return s, "", true
	}
	end := byte(']')
	if s[0] == '"' {
		end = '"'
	}
	var b []byte
	for i := 1; i < len(s); i++ {
		if s[i] != end {
			b = append(b, s[i])
			continue
		}
		if i+1 < len(s) && s[i+1] == end {
			b = append(b, end)
			i++
			continue
		}
		return string(b), s[i+1:], true
	}
	return "", "", false
}

package expr

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

// builtin is one entry of the function table.
type builtin struct {
	min, max int // number of arguments; max -1 for any
	build    func(c *compiler, name string, args []*Expr) (*Expr, error)
	// raw replaces build for functions whose arguments are not all expressions
	// (DATEPART's part).
	raw func(c *compiler, name string, args []ast.ScalarExpression) (*Expr, error)
}

// builtins is the whole table, by upper-case name: one family per file.
var builtins map[string]builtin

func init() {
	builtins = map[string]builtin{}
	for _, family := range []map[string]builtin{
		stringFunctions(), searchFunctions(), codeFunctions(), mathFunctions(), trigFunctions(), dateFunctions(),
		datePartFunctions(), logicFunctions(), hashFunctions(), sessionFunctions(), metaFunctions(),
	} {
		for name, f := range family {
			if _, dup := builtins[name]; dup {
				panic("expr: function " + name + " defined twice")
			}
			builtins[name] = f
		}
	}
}

// IsBuiltin reports whether name, any case, is a scalar function of this package.
func IsBuiltin(name string) bool {
	_, ok := builtins[strings.ToUpper(name)]
	return ok
}

func (c *compiler) function(n *ast.FunctionCall) (*Expr, error) {
	if e, handled, err := c.s.Function(n); handled || err != nil {
		return e, err
	}
	name := n.FunctionName.Value
	if t, ok := n.CallTarget.(*ast.ExpressionCallTarget); ok {
		return c.xmlValue(t, n)
	}
	if n.CallTarget != nil {
		if name = "sys." + name; !inSys(n.CallTarget) || !IsBuiltin(name) {
			return nil, c.foreignCall(n)
		}
	}
	if n.OverClause != nil || n.WithinGroupClause != nil {
		return nil, unsupported("window function %s", name)
	}
	if err := CheckCollation(n.Collation); err != nil {
		return nil, err
	}
	switch {
	case n.UniqueRowFilter == "Distinct" || n.UniqueRowFilter == "All", len(n.JsonParameters) > 0, len(n.IgnoreRespectNulls) > 0:
		return nil, unknownFunction(name)
	case strings.EqualFold(name, "TRIM"):
		return c.trimCall(n)
	}
	return c.call(name, n.Parameters)
}

// inSys reports a call of sys.f().
func inSys(t ast.CallTarget) bool {
	m, ok := t.(*ast.MultiPartIdentifierCallTarget)
	return ok && len(m.MultiPartIdentifier.Identifiers) == 1 && strings.EqualFold(m.MultiPartIdentifier.Identifiers[0].Value, "sys")
}

// foreignCall refuses schema.f() and value.method(): what the scope did not take does not exist.
func (c *compiler) foreignCall(n *ast.FunctionCall) error {
	m, ok := n.CallTarget.(*ast.MultiPartIdentifierCallTarget)
	if !ok {
		return unsupported("method call %s()", n.FunctionName.Value)
	}
	var parts []string
	for _, id := range m.MultiPartIdentifier.Identifiers {
		parts = append(parts, id.Value)
	}
	first := parts[0]
	return sqltype.Errorf(4121, "Cannot find either column \"%s\" or the user-defined function or aggregate \"%s.%s\", or the name is ambiguous.",
		first, strings.Join(parts, "."), n.FunctionName.Value)
}

// foreignFunctions are SQL Server's that scripts may call and the engine lacks.
var foreignFunctions = wordSet(`APPLOCK_MODE APPLOCK_TEST ASSEMBLYPROPERTY BIT_COUNT CERTENCODED CHANGE_TRACKING_CURRENT_VERSION COLUMNS_UPDATED COMPRESS
	DATE_BUCKET DECOMPRESS DECRYPTBYKEY DECRYPTBYPASSPHRASE DIFFERENCE EDIT_DISTANCE ENCRYPTBYKEY ENCRYPTBYPASSPHRASE EVENTDATA FILEGROUPPROPERTY
	FULLTEXTCATALOGPROPERTY FULLTEXTSERVICEPROPERTY GET_BIT GET_FILESTREAM_TRANSACTION_CONTEXT IDENTITY ISJSON JARO_WINKLER_SIMILARITY JSON_ARRAY JSON_MODIFY
	JSON_OBJECT JSON_PATH_EXISTS JSON_QUERY JSON_VALUE LEFT_SHIFT LOGINPROPERTY PERMISSIONS PRODUCT PWDCOMPARE PWDENCRYPT REGEXP_COUNT REGEXP_INSTR REGEXP_LIKE
	REGEXP_REPLACE REGEXP_SUBSTR RIGHT_SHIFT SET_BIT SOUNDEX SQL_VARIANT_PROPERTY STRING_ESCAPE SYMKEYPROPERTY TEXTPTR TEXTVALID TRIGGER_NESTLEVEL UNISTR
	VECTOR_DISTANCE`)

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

func unknownFunction(name string) error {
	if foreignFunctions[strings.ToUpper(name)] {
		return unsupported("the function %s", strings.ToUpper(name))
	}
	e := sqltype.Errorf(195, "'%s' is not a recognized built-in function name.", name)
	e.State, e.Class = 10, 15
	return e
}

func (c *compiler) call(name string, params []ast.ScalarExpression) (*Expr, error) {
	upper := strings.ToUpper(name)
	f, ok := builtins[upper]
	if !ok {
		return nil, unknownFunction(name)
	}
	if err := f.checkArity(name, len(params)); err != nil {
		return nil, err
	}
	if f.raw != nil {
		return f.raw(c, upper, params)
	}
	args, err := c.exprs(params...)
	if err != nil {
		return nil, err
	}
	return f.build(c, upper, args)
}

func (f builtin) checkArity(name string, n int) error {
	if n >= f.min && (f.max < 0 || n <= f.max) {
		return nil
	}
	name = strings.ToLower(name)
	var e *sqltype.Error
	switch {
	case f.min == f.max:
		e = sqltype.Errorf(174, "The %s function requires %d argument(s).", name, f.min)
	case f.max < 0:
		e = sqltype.Errorf(189, "The %s function requires %d to %d arguments.", name, f.min, 254)
	default:
		e = sqltype.Errorf(189, "The %s function requires %d to %d arguments.", name, f.min, f.max)
	}
	e.Class = 15
	return e
}

// badArgument is error 8116.
func badArgument(t sqltype.Type, n int, name string) error {
	return sqltype.Errorf(8116, "Argument data type %s is invalid for argument %d of %s function.", typeName(t), n, strings.ToLower(name))
}

package syntax

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// Module is a CREATE or ALTER of a procedure, function or view, whichever of its forms.
type Module struct {
	Kind    string // as sys.objects.type: P, FN, IF, TF, V
	Name    *ast.SchemaObjectName
	Params  []Parameter
	Body    *ast.StatementList // of P, FN, TF
	Select  *ast.SelectStatement
	Columns []*ast.Identifier             // of V, when listed
	Returns ast.DataTypeReference         // of FN
	Table   *ast.DeclareTableVariableBody // of TF
	// NullOnNull: a scalar function that is not called when an argument is NULL.
	NullOnNull bool
	Alter      bool // ALTER, or CREATE OR ALTER
	Create     bool // CREATE, or CREATE OR ALTER
	refused    string
}

// Parameter of a module.
type Parameter struct {
	Name    string // with its @
	Type    sqltype.Type
	Output  bool
	Default ast.ScalarExpression  // nil: none
	Rows    *ast.SchemaObjectName // the table type of a READONLY parameter
}

// ParseModule reads the text of a module, as the catalog keeps it; types puts what alias types stand for in their place.
func ParseModule(text string, quotedIdentifier bool, types func(*Batch) error) (*Module, error) {
	b, err := Parse(text, quotedIdentifier)
	if err == nil {
		err = types(b)
	}
	if err == nil && len(b.Statements) == 1 {
		if m, ok, err := ModuleOf(b.Statements[0]); ok || err != nil {
			return m, err
		}
	}
	return nil, notOne(text, "a module", err)
}

// ModuleOf reads a module's definition; handled is false for other statements. What modules cannot be
// here is an error that names it.
func ModuleOf(n ast.Statement) (m *Module, handled bool, err error) {
	var params []*ast.ProcedureParameter
	var options int
	switch n := n.(type) {
	case *ast.CreateProcedureStatement:
		m = procedure(n.ProcedureReference, n.StatementList, n.MethodSpecifier != nil, n.IsForReplication)
		m.Create = true
		params, options = n.Parameters, unknownProcedureOptions(n.Options)
	case *ast.AlterProcedureStatement:
		m = procedure(n.ProcedureReference, n.StatementList, false, n.IsForReplication)
		m.Alter = true
		params, options = n.Parameters, unknownProcedureOptions(n.Options)
	case *ast.CreateOrAlterProcedureStatement:
		m = procedure(n.ProcedureReference, n.StatementList, n.MethodSpecifier != nil, n.IsForReplication)
		m.Create, m.Alter = true, true
		params, options = n.Parameters, unknownProcedureOptions(n.Options)
	case *ast.CreateFunctionStatement:
		m = function(n.Name, n.ReturnType, n.StatementList, n.MethodSpecifier != nil)
		m.Create = true
		params, options = n.Parameters, m.functionOptions(n.Options)
	case *ast.AlterFunctionStatement:
		m = function(n.Name, n.ReturnType, n.StatementList, false)
		m.Alter = true
		params, options = n.Parameters, m.functionOptions(n.Options)
	case *ast.CreateOrAlterFunctionStatement:
		m = function(n.Name, n.ReturnType, n.StatementList, false)
		m.Create, m.Alter = true, true
		params, options = n.Parameters, m.functionOptions(n.Options)
	case *ast.CreateViewStatement:
		m = view(n.SchemaObjectName, n.Columns, n.SelectStatement, n.WithCheckOption || n.IsMaterialized, n.ViewOptions)
		m.Create = true
	case *ast.AlterViewStatement:
		m = view(n.SchemaObjectName, n.Columns, n.SelectStatement, n.WithCheckOption || n.IsMaterialized || n.IsRebuild || n.IsDisable, n.ViewOptions)
		m.Alter = true
	case *ast.CreateOrAlterViewStatement:
		m = view(n.SchemaObjectName, n.Columns, n.SelectStatement, n.WithCheckOption || n.IsMaterialized, n.ViewOptions)
		m.Create, m.Alter = true, true
	default:
		return nil, false, nil
	}
	if options > 0 && m.refused == "" {
		m.refused = "an option of the module's WITH clause"
	}
	if m.refused != "" {
		return nil, true, sqltype.Errorf(40517, "%s is not supported by the embedded engine.", m.refused)
	}
	for _, p := range params {
		q := Parameter{Name: p.VariableName.Value, Output: strings.EqualFold(p.Modifier, "Output"), Default: p.Value}
		if strings.EqualFold(p.Modifier, "ReadOnly") {
			if q.Rows, err = tableTypeName(p, m.Kind); err != nil {
				return nil, true, err
			}
		} else if q.Type, err = expr.DataType(p.DataType); err != nil {
			return nil, true, err
		}
		m.Params = append(m.Params, q)
	}
	return m, true, nil
}

func procedure(r *ast.ProcedureReference, body *ast.StatementList, external, replication bool) *Module {
	m := &Module{Kind: "P", Body: body, Name: r.Name}
	switch {
	case external:
		m.refused = "a procedure with EXTERNAL NAME"
	case replication:
		m.refused = "a procedure FOR REPLICATION"
	case r.Number != nil:
		m.refused = "a numbered procedure"
	}
	return m
}

func function(name *ast.SchemaObjectName, returns ast.FunctionReturnType, body *ast.StatementList, external bool) *Module {
	m := &Module{Name: name, Body: body}
	switch r := returns.(type) {
	case *ast.ScalarFunctionReturnType:
		m.Kind, m.Returns = "FN", r.DataType
	case *ast.SelectFunctionReturnType:
		m.Kind, m.Select = "IF", r.SelectStatement
	case *ast.TableValuedFunctionReturnType:
		m.Kind, m.Table = "TF", r.DeclareTableVariableBody
	default:
		m.refused = "this kind of function"
	}
	if external {
		m.refused = "a function with EXTERNAL NAME"
	}
	return m
}

func view(name *ast.SchemaObjectName, columns []*ast.Identifier, q *ast.SelectStatement, more bool, options []ast.ViewOption) *Module {
	m := &Module{Kind: "V", Name: name, Columns: columns, Select: q}
	if more {
		m.refused = "WITH CHECK OPTION of a view"
	}
	for _, o := range options {
		if v, ok := o.(*ast.ViewStatementOption); !ok || !harmless(v.OptionKind) {
			m.refused = "an option of the view's WITH clause"
		}
	}
	return m
}

// harmless options change nothing here: the definition stays readable, names are not protected, plans are made anew.
func harmless(option string) bool {
	switch strings.ToUpper(option) {
	case "SCHEMABINDING", "SCHEMABIND", "RECOMPILE", "VIEWMETADATA", "VIEW_METADATA":
		return true
	}
	return false
}

func unknownProcedureOptions(list []ast.ProcedureOptionBase) (n int) {
	for _, o := range list {
		if p, ok := o.(*ast.ProcedureOption); !ok || !harmless(p.OptionKind) {
			n++
		}
	}
	return n
}

// functionOptions counts those that are not known here.
func (m *Module) functionOptions(list []ast.FunctionOptionBase) (unknown int) {
	for _, o := range list {
		p, ok := o.(*ast.FunctionOption)
		switch {
		case ok && strings.EqualFold(p.OptionKind, "ReturnsNullOnNullInput"):
			m.NullOnNull = true
		case !ok || !harmless(p.OptionKind) && !strings.EqualFold(p.OptionKind, "CalledOnNullInput"):
			unknown++
		}
	}
	return unknown
}

// tableTypeName is the name of a READONLY parameter's type.
func tableTypeName(p *ast.ProcedureParameter, kind string) (*ast.SchemaObjectName, error) {
	name := TypeName(p.DataType)
	switch {
	case name == nil:
		return nil, sqltype.Errorf(346, "The parameter \"%s\" can not be declared READONLY since it is not a table-valued parameter.", p.VariableName.Value)
	case kind != "P":
		return nil, sqltype.Errorf(40517, "a table-valued parameter of a function is not supported by the embedded engine.")
	}
	return name, nil
}

// TypeName is the name that a type reference may have of a user-defined type; nil when it is one of SQL Server's own.
func TypeName(t ast.DataTypeReference) *ast.SchemaObjectName {
	var name *ast.SchemaObjectName
	switch t := t.(type) {
	case *ast.UserDataTypeReference:
		name = t.Name
	case *ast.SqlDataTypeReference:
		if t == nil || t.SqlDataTypeOption != "" {
			return nil
		}
		name = t.Name
	}
	if name == nil || name.BaseIdentifier == nil {
		return nil
	}
	if _, own := sqltype.KindByName(strings.ToLower(name.BaseIdentifier.Value)); own && name.SchemaIdentifier == nil {
		return nil
	}
	return name
}

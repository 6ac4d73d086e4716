package documented

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/tsql/syntax"
)

// collector gathers the uses of a script's batches.
type collector struct {
	own  map[string]bool // names of objects the script creates
	uses []use

	first   int // line of the script at which the text being read begins
	dynamic int // depth of dynamic SQL, 0: the script itself
	texts   map[string][]string
}

func (c *collector) add(k kind, name string, line int) {
	if k != aText && k != aBatch {
		name = strings.ToLower(name)
	}
	c.uses = append(c.uses, use{k, name, c.at(line), c.dynamic > 0})
}

// at is the line of the script for a line of the text being read.
func (c *collector) at(line int) int {
	if c.dynamic > 0 {
		return c.first
	}
	return c.first + max(line, 1) - 1
}

// batch reads one batch that begins at a line of the script.
func (c *collector) batch(text string, first int) {
	c.first, c.texts = first, map[string][]string{}
	c.text(text)
}

func (c *collector) text(text string) {
	text = c.words(text)
	b, err := syntax.Parse(text, true)
	if err != nil {
		c.unparsed(text, err)
		return
	}
	line := 1
	for _, s := range b.Statements {
		syntax.Walk(s, func(n any) bool {
			if l := syntax.Line(n); l > 0 {
				line = int(l)
			}
			c.node(n, line)
			return true
		})
	}
}

// node notes what a syntax node uses.
func (c *collector) node(n any, line int) {
	if s, ok := n.(ast.Statement); ok {
		name := reflect.TypeOf(s).Elem().Name()
		c.add(aStatement, strings.TrimSuffix(name, "Statement"), line)
	}
	switch n := n.(type) {
	case *ast.FunctionCall:
		c.function(n, line)
	case *ast.GlobalVariableExpression:
		c.add(aVariable, n.Name, line)
	case *ast.NamedTableReference:
		c.table(n.SchemaObject, line)
	case *ast.SchemaObjectFunctionTableReference:
		if s := schemaOf(n.SchemaObject); s == "" || s == "sys" {
			c.add(aTableFunction, n.SchemaObject.BaseIdentifier.Value, line)
		}
	case *ast.GlobalFunctionTableReference:
		c.add(aTableFunction, n.Name.Value, line)
	case *ast.BuiltInFunctionTableReference:
		c.add(aTableFunction, n.Name.Value, line)
	case *ast.UseHintList:
		for _, h := range n.Hints {
			if s, ok := h.(*ast.StringLiteral); ok {
				c.add(aHint, s.Value, line)
			}
		}
	case *ast.DbccStatement:
		name := n.Command
		if n.DllName != "" { // a command the parser does not know
			name = n.DllName
		}
		c.add(aCommand, name, line)
	case *ast.ExecuteSpecification:
		c.execute(n, line)
	case *ast.CreateSynonymStatement:
		c.owned(n.Name)
		c.base(n.ForName, line)
	default:
		c.created(n)
		c.assigned(n)
	}
}

func (c *collector) function(n *ast.FunctionCall, line int) {
	switch t := n.CallTarget.(type) {
	case nil:
		c.add(aFunction, n.FunctionName.Value, line)
	case *ast.MultiPartIdentifierCallTarget:
		ids := t.MultiPartIdentifier.Identifiers
		if strings.EqualFold(ids[len(ids)-1].Value, "sys") {
			c.add(aFunction, n.FunctionName.Value, line)
		}
	}
}

// table notes a table's name when it is one of the system's: of its schemas and databases, or with the
// prefix of the old system tables.
func (c *collector) table(n *ast.SchemaObjectName, line int) {
	if n == nil || n.BaseIdentifier == nil {
		return
	}
	name, db := strings.ToLower(n.BaseIdentifier.Value), ""
	if n.DatabaseIdentifier != nil {
		db = strings.ToLower(n.DatabaseIdentifier.Value)
	}
	switch s := schemaOf(n); {
	case strings.HasPrefix(name, "#"):
	case s == "sys", s == "information_schema", db == "master", db == "msdb", s == "" && strings.HasPrefix(name, "sys"):
		c.add(aView, name, line)
	}
}

// base notes what a synonym stands for when it is one of the system's, whatever it is.
func (c *collector) base(n *ast.SchemaObjectName, line int) {
	if n == nil || n.BaseIdentifier == nil {
		return
	}
	name := strings.ToLower(n.BaseIdentifier.Value)
	for _, k := range []kind{aProcedure, aFunction, aTableFunction} {
		if schemaOf(n) == "sys" && theLists().documented[k][name] {
			return
		}
	}
	if strings.HasPrefix(name, "sp_") || strings.HasPrefix(name, "xp_") {
		c.add(aProcedure, name, line)
		return
	}
	c.table(n, line)
}

// created remembers the names of objects that the script makes.
func (c *collector) created(n any) {
	v := reflect.ValueOf(n).Elem()
	if !strings.HasPrefix(v.Type().Name(), "Create") {
		return
	}
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		switch f := v.Field(i).Interface().(type) {
		case *ast.SchemaObjectName:
			c.owned(f)
		case *ast.ProcedureReference:
			if f != nil {
				c.owned(f.Name)
			}
		}
	}
}

func (c *collector) owned(n *ast.SchemaObjectName) {
	if n != nil && n.BaseIdentifier != nil {
		c.own[strings.ToLower(n.BaseIdentifier.Value)] = true
	}
}

func schemaOf(n *ast.SchemaObjectName) string {
	if n == nil || n.SchemaIdentifier == nil {
		return ""
	}
	return strings.ToLower(n.SchemaIdentifier.Value)
}

// unparsed notes a text that is no T-SQL as far as known here, and reads its words instead.
func (c *collector) unparsed(text string, err error) {
	line := 1
	if e, ok := err.(*syntax.Error); ok {
		line = int(e.Line)
	}
	c.add(aBatch, fmt.Sprintf("a batch that could not be parsed: %v", err), line)
	c.everyWord(text)
}

package documented

import (
	"regexp"
	"strings"

	"github.com/sqlc-dev/teesql/ast"
)

var virtual = regexp.MustCompile(`%%(\w+)%%`)

// maxDynamic bounds dynamic SQL that executes dynamic SQL.
const maxDynamic = 8

// execute notes a called procedure, and reads the text of dynamic SQL.
func (c *collector) execute(n *ast.ExecuteSpecification, line int) {
	switch e := n.ExecutableEntity.(type) {
	case *ast.ExecutableStringList:
		texts := []literal{{}}
		for _, s := range e.Strings {
			texts = concat(texts, c.literals(s))
		}
		c.run(texts, line)
	case *ast.ExecutableProcedureReference:
		p := e.ProcedureReference
		if p == nil || p.ProcedureReference == nil || p.ProcedureReference.Name == nil {
			return
		}
		name := p.ProcedureReference.Name
		base := strings.ToLower(name.BaseIdentifier.Value)
		if strings.HasPrefix(base, "sp_") || strings.HasPrefix(base, "xp_") || schemaOf(name) == "sys" {
			c.add(aProcedure, base, line)
		}
		if base == "sp_executesql" && len(e.Parameters) > 0 {
			c.run(c.literals(e.Parameters[0].ParameterValue), line)
		}
	}
}

// run reads texts that the script executes at a line.
func (c *collector) run(texts []literal, line int) {
	for _, t := range texts {
		if !t.known {
			c.add(aText, "dynamic SQL whose text is not in the script", line)
			continue
		}
		if c.dynamic == maxDynamic {
			c.add(aText, "dynamic SQL nested too deeply", line)
			continue
		}
		inner := collector{own: c.own, first: c.at(line), dynamic: c.dynamic + 1, texts: map[string][]string{}}
		inner.text(t.text)
		c.uses = append(c.uses, inner.uses...)
	}
}

// literal is a string as far as the script spells it out. Known is false when none of it does.
type literal struct {
	text  string
	known bool
}

// hole stands for a part of a string that is computed: most often it is a name or a number, and as a name it parses.
const hole = " x "

// literals are the strings an expression may be: more than one when it is a variable that is assigned more than once.
func (c *collector) literals(e ast.ScalarExpression) []literal {
	switch e := e.(type) {
	case *ast.StringLiteral:
		return []literal{{e.Value, true}}
	case *ast.ParenthesisExpression:
		return c.literals(e.Expression)
	case *ast.CastCall:
		return c.literals(e.Parameter)
	case *ast.ConvertCall:
		return c.literals(e.Parameter)
	case *ast.BinaryExpression:
		if e.BinaryExpressionType != "Add" {
			break
		}
		return concat(c.literals(e.FirstExpression), c.literals(e.SecondExpression))
	case *ast.VariableReference:
		if texts := c.texts[strings.ToLower(e.Name)]; len(texts) > 0 {
			var out []literal
			for _, t := range texts {
				out = append(out, literal{t, true})
			}
			return out
		}
	}
	return []literal{{hole, false}}
}

func concat(as, bs []literal) (out []literal) {
	for _, a := range as {
		for _, b := range bs {
			if len(out) < maxTexts {
				out = append(out, literal{a.text + b.text, a.known || b.known})
			}
		}
	}
	return out
}

// maxTexts bounds the strings a variable may hold that are read.
const maxTexts = 64

// assigned follows strings into variables, in the order of the text: control flow is not followed, so
// a variable may hold any string it was ever given.
func (c *collector) assigned(n any) {
	switch n := n.(type) {
	case *ast.DeclareVariableElement:
		if n.VariableName != nil {
			c.assign(n.VariableName.Value, n.Value, false)
		}
	case *ast.SetVariableStatement:
		if n.Variable != nil {
			c.assign(n.Variable.Name, n.Expression, n.AssignmentKind == "AddEquals")
		}
	case *ast.SelectSetVariable:
		if n.Variable != nil {
			c.assign(n.Variable.Name, n.Expression, n.AssignmentKind == "AddEquals")
		}
	}
}

func (c *collector) assign(name string, value ast.ScalarExpression, add bool) {
	if value == nil {
		return
	}
	name = strings.ToLower(name)
	old := c.texts[name]
	replaces := add || mentions(value, name)
	var texts []string
	for _, l := range c.literals(value) {
		if !l.known {
			continue
		}
		if !add {
			texts = append(texts, l.text)
			continue
		}
		for _, o := range old {
			texts = append(texts, o+l.text)
		}
		if len(old) == 0 {
			texts = append(texts, l.text)
		}
	}
	switch {
	case len(texts) == 0:
		return
	case !replaces:
		texts = append(old, texts...)
	}
	c.texts[name] = texts[:min(len(texts), maxTexts)]
}

// mentions tells whether a concatenation contains the variable: the value then goes on from the old one.
func mentions(e ast.ScalarExpression, name string) bool {
	switch e := e.(type) {
	case *ast.VariableReference:
		return strings.EqualFold(e.Name, name)
	case *ast.ParenthesisExpression:
		return mentions(e.Expression, name)
	case *ast.BinaryExpression:
		return mentions(e.FirstExpression, name) || mentions(e.SecondExpression, name)
	}
	return false
}

package syntax

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/tsql/expr"
)

// check refuses what the parser lets through: a bare word as a label, a procedure
// call without EXEC that is not the first statement (error 102 in SQL Server).
func (b *Batch) check() error {
	for i, s := range b.Statements {
		if err := b.checkStatement(s, i == 0); err != nil {
			return err
		}
	}
	return nil
}

func (b *Batch) checkStatement(s ast.Statement, first bool) error {
	var err error
	seen := false
	Walk(s, func(n any) bool {
		if err != nil {
			return false
		}
		switch n := n.(type) {
		case *ast.LabelStatement:
			if !strings.HasSuffix(n.Value, ":") {
				err = near(n.StartLine, n.Value)
			}
		case *ast.ExecuteStatement:
			if (seen || !first) && !b.startsWithExec(n) {
				err = near(n.StartLine, b.firstWord(n))
			}
		case *ast.SqlDataTypeReference:
			b.nameType(n)
		case *ast.BooleanScalarPlaceholder:
			err = b.nearNode(n.Scalar, n.StartLine)
		case *ast.BeginEndBlockStatement:
			if !strings.EqualFold(lastWord(b.Source(n)), "END") {
				err = b.unfinished(n)
			}
		case *ast.TryCatchStatement:
			if w := lastWord(b.Source(n)); !strings.EqualFold(w, "CATCH") {
				err = near(n.StartLine, w)
			}
		case *ast.DeclareCursorStatement:
			if w := lastWord(b.Source(n)); strings.EqualFold(w, "FOR") {
				err = near(n.StartLine, w)
			}
		case *ast.PredicateSetStatement:
			if w := lastWord(b.Source(n)); !strings.EqualFold(w, "ON") && !strings.EqualFold(w, "OFF") {
				err = near(n.StartLine, w)
			}
		case *ast.FromClause:
			if len(n.TableReferences) == 0 {
				err = near(n.StartLine, "FROM")
			}
		case *ast.CreateProcedureStatement:
			if n.ProcedureReference == nil {
				f := strings.Fields(b.Source(n))
				err = near(n.StartLine, f[min(1, len(f)-1)])
			}
		}
		seen = true
		return err == nil
	})
	return err
}

// nameType gives a type in DECLARE that is none of the parser's own, sysname among them, the name that the parser has lost.
func (b *Batch) nameType(n *ast.SqlDataTypeReference) {
	if n.Name != nil || n.SqlDataTypeOption != "" {
		return
	}
	parts, _ := expr.SplitName(b.Source(n))
	name := &ast.SchemaObjectName{Fragment: n.Fragment, Count: len(parts)}
	for i, p := range parts {
		id := &ast.Identifier{Fragment: n.Fragment, Value: p}
		switch len(parts) - i {
		case 1:
			name.BaseIdentifier = id
		case 2:
			name.SchemaIdentifier = id
		}
		name.Identifiers = append(name.Identifiers, id)
	}
	n.Name = name
}

func (b *Batch) nearNode(n any, line int) error {
	if f := Frag(n); f != nil && f.HasSpan() {
		line = f.StartLine
		return near(line, lastWord(b.Source(n)))
	}
	return near(line, "")
}

func lastWord(s string) string {
	f := strings.Fields(s)
	if len(f) == 0 {
		return ""
	}
	return f[len(f)-1]
}

func (b *Batch) firstWord(n any) string {
	f := strings.Fields(b.Source(n))
	if len(f) == 0 {
		return ""
	}
	return f[0]
}

func (b *Batch) startsWithExec(n *ast.ExecuteStatement) bool {
	w := strings.ToUpper(b.Source(n))
	return strings.HasPrefix(w, "EXEC")
}

// unfinished is the error of a construct the text ends in the middle of.
func (b *Batch) unfinished(n any) error {
	src := b.Source(n)
	f := Frag(n)
	return near(f.StartLine+strings.Count(src, "\n"), lastWord(src))
}

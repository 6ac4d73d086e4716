package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"
)

// findTarget finds the table reference in FROM that the statement's target names: by alias first, then by name.
func (c *Compiler) findTarget(target *ast.NamedTableReference, from *ast.FromClause) ast.TableReference {
	if from == nil {
		return nil
	}
	name := Parts(target.SchemaObject)
	is := func(alias *ast.Identifier) bool {
		return alias != nil && len(name) == 1 && strings.EqualFold(alias.Value, name[0])
	}
	var byAlias, byName ast.TableReference
	walkExpr(from, func(n any) bool {
		switch r := n.(type) {
		case *ast.QueryDerivedTable:
			if is(r.Alias) {
				byAlias = r
			}
		case *ast.NamedTableReference:
			switch {
			case is(r.Alias):
				byAlias = r
			case byName == nil && c.means(name, r):
				byName = r
			}
		}
		return true
	})
	if byAlias != nil {
		return byAlias
	}
	return byName
}

func replaceRef(f *ast.FromClause, old, now *ast.NamedTableReference) *ast.FromClause {
	var in func(r ast.TableReference) ast.TableReference
	in = func(r ast.TableReference) ast.TableReference {
		switch r := r.(type) {
		case *ast.NamedTableReference:
			if r == old {
				return now
			}
		case *ast.QualifiedJoin:
			c := *r
			c.FirstTableReference, c.SecondTableReference = in(r.FirstTableReference), in(r.SecondTableReference)
			return &c
		case *ast.UnqualifiedJoin:
			c := *r
			c.FirstTableReference, c.SecondTableReference = in(r.FirstTableReference), in(r.SecondTableReference)
			return &c
		case *ast.JoinParenthesisTableReference:
			c := *r
			c.Join = in(r.Join)
			return &c
		}
		return r
	}
	out := *f
	out.TableReferences = nil
	for _, r := range f.TableReferences {
		out.TableReferences = append(out.TableReferences, in(r))
	}
	return &out
}

package tsql

import (
	"slices"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
)

// CurrentOf is the address of the row of t that a cursor is on, for WHERE CURRENT OF.
func (s *Session) CurrentOf(id *ast.CursorId, t *engine.Table, columns []string) (string, error) {
	c, err := s.call.findCursor(id.Name.Value, id.IsGlobal)
	if err != nil {
		return "", err
	}
	switch {
	case !c.open:
		return "", errorf(16917, 16, "Cursor is not open.")
	case c.fixed:
		return "", errorf(16929, 16, "The cursor is READ ONLY.")
	case c.current == nil:
		return "", errorf(16931, 16, "There are no rows in the current fetch buffer.")
	}
	for i, o := range c.located {
		if o.ID != t.ID || o.Database() != t.Database() {
			continue
		}
		for _, name := range columns {
			if c.only != nil && !slices.ContainsFunc(c.only, func(o string) bool { return strings.EqualFold(o, name) }) {
				return "", errorf(16932, 16, "The cursor has a FOR UPDATE list and the requested column to be updated is not in this list.")
			}
		}
		if c.current[i].Null { // of an outer join
			return "", errorf(16947, 16, "No rows were updated or deleted.")
		}
		return c.current[i].S, nil
	}
	return "", errorf(16933, 16, "The cursor does not include the table being modified or the table is not updatable through the cursor.")
}

// findCursor finds a cursor by name: local ones first, unless it is called GLOBAL.
func (f *frame) findCursor(name string, global bool) (*cursor, error) {
	key := strings.ToLower(name)
	if c := f.cursors[key]; c != nil && !global {
		return c, nil
	}
	if c := f.s.cursors[key]; c != nil {
		return c, nil
	}
	if strings.HasPrefix(name, "@") {
		return nil, errorf(16950, 16, "The variable '%s' does not currently have a cursor allocated to it.", name)
	}
	return nil, errorf(16916, 16, "A cursor with the name '%s' does not exist.", name)
}

// updatability is what FOR READ ONLY and FOR UPDATE [OF …] say of a cursor.
type updatability struct {
	fixed  bool     // no row can be changed through it; or its rows are not those of tables
	update bool     // FOR UPDATE
	only   []string // the columns that may change; nil: all
}

// forCursor takes such a clause off a cursor's query.
func forCursor(sel *ast.SelectStatement) (*ast.SelectStatement, updatability) {
	var u updatability
	q, ok := sel.QueryExpression.(*ast.QuerySpecification)
	if !ok {
		return sel, updatability{fixed: true}
	}
	switch f := q.ForClause.(type) {
	case *ast.ReadOnlyForClause:
		u.fixed = true
	case *ast.UpdateForClause:
		u.update = true
		for _, c := range f.Columns {
			ids := c.MultiPartIdentifier.Identifiers
			u.only = append(u.only, ids[len(ids)-1].Value)
		}
	default:
		return sel, u
	}
	s, plain := *sel, *q
	plain.ForClause, s.QueryExpression = nil, &plain
	return &s, u
}

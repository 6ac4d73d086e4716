package tsql

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/spool"
)

// cursor is a declared cursor. Every kind reads a copy of its rows made by OPEN, as STATIC does: changes made
// after that are not seen, which KEYSET and DYNAMIC would show.
type cursor struct {
	plan    *plan[*query.Query]
	home    *frame          // that declared it: its variables have the plan's slots
	vars    []sqltype.Value // as they were at the declaration
	forward bool            // NEXT only
	fixed   bool            // read-only
	only    []string        // the columns of FOR UPDATE OF; nil: all

	open    bool
	columns []Column
	rows    *spool.List
	at      []int64 // where each row begins in rows
	pos     int     // of the current row, from 1; 0: before the first
	located []*engine.Table
	current []sqltype.Value // addresses of the rows of located that the current row is made of; nil: no current row
}

// cursors are those of a frame or, GLOBAL ones, of the session, by lower-case name.
type cursors map[string]*cursor

func (cs cursors) close() {
	for _, c := range cs {
		c.close()
	}
	clear(cs)
}

func (c *cursor) close() {
	if c != nil && c.open {
		c.rows.Close()
		c.open, c.at, c.pos, c.current = false, nil, 0, nil
	}
}

// cursorOf is what DECLARE CURSOR and SET @c = CURSOR compile: a maker of the cursor and whether it is global.
func (p *program) cursorOf(d *ast.CursorDefinition) (make func(f *frame) *cursor, global bool, err error) {
	if d == nil || d.Select == nil {
		return nil, false, errorf(102, 15, "Incorrect syntax near 'CURSOR'.")
	}
	p.once = true
	has := map[string]bool{}
	for _, o := range d.Options {
		has[strings.ToUpper(o.OptionKind)] = true
	}
	sel := d.Select
	if sel.Into != nil {
		return nil, false, errorf(154, 15, "an INTO clause is not allowed in a cursor declaration.")
	}
	scroll := has["SCROLL"] || (has["STATIC"] || has["KEYSET"] || has["DYNAMIC"] || has["INSENSITIVE"]) && !has["FORWARDONLY"] && !has["FORWARD_ONLY"]
	sel, may := forCursor(sel)
	fixed := may.fixed || has["STATIC"] || has["INSENSITIVE"] || has["FASTFORWARD"] || has["READONLY"]
	if fixed && may.update {
		return nil, false, errorf(16957, 16, "FOR UPDATE cannot be specified on a READ ONLY cursor.")
	}
	pl := newPlan(sel, func(f *frame, c *query.Compiler) (*query.Query, error) {
		c.Updatable = !fixed
		return c.Statement(sel)
	})
	return func(f *frame) *cursor {
		return &cursor{plan: pl, home: f, vars: append([]sqltype.Value(nil), f.env.Vars...), forward: !scroll, fixed: fixed, only: may.only}
	}, has["GLOBAL"] || !has["LOCAL"], nil
}

func (p *program) declareCursor(n *ast.DeclareCursorStatement) (*stmt, error) {
	create, global, err := p.cursorOf(n.CursorDefinition)
	if err != nil {
		return nil, err
	}
	name := strings.ToLower(n.Name.Value)
	return simple(func(f *frame) error {
		where := &f.cursors
		if global {
			where = &f.s.cursors
		}
		if (*where)[name] != nil {
			return errorf(16915, 16, "A cursor with the name '%s' already exists.", n.Name.Value)
		}
		if *where == nil {
			*where = cursors{}
		}
		c := create(f)
		if err := c.bind(f); err != nil {
			return err
		}
		(*where)[name] = c
		f.s.lastError = 0
		return nil
	}), nil
}

// bind compiles the query: a cursor that returns nothing, or names what is not there, is refused when declared.
func (c *cursor) bind(f *frame) error {
	if err := c.plan.bind(f); err != nil {
		return err
	}
	if c.plan.what.Assigns {
		return errorf(141, 15, "A SELECT statement that assigns a value to a variable must not be combined with data-retrieval operations.")
	}
	return nil
}

// setCursor is SET @c = CURSOR … FOR …, or SET @c = another cursor.
func (p *program) setCursor(n *ast.SetVariableStatement) (*stmt, error) {
	create, _, err := p.cursorOf(n.CursorDefinition)
	if err != nil {
		return nil, err
	}
	name := strings.ToLower(n.Variable.Name)
	if !p.cursorVars[name] {
		return nil, errorf(137, 15, "Must declare the scalar variable \"%s\".", n.Variable.Name)
	}
	return simple(func(f *frame) error {
		c := create(f)
		if err := c.bind(f); err != nil {
			return err
		}
		f.cursors[name].close()
		if f.cursors == nil {
			f.cursors = cursors{}
		}
		f.cursors[name] = c
		return nil
	}), nil
}

// findCursor finds a cursor by its id: local ones first, unless it is called GLOBAL.
func (p *program) findCursor(id *ast.CursorId) (func(f *frame) (*cursor, error), error) {
	if id == nil || id.Name == nil {
		return nil, errorf(102, 15, "Incorrect syntax near 'CURSOR'.")
	}
	name := ""
	if v, ok := id.Name.ValueExpression.(*ast.VariableReference); ok {
		if name = v.Name; !p.cursorVars[strings.ToLower(name)] {
			return nil, errorf(137, 15, "Must declare the scalar variable \"%s\".", name)
		}
	} else if id.Name.Identifier != nil {
		name = id.Name.Identifier.Value
	} else {
		return nil, unsupported("this name of a cursor")
	}
	global := id.IsGlobal
	return func(f *frame) (*cursor, error) { return f.findCursor(name, global) }, nil
}

func (p *program) openCursor(n *ast.OpenCursorStatement) (*stmt, error) {
	find, err := p.findCursor(n.Cursor)
	if err != nil {
		return nil, err
	}
	return simple(func(f *frame) error {
		c, err := find(f)
		if err != nil {
			return err
		}
		if c.open {
			return errorf(16905, 16, "The cursor is already open.")
		}
		if err := c.fill(f); err != nil {
			return err
		}
		f.s.cursorRows = int64(len(c.at))
		f.count(0)
		return nil
	}), nil
}

// fill copies the query's rows.
func (c *cursor) fill(f *frame) error {
	home := *c.home
	home.ctx, home.try, home.line = f.ctx, f.try, f.line
	home.env.Vars = append([]sqltype.Value(nil), c.vars...)
	c.rows, c.at, c.pos = &spool.List{Dir: query.ScratchDir(f.s.db)}, nil, 0
	var buf []byte
	_, err := c.plan.run(&home, func(q *query.Query, x *query.Exec) (int64, error) {
		c.columns, c.located = q.Columns, q.Located
		return 0, q.Run(x, x.Env, func(vals []sqltype.Value) error {
			buf = buf[:0]
			for _, v := range vals {
				buf = spool.AppendValue(buf, v)
			}
			c.at = append(c.at, c.rows.Size())
			return c.rows.Add(buf)
		})
	})
	if err != nil {
		c.rows.Close()
		return err
	}
	c.open = true
	return nil
}

// closeCursor is CLOSE and DEALLOCATE.
func (p *program) closeCursor(id *ast.CursorId, forget bool) (*stmt, error) {
	find, err := p.findCursor(id)
	if err != nil {
		return nil, err
	}
	return simple(func(f *frame) error {
		c, err := find(f)
		if err != nil {
			return err
		}
		if !c.open && !forget {
			return errorf(16917, 16, "Cursor is not open.")
		}
		c.close()
		if forget {
			for _, cs := range []cursors{f.cursors, f.s.cursors} {
				for name, o := range cs {
					if o == c {
						delete(cs, name)
					}
				}
			}
		}
		f.s.lastError = 0
		return nil
	}), nil
}

// CursorStatus is CURSOR_STATUS: 1 open with rows, 0 open without, -1 closed, -2 a variable without a cursor, -3 none of the name.
func (s *Session) CursorStatus(scope, name string) int {
	cs, none := s.cursors, -3
	if f := s.call; f != nil && !strings.EqualFold(scope, "global") {
		cs = f.cursors
	}
	if strings.EqualFold(scope, "variable") {
		none = -2
	}
	c := cs[strings.ToLower(name)]
	switch {
	case c == nil:
		return none
	case !c.open:
		return -1
	case len(c.at) == 0:
		return 0
	}
	return 1
}

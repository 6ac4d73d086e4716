package tsql

import (
	"slices"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
)

// textKey is what the compiled form of a text depends on, apart from the schema.
type textKey struct {
	text   string
	decl   string // declarations of its parameters, as sp_executesql has them
	db     *engine.Database
	quoted bool // QUOTED_IDENTIFIER
	inner  bool // run by another text or a routine: RETURN may give a value
}

// sqlText is a batch or dynamic SQL. It serves one run at a time: its statements keep their state from one run to the next.
type sqlText struct {
	key   textKey
	once  bool // of no use for another run
	decls []declaration
	vars  *variables // parameters first

	// Made by its first run.
	batch   *syntax.Batch
	version uint64 // of the schema
	sts     []*stmt
	labels  bool
	light   []*lightPlan
	sizes   []tableSize
	consts  expr.Stmt

	// Scratch of executeSQL.
	vals   []sqltype.Value
	source []int
}

// tableSize is the number of rows that a table had when a plan for it was made.
type tableSize struct {
	t    *engine.Table
	rows int64
}

// grown reports so many rows more or fewer that plans are made anew, as the server does: more than 500 and 20 % (documented).
func (s *tableSize) grown() bool {
	d := s.t.Rows() - s.rows
	return max(d, -d) > 500+s.rows/5
}

// planned notes what a plan just made was made for.
func (f *frame) planned(uses []*query.Use) {
	for _, u := range uses {
		if !slices.ContainsFunc(f.sizes, func(s tableSize) bool { return s.t == u.Table }) {
			f.sizes = append(f.sizes, tableSize{u.Table, u.Table.Rows()})
		}
	}
}

// textCache has texts that are compiled and not running, by what was run last: each generation takes cachedTexts, then becomes
// the old one. A load that sends the same INSERT for each row, or EXECUTEs it, has it compiled once.
type textCache struct {
	young, old map[textKey]*sqlText
}

const (
	cachedTexts   = 64
	maxCachedText = 8 << 10 // bytes
)

// take gives the text for key, compiled unless batch is nil. It leaves the cache for the time of its run.
func (c *textCache) take(key textKey, version uint64) *sqlText {
	for _, m := range []map[textKey]*sqlText{c.young, c.old} {
		if t := m[key]; t != nil {
			delete(m, key)
			if t.version == version && !slices.ContainsFunc(t.sizes, func(s tableSize) bool { return s.grown() }) {
				return t
			}
		}
	}
	return &sqlText{key: key, vars: &variables{}}
}

func (c *textCache) keep(t *sqlText) {
	if len(c.young) >= cachedTexts {
		c.young, c.old = nil, c.young
	}
	if c.young == nil {
		c.young = make(map[textKey]*sqlText)
	}
	c.young[t.key] = t
}

// text is SQL to be run, perhaps compiled already.
func (s *Session) text(sql, decl string, inner bool) *sqlText {
	return s.texts.take(textKey{sql, decl, s.db, s.set.QuotedIdentifier, inner}, s.srv.SchemaVersion())
}

// textOnce is SQL that is run for once.
func (s *Session) textOnce(sql string) *sqlText {
	return &sqlText{key: textKey{text: sql, quoted: s.set.QuotedIdentifier}, vars: &variables{}, once: true}
}

// compile parses and compiles t. An error was reported.
func (f *frame) compile(t *sqlText) error {
	s := f.s
	t.version = s.srv.SchemaVersion()
	b, err := syntax.Parse(t.key.text, t.key.quoted)
	if err != nil {
		return f.report(err, 1)
	}
	if err := s.ResolveTypes(b); err != nil {
		return f.report(err, 1)
	}
	f.batch = b
	p := &program{f: f, eager: true}
	s.failLine = 0
	t.sts, err = p.statements(b.Statements)
	if err == nil {
		err = p.labels()
	}
	if err != nil {
		line := p.line
		if s.failLine > 0 {
			line = s.failLine
		}
		s.failLine = 0
		return f.report(err, line)
	}
	b.Statements = nil // the tree lives on in what was compiled of it
	t.batch, t.labels, t.once = b, len(p.names) > 0, t.once || p.once || len(t.key.text) > maxCachedText
	return nil
}

// run executes t, compiled if need be.
func (f *frame) run(t *sqlText) error {
	s := f.s
	s.call = f
	f.text, f.line = t.key.text, 1
	f.env.Session, f.env.Stmt = s, &t.consts
	defer func() {
		f.cursors.close()
		s.dropTables(f.tables)
	}()
	if t.batch == nil {
		if err := f.compile(t); err != nil {
			return err
		}
	}
	f.batch, f.light = t.batch, t.light
	if t.sizes != nil {
		f.sizes = t.sizes
	}
	f.nullVars()
	defer f.countLight()
	run := f.list
	if t.once && !t.labels {
		run = f.through
	}
	if err := f.finish(run(t.sts)); err != nil {
		return err
	}
	if !t.once {
		t.light, t.sizes = f.light, f.sizes
		s.texts.keep(t)
	}
	return nil
}

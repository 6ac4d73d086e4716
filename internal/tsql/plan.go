package tsql

import (
	"errors"
	"time"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/system"
)

// plan is a statement that touches tables, compiled when it first runs and again when
// the schema or the current database changed since.
type plan[T any] struct {
	node    any
	compile func(f *frame, c *query.Compiler) (T, error)

	ready   bool
	version uint64
	db      *engine.Database
	what    T
	c       *query.Compiler
	x       *query.Exec
	text    string
	stats   system.StatementStats // of the last run
	light   bool                  // not measured one by one
	ran     uint64                // Session.requests of its last run
	noted   bool                  // in frame.light
}

// lightPlan gives the I/O of a plan that is not measured one by one.
type lightPlan struct {
	uses []*query.Use
}

func newPlan[T any](node any, compile func(f *frame, c *query.Compiler) (T, error)) *plan[T] {
	return &plan[T]{node: node, compile: compile}
}

// bind compiles the plan unless it is fresh.
func (p *plan[T]) bind(f *frame) error {
	v := f.s.srv.SchemaVersion()
	if p.ready && p.version == v && p.db == f.s.db {
		return nil
	}
	p.ready, p.noted = false, false
	c := f.compiler()
	what, err := p.guarded(f, c)
	if err != nil {
		return err
	}
	p.what, p.c, p.version, p.db = what, c, v, f.s.db
	p.x = query.NewExec(f.s, c.Slots())
	p.ready = true
	f.planned(c.Uses)
	return nil
}

// drop forgets what bind made; it will be made again.
func (p *plan[T]) drop() {
	var none T
	p.what, p.c, p.x, p.ready, p.noted = none, nil, nil, false, false
}

func (p *plan[T]) guarded(f *frame, c *query.Compiler) (what T, err error) {
	defer guard(&err)
	return p.compile(f, c)
}

// maxRecompiles bounds how often a statement starts over because other sessions keep changing its tables.
const maxRecompiles = 10

// run executes the plan as one statement: all of it or nothing. do reports the rows it counts.
func (p *plan[T]) run(f *frame, do func(what T, x *query.Exec) (int64, error)) (rows int64, err error) {
	for range maxRecompiles {
		if err := p.bind(f); err != nil {
			return 0, err
		}
		rows, err = p.once(f, do)
		if !errors.Is(err, engine.ErrTableChanged) {
			return rows, err
		}
		f.s.SchemaChanged()
	}
	return rows, err
}

func (p *plan[T]) once(f *frame, do func(what T, x *query.Exec) (int64, error)) (rows int64, err error) {
	s := f.s
	var m measure
	// What touches a row or two is as short as measuring it: in a loop only its first run is measured.
	light := p.light || p.ran == s.requests && p.c.Point()
	p.ran = s.requests
	measured := !light || s.set.StatisticsIO || s.set.StatisticsTime
	if measured {
		m = startMeasure()
	} else if !p.noted {
		if len(f.light) >= keptPlans {
			f.countLight()
		}
		f.light = append(f.light, &lightPlan{p.c.Uses})
		p.noted = true
	}
	f.env.Stmt.Reset()
	p.x.Start(f.ctx, &f.env)
	f.env.Ext = p.x
	rows, err = f.atomically(func() (int64, error) { return do(p.what, p.x) })
	if measured {
		if herr := p.measured(f, m, rows); err == nil {
			err = herr
		}
	}
	return rows, err
}

// atomically runs a statement's work; on an error its changes are undone. Outside an explicit
// transaction it is one of its own.
func (f *frame) atomically(work func() (int64, error)) (int64, error) {
	s := f.s
	outermost := s.working == 0 // not a statement of a function that a statement calls
	s.working++
	defer func() { s.working-- }()
	auto := s.tran.count == 0 && outermost
	var mark engine.Mark
	had := s.tran.tx != nil
	if had {
		mark = s.tran.tx.Mark()
	}
	rows, err := work()
	if outermost {
		err = s.endTableVariables(err)
	}
	tx := s.tran.tx
	if tx == nil {
		return rows, err
	}
	if err != nil {
		var uerr error
		switch {
		case auto:
			uerr = s.rollbackAll()
		case had:
			uerr = tx.RollbackTo(mark)
		default:
			uerr = tx.RollbackTo(engine.Mark{})
		}
		if !auto && outermost {
			tx.EndStatement()
		}
		if uerr != nil {
			err = errors.Join(uerr, err)
		}
		return rows, err
	}
	if auto && s.tran.count == 0 {
		return rows, s.end((*engine.Txn).Commit)
	}
	if outermost {
		tx.EndStatement()
	}
	return rows, nil
}

// measure is what is read before and after a statement.
type measure struct {
	start time.Time
	cpu   time.Duration
}

func startMeasure() measure { return measure{time.Now(), processCPU()} }

func (p *plan[T]) measured(f *frame, m measure, rows int64) error {
	if p.text == "" {
		p.text = f.batch.Source(p.node)
	}
	st := &p.stats
	*st = system.StatementStats{Text: p.text, Batch: f.text, Line: f.line, Started: m.start, Elapsed: time.Since(m.start),
		CPU: processCPU() - m.cpu, Rows: rows, DOP: p.x.DOP, Tables: st.Tables[:0]}
	for _, u := range p.c.Uses {
		io := u.TakeIO()
		if io.Scans == 0 && io.Logical == 0 {
			continue
		}
		st.Tables = append(st.Tables, io)
		st.Logical += io.Logical
		st.Physical += io.Physical + io.ReadAhead
	}
	s := f.s
	if len(p.c.Uses) > 0 {
		s.srv.Queries.Add(st)
	}
	s.info.LogicalReads.Add(st.Logical)
	s.info.Reads.Add(st.Physical)
	s.info.CPU.Add(int64(st.CPU))
	s.info.Elapsed.Add(int64(st.Elapsed))
	s.info.Rows.Store(rows)
	if s.set.StatisticsIO || s.set.StatisticsTime {
		c := s.systemCall()
		return sunk(system.RunStatementHooks(c, st))
	}
	return nil
}

// countLight adds the I/O of light plans to the session's counters.
func (f *frame) countLight() {
	for _, l := range f.light {
		for _, u := range l.uses {
			io := u.TakeIO()
			f.s.info.LogicalReads.Add(io.Logical)
			f.s.info.Reads.Add(io.Physical + io.ReadAhead)
		}
	}
	f.light = nil
}

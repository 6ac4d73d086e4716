package query

import (
	"context"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/system"
)

// Exec is one execution of a compiled statement, reused from one to the next. It serves one
// goroutine; parallel workers fork their own.
type Exec struct {
	Ctx  context.Context
	Host Host
	// Env is the statement's environment: variables, no rows.
	Env *expr.Env
	// DOP is the highest degree of parallelism used.
	DOP int
	// Loc knows the address of the row being looked at in the table that UPDATE or DELETE
	// changes; LocSeq counts its rows.
	Loc    current
	LocSeq int64

	states []any
	gen    uint64
	ticks  uint
	mem    int64
}

// current is where an UPDATE or DELETE has its row from: an engine.Rows, which tells more of these, or a cursor's place.
type current interface {
	Locator(dst *engine.Locator)
	Lone() bool
	Whole() bool
}

// NewExec makes an Exec for a statement with n state slots.
func NewExec(h Host, n int) *Exec { return &Exec{Host: h, states: make([]any, n)} }

// Start begins an execution: caches of earlier ones are void.
func (x *Exec) Start(ctx context.Context, env *expr.Env) {
	x.Ctx, x.Env = ctx, env
	x.gen++
	x.DOP, x.mem, x.Loc, x.LocSeq = 1, 0, nil, 0
}

// fork makes an Exec for a worker of the same statement.
func (x *Exec) fork() *Exec {
	w := NewExec(x.Host, len(x.states))
	w.Ctx, w.gen = x.Ctx, x.gen
	env := *x.Env
	env.Ext = w
	w.Env = &env
	return w
}

// Txn is the transaction that the statement uses t in: its own, or the one of table variables, which no ROLLBACK undoes.
func (x *Exec) Txn(t *engine.Table) (*engine.Txn, error) { return x.Host.TxnOf(t) }

// Tick is called once per row; it sees a cancelled context within a thousand rows.
func (x *Exec) Tick() error {
	x.ticks++
	if x.ticks&1023 == 0 {
		return x.Ctx.Err()
	}
	return nil
}

// DefaultMemory is what one statement's hashes may keep in memory, in bytes. Go's collector may let garbage
// of the same size pile up before it runs.
const DefaultMemory = 96 << 20

// grab accounts for n bytes; error 701 beyond the limit.
func (x *Exec) grab(n int) error {
	x.mem += int64(n)
	limit := x.Host.StatementMemory()
	if x.mem > limit {
		e := sqltype.Errorf(701, "There is insufficient system memory in resource pool 'default' to run this query (the embedded engine's hash tables may keep %d MB).", limit>>20)
		e.Class = 17
		return e
	}
	return nil
}

// env gives the environment of the block with the given slot, its outer one set.
func (x *Exec) env(slot, rows, aggs int, outer *expr.Env) *expr.Env {
	e, _ := x.states[slot].(*expr.Env)
	if e == nil {
		e = &expr.Env{Rows: make([]expr.Row, rows), Aggs: make([]sqltype.Value, aggs)}
		x.states[slot] = e
	}
	e.Vars, e.Session, e.Stmt, e.Ext, e.Outer = outer.Vars, outer.Session, outer.Stmt, x, outer
	return e
}

func execOf(env *expr.Env) *Exec { return env.Ext.(*Exec) }

// Use is one engine table of a statement and its I/O.
type Use struct {
	Table *engine.Table
	IO    bufpool.IO
	Scans int64

	seen system.TableIO // what TakeIO gave already
}

// TakeIO is the I/O since the last call.
func (u *Use) TakeIO() system.TableIO {
	now := system.TableIO{Scans: u.Scans, Logical: u.IO.Logical.Load(),
		Physical: u.IO.Physical.Load(), ReadAhead: u.IO.ReadAhead.Load()}
	d := system.TableIO{Name: u.Table.Name, Scans: now.Scans - u.seen.Scans, Logical: now.Logical - u.seen.Logical,
		Physical: now.Physical - u.seen.Physical, ReadAhead: now.ReadAhead - u.seen.ReadAhead}
	u.seen = now
	return d
}

// stop ends a producer early. Each run that may stop makes its own and
// recognises it by identity.
type stop struct{ _ byte }

func (*stop) Error() string { return "stop" }

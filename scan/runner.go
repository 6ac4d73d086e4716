package scan

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"

	"scanfrag/loaders"
	"scanfrag/physstats"
)

// Run carries out the spec on the server behind db and reports everything
// through emit, from one goroutine. A load that fails is reported in its
// Finished event and does not stop the others; the error returned is that of
// ctx, or of a spec or server that cannot be used at all.
//
// A load is scanned and dropped before the next is made: scans of all loads in turns, which would spread a drift of the
// machine over them, need the space of all tables at once.
func Run(ctx context.Context, db *sqlx.DB, server Server, spec Spec, emit func(Event)) error {
	if err := spec.Check(); err != nil {
		return err
	}
	r := &runner{db: db, server: server, spec: spec, emit: emit}
	for _, d := range spec.Drives {
		for _, p := range spec.Plans {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			results, err := r.load(ctx, d, p)
			emit(Finished{Drive: d.Name, Loader: p.Loader.Name(), Results: results, Err: err})
		}
	}
	return context.Cause(ctx)
}

type runner struct {
	db     *sqlx.DB
	server Server
	spec   Spec
	emit   func(Event)
	pause  func() // between two tries of DROP DATABASE; nil: dropPause
}

// load takes one load on one drive from CREATE DATABASE to DROP DATABASE.
func (r *runner) load(ctx context.Context, d Drive, p loaders.Plan) (results []Result, err error) {
	name := p.Loader.Name()
	database := r.spec.DatabaseName(d, name)
	phase := func(ph Phase) { r.emit(Started{Drive: d.Name, Loader: name, Phase: ph}) }

	phase(PhaseCreate)
	if err := create(ctx, r.db, r.spec.Engine, d, database, r.pause); err != nil {
		return nil, err
	}
	if r.spec.Keep {
		r.emit(Noted{d.Name, name, "kept database " + database})
	} else {
		defer func() {
			phase(PhaseDrop)
			if derr := drop(ctx, r.db, r.spec.Engine, database, r.pause); derr != nil {
				err = errors.Join(err, derr)
			}
		}()
	}
	proto, took, err := r.script(ctx, d, database, p, phase)
	if err != nil {
		proto.Error = err.Error()
		if _, direct := p.Loader.(loaders.Direct); !direct {
			proto.Rules, proto.Valid = loaders.JudgeText(p)
		}
		return []Result{proto}, err
	}
	proto.LoadSeconds = &took
	conn, err := Connect(ctx, r.db, database)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil || leave(ctx, conn) != nil {
			Discard(conn)
			return
		}
		conn.Close()
	}()
	if err := r.judge(ctx, conn, database, p, phase, &proto); err != nil {
		proto.Error = err.Error()
		return []Result{proto}, err
	}
	if r.spec.ValidateOnly || proto.Valid != nil && !*proto.Valid && !r.spec.AllowInvalid {
		return []Result{proto}, nil
	}
	path, _ := files(d, database)
	return r.scans(ctx, conn, target{drive: d, loader: name, table: loaders.Table, paths: []string{path}}, proto)
}

// script runs the load in a session of its own: options, isolation level, trace flags and temporary tables that it
// leaves there do not reach what is measured afterwards. The result is the part that all cells of this load share.
func (r *runner) script(ctx context.Context, d Drive, database string, p loaders.Plan, phase func(Phase)) (res Result, seconds float64, err error) {
	res = Result{Drive: d.Name, Loader: p.Loader.Name(), About: p.Loader.About(), Author: loaders.AuthorOf(p.Loader), Engine: r.spec.Engine, Rows: p.Rows,
		Rules: []loaders.Verdict{}, Scans: []Scan{}, Notes: append([]string{}, p.Notes...)}
	if r.server.PoolBytes != nil {
		pages := *r.server.PoolBytes / 8192
		res.PoolPages = &pages
	}
	conn, err := Connect(ctx, r.db, database)
	if err != nil {
		return res, 0, err
	}
	defer Discard(conn)
	phase(PhaseLoad)
	took, err := r.fill(ctx, conn, d, p)
	if err == nil {
		_ = leave(ctx, conn) // DROP DATABASE does not wait for the server to see the session gone
	}
	return res, took.Seconds(), err
}

// judge holds the loaded table against the rules and describes it.
func (r *runner) judge(ctx context.Context, conn *sqlx.Conn, database string, p loaders.Plan, phase func(Phase), res *Result) error {
	name := p.Loader.Name()
	if _, err := conn.ExecContext(ctx, "CHECKPOINT;"); err != nil {
		return fmt.Errorf("checkpoint after load %s: %w", name, err)
	}
	phase(PhaseRules)
	facts, err := loaders.Measure(ctx, r.ask(conn, database), p)
	if err == nil {
		err = facts.StatsErr
	}
	if err != nil {
		return fmt.Errorf("measure load %s: %w", name, err)
	}
	res.Rules, res.Valid = loaders.Judge(facts)
	if facts.SpaceErr == nil {
		s := facts.Space
		res.ReservedKB, res.DataKB, res.IndexKB, res.UnusedKB = &s.ReservedKB, &s.DataKB, &s.IndexKB, &s.UnusedKB
	}
	res.setStats(facts.Stats)
	return nil
}

func (res *Result) setStats(s physstats.Stats) {
	res.Stats = &s
	res.Notes = append(res.Notes, s.Missing...)
	if s.Mode != physstats.Limited || s.Heap() { // LIMITED knows the leaf level only
		total := s.TotalPages()
		res.TablePages = &total
	}
}

func (r *runner) fill(ctx context.Context, conn *sqlx.Conn, d Drive, p loaders.Plan) (time.Duration, error) {
	if r.spec.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, r.spec.Timeout, fmt.Errorf("stopped after the %v that --timeout gives a load", r.spec.Timeout))
		defer cancel()
	}
	took, err := p.Load(ctx, conn, loaders.Options{Rows: p.Rows, Message: func(m loaders.Message) {
		r.emit(Said{d.Name, p.Loader.Name(), m})
	}})
	if err != nil && ctx.Err() != nil {
		return took, fmt.Errorf("load %s: %w", p.Loader.Name(), context.Cause(ctx))
	}
	return took, err
}

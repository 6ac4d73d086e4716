package tsql

import (
	"errors"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
)

// call runs module m of database db. args are its parameters' values; those of output parameters are left in the
// frame's variables. Temp tables it makes are dropped, SET options and the current database are put back.
func (f *frame) call(m *engine.Module, db *engine.Database, sink Sink, args func(r *routine) ([]sqltype.Value, error)) (child *frame, err error) {
	return f.callThen(m, db, sink, args, nil)
}

// callThen is call with something to do before the routine is given back.
func (f *frame) callThen(m *engine.Module, db *engine.Database, sink Sink, args func(r *routine) ([]sqltype.Value, error), then func(child *frame, r *routine) error) (child *frame, err error) {
	s := f.s
	if s.nest >= maxNesting {
		return nil, errorf(217, 16, "Maximum stored procedure, function, trigger, or view nesting level exceeded (limit %d).", maxNesting)
	}
	opts, was, temps := s.set, s.db, s.tempSeq
	s.set.QuotedIdentifier, s.set.AnsiNulls = m.QuotedIdentifier, m.AnsiNulls
	if db != was {
		s.use(db)
	}
	s.nest++
	defer func() {
		s.nest--
		f.dropInner(temps)
		s.call, s.set = f, opts
		if s.db != was && s.inst.Database(was.Name()) == was {
			s.use(was)
		}
	}()
	r, err := s.routineOf(f.ctx, m)
	if err != nil {
		return nil, err
	}
	child = &frame{s: s, ctx: f.ctx, sink: sink, batch: r.batch, text: r.text, vars: r.vars, parent: f, try: f.try, module: m, light: r.light, tables: r.tables, typed: r.typed, line: 1}
	defer s.enterScope()()
	child.env.Session, child.env.Stmt = s, &r.consts
	s.call = child
	if err := child.emptyTables(r); err != nil {
		return nil, err
	}
	if child.env.Vars, err = args(r); err != nil {
		s.keep(m, r)
		return nil, err
	}
	child.nullVars()
	err = child.finish(child.list(r.sts))
	if then != nil && err == nil {
		err = then(child, r)
	}
	child.cursors.close()
	_ = child.emptyTables(r) // gives their pages back; what that leaves is emptied before the next call
	r.light = child.light
	child.countLight()
	s.keep(m, r)
	if err == errScope { // the module's own end; the caller goes on
		err = nil
	}
	return child, err
}

// userProcedure is EXEC of a user's procedure; output values come back in params.
func (f *frame) userProcedure(m *engine.Module, db *engine.Database, params []Param) (status int32, err error) {
	s := f.s
	source := []int(nil) // of each parameter, its index in params or -1
	before := s.tran.count
	child, err := f.call(m, db, f.sink, func(r *routine) ([]sqltype.Value, error) {
		var vals []sqltype.Value
		if vals, source, err = r.bind(m.Name, params); err == nil {
			err = f.passRows(r, params, source)
		}
		return vals, err
	})
	if err != nil {
		return 0, err
	}
	for i, k := range source {
		if k < 0 || !params[k].Output {
			continue
		}
		v, err := sqltype.ConvertFrom(child.env.Vars[i], child.vars.types[i], params[k].Type, 0, false)
		if err != nil {
			return 0, err
		}
		params[k].Value = v
	}
	if after := s.tran.count; after != before {
		return child.status, errors.Join(f.tell(&failure{msg: Message{Number: 266, State: 2, Class: 16, Line: f.line, Proc: m.Name, Text: mismatch(before, after)}}))
	}
	return child.status, nil
}

func mismatch(before, after int) string {
	return errorf(266, 16, "Transaction count after EXECUTE indicates a mismatching number of BEGIN and COMMIT statements. Previous count = %d, current count = %d.", before, after).Text
}

package tsql

import (
	"context"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
	"scanfrag/internal/tsql/system"
)

// procName is a procedure's name.
type procName struct {
	parts []string
	sys   *system.Proc // that has the name; nil: none
	sql   bool         // sp_executesql
}

func procNamed(full string) procName {
	parts, ok := expr.SplitName(full)
	if !ok {
		parts = []string{full}
	}
	return procOf(parts)
}

func procOf(parts []string) procName {
	base := parts[len(parts)-1]
	n := procName{parts: parts, sql: strings.EqualFold(base, "sp_executesql")}
	if systemSchema(parts) {
		n.sys = system.FindProc(base)
	}
	return n
}

// databaseNamed is the database that a system procedure works on: the one in its name, else the current one.
func (s *Session) databaseNamed(parts []string) (*engine.Database, error) {
	if len(parts) != 3 || parts[0] == "" {
		return s.db, nil
	}
	if db := s.inst.Database(parts[0]); db != nil {
		return db, nil
	}
	return nil, s.noDatabase(parts[0])
}

// procedure runs a procedure by name; values of output parameters come back in params.
func (f *frame) procedure(n procName, params []Param) (status int32, err error) {
	if n.sql {
		db, err := f.s.databaseNamed(n.parts)
		if err != nil {
			return 0, err
		}
		if was := f.s.db; db != was {
			f.s.use(db)
			defer func() {
				if f.s.inst.Database(was.Name()) == was {
					f.s.use(was)
				}
			}()
		}
		return f.executeSQL(params)
	}
	proc, parts := n.sys, n.parts
	if proc == nil {
		m, db, sought := f.findProcedure(parts)
		if m == nil {
			if system.IsProcedure(strings.Trim(parts[len(parts)-1], "[]\"")) {
				return 0, unsupported("the system procedure " + strings.Join(sought, "."))
			}
			return 0, &sqltype.Error{Number: 2812, Class: 16, State: 62, Text: "Could not find stored procedure '" + strings.Join(sought, ".") + "'."}
		}
		return f.userProcedure(m, db, params)
	}
	args, err := bindArgs(proc, params)
	if err != nil {
		return 0, err
	}
	outs := make([]sqltype.Value, len(args))
	for i := range args {
		outs[i] = args[i].Value
		args[i].Out = &outs[i]
	}
	s := f.s
	db, err := s.databaseNamed(parts)
	if err != nil {
		return 0, err
	}
	s.nest++
	defer func() { s.nest-- }()
	call := &system.Call{Ctx: f.ctx, Session: s, Database: db, Sink: f.sink, Line: f.line}
	_, err = f.atomically(func() (int64, error) {
		status, err = proc.Run(call, args)
		return 0, err
	})
	if err != nil {
		return 0, err
	}
	for i := range params {
		if p := &params[i]; p.Output {
			k := paramIndex(proc, params, i)
			if p.Value, err = sqltype.ConvertFrom(outs[k], proc.Params[k].Type, p.Type, 0, false); err != nil {
				return 0, err
			}
		}
	}
	return status, nil
}

// systemSchema reports a name in whose schema procedures of the system are found.
func systemSchema(parts []string) bool {
	if len(parts) == 1 {
		return true
	}
	s := parts[len(parts)-2]
	return s == "" || strings.EqualFold(s, "sys") || strings.EqualFold(s, system.DefaultSchema)
}

// Call runs a system or user procedure by name (RPC), params in order.
// sp_executesql is handled here too.
func (s *Session) Call(ctx context.Context, proc string, params []Param, sink Sink) error {
	s.requests++
	s.info.Batch.Store(&proc)
	s.lastError = 0
	f := &frame{s: s, ctx: ctx, sink: sink, vars: &variables{}}
	saved := s.call
	s.call = f
	defer func() { s.call = saved }()
	f.batch = &syntax.Batch{}
	f.env.Session, f.env.Stmt = s, &expr.Stmt{}
	f.line = 1
	args := append([]Param(nil), params...)
	st := &stmt{line: 1, run: func(f *frame) (signal, error) {
		rc, err := f.procedure(procNamed(proc), args)
		f.status = rc
		return sigNext, err
	}}
	_, err := f.exec(st)
	ended := err == errBatch || err == errScope
	if ended {
		err = nil
	}
	if err = s.afterBatch(f, err); err != nil {
		return err
	}
	if ended || s.lastError != 0 {
		return nil
	}
	for i := range args {
		if args[i].Output {
			if err := sink.ReturnValue(args[i].Name, args[i].Type, args[i].Value); err != nil {
				return err
			}
		}
	}
	return sink.ReturnStatus(f.status)
}

// findProcedure finds a user's procedure by the parts of its name: in the schema of the procedure that calls it before dbo,
// by a synonym too. sought is the name that was looked for in the end.
func (f *frame) findProcedure(parts []string) (m *engine.Module, db *engine.Database, sought []string) {
	s := f.s
	if f.module != nil && len(parts) == 1 {
		m, db = s.findModule([]string{f.module.Schema, parts[0]})
	}
	if m == nil {
		m, db = s.findModule(parts)
	}
	if m != nil && m.Kind == engine.Synonym {
		parts = query.SynonymBase(m)
		m, db = moduleIn(s.inst, db, parts)
	}
	if m != nil && m.Kind != engine.Procedure {
		m = nil
	}
	return m, db, parts
}

package tsql

import (
	"strconv"
	"strings"
	"time"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

func (p *program) beginEnd(n *ast.BeginEndBlockStatement) (*stmt, error) {
	sts, err := p.block(n.StatementList)
	if err != nil {
		return nil, err
	}
	return &stmt{run: func(f *frame) (signal, error) { return f.list(sts) }}, nil
}

// body compiles the statement of IF, ELSE or WHILE.
func (p *program) body(n ast.Statement) (*stmt, error) {
	if n == nil {
		return nil, nil
	}
	return p.statement(n)
}

func (p *program) ifElse(n *ast.IfStatement) (*stmt, error) {
	line := p.line
	cond, err := p.condition(n.Predicate)
	if err != nil {
		return nil, err
	}
	then, err := p.body(n.ThenStatement)
	if err != nil {
		return nil, err
	}
	els, err := p.body(n.ElseStatement)
	if err != nil {
		return nil, err
	}
	st := &stmt{bind: cond.bind}
	st.run = func(f *frame) (signal, error) {
		ok, err := cond.eval(f)
		if err != nil {
			return sigNext, err
		}
		f.s.rowCount, f.s.lastError = 0, 0
		next := then
		if !ok {
			next = els
		}
		if next == nil {
			return sigNext, nil
		}
		return f.exec(next)
	}
	p.line = line
	return st, nil
}

func (p *program) while(n *ast.WhileStatement) (*stmt, error) {
	cond, err := p.condition(n.Predicate)
	if err != nil {
		return nil, err
	}
	p.loops++
	body, err := p.body(n.Statement)
	p.loops--
	if err != nil {
		return nil, err
	}
	line := p.line
	st := &stmt{bind: cond.bind}
	st.run = func(f *frame) (signal, error) {
		for {
			ok, err := cond.eval(f)
			if err != nil {
				f.line = line
				return sigNext, err
			}
			f.s.rowCount, f.s.lastError = 0, 0
			if !ok {
				return sigNext, nil
			}
			if body == nil {
				if err := f.ctx.Err(); err != nil {
					return sigNext, err
				}
				continue
			}
			sig, err := f.exec(body)
			if err != nil {
				return sigNext, err
			}
			switch sig {
			case sigBreak:
				return sigNext, nil
			case sigReturn, sigGoto:
				return sig, nil
			}
		}
	}
	return st, nil
}

func (p *program) leave(sig signal, number int32, text string) (*stmt, error) {
	if p.loops == 0 {
		return nil, errorf(number, 15, "%s", text)
	}
	return &stmt{run: func(*frame) (signal, error) { return sig, nil }}, nil
}

func (p *program) returns(n *ast.ReturnStatement) (*stmt, error) {
	if n.Expression == nil {
		return &stmt{run: func(*frame) (signal, error) { return sigReturn, nil }}, nil
	}
	if p.routine != nil && p.routine.Kind == engine.ScalarFunction {
		return p.returnsValue(n)
	}
	if p.routine == nil && p.f.parent == nil || p.routine != nil && p.routine.Kind != engine.Procedure {
		return nil, errorf(178, 15, "A RETURN statement with a return value cannot be used in this context.")
	}
	e, err := p.scalarAs(n.Expression, sqltype.Of(sqltype.Int))
	if err != nil {
		return nil, err
	}
	return &stmt{bind: e.bind, run: func(f *frame) (signal, error) {
		v, err := e.eval(f)
		if err != nil {
			return sigNext, err
		}
		f.status = int32(v.I)
		return sigReturn, nil
	}}, nil
}

func (p *program) tryCatch(n *ast.TryCatchStatement) (*stmt, error) {
	try, err := p.block(n.TryStatements)
	if err != nil {
		return nil, err
	}
	p.catch++
	catch, err := p.block(n.CatchStatements)
	p.catch--
	if err != nil {
		return nil, err
	}
	return &stmt{run: func(f *frame) (signal, error) {
		f.try++
		sig, err := f.list(try)
		f.try--
		fl, ok := err.(*failure)
		if !ok || fl.in == f {
			return sig, err
		}
		s := f.s
		s.lastError, s.rowCount = fl.msg.Number, 0
		s.caught = append(s.caught, &caughtError{msg: fl.msg, info: expr.ErrorInfo{
			Error: sqltype.Error{Number: fl.msg.Number, State: fl.msg.State, Class: fl.msg.Class, Text: fl.msg.Text},
			Line:  fl.msg.Line, Proc: fl.msg.Proc}})
		depth := len(s.caught)
		sig, err = f.list(catch)
		s.caught = s.caught[:depth-1]
		return sig, err
	}}, nil
}

// waitFor is WAITFOR DELAY and WAITFOR TIME.
func (p *program) waitFor(n *ast.WaitForStatement) (*stmt, error) {
	if n.Statement != nil {
		return nil, unsupported("WAITFOR (statement)")
	}
	e, err := p.scalar(n.Parameter)
	if err != nil {
		return nil, err
	}
	at := strings.EqualFold(n.WaitForOption, "Time")
	return &stmt{bind: e.bind, run: func(f *frame) (signal, error) {
		v, err := e.eval(f)
		if err != nil {
			return sigNext, err
		}
		d, ok := parseDelay(v)
		if !ok {
			return sigNext, errorf(148, 15, "Incorrect time syntax in time string '%s' used with WAITFOR.", v.S)
		}
		if at {
			now := time.Now()
			midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
			if d -= now.Sub(midnight); d < 0 {
				d += 24 * time.Hour
			}
		}
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
		case <-f.ctx.Done():
			return sigNext, f.ctx.Err()
		}
		f.count(0)
		return sigNext, nil
	}}, nil
}

// parseDelay reads hh:mm[:ss[.mmm]] below 24 hours, or a time or datetime value.
func parseDelay(v sqltype.Value) (time.Duration, bool) {
	if v.Null {
		return 0, false
	}
	if v.Kind.IsDateTime() {
		c := sqltype.ClockOf(v)
		return time.Duration(c.Units) * 100, true
	}
	parts := strings.Split(strings.TrimSpace(v.S), ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	var d time.Duration
	for i, unit := range []time.Duration{time.Hour, time.Minute} {
		n, err := strconv.Atoi(parts[i])
		if err != nil || n < 0 || n >= []int{24, 60}[i] {
			return 0, false
		}
		d += time.Duration(n) * unit
	}
	if len(parts) == 3 {
		sec, err := strconv.ParseFloat(parts[2], 64)
		if err != nil || sec < 0 || sec >= 60 {
			return 0, false
		}
		d += time.Duration(sec * float64(time.Second))
	}
	return d, true
}

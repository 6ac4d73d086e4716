package tsql

import (
	"context"
	"errors"
	"time"

	"scanfrag/internal/sqltype"
)

// Batch runs one batch. Errors of the batch itself go to the sink as messages
// and are not returned; a returned error means that the sink failed or ctx was
// cancelled (attention): the statement is undone, the batch ends, the session
// stays usable.
func (s *Session) Batch(ctx context.Context, text string, params []Param, sink Sink) error {
	defer s.running(text)()
	var t *sqlText
	if len(params) == 0 {
		t = s.text(text, "", false)
	} else {
		t = s.textOnce(text)
	}
	f := &frame{s: s, ctx: ctx, sink: sink, vars: t.vars}
	for _, p := range params {
		if _, err := f.vars.declare(p.Name, p.Type); err != nil {
			return f.report(err, 1)
		}
		f.env.Vars = append(f.env.Vars, p.Value)
	}
	return s.top(f, t)
}

// running notes that the session runs text; what it returns, that it does not any more.
func (s *Session) running(text string) (done func()) {
	s.requests++
	s.info.Batch.Store(&text)
	s.info.Running.Store(true)
	s.info.LastStart.Store(time.Now().UnixNano())
	return func() {
		s.info.Running.Store(false)
		s.info.LastEnd.Store(time.Now().UnixNano())
	}
}

// top runs a frame that has no caller.
func (s *Session) top(f *frame, t *sqlText) error {
	saved := s.call
	defer func() { s.call = saved }()
	err := f.run(t)
	clear(f.env.Vars) // a text that stays compiled refers to them
	if err == errBatch || err == errScope {
		err = nil
	}
	return s.afterBatch(f, err)
}

// afterBatch ends what may not outlive a batch. err is what the batch ended with.
func (s *Session) afterBatch(f *frame, err error) error {
	s.caught = s.caught[:0]
	if s.tran.doomed {
		rerr := s.rollbackAll()
		if err == nil {
			m := Message{Number: 3998, State: 1, Class: 16, Line: 1, Text: "Uncommittable transaction is detected at the end of the batch. The transaction is rolled back."}
			s.lastError = m.Number
			err = f.message(m)
		}
		if err == nil {
			err = rerr
		}
	}
	if f.ctx.Err() != nil && s.set.XactAbort {
		err = errors.Join(err, s.rollbackAll())
	}
	var e *sinkError
	if errors.As(err, &e) {
		return e.error
	}
	return err
}

// nullVars gives the variables that have no value yet NULL.
func (f *frame) nullVars() {
	for i := len(f.env.Vars); i < len(f.vars.types); i++ {
		f.env.Vars = append(f.env.Vars, sqltype.NullOf(f.vars.types[i].Kind))
	}
}

// finish deals with what a frame's statements ended with.
func (f *frame) finish(sig signal, err error) error {
	if fl, ok := err.(*failure); ok && fl.in == f && f.try == 0 {
		return f.tell(fl)
	}
	if err != nil {
		return err
	}
	if sig == sigGoto {
		return f.report(errorf(133, 15, "A GOTO statement references the label '%s' but the label has not been declared.", f.label), f.line)
	}
	return nil
}

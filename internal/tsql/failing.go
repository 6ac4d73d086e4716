package tsql

import "scanfrag/internal/engine"

// fail handles the error of a statement. What it returns travels on.
func (f *frame) fail(st *stmt, err error) error {
	if err == errBatch || err == errScope || cancelled(f.ctx, err) {
		return err
	}
	if _, ok := err.(*sinkError); ok {
		return err
	}
	fl, travelling := err.(*failure)
	if !travelling {
		line := st.line
		if f.s.failLine > 0 {
			line = f.s.failLine
		}
		fl = classify(err, line, f.proc())
	}
	f.s.failLine = 0
	if f.module != nil && f.module.Kind != engine.Procedure {
		fl.inner = true
		return fl
	}
	if !travelling || fl.msg.Line == 0 || fl.inner {
		fl.inner = false
		if fl.msg.Line == 0 {
			fl.msg.Line = st.line
		}
		f.settle(fl)
	}
	if f.try > 0 && fl.msg.Class < 20 {
		if !travelling && fl.scope {
			fl.in = f
		}
		return fl
	}
	return f.tell(fl)
}

// tell sends a failure that nothing catches and says what ends with it.
func (f *frame) tell(fl *failure) error {
	f.s.rowCount = 0
	if err := f.say(fl); err != nil {
		return err
	}
	switch {
	case fl.abort:
		return errBatch
	case fl.scope:
		return errScope
	}
	return nil
}

// say sends a failure's messages.
func (f *frame) say(fl *failure) error {
	f.s.lastError = fl.msg.Number
	for _, e := range fl.first {
		m := fl.msg
		m.Number, m.State, m.Class, m.Text = e.Number, e.State, e.Class, e.Text
		if err := f.message(m); err != nil {
			return err
		}
	}
	if err := f.message(fl.msg); err != nil {
		return err
	}
	return f.done(Done{Error: true})
}

// settle applies a new error's effect on the transaction.
func (f *frame) settle(fl *failure) {
	s := f.s
	switch {
	case fl.ends:
		s.rollbackAll()
	case fl.raise, s.tran.count == 0:
		if s.set.XactAbort && !fl.raise {
			fl.abort = true
		}
	case f.try > 0:
		if s.set.XactAbort || fl.dooms {
			s.tran.doomed = true
		}
	case s.set.XactAbort:
		fl.abort = true
		s.rollbackAll()
	case fl.dooms && fl.abort:
		// Errors that end the batch undo the transaction when nothing catches them.
		s.rollbackAll()
	}
}

// sinkError wraps an error of the sink: the client is gone.
type sinkError struct{ error }

func (e *sinkError) Unwrap() error { return e.error }

func sunk(err error) error {
	if err == nil {
		return nil
	}
	return &sinkError{err}
}

// report sends an error that precedes execution.
func (f *frame) report(err error, line int32) error {
	fl := classify(err, line, f.proc())
	f.settle(fl)
	if f.try > 0 {
		return fl
	}
	if err := f.say(fl); err != nil {
		return err
	}
	if fl.abort {
		return errBatch
	}
	return errScope
}

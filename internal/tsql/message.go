package tsql

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
)

// print sends a message of severity 0: at most 4,000 characters of national text, 8,000 of other.
func (p *program) print(n *ast.PrintStatement) (*stmt, error) {
	e, err := p.scalarAs(n.Expression, sqltype.NVarCharOf(sqltype.MaxArg))
	if err != nil {
		return nil, err
	}
	return &stmt{bind: e.bind, run: func(f *frame) (signal, error) {
		v, err := e.eval(f)
		if err != nil {
			return sigNext, err
		}
		text := v.S
		if v.Null {
			text = " "
		}
		if len(text) > 4000 {
			text = sqltype.SliceUTF16(text, 0, min(8000, sqltype.UTF16Len(text)))
		}
		f.count(0)
		if err := f.message(Message{State: 1, Line: f.line, Text: text}); err != nil || f.s.set.NoCount {
			return sigNext, err
		}
		// PRINT ends with a DONE of its own: clients that read messages statement by statement wait for it.
		return sigNext, f.done(Done{})
	}}, nil
}

// raiseError is RAISERROR (message, severity, state, arguments…) WITH options.
func (p *program) raiseError(n *ast.RaiseErrorStatement) (*stmt, error) {
	ints := make([]*scalar, 2)
	for i, a := range []ast.ScalarExpression{n.SecondParameter, n.ThirdParameter} {
		if a == nil {
			return nil, errorf(102, 15, "Incorrect syntax near 'RAISERROR'.")
		}
		var err error
		if ints[i], err = p.scalarAs(a, sqltype.Of(sqltype.Int)); err != nil {
			return nil, err
		}
	}
	first, err := p.scalar(n.FirstParameter)
	if err != nil {
		return nil, err
	}
	var args []*scalar
	for _, a := range n.OptionalParameters {
		e, err := p.scalar(a)
		if err != nil {
			return nil, err
		}
		args = append(args, e)
	}
	opts := strings.ToUpper(n.RaiseErrorOptions)
	return simple(func(f *frame) error {
		msg, err := first.eval(f)
		if err != nil {
			return err
		}
		sev, err := ints[0].eval(f)
		if err != nil {
			return err
		}
		state, err := ints[1].eval(f)
		if err != nil {
			return err
		}
		vals := make([]sqltype.Value, len(args))
		for i, a := range args {
			if vals[i], err = a.eval(f); err != nil {
				return err
			}
		}
		return f.raise(msg, sev.I, state.I, vals, opts)
	}), nil
}

func (f *frame) raise(msg sqltype.Value, severity, state int64, args []sqltype.Value, opts string) error {
	if severity < 0 {
		severity = 0
	}
	log := strings.Contains(opts, "LOG")
	if severity > 25 {
		severity = 25
	}
	if severity > 18 && !log {
		return errorf(2754, 16, "Error severity levels greater than 18 can only be specified by members of the sysadmin role, using the WITH LOG option.")
	}
	if state < 0 {
		state = 1
	}
	m := Message{Number: 50000, Class: uint8(severity), State: uint8(min(state, 255)), Line: f.line}
	if msg.Kind.IsInt() {
		if msg.I < 13000 {
			return errorf(2732, 16, "Error number %d is invalid. The number must be from 13000 through 2147483647 and it cannot be 50000.", msg.I)
		}
		return errorf(18054, 16, "Error %d, severity %d, state %d was raised, but no message with that error number was found in sys.messages. If error is larger than 50000, make sure the user-defined message is added using sp_addmessage.", msg.I, severity, state)
	}
	text, err := expr.FormatMessage(msg.S, args)
	if err != nil {
		return err
	}
	m.Text = text
	if severity <= 10 {
		f.count(0)
		if strings.Contains(opts, "SETERROR") {
			f.s.lastError = 50000
		}
		if err := f.message(m); err != nil {
			return err
		}
	} else {
		// Not an error of this statement alone: XACT_ABORT does not heed it.
		return &failure{msg: withLine(m, 0), raise: true, abort: severity >= 20}
	}
	if strings.Contains(opts, "NOWAIT") {
		if fl, ok := f.sink.(interface{ Flush() error }); ok {
			return sunk(fl.Flush())
		}
	}
	return nil
}

func withLine(m Message, line int32) Message {
	m.Line = line
	return m
}

// throw is THROW number, message, state; without arguments it raises the caught error again.
func (p *program) throw(n *ast.ThrowStatement) (*stmt, error) {
	if n.ErrorNumber == nil {
		if p.catch == 0 {
			return nil, errorf(10704, 15, "To rethrow an error, a THROW statement must be used inside a CATCH block. Insert the THROW statement inside a CATCH block, or add error parameters to the THROW statement.")
		}
		return simple(func(f *frame) error {
			m := f.s.caught[len(f.s.caught)-1].msg
			_, dooms, _ := aborts(m.Number)
			return &failure{msg: m, abort: true, dooms: dooms}
		}), nil
	}
	num, err := p.scalarAs(n.ErrorNumber, sqltype.Of(sqltype.Int))
	if err != nil {
		return nil, err
	}
	text, err := p.scalarAs(n.Message, sqltype.NVarCharOf(2048))
	if err != nil {
		return nil, err
	}
	state, err := p.scalarAs(n.State, sqltype.Of(sqltype.TinyInt))
	if err != nil {
		return nil, err
	}
	return simple(func(f *frame) error {
		nv, err := num.eval(f)
		if err != nil {
			return err
		}
		tv, err := text.eval(f)
		if err != nil {
			return err
		}
		sv, err := state.eval(f)
		if err != nil {
			return err
		}
		if nv.I < 50000 {
			return errorf(35100, 16, "Error number %d in the THROW statement is outside the valid range. Specify an error number in the valid range of 50000 to 2147483647.", nv.I)
		}
		return &failure{abort: true, msg: Message{Number: int32(nv.I), State: uint8(sv.I), Class: 16, Text: tv.S}}
	}), nil
}

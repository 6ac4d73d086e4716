package loaders

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"

	"scanfrag/internal/script"
)

// Options of one load.
type Options struct {
	Rows int64
	// Message receives what the server says; nil drops it.
	Message func(Message)
}

// Load runs the plan on conn, whose current database is the load's own and
// empty, and checks what it left behind: dbo.test exists, the database is still
// the current one, no transaction is open (one that is gets rolled back and is
// an error). It returns the time the script itself took.
//
// Errors name the line of the script. After an error conn should be closed: a
// connection with undrained results can block its next user.
func (p Plan) Load(ctx context.Context, conn *sqlx.Conn, opt Options) (time.Duration, error) {
	var database string
	if err := conn.GetContext(ctx, &database, "SELECT DB_NAME();"); err != nil {
		return 0, fmt.Errorf("load %s: %w", p.Loader.Name(), err)
	}
	start := time.Now()
	var err error
	if d, ok := p.Loader.(Direct); ok {
		opt.Rows = p.Rows
		err = d.Load(ctx, conn, opt)
	} else {
		err = p.run(ctx, conn, opt)
	}
	took := time.Since(start)
	if err != nil {
		return took, fmt.Errorf("load %s: %w", p.Loader.Name(), err)
	}
	if err := after(ctx, conn, database); err != nil {
		return took, fmt.Errorf("load %s: %w", p.Loader.Name(), err)
	}
	return took, nil
}

func (p Plan) run(ctx context.Context, conn *sqlx.Conn, opt Options) error {
	for _, b := range p.Script.Batches {
		h := script.Handler{}
		if opt.Message != nil {
			h.Message = func(m Message) {
				m.Line += int32(b.Line) - 1
				opt.Message(m)
			}
		}
		for range b.Count {
			if err := script.Run(ctx, conn, b.Text, h); err != nil {
				return atLine(err, b.Line)
			}
		}
	}
	return nil
}

// atLine adds the script's line to a server error raised on a line of a batch
// that begins on line first.
func atLine(err error, first int) error {
	m, ok := script.ServerError(err)
	if !ok {
		return err
	}
	return &LineError{Line: first + max(int(m.Line), 1) - 1, Message: m, err: err}
}

// LineError is a server error tied to a line of the load's script.
type LineError struct {
	Line    int
	Message Message
	err     error
}

func (e *LineError) Error() string {
	return fmt.Sprintf("line %d: %s (error %d, severity %d, state %d)", e.Line, e.Message.Text, e.Message.Number, e.Message.Severity, e.Message.State)
}

func (e *LineError) Unwrap() error { return e.err }

func after(ctx context.Context, conn *sqlx.Conn, database string) error {
	var open int
	switch err := conn.GetContext(ctx, &open, "SELECT @@TRANCOUNT;"); {
	case errors.Is(err, sql.ErrNoRows):
		return errors.New("the script left NOEXEC, PARSEONLY or FMTONLY on: its session answers nothing")
	case err != nil:
		return err
	}
	if open > 0 {
		if _, err := conn.ExecContext(ctx, "ROLLBACK TRANSACTION;"); err != nil {
			return fmt.Errorf("roll back the transaction the script left open: %w", err)
		}
		return errors.New("the script left a transaction open (rolled back): add COMMIT")
	}
	var now string
	var id *int
	if err := conn.QueryRowxContext(ctx, "SELECT DB_NAME(), OBJECT_ID(N'"+Table+"', N'U');").Scan(&now, &id); err != nil {
		return err
	}
	if now != database {
		var own *int
		if err := conn.GetContext(ctx, &own, "SELECT DB_ID("+script.QuoteString(database)+");"); err == nil && own == nil {
			return errors.New("the script dropped its own database")
		}
		return fmt.Errorf("the script left the current database at %s, not %s", now, database)
	}
	if id == nil {
		return fmt.Errorf("the script made no table %s", Table)
	}
	return nil
}

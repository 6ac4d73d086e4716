package scan

import (
	"context"
	"fmt"
	"sync"

	"github.com/jmoiron/sqlx"

	"scanfrag/internal/script"
	"scanfrag/loaders"
)

// inPlace is for a session of the embedded engine: its scans take a heap's forwarded rows where they lie. The timed
// scan's session never hears it.
const inPlace = "DBCC TRACEON (30001) WITH NO_INFOMSGS;"

// ask is how the spec's server is asked: conn is in the database already.
func (r *runner) ask(conn *sqlx.Conn, database string) loaders.Ask {
	if r.spec.Engine == Embedded {
		return AtOnce(r.db, database)
	}
	return InTurn(conn)
}

// InTurn asks one question after the other in q.
func InTurn(q sqlx.QueryerContext) loaders.Ask {
	return func(ctx context.Context, questions ...loaders.Question) error {
		for _, ask := range questions {
			ask(ctx, q)
		}
		return nil
	}
}

// AtOnce asks the embedded engine all questions at the same time, each in a session of its own. Its walks follow the
// allocation order side by side and find in the buffer pool what one of them has read: the drive reads the table
// once. Another server's walks go different ways, and would disturb each other.
func AtOnce(db *sqlx.DB, database string) loaders.Ask {
	return func(ctx context.Context, questions ...loaders.Question) error {
		conns := make([]*sqlx.Conn, len(questions))
		for i := range conns {
			conn, err := Connect(ctx, db, database)
			if err != nil {
				return err
			}
			defer Discard(conn)
			if _, err := conn.ExecContext(ctx, inPlace); err != nil {
				return fmt.Errorf("%s %w", inPlace, err)
			}
			conns[i] = conn
		}
		var wg sync.WaitGroup
		for i, ask := range questions {
			wg.Go(func() { ask(ctx, conns[i]) })
		}
		wg.Wait()
		for _, conn := range conns {
			_ = leave(ctx, conn)
		}
		return nil
	}
}

// Connect pins one connection whose current database is the load's.
func Connect(ctx context.Context, db *sqlx.DB, database string) (*sqlx.Conn, error) {
	conn, err := db.Connx(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	for _, text := range []string{"USE " + script.QuoteName(database) + ";", "SET LANGUAGE us_english;"} {
		if _, err := conn.ExecContext(ctx, text); err != nil {
			Discard(conn)
			return nil, fmt.Errorf("%s %w", text, err)
		}
	}
	return conn, nil
}

// leave takes conn's session out of the database, so that it can be dropped.
func leave(ctx context.Context, conn *sqlx.Conn) error {
	_, err := conn.ExecContext(ctx, "USE master;")
	return err
}

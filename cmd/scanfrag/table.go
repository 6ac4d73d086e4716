package main

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"
	"github.com/spf13/pflag"

	"scanfrag/internal/script"
	"scanfrag/loaders"
)

// defaultDatabase is the current database of sql, stats, scan and serve on the
// embedded engine.
const defaultDatabase = "scanfrag"

// tableFlags choose a table that exists.
type tableFlags struct {
	where
	database, table string
}

func (f *tableFlags) addFlags(fs *pflag.FlagSet) {
	fs.StringVar(&f.database, "database", "", "`NAME` of the database (default: "+defaultDatabase+", or the login's own with --server)")
	fs.StringVar(&f.table, "table", loaders.Table, "`TABLE` to look at, as schema.name")
	f.where.addFlags(fs, true)
}

// tableName checks --table: one or two names, quoted or not, and nothing else,
// since it becomes part of statements.
func (f *tableFlags) tableName() (string, error) {
	toks := script.Tokens(f.table)
	ok := len(toks) == 1 || len(toks) == 3 && toks[1].Text == "."
	for i, t := range toks {
		ok = ok && (t.Word || i == 1)
	}
	if !ok {
		return "", usageError(fmt.Errorf("--table %q: a name or schema.name is wanted", f.table))
	}
	return f.table, nil
}

// useDatabase returns the database to work in and checks that it is there.
func (f *tableFlags) useDatabase(ctx context.Context, t *target) (string, error) {
	name := f.database
	if name == "" {
		if t.named() {
			err := t.db.GetContext(ctx, &name, "SELECT DB_NAME();")
			return name, err
		}
		name = defaultDatabase
	}
	var id *int
	if err := t.db.GetContext(ctx, &id, "SELECT DB_ID("+script.QuoteString(name)+");"); err != nil {
		return "", fmt.Errorf("look for database %s: %w", name, err)
	}
	if id == nil {
		return "", fmt.Errorf("there is no database %s", name)
	}
	return name, nil
}

// pinned is one connection in database.
func pinned(ctx context.Context, db *sqlx.DB, database string) (*sqlx.Conn, error) {
	conn, err := db.Connx(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	if _, err := conn.ExecContext(ctx, "USE "+script.QuoteName(database)+";"); err != nil {
		conn.Close()
		return nil, fmt.Errorf("use database %s: %w", database, err)
	}
	return conn, nil
}

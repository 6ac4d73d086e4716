package scan

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"

	"scanfrag/internal/script"
)

// Prefix begins the name of every database the kit makes.
const Prefix = "scanfrag_"

// Mark is the extended property that tells the kit's own databases on a named
// server from everybody else's.
const Mark = "scanfrag"

// DatabaseName is the database of one load: prefix, run, loader, and the drive
// when there are several. At most 100 characters, so that file names fit too.
func (s Spec) DatabaseName(d Drive, loader string) string {
	name := Prefix + s.ID + "_" + loader
	if len(s.Drives) > 1 {
		name += "_" + d.Name
	}
	clean := []rune(strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' {
			return r
		}
		return '_'
	}, name))
	return string(clean[:min(len(clean), 100)])
}

// files are the paths of the database's files on the server's machine.
func files(d Drive, database string) (data, log string) {
	sep := "/"
	if strings.Contains(d.Dir, `\`) {
		sep = `\`
	}
	base := strings.TrimRight(d.Dir, `/\`) + sep + database
	return base + ".mdf", base + "_log.ldf"
}

// CreateStatements are the statements that make the database of one load. A
// named server gets its log beside the data, simple recovery and the mark.
func CreateStatements(engine string, d Drive, database string) []string {
	data, log := files(d, database)
	name, q := script.QuoteName(database), func(s string) string { return script.QuoteString(s) }
	if engine == Embedded {
		return []string{fmt.Sprintf("CREATE DATABASE %s ON (NAME = %s, FILENAME = %s);", name, q(database), q(data))}
	}
	return []string{
		fmt.Sprintf("CREATE DATABASE %s ON (NAME = %s, FILENAME = %s, SIZE = 1024MB, FILEGROWTH = 1024MB) LOG ON (NAME = %s, FILENAME = %s, SIZE = 1024MB, FILEGROWTH = 1024MB);",
			name, q(database), q(data), q(database+"_log"), q(log)),
		fmt.Sprintf("ALTER DATABASE %s SET RECOVERY SIMPLE;", name),
		fmt.Sprintf("EXEC %s.sys.sp_addextendedproperty @name = %s, @value = %s;", name, q(Mark), q(database)),
	}
}

// DropStatements remove it, other sessions included.
func DropStatements(engine, database string) []string {
	name := script.QuoteName(database)
	drop := fmt.Sprintf("DROP DATABASE %s;", name)
	if engine == Embedded {
		return []string{drop}
	}
	return []string{fmt.Sprintf("ALTER DATABASE %s SET SINGLE_USER WITH ROLLBACK IMMEDIATE;", name), drop}
}

// CreateDatabase makes a database of the kit in d's directory; it must not exist
// yet. A failure after CREATE DATABASE removes it again.
func CreateDatabase(ctx context.Context, db *sqlx.DB, engine string, d Drive, database string) error {
	return create(ctx, db, engine, d, database, nil)
}

// DropDatabase removes a database that CreateDatabase made, also when ctx is
// over. Its error says what remains.
func DropDatabase(ctx context.Context, db *sqlx.DB, engine, database string) error {
	return drop(ctx, db, engine, database, nil)
}

func create(ctx context.Context, db *sqlx.DB, engine string, d Drive, database string, pause func()) error {
	var id *int
	if err := db.GetContext(ctx, &id, "SELECT DB_ID("+script.QuoteString(database)+");"); err != nil {
		return fmt.Errorf("look for database %s: %w", database, err)
	}
	if id != nil {
		return fmt.Errorf("database %s exists already and is left alone: choose another directory or run cleanup", database)
	}
	for i, text := range CreateStatements(engine, d, database) {
		if _, err := db.ExecContext(ctx, text); err != nil {
			err = fmt.Errorf("create database %s on drive %s: %w", database, d.Name, err)
			if i > 0 || ctx.Err() != nil && exists(ctx, db, database) {
				err = errors.Join(err, drop(ctx, db, engine, database, pause))
			}
			return err
		}
	}
	return nil
}

// exists looks for the database, also when ctx is over: CREATE DATABASE may have
// been done before the server saw that it was cancelled.
func exists(ctx context.Context, db *sqlx.DB, database string) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), dropPatience)
	defer cancel()
	var id *int
	return db.GetContext(ctx, &id, "SELECT DB_ID("+script.QuoteString(database)+");") == nil && id != nil
}

// gone tells that there is no such database any more.
func gone(ctx context.Context, db *sqlx.DB, database string) bool {
	var id *int
	return db.GetContext(ctx, &id, "SELECT DB_ID("+script.QuoteString(database)+");") == nil && id == nil
}

// dropPatience is how long removing a database may take after the run was
// cancelled.
const dropPatience = 60 * time.Second

// Errors of DROP DATABASE: a session is in the database; there is none, or it is not this login's.
const (
	inUse      = 3702
	noDatabase = 3701
)

// A batch that was cancelled may still be ending: DROP DATABASE is tried again
// for a while before "in use" is told.
const (
	dropTries = 50
	dropPause = 200 * time.Millisecond
)

// drop is DropDatabase with the pause between tries.
func drop(ctx context.Context, db *sqlx.DB, engine, database string, pause func()) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), dropPatience)
	defer cancel()
	if pause == nil {
		pause = func() { time.Sleep(dropPause) }
	}
	var err error
	for try := range dropTries {
		if try > 0 {
			pause()
		}
		for _, text := range DropStatements(engine, database) {
			if _, err = db.ExecContext(ctx, text); err != nil {
				break
			}
		}
		m, ok := script.ServerError(err)
		if ok && m.Number == noDatabase && gone(ctx, db, database) { // by the script itself
			return nil
		}
		if !ok || m.Number != inUse || ctx.Err() != nil {
			break
		}
	}
	switch {
	case err == nil:
		return nil
	case engine == Embedded: // its files go with the run's own directory
		return fmt.Errorf("drop database %s: %w", database, err)
	}
	return fmt.Errorf("drop database %s: %w: it remains on the server, remove it with DROP DATABASE", database, err)
}

// Discard closes conn for good instead of handing it back to the pool: after an
// error it may hold undrained results.
func Discard(conn *sqlx.Conn) {
	_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = conn.Close()
}

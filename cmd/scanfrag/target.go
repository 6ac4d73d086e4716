package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/jmoiron/sqlx"
	mssql "github.com/microsoft/go-mssqldb"
	"github.com/spf13/pflag"

	"scanfrag/internal/engine"
	"scanfrag/internal/report"
	"scanfrag/internal/server"
	"scanfrag/scan"
)

// target is the server a command talks to.
type target struct {
	engine  string
	db      *sqlx.DB
	facts   scan.Server
	address string // redacted; empty for the embedded engine
	close   func() error
}

// where is how a command is told its target.
type where struct {
	server string
	dir    string
	memory byteSize
	rampUp bool
}

func (w *where) addFlags(fs *pflag.FlagSet, withDir bool) {
	fs.StringVar(&w.server, "server", "", "SQL Server to use instead of the embedded engine: a `DSN` such as sqlserver://user@host:port, host\\instance or host,port")
	if withDir {
		fs.StringVar(&w.dir, "dir", "", "directory `DIR` of the embedded engine's databases (default: "+defaultDirText+")")
	}
	fs.Var(&w.memory, "memory", "buffer pool of the embedded engine (default: the smallest of 2GiB, a quarter of RAM and of the cgroup limit)")
	w.addRampUp(fs)
}

func (w *where) addRampUp(fs *pflag.FlagSet) {
	fs.BoolVar(&w.rampUp, "ramp-up", false, "embedded engine: until its buffer pool has been full, a request of one page reads the 64 KiB around it")
}

const defaultDirText = "$XDG_DATA_HOME/scanfrag"

// defaultDir is where databases of sql and serve are kept.
func defaultDir() (string, error) {
	if d := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(d) {
		return filepath.Join(d, "scanfrag"), nil
	}
	if runtime.GOOS != "linux" {
		d, err := os.UserConfigDir()
		if err != nil {
			return "", fmt.Errorf("find the default directory: %w: name one with --dir", err)
		}
		return filepath.Join(d, "scanfrag"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find the default directory: %w: name one with --dir", err)
	}
	return filepath.Join(home, ".local", "share", "scanfrag"), nil
}

// check refuses flag values that cannot work, before anything is made.
func (w *where) check() error {
	if w.server != "" && w.dir != "" {
		return usageError(fmt.Errorf("--server and --dir exclude each other: --dir is for the embedded engine"))
	}
	if w.memory != 0 && w.server != "" {
		return usageError(fmt.Errorf("--memory is for the embedded engine, not for --server"))
	}
	if w.rampUp && w.server != "" {
		return usageError(fmt.Errorf("--ramp-up is for the embedded engine, not for --server"))
	}
	if w.memory != 0 && int64(w.memory) < minMemory {
		return usageError(fmt.Errorf("--memory %s is too small: the buffer pool needs at least %s", report.Bytes(int64(w.memory)), report.Bytes(minMemory)))
	}
	if most := memoryLimit(); most > 0 && int64(w.memory) > most {
		return usageError(fmt.Errorf("--memory %s is more than the %s of memory there are: name a smaller buffer pool, or leave --memory out", report.Bytes(int64(w.memory)), report.Bytes(most)))
	}
	return nil
}

// pool is the size of the embedded engine's buffer pool.
func (w *where) pool() int64 {
	if w.memory != 0 {
		return int64(w.memory)
	}
	return defaultMemory()
}

// open connects to the server, or starts the embedded engine on dir (kept
// databases; "" for none) with its temporary files in scratch.
func (w *where) open(ctx context.Context, e env, dir, scratch string) (*target, error) {
	if w.server != "" {
		return openServer(ctx, e, w.server)
	}
	emb, err := openEmbedded(dir, scratch, w.pool(), w.rampUp, server.Config{})
	if errors.Is(err, engine.ErrInUse) {
		return nil, fmt.Errorf("%w: wait for it, or, if that is scanfrag serve, name its address: --server \"sqlserver://sa@127.0.0.1:1433?TrustServerCertificate=true\"", err)
	}
	if err != nil {
		return nil, err
	}
	return finishTarget(ctx, &target{engine: scan.Embedded, db: sqlx.NewDb(emb.db, "sqlserver"), close: emb.Close})
}

// openKept opens --server, or the embedded engine on --dir or its default. A
// command that only looks must find the directory: a mistyped one is not made.
func (w *where) openKept(ctx context.Context, e env, looksOnly bool) (*target, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	dir := w.dir
	if dir == "" && w.server == "" {
		var err error
		if dir, err = defaultDir(); err != nil {
			return nil, err
		}
	}
	if looksOnly && w.server == "" {
		if st, err := os.Stat(dir); err != nil || !st.IsDir() {
			return nil, fmt.Errorf("there is no directory %s with databases: --dir names it, scanfrag sql makes it", dir)
		}
	}
	return w.open(ctx, e, dir, "")
}

func openServer(ctx context.Context, e env, dsn string) (*target, error) {
	a, err := parseServer(dsn, e.getenv)
	if err != nil {
		return nil, usageError(err)
	}
	for _, warning := range a.warnings {
		e.say("scanfrag: note: %s", warning)
	}
	db := sql.OpenDB(mssql.NewConnectorConfig(a.config))
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, connectAdvice(a, err)
	}
	return finishTarget(ctx, &target{engine: scan.SQLServer, db: sqlx.NewDb(db, "sqlserver"), address: a.redacted, close: db.Close})
}

func finishTarget(ctx context.Context, t *target) (*target, error) {
	var err error
	if t.facts, err = scan.Ask(ctx, t.db); err != nil {
		t.close()
		return nil, err
	}
	if t.facts.Embedded { // also behind --server: its figures are never a SQL Server's
		t.engine = scan.Embedded
	}
	return t, nil
}

// named reports whether the target was named with --server. It may be an
// embedded engine that another process serves.
func (t *target) named() bool { return t.address != "" }

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

const sqliteHelper = "sqlite-load"

// sqliteBatch is the rows of a transaction, as in our load.
const sqliteBatch = 100_000

// sqliteLoad fills the table of the alternating load in SQLite and returns the
// seconds from CREATE TABLE to the last COMMIT. It has a process of its own: a call
// into C could not be interrupted in this one.
func (b *bench) sqliteLoad(ctx context.Context, dir string) (float64, error) {
	path := filepath.Join(dir, "peer.sqlite")
	defer os.Remove(path)
	out, err := self(ctx, sqliteHelper, path, strconv.FormatInt(b.opt.rows, 10), strconv.FormatInt(b.opt.memory, 10))
	if err != nil {
		return 0, fmt.Errorf("load SQLite: %w", err)
	}
	return strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
}

// sqliteMain is the helper: path, rows, cache in bytes.
func sqliteMain(_ context.Context, args []string, stdout io.Writer) error {
	if len(args) != 3 {
		return fmt.Errorf("%s: 3 arguments are wanted", sqliteHelper)
	}
	rows, err1 := strconv.ParseInt(args[1], 10, 64)
	memory, err2 := strconv.ParseInt(args[2], 10, 64)
	if err := errors.Join(err1, err2); err != nil {
		return fmt.Errorf("%s: %w", sqliteHelper, err)
	}
	took, err := loadSQLite(args[0], rows, memory)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, took)
	return err
}

package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/jmoiron/sqlx"
	"github.com/spf13/pflag"

	"scanfrag/internal/report"
	"scanfrag/internal/script"
)

type sqlOptions struct {
	where
	input, query, database, json string
	goOn, quiet                  bool
	variables                    map[string]string
}

func sqlCommand(fs *pflag.FlagSet) action {
	var o sqlOptions
	fs.StringVarP(&o.input, "input", "i", "", "run the T-SQL of `FILE` (default: standard input)")
	fs.StringVarP(&o.query, "query", "Q", "", "run `TEXT`")
	fs.StringVarP(&o.database, "database", "d", "", "`NAME` of the current database (default: "+defaultDatabase+", made when missing; with --server the login's own)")
	fs.StringToStringVarP(&o.variables, "variable", "v", nil, "what $(name) stands for, as `name=value`; repeatable")
	fs.Lookup("variable").DefValue = "" // pflag would print "default []"
	o.where.addFlags(fs, true)
	fs.StringVar(&o.json, "json", "", "write results and messages as JSON to `FILE` (- is standard output, instead of tables)")
	fs.BoolVar(&o.goOn, "continue", false, "go on after a batch that failed")
	fs.BoolVar(&o.quiet, "quiet", false, "print no messages and row counts")
	return func(ctx context.Context, e env, _ []string) error { return o.do(ctx, e) }
}

// maxScript bounds the text of one call.
const maxScript = 256 << 20

// text reads what to run, and names its source for errors.
func (o *sqlOptions) text(e env) (text, source string, err error) {
	if o.input != "" && o.query != "" {
		return "", "", usageError(errors.New("-i and -Q exclude each other"))
	}
	if o.query != "" {
		return o.query, "-Q", nil
	}
	source = "standard input"
	in := e.stdin
	if o.input != "" {
		source = o.input
		f, err := os.Open(o.input)
		if err != nil {
			return "", "", missing(fmt.Errorf("read the script: %w", err))
		}
		defer f.Close()
		in = f
	}
	raw, err := io.ReadAll(io.LimitReader(in, maxScript+1))
	if err == nil && len(raw) > maxScript {
		err = fmt.Errorf("it is longer than %s", report.Bytes(maxScript))
	}
	if err == nil {
		text, err = script.Decode(raw)
	}
	if err != nil {
		return "", "", fmt.Errorf("read %s: %w", source, err)
	}
	return text, source, nil
}

func (o *sqlOptions) do(ctx context.Context, e env) (err error) {
	text, source, err := o.text(e)
	if err != nil {
		return err
	}
	s, err := script.Split(text, o.variables)
	if err != nil {
		return fmt.Errorf("%s: %w", source, err)
	}
	t, err := o.openKept(ctx, e, false)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := t.close(); cerr != nil && err == nil {
			err = cerr
		}
	}()
	conn, err := o.connect(ctx, t)
	if err != nil {
		return err
	}
	defer conn.Close()
	var out sqlOutput = &sqlText{e: e, quiet: o.quiet}
	if o.json != "" {
		j := &sqlJSON{e: e}
		out = j
		if o.json == "-" {
			j.w = e.stdout
		} else {
			f, err := os.Create(o.json)
			if err != nil {
				return fmt.Errorf("write JSON: %w", err)
			}
			defer f.Close()
			j.w = f
		}
	}
	runErr := o.batches(ctx, conn, s, out)
	if err := out.end(); err != nil {
		return fmt.Errorf("write results: %w", err)
	}
	return runErr
}

// connect pins a connection in the wanted database.
func (o *sqlOptions) connect(ctx context.Context, t *target) (*sqlx.Conn, error) {
	database := o.database
	if database == "" && !t.named() {
		database = defaultDatabase
		if _, err := t.db.ExecContext(ctx, createMissing(database)); err != nil {
			return nil, fmt.Errorf("create database %s: %w", database, err)
		}
	}
	if database == "" {
		conn, err := t.db.Connx(ctx)
		if err != nil {
			return nil, fmt.Errorf("connect: %w", err)
		}
		return conn, nil
	}
	return pinned(ctx, t.db, database)
}

// batches runs the script. A batch fails by a message of severity 11 or more.
func (o *sqlOptions) batches(ctx context.Context, conn *sqlx.Conn, s script.Script, out sqlOutput) error {
	failed := false
	for _, b := range s.Batches {
		for run := range b.Count {
			if err := out.begin(b.Count > 1); err != nil {
				return fmt.Errorf("write results: %w", err)
			}
			err := script.Run(ctx, conn, b.Text, script.Handler{
				Message: func(m script.Message) {
					m.Line += int32(b.Line) - 1
					out.message(m)
				},
				Columns: out.columns, Row: out.row, Affected: out.affected,
			})
			stop := err != nil && (!o.goOn || !fromServer(err))
			if flushErr := out.flush(stop || run == b.Count-1); flushErr != nil {
				return fmt.Errorf("write results: %w", flushErr)
			}
			if err == nil {
				continue
			}
			if !fromServer(err) {
				return err
			}
			failed = true // its text was printed as a message
			if stop {
				return outcome(exitFailure)
			}
		}
	}
	if failed {
		return outcome(exitFailure)
	}
	return nil
}

func fromServer(err error) bool {
	_, ok := script.ServerError(err)
	return ok
}

// sqlOutput receives what the batches return.
type sqlOutput interface {
	begin(repeats bool) error // before each run of a batch; repeats: GO runs it several times
	message(script.Message)
	columns([]*sql.ColumnType) error
	row([]any) error
	affected(int64)
	flush(last bool) error // after each run of a batch; last: no other run of it follows
	end() error
}

package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/jmoiron/sqlx"
	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/script"
)

// serving is a running `scanfrag serve`, reached as any client reaches it.
type serving struct {
	b    *bench
	cmd  *exec.Cmd
	said bytes.Buffer
	dir  string
	db   *sqlx.DB
	done bool
}

var readyLine = regexp.MustCompile(`listens on ([0-9.]+:[0-9]+)`)

// serve starts the engine on the databases of dir.
func (b *bench) serve(ctx context.Context, dir string) (*serving, error) {
	s := &serving{b: b, dir: dir}
	s.cmd = command(ctx, b.scanfrag, "serve", "--listen", "127.0.0.1:0", "--dir", dir, "--memory", strconv.FormatInt(b.opt.memory, 10))
	s.cmd.Stderr = &s.said
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start scanfrag serve: %w", err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	m := readyLine.FindStringSubmatch(line)
	if err != nil || m == nil {
		stopErr := s.stop()
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, errors.Join(fmt.Errorf("start scanfrag serve: no address in its first line %q", line), stopErr)
	}
	go io.Copy(io.Discard, out)
	u := url.URL{Scheme: "sqlserver", User: url.UserPassword("sa", "bench"), Host: m[1],
		RawQuery: url.Values{"encrypt": {"disable"}, "packet size": {"32767"}, "connection timeout": {"0"}, "app name": {"bench"}}.Encode()}
	connector, err := mssql.NewConnector(u.String())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("connect to scanfrag serve: %w", err), s.stop())
	}
	s.db = sqlx.NewDb(sql.OpenDB(connector), "sqlserver")
	return s, nil
}

// stop shuts the engine down cleanly and takes its peak memory into account. A
// second call does nothing.
func (s *serving) stop() error {
	if s.done {
		return nil
	}
	s.done = true
	if s.db != nil {
		s.db.Close()
	}
	stopGently(s.cmd.Process)
	err := s.cmd.Wait()
	s.b.resident(s.cmd, "serve")
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == exitInterrupted { // what it says to a signal
		return nil
	}
	if err != nil {
		return fmt.Errorf("stop scanfrag serve: %w%s", err, tail(s.said.String()))
	}
	return nil
}

// create makes an empty database and returns its data file.
func (s *serving) create(ctx context.Context, name string) (path string, err error) {
	path = filepath.Join(s.dir, name+".mdf")
	text := fmt.Sprintf("CREATE DATABASE %s ON (NAME = %s, FILENAME = %s);", script.QuoteName(name), script.QuoteString(name), script.QuoteString(path))
	if _, err := s.db.ExecContext(ctx, text); err != nil {
		return "", fmt.Errorf("create database %s: %w", name, err)
	}
	return path, nil
}

func (s *serving) drop(ctx context.Context, name string) error {
	if _, err := s.db.ExecContext(ctx, "DROP DATABASE "+script.QuoteName(name)+";"); err != nil {
		return fmt.Errorf("drop database %s: %w", name, err)
	}
	return nil
}

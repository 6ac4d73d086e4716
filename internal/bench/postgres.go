package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// postgres is a cluster of our own in the scratch directory, reached by a socket
// that only its user and root can open.
type postgres struct {
	b      *bench
	data   string
	socket string
	cmd    *exec.Cmd // the running server
	log    string
	ended  chan error
}

// settings favour the peer: nothing is synced or logged, no vacuum interferes, no
// expression is compiled while the clock runs.
func (p *postgres) settings(memory int64) []string {
	kb := strconv.FormatInt(memory/1024, 10) + "kB"
	return []string{
		"listen_addresses=", "unix_socket_directories=" + p.socket, "unix_socket_permissions=0700",
		"shared_buffers=" + kb, "fsync=off", "synchronous_commit=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0",
		"max_wal_size=16GB", "checkpoint_timeout=1d", "autovacuum=off", "jit=off",
		"max_worker_processes=64", "max_parallel_workers=64", "max_connections=10",
	}
}

// newPostgres makes the cluster in dir.
func (b *bench) newPostgres(ctx context.Context, dir string) (*postgres, error) {
	p := &postgres{b: b, data: filepath.Join(dir, "pg"), log: filepath.Join(dir, "pg.log")}
	var err error
	if p.socket, err = socketDir(dir); err != nil {
		return nil, fmt.Errorf("make a directory for PostgreSQL's socket: %w", err)
	}
	if err := os.Mkdir(p.data, 0o700); err != nil {
		return nil, errors.Join(fmt.Errorf("make PostgreSQL's directory: %w", err), p.remove())
	}
	if u := b.tools.pgUser; u != nil {
		for _, d := range []string{p.data, p.socket} {
			if err := os.Chown(d, u.uid, u.gid); err != nil {
				return nil, errors.Join(fmt.Errorf("give %s to PostgreSQL's user: %w", d, err), p.remove())
			}
		}
	}
	if _, err := output(ctx, p.command(ctx, b.tools.pg.initdb, "-D", p.data, "-U", "bench", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")); err != nil {
		return nil, errors.Join(err, p.remove())
	}
	return p, nil
}

// maxSocketPath is the least that systems allow, with the 0 at the end.
const maxSocketPath = 104

// socketDir makes a directory for the socket in dir, or, when its path would be too
// long, among the temporary files.
func socketDir(dir string) (string, error) {
	d := filepath.Join(dir, "socket")
	if len(d)+len("/.s.PGSQL.5432") < maxSocketPath {
		return d, os.Mkdir(d, 0o700)
	}
	return os.MkdirTemp("", "bench-")
}

// command is a child that runs as PostgreSQL's user.
func (p *postgres) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := command(ctx, name, args...)
	runAs(cmd, p.b.tools.pgUser)
	cmd.Dir = p.socket // one that the user may enter
	cmd.Env = append(cleanEnv(os.Environ()), "LC_ALL=C")
	return cmd
}

// cleanEnv drops the variables that would point the programs elsewhere.
func cleanEnv(env []string) []string {
	var out []string
	for _, e := range env {
		if !strings.HasPrefix(e, "PG") && !strings.HasPrefix(e, "LC_") {
			out = append(out, e)
		}
	}
	return out
}

// start runs the server and waits until it answers.
func (p *postgres) start(ctx context.Context) error {
	args := []string{"-D", p.data}
	for _, s := range p.settings(p.b.opt.memory) {
		args = append(args, "-c", s)
	}
	log, err := os.Create(p.log)
	if err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	defer log.Close()
	cmd := p.command(ctx, p.b.tools.pg.postgres, args...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.Cancel = func() error { return stopFast(cmd.Process) }
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	ended := make(chan error, 1)
	p.cmd, p.ended = cmd, ended
	go func() { ended <- cmd.Wait() }()
	for deadline := time.Now().Add(patience); ; {
		if _, err = p.ask(ctx, "SELECT 1;"); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), p.stop())
		case werr := <-ended:
			p.cmd = nil
			said, _ := os.ReadFile(p.log)
			return fmt.Errorf("start PostgreSQL: it ended: %v%s", werr, tail(string(said)))
		case <-time.After(50 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return errors.Join(fmt.Errorf("start PostgreSQL: no answer in %v: %w", patience, err), p.stop())
		}
	}
}

// stop shuts the server down; it may be called when it is not running.
func (p *postgres) stop() error {
	if p.cmd == nil {
		return nil
	}
	cmd := p.cmd
	p.cmd = nil
	stopFast(cmd.Process)
	select {
	case err := <-p.ended:
		if err != nil && cmd.ProcessState.ExitCode() != 0 && !errors.Is(err, context.Canceled) {
			said, _ := os.ReadFile(p.log)
			return fmt.Errorf("stop PostgreSQL: %w%s", err, tail(string(said)))
		}
		return nil
	case <-time.After(2 * patience):
		return errors.Join(errors.New("stop PostgreSQL: it does not end"), cmd.Process.Kill())
	}
}

// remove ends the server and deletes what lies outside the stage's directory.
func (p *postgres) remove() error {
	return errors.Join(p.stop(), os.RemoveAll(p.socket))
}

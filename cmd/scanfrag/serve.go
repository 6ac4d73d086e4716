package main

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"scanfrag/internal/script"
	"scanfrag/internal/server"
)

func serveCommand(fs *pflag.FlagSet) action {
	var w where
	listen := fs.String("listen", "127.0.0.1:1433", "address `HOST:PORT` to listen on; port 0 is any free one")
	fs.StringVar(&w.dir, "dir", "", "directory `DIR` of the databases (default: "+defaultDirText+")")
	fs.Var(&w.memory, "memory", "buffer pool (default: the smallest of 2GiB, a quarter of RAM and of the cgroup limit)")
	w.addRampUp(fs)
	user := fs.String("user", "sa", "`NAME` of the login")
	passwordFile := fs.String("password-file", "", "`FILE` or pipe whose first line is the password (without it every login is let in, from this machine only)")
	return func(ctx context.Context, e env, _ []string) (err error) {
		if err := w.check(); err != nil {
			return err
		}
		auth, err := authFrom(*user, *passwordFile, *listen)
		if err != nil {
			return err
		}
		dir := w.dir
		if dir == "" {
			if dir, err = defaultDir(); err != nil {
				return err
			}
		}
		ln, err := net.Listen("tcp", *listen)
		if err != nil {
			return fmt.Errorf("listen on %s: %w", *listen, err)
		}
		defer ln.Close()
		cfg := server.Config{Auth: auth, Database: defaultDatabase, Log: func(format string, args ...any) { e.say("scanfrag: "+format, args...) }}
		if cfg.TLS, err = server.SelfSigned(); err != nil {
			return fmt.Errorf("make a certificate: %w", err)
		}
		emb, err := openEmbedded(dir, "", w.pool(), w.rampUp, cfg)
		if err != nil {
			return err
		}
		defer func() {
			if err = errors.Join(err, emb.Close()); err == nil {
				e.say("stopped")
			}
		}()
		if _, err := emb.db.ExecContext(ctx, createMissing(defaultDatabase)); err != nil {
			return fmt.Errorf("create database %s: %w", defaultDatabase, err)
		}
		if _, err := fmt.Fprintf(e.stdout, "scanfrag embedded engine (not SQL Server) listens on %s, databases in %s\n", ln.Addr(), dir); err != nil {
			return err
		}
		if err := emb.srv.Serve(ctx, ln); err != nil {
			return err
		}
		return nil // a signal is the normal end
	}
}

// createMissing makes a database unless it exists.
func createMissing(name string) string {
	return fmt.Sprintf("IF DB_ID(%s) IS NULL CREATE DATABASE %s;", script.QuoteString(name), script.QuoteName(name))
}

// authFrom is the check of logins. Without a password only addresses of this
// machine may be listened on.
func authFrom(user, passwordFile, listen string) (func(user, password string) error, error) {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, usageError(fmt.Errorf("--listen %s: HOST:PORT is wanted", listen))
	}
	if passwordFile == "" {
		if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return nil, usageError(fmt.Errorf("--listen %s can be reached from other machines: give a --password-file", listen))
		}
		return server.AnyLogin, nil
	}
	f, err := os.Open(passwordFile)
	if err != nil {
		return nil, fmt.Errorf("read the password: %w", err)
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, 4096))
	if err != nil {
		return nil, fmt.Errorf("read the password: %w", err)
	}
	password, _, _ := strings.Cut(string(raw), "\n")
	password = strings.TrimSuffix(password, "\r")
	if password == "" {
		return nil, fmt.Errorf("read the password: the first line of %s is empty", passwordFile)
	}
	return func(u, p string) error {
		okUser := subtle.ConstantTimeCompare([]byte(strings.ToLower(u)), []byte(strings.ToLower(user)))
		okPassword := subtle.ConstantTimeCompare([]byte(p), []byte(password))
		if okUser&okPassword == 1 {
			return nil
		}
		return errors.New("wrong user or password")
	}, nil
}

package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"scanfrag/scan"
)

func TestServe(t *testing.T) {
	dir := t.TempDir()
	password := filepath.Join(dir, "pw")
	write(t, password, hardPassword+"\n")
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	r, w := io.Pipe()
	var errs bytes.Buffer
	done := make(chan int, 1)
	go func() {
		done <- run(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--dir", filepath.Join(dir, "db"), "--memory", "32MiB", "--password-file", password}, strings.NewReader(""), w, &errs)
		w.Close()
	}()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatalf("no line: %v, exit %d\n%s", err, <-done, errs.String())
	}
	address := regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(line)
	getenv := func(k string) string {
		return map[string]string{"SCANFRAG_USER": "sa", "SCANFRAG_PASSWORD": hardPassword}[k]
	}
	e := env{stderr: io.Discard, getenv: getenv}
	tg, err := openServer(ctx, e, "sqlserver://"+address+"?TrustServerCertificate=true&database=scanfrag")
	if err != nil {
		t.Fatal(err)
	}
	var name string
	if err := tg.db.Get(&name, "SELECT DB_NAME();"); err != nil || name != "scanfrag" {
		t.Errorf("%q, %v", name, err)
	}
	tg.close()
	namedEmbedded(t, "sqlserver://sa@"+address+"?TrustServerCertificate=true")
	_, err = openServer(ctx, env{stderr: io.Discard, getenv: noEnv}, "sqlserver://sa:wrong@"+address+"?TrustServerCertificate=true")
	if err == nil || !strings.Contains(err.Error(), "check user and password") || strings.Contains(err.Error(), "wrong@") {
		t.Errorf("a wrong password: %v", err)
	}
	_, err = openServer(ctx, e, "sqlserver://"+address)
	if err == nil || !strings.Contains(err.Error(), "TrustServerCertificate=true") {
		t.Errorf("an unknown certificate: %v", err)
	}
	cancel(errInterrupted)
	if code := <-done; code != exitOK || !strings.HasSuffix(errs.String(), "stopped\n") {
		t.Errorf("exit %d\n%s", code, errs.String())
	}
}

// The kit's own engine behind --server is never taken for a SQL Server.
func namedEmbedded(t *testing.T, dsn string) {
	t.Helper()
	t.Setenv("SCANFRAG_PASSWORD", hardPassword)
	for _, c := range []string{"run", "validate"} {
		got := cli(t, "", c, "--server", dsn, "--yes", "--rows", "500")
		if got.code != exitUsage || !strings.Contains(got.stderr, "scanfrag: that server is scanfrag's own embedded engine: leave out --server and use --drive\n") {
			t.Errorf("%s: %+v", c, got)
		}
	}
	if got := cli(t, "", "sql", "--server", dsn, "-Q", "CREATE TABLE dbo.test (c1 int NOT NULL, c2 char(1000) NOT NULL DEFAULT '');\nGO\nINSERT dbo.test (c1) VALUES (1);\nGO 20\n"); got.code != exitOK {
		t.Fatalf("%+v", got)
	}
	if got := cli(t, "", "verify", "O5", "P1", "--server", dsn); got.code != exitOK || !strings.Contains(got.stdout, "1 match, 1 definition;") {
		t.Errorf("verify: %+v", got)
	}
	for _, args := range [][]string{{"stats"}, {"scan", "--yes", "--runs", "1"}} {
		args = append(args, "--server", dsn)
		got := cli(t, "", args...)
		if got.code != exitOK || !strings.Contains(got.stdout, "embedded engine, not SQL Server") {
			t.Errorf("%q: %+v", args[0], got)
		}
		got = cli(t, "", append(args, "--json", "-")...)
		d, err := scan.Read(strings.NewReader(got.stdout))
		if err != nil || len(d.Results) == 0 {
			t.Fatalf("%q: %v %+v", args[0], err, got)
		}
		for _, r := range d.Results {
			if r.Engine != scan.Embedded {
				t.Errorf("%q: engine %q", args[0], r.Engine)
			}
		}
	}
}

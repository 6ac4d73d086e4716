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
	_, err = openServer(ctx, env{stderr: io.Discard, getenv: noEnv}, "sqlserver://sa:wrong@"+address+"?TrustServerCertificate=true")
	if err == nil || !strings.Contains(err.Error(), "check user and password") || strings.Contains(err.Error(), "wrong@") {
		t.Errorf("a wrong password: %v", err)
	}
	_, err = openServer(ctx, e, "sqlserver://"+address)
	if err == nil || !strings.Contains(err.Error(), "TrustServerCertificate=true") {
		t.Errorf("an unknown certificate: %v", err)
	}
	cancel(errInterrupted)
	if code := <-done; code != exitInterrupted {
		t.Errorf("exit %d\n%s", code, errs.String())
	}
}

package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestParseAnswer(t *testing.T) {
	// The last time and the last line that is not one.
	a, err := parseAnswer("Time: 0.2 ms\ntest\nTime: 0.300 ms\n200000\nTime: 1234.500 ms (00:01.235)\n")
	if err != nil || a != (answer{"200000", 1.2345}) {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := parseAnswer("200000\n"); err == nil {
		t.Error("an answer without a time was taken")
	}
}

func TestCleanEnv(t *testing.T) {
	got := cleanEnv([]string{"PATH=/bin", "PGHOST=elsewhere", "PGDATA=/precious", "LC_ALL=de_DE", "HOME=/"})
	if !slices.Equal(got, []string{"PATH=/bin", "HOME=/"}) {
		t.Errorf("%q", got)
	}
}

func TestSocketDir(t *testing.T) {
	short, err := os.MkdirTemp("", "b")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(short)
	if d, err := socketDir(short); err != nil || !strings.HasPrefix(d, short) {
		t.Errorf("%q, %v", d, err)
	}
	d, err := socketDir("/" + strings.Repeat("long/", 30))
	if err != nil || len(d) > maxSocketPath-15 {
		t.Errorf("%q, %v", d, err)
	}
	os.Remove(d)
}

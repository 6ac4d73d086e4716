package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPairsAlternate(t *testing.T) {
	b := &bench{opt: options{pairs: 3}, stderr: io.Discard, outcomes: map[string]*Outcome{"a": {Work: Work{Name: "a", Unit: seconds, Peer: "p"}}}}
	order := ""
	side := func(name string, v float64) func(context.Context) (float64, error) {
		return func(context.Context) (float64, error) { order += name; return v, nil }
	}
	if err := b.pairs(t.Context(), "a", side("o", 1), side("p", 2)); err != nil {
		t.Fatal(err)
	}
	if order != "oppoop" {
		t.Errorf("order %s, want oppoop", order)
	}
	if got := b.outcomes["a"].Pairs; len(got) != 3 || got[1] != (Pair{1, 2}) {
		t.Errorf("%v", got)
	}
}

func TestPairsRefuseNoMeasurement(t *testing.T) {
	for _, tt := range []struct {
		v    float64
		err  error
		want string
	}{
		{0, nil, "a, ours: 0 s is no measurement"},
		{1, errors.New("it broke"), "a, ours: it broke"},
	} {
		b := &bench{opt: options{pairs: 1}, stderr: io.Discard, outcomes: map[string]*Outcome{"a": {Work: Work{Name: "a", Unit: seconds}}}}
		err := b.pairs(t.Context(), "a", func(context.Context) (float64, error) { return tt.v, tt.err }, nil)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%v, want %s", err, tt.want)
		}
		if n := len(b.outcomes["a"].Pairs); n != 0 {
			t.Errorf("%d pairs were kept", n)
		}
	}
}

// fakeStage has two works, one of which needs fio.
func fakeStage(disk int64, run func(ctx context.Context, b *bench, want []string) error) stage {
	return stage{works: []Work{{Name: "a", Unit: seconds, Floor: 1, Aim: 2, Absolute: true}, {Name: "b", Unit: seconds, Needs: []string{needFio}}},
		disk: func(int64, []string) int64 { return disk }, run: run}
}

func TestStageSkips(t *testing.T) {
	ok := func(ctx context.Context, b *bench, want []string) error {
		if strings.Join(want, " ") != "a" {
			t.Errorf("wanted %v", want)
		}
		return b.pairs(ctx, "a", func(context.Context) (float64, error) { return 3, nil }, nil)
	}
	for _, tt := range []struct {
		name     string
		s        stage
		verdicts string
		code     int
	}{
		{"a missing peer", fakeStage(0, ok), aimMet + ", " + skipped, exitPartial},
		{"no room", fakeStage(1<<60, ok), skipped + ", " + skipped, exitPartial},
		{"a failure", fakeStage(0, func(context.Context, *bench, []string) error { return errors.New("it broke") }), failed + ", " + skipped, exitFailure},
	} {
		b := &bench{opt: options{pairs: 1, only: []string{"a", "b"}}, stderr: io.Discard, dir: t.TempDir(), outcomes: map[string]*Outcome{},
			tools: tools{absent: map[string]string{needFio: "no fio on the path"}}}
		b.stage(t.Context(), tt.s)
		if got := b.outcomes["a"].verdict(10) + ", " + b.outcomes["b"].verdict(10); got != tt.verdicts {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.verdicts)
		}
		if got := b.code(t.Context()); got != tt.code {
			t.Errorf("%s: exit %d, want %d", tt.name, got, tt.code)
		}
	}
}

func TestStageInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	b := &bench{opt: options{pairs: 2, only: []string{"a"}}, stderr: io.Discard, dir: t.TempDir(), outcomes: map[string]*Outcome{}}
	b.stage(ctx, fakeStage(0, func(ctx context.Context, b *bench, _ []string) error {
		return b.pairs(ctx, "a", func(context.Context) (float64, error) { cancel(errInterrupted); return 1, nil }, nil)
	}))
	if got := b.outcomes["a"].verdict(10); got != stopped || b.code(ctx) != exitInterrupted {
		t.Errorf("verdict %s, exit %d", got, b.code(ctx))
	}
}

// The whole program, on works without a peer that may be missing: it builds scanfrag,
// measures, prints, and leaves nothing.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "out.json")
	var out, said bytes.Buffer
	code := run(t.Context(), []string{"--only", rulesWork, "--rows", "10000", "--pairs", "1", "--memory", "32MiB", "--dir", dir, "--json", file}, &out, &said)
	if code != exitOK {
		t.Fatalf("exit %d\n%s%s", code, out.String(), said.String())
	}
	if !strings.Contains(out.String(), "all nine rules on baseline") {
		t.Errorf("no such line in\n%s", out.String())
	}
	raw, err := os.ReadFile(file)
	if err != nil || !json.Valid(raw) {
		t.Errorf("JSON: %v\n%s", err, raw)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestRunStopped(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errInterrupted)
	var out, said bytes.Buffer
	if code := run(ctx, []string{"--only", whileWork, "--dir", dir}, &out, &said); code != exitInterrupted {
		t.Errorf("exit %d\n%s", code, said.String())
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestRunBadDirectory(t *testing.T) {
	var out, said bytes.Buffer
	if code := run(t.Context(), []string{"--dir", filepath.Join(t.TempDir(), "nosuch")}, &out, &said); code != exitFailure || !strings.Contains(said.String(), "does not exist") {
		t.Errorf("exit %d\n%s", code, said.String())
	}
}

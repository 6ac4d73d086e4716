package enginetest

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"scanfrag/internal/engine"
)

func TestScriptsInProcess(t *testing.T) {
	scripts(t, func(inst *engine.Instance) (runner, error) { return newInProcess(inst), nil })
}

func TestScriptsThroughDriver(t *testing.T) {
	scripts(t, func(inst *engine.Instance) (runner, error) { return newThroughDriver(inst) })
}

func scripts(t *testing.T, open func(*engine.Instance) (runner, error)) {
	files, err := filepath.Glob("testdata/*.test")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".test"), func(t *testing.T) { script(t, file, open) })
	}
}

func script(t *testing.T, file string, open func(*engine.Instance) (runner, error)) {
	inst, err := newInstance()
	if err != nil {
		t.Fatal(err)
	}
	r, err := open(inst)
	if err != nil {
		t.Fatal(err)
	}
	datadriven.RunTest(t, file, func(t *testing.T, d *datadriven.TestData) string {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		conn := "a"
		for _, a := range d.CmdArgs {
			if a.Key == "conn" && len(a.Vals) == 1 {
				conn = a.Vals[0]
			}
		}
		var out string
		var err error
		switch d.Cmd {
		case "batch":
			out, err = r.batch(ctx, conn, d.Input)
		case "call":
			out, err = r.call(ctx, conn, d.Input)
		default:
			d.Fatalf(t, "unknown directive %s", d.Cmd)
		}
		if err != nil {
			d.Fatalf(t, "%s: %v\n%s", d.Cmd, err, out)
		}
		if out == "" {
			return "ok\n"
		}
		return out
	})
	if err := r.close(); err != nil {
		t.Error(err)
	}
	for _, db := range inst.Databases() {
		for _, err := range db.Check(context.Background()) {
			t.Errorf("check of %s: %v", db.Name(), err)
		}
	}
	if err := inst.Close(); err != nil {
		t.Error(err)
	}
}

package tsql_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql"
)

// FuzzBatch runs any text as a batch on a small instance, for a short time. It must neither
// panic nor damage the database.
func FuzzBatch(f *testing.F) {
	files, _ := filepath.Glob("../enginetest/testdata/*.test")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "\nbatch\n") {
			batch, _, _ := strings.Cut(part, "\n----")
			f.Add(strings.TrimPrefix(batch, "batch\n"))
		}
	}
	inst, err := engine.Open(engine.Options{InMemory: true, PoolBytes: 32 << 20})
	if err != nil {
		f.Fatal(err)
	}
	ctx := context.Background()
	var panicked string
	tsql.OnCompilePanic = func(r any, stack []byte) { panicked = fmt.Sprintf("%v\n%s", r, stack) }
	f.Fuzz(func(t *testing.T, text string) {
		if inst.Database("d") == nil {
			if _, err := inst.CreateDatabase(ctx, engine.DatabaseSpec{Name: "d"}); err != nil {
				t.Fatal(err)
			}
		}
		s, err := tsql.NewSession(inst, tsql.Options{Database: "d"})
		if err != nil {
			t.Fatal(err)
		}
		_ = s.Batch(ctx, "IF OBJECT_ID('t') IS NULL CREATE TABLE t(a int NOT NULL, b varchar(3), c int IDENTITY)", nil, &null{})
		short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
		_ = s.Batch(short, text, nil, &null{})
		cancel()
		if panicked != "" {
			defer func() { panicked = "" }()
			t.Fatalf("compilation panicked: %s", panicked)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		for _, db := range inst.Databases() {
			if db.ID() < 5 {
				continue
			}
			for _, err := range db.Check(ctx) {
				t.Errorf("check of %s: %v", db.Name(), err)
			}
			if db.Name() != "d" {
				_ = inst.DropDatabase(db.Name())
			}
		}
	})
}

package enginetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"scanfrag/internal/engine"
	kit "scanfrag/internal/script"
)

// TestCorpus runs the scripts of testdata/corpus, each in an instance of its own, in process and through the driver.
//
// A script is as its author would run it with sqlcmd. Comment lines at its head tell what must come of it:
//
//	-- check: SELECT COUNT(*), SUM(k) FROM dbo.t     asked afterwards
//	-- want: 1000 | 500500                           its rows, a line each
//	-- error: partition function                     the script must fail with this text; checks follow all the same
//	-- pending: MERGE                                skipped until the engine has it
//
// What is wanted was computed by hand or by another program, never copied from this engine.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	ways := map[string]func(*engine.Instance) (runner, error){
		"in process":     func(inst *engine.Instance) (runner, error) { return newInProcess(inst), nil },
		"through driver": func(inst *engine.Instance) (runner, error) { return newThroughDriver(inst) },
	}
	for _, file := range files {
		c := readCorpus(t, file)
		for way, open := range ways {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".sql")+"/"+way, func(t *testing.T) { c.run(t, open) })
		}
	}
}

type corpusScript struct {
	batches        []kit.Batch
	checks         []corpusCheck
	fails, pending string
}

type corpusCheck struct{ query, want string }

var corpusLine = regexp.MustCompile(`^-- (check|want|error|pending): (.*)$`)

func readCorpus(t *testing.T, file string) (c corpusScript) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := kit.Split(string(raw), nil)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	c.batches = s.Batches
	for line := range strings.Lines(string(raw)) {
		if !strings.HasPrefix(line, "--") {
			break
		}
		m := corpusLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		switch m[1] {
		case "check":
			c.checks = append(c.checks, corpusCheck{query: m[2]})
		case "want":
			c.checks[len(c.checks)-1].want += m[2] + "\n"
		case "error":
			c.fails = m[2]
		case "pending":
			c.pending = m[2]
		}
	}
	if len(c.checks) == 0 && c.fails == "" {
		t.Fatalf("%s expects nothing", file)
	}
	return c
}

func (c corpusScript) run(t *testing.T, open func(*engine.Instance) (runner, error)) {
	if c.pending != "" {
		t.Skipf("not in the engine yet: %s", c.pending)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	inst, err := newInstance()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := inst.Close(); err != nil {
			t.Error(err)
		}
	}()
	r, err := open(inst)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	if failed := c.load(ctx, t, r); failed != c.fails && (c.fails == "" || !strings.Contains(failed, c.fails)) {
		t.Fatalf("the script ended with %q, want %q", failed, c.fails)
	}
	checks := append([]corpusCheck{{"SELECT @@TRANCOUNT", "0\n"}}, c.checks...)
	for _, q := range checks {
		out, err := r.batch(ctx, "a", q.query)
		if got := resultRows(out); err != nil || got != q.want {
			t.Errorf("%s gives\n%swant\n%s%v\n%s", q.query, got, q.want, err, out)
		}
	}
	for _, db := range inst.Databases() {
		for _, err := range db.Check(ctx) {
			t.Errorf("check of %s: %v", db.Name(), err)
		}
	}
}

// load runs the batches up to the first error, which it returns with its line of the script.
func (c corpusScript) load(ctx context.Context, t *testing.T, r runner) string {
	for _, b := range c.batches {
		for range b.Count {
			out, err := r.batch(ctx, "a", b.Text)
			if err != nil {
				t.Fatalf("batch of line %d: %v", b.Line, err)
			}
			for line := range strings.Lines(out) {
				if strings.HasPrefix(line, "error ") {
					return fmt.Sprintf("batch of line %d: %s", b.Line, strings.TrimSpace(line))
				}
			}
		}
	}
	return ""
}

var rowCount = regexp.MustCompile(`^\(\d+ rows?\)$`)

// resultRows are the rows of one result, without its columns' names and its count.
func resultRows(out string) string {
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
		if i > 0 && !rowCount.MatchString(line) {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

package main

import (
	"bufio"
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"scanfrag/internal/report"
)

// answer is the output of psql, and the seconds that its last statement took by
// psql's own clock, without connecting.
type answer struct {
	text    string
	seconds float64
}

var pgTime = regexp.MustCompile(`^Time: ([0-9.]+) ms`)

// ask runs statements, one by one in one session.
func (p *postgres) ask(ctx context.Context, statements ...string) (answer, error) {
	args := []string{"-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-h", p.socket, "-U", "bench", "-d", "postgres", "-c", `\timing on`}
	for _, s := range statements {
		args = append(args, "-c", s)
	}
	out, err := output(ctx, p.command(ctx, p.b.tools.pg.psql, args...))
	if err != nil {
		return answer{}, err
	}
	return parseAnswer(string(out))
}

func parseAnswer(out string) (answer, error) {
	var a answer
	timed := false
	sc := bufio.NewScanner(strings.NewReader(out))
	for sc.Scan() {
		line := strings.TrimSpace(sc.Text())
		if m := pgTime.FindStringSubmatch(line); m != nil {
			ms, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				return a, fmt.Errorf("read psql's time %q: %w", line, err)
			}
			a.seconds, timed = ms/1e3, true
		} else if line != "" {
			a.text = line
		}
	}
	if !timed {
		return a, fmt.Errorf("psql told no time: %q", out)
	}
	return a, nil
}

// pgTable has the columns of baseline. Its text is stored as it is: so it would be
// anyway, since rows of 1 KB are below the size from which PostgreSQL compresses.
const pgTable = `CREATE UNLOGGED TABLE test (c1 int NOT NULL, c2 int NOT NULL, c3 char(1000) NOT NULL DEFAULT ' ');`

func pgInsert(rows int64) string {
	return fmt.Sprintf("INSERT INTO test (c1, c2) SELECT g, g FROM generate_series(1, %d) AS g;", rows)
}

// fill makes the table anew and returns the seconds of its INSERT ... SELECT.
func (p *postgres) fill(ctx context.Context, rows int64) (float64, error) {
	if _, err := p.ask(ctx, "DROP TABLE IF EXISTS test;", pgTable, "CHECKPOINT;"); err != nil {
		return 0, err
	}
	a, err := p.ask(ctx, pgInsert(rows))
	return a.seconds, err
}

// coldCount counts the rows after a restart, with the kernel's cache of the cluster's
// files emptied, with so many workers beside the backend itself.
func (p *postgres) coldCount(ctx context.Context, rows int64, workers int) (float64, error) {
	if err := p.stop(); err != nil {
		return 0, err
	}
	left, err := emptyCache(p.data)
	if err != nil {
		return 0, fmt.Errorf("empty the kernel's cache: %w", err)
	}
	if left > packed(rows)/100 {
		return 0, fmt.Errorf("%s of PostgreSQL's files stay in the kernel's cache", report.Bytes(left))
	}
	if err := p.start(ctx); err != nil {
		return 0, err
	}
	defer p.stop()
	a, err := p.ask(ctx, fmt.Sprintf("SET max_parallel_workers_per_gather = %d;", workers), "SELECT 'test'::regclass;", "SELECT count(*) FROM test;")
	if err != nil {
		return 0, err
	}
	if a.text != strconv.FormatInt(rows, 10) {
		return 0, fmt.Errorf("PostgreSQL counts %s rows, not %d", a.text, rows)
	}
	return a.seconds, p.stop()
}

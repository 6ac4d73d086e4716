package tsql_test

import (
	"slices"
	"strings"
	"testing"
)

// TestDefinitionsSurviveReopening closes and opens a database whose tables have CHECK constraints and computed columns.
func TestDefinitionsSurviveReopening(t *testing.T) {
	dir := t.TempDir()
	inst, s := opened(t, dir)
	reopen := func() {
		s.Close()
		if err := inst.Close(); err != nil {
			t.Fatal(err)
		}
		inst, s = opened(t, dir)
	}
	run(t, s, `CREATE TABLE t (a int NOT NULL, b int NULL CONSTRAINT ck_b CHECK (b < 100), c AS a * 2, p AS CONCAT('p', a) PERSISTED, x bit NULL, CONSTRAINT ck_off CHECK (a <> b));
		CREATE INDEX ic ON t (c); CREATE CLUSTERED INDEX cx ON t (p);
		ALTER TABLE t NOCHECK CONSTRAINT ck_off;
		INSERT t (a, b) VALUES (1, 1), (2, 20);`)
	reopen()
	run(t, s, `INSERT t (a, b) VALUES (3, 3); UPDATE t SET a = 5 WHERE c = 4`)
	sink := &null{}
	if err := s.Batch(t.Context(), "UPDATE t SET b = 100", nil, sink); err != nil || sink.err == nil || !strings.HasPrefix(sink.err.Error(), "547 ") {
		t.Errorf("%v, message %v", err, sink.err)
	}
	run(t, s, `ALTER TABLE t ADD d AS b + 1; ALTER TABLE t REBUILD; INSERT t (a, b) VALUES (4, 4)`)
	reopen()
	defer s.Close()
	for query, want := range map[string][]string{
		"SELECT a, b, c, p, d FROM t ORDER BY a":                            {"1,1,2,p1,2", "3,3,6,p3,4", "4,4,8,p4,5", "5,20,10,p5,21"},
		"SELECT a FROM t WITH (INDEX (ic)) WHERE c BETWEEN 8 AND 10":        {"4", "5"},
		"SELECT b FROM t WHERE p = 'p5'":                                    {"20"},
		"SELECT name, is_disabled FROM sys.check_constraints":               {"ck_b,0", "ck_off,1"},
		"SELECT name, definition FROM sys.computed_columns ORDER BY name":   {"c,(a * 2)", "d,(b + 1)", "p,(CONCAT('p', a))"},
		"SELECT COUNT(*) FROM sys.columns WHERE object_id = OBJECT_ID('t')": {"6"},
	} {
		if got := rowsOf(t, s, query); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	for _, err := range inst.Database("d").Check(t.Context()) {
		t.Error(err)
	}
}

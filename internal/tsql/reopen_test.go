package tsql_test

import (
	"strings"
	"testing"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql"
)

// What has no rows survives closing and opening too: schemas, synonyms, types, names that were changed.
func TestReopen_definitions(t *testing.T) {
	dir := t.TempDir()
	open := func(do func(s *tsql.Session)) {
		inst, err := engine.Open(engine.Options{Dir: dir, PoolBytes: 16 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if inst.Database("d") == nil {
			if _, err := inst.CreateDatabase(t.Context(), engine.DatabaseSpec{Name: "d"}); err != nil {
				t.Fatal(err)
			}
		}
		s, err := tsql.NewSession(inst, tsql.Options{Database: "d"})
		if err != nil {
			t.Fatal(err)
		}
		do(s)
		s.Close()
		if err := inst.Close(); err != nil {
			t.Fatal(err)
		}
	}
	open(func(s *tsql.Session) {
		run(t, s, "CREATE SCHEMA [Two Words] AUTHORIZATION db_owner")
		run(t, s, "CREATE SCHEMA empty")
		run(t, s, "CREATE TABLE [two words].a (x int CONSTRAINT pk PRIMARY KEY, y int CONSTRAINT df DEFAULT 4); INSERT [two words].a (x) VALUES (1)")
		run(t, s, "CREATE SEQUENCE dbo.ids AS int START WITH 5; SELECT NEXT VALUE FOR ids")
		run(t, s, "CREATE SYNONYM dbo.a FOR [two words].b; ALTER SCHEMA [two words] TRANSFER dbo.ids")
		run(t, s, "CREATE TYPE [two words].Pairs AS TABLE (k int PRIMARY KEY, v int DEFAULT 3)")
		run(t, s, "CREATE TYPE Code FROM char(3) NOT NULL")
		run(t, s, "CREATE PROCEDURE Give @rows [two words].Pairs READONLY AS DECLARE @c Code = 'abcd' SELECT k, v, @c FROM @rows")
		run(t, s, "EXEC sp_rename '[two words].a', 'b'; EXEC sp_rename '[two words].b.y', 'z'; EXEC sp_rename '[two words].pk', 'key'")
	})
	for range 2 {
		open(func(s *tsql.Session) {
			for query, want := range map[string]string{
				"SELECT name, schema_id, principal_id FROM sys.schemas WHERE name IN ('two words', 'empty') ORDER BY name": "empty,6,1;Two Words,5,16384",
				"SELECT x, z FROM a": "1,4",
				"SELECT OBJECT_SCHEMA_NAME(object_id), name FROM sys.indexes WHERE name = 'key'":             "Two Words,key",
				"SELECT base_object_name, SCHEMA_NAME(schema_id) FROM sys.synonyms":                          "[two words].[b],dbo",
				"DECLARE @p [two words].Pairs; INSERT @p (k) VALUES (7); EXEC Give @p":                       "7,3,abc",
				"SELECT name, SCHEMA_NAME(schema_id), user_type_id FROM sys.types WHERE is_user_defined = 1": "Pairs,Two Words,257;Code,dbo,258",
				"SELECT current_value, SCHEMA_NAME(schema_id) FROM sys.sequences":                            "5,Two Words",
			} {
				if got := strings.Join(rowsOf(t, s, query), ";"); got != want {
					t.Errorf("%s\ngave %s\nwant %s", query, got, want)
				}
			}
		})
	}
}

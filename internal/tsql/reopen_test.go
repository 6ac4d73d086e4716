package tsql_test

import (
	"strings"
	"testing"

	"scanfrag/internal/tsql"
)

// What has no rows survives closing and opening too: schemas, synonyms, types, names that were changed.
func TestReopen_definitions(t *testing.T) {
	open := reopener(t)
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

// Rows from before an ADD COLUMN that a later statement of the transaction completed are those of the old layout again
// after a rollback: else they are damage to whoever opens the database.
func TestReopen_columnsRolledBack(t *testing.T) {
	open := reopener(t)
	tables := map[string]string{"heap": "", "pk": "ALTER TABLE pk ADD PRIMARY KEY (id)", "ci": "CREATE CLUSTERED INDEX c ON ci (id)"}
	open(func(s *tsql.Session) {
		for name, index := range tables {
			run(t, s, "CREATE TABLE "+name+" (id int NOT NULL, w char(20) NOT NULL); INSERT "+name+" VALUES (1, 'a'), (2, 'b'), (3, 'c'); "+index)
			for _, stmt := range []string{"BEGIN TRAN", "ALTER TABLE @ ADD c2 varchar(50) NULL", "INSERT @ VALUES (4, 'd', 'x')", "UPDATE @ SET c2 = 'y' WHERE id = 1", "SAVE TRAN sp",
				"ALTER TABLE @ ALTER COLUMN w char(36) NOT NULL", "DELETE @ WHERE id IN (2, 4)", "ROLLBACK TRAN sp", "ALTER TABLE @ ADD c4 int NOT NULL DEFAULT 7", "ROLLBACK"} {
				run(t, s, strings.ReplaceAll(stmt, "@", name))
			}
		}
	})
	open(func(s *tsql.Session) {
		for name := range tables {
			if got := strings.Join(rowsOf(t, s, "SELECT id, RTRIM(w) FROM "+name+" ORDER BY id"), ";"); got != "1,a;2,b;3,c" {
				t.Errorf("%s has %s", name, got)
			}
		}
		run(t, s, "DBCC CHECKDB")
	})
}

// Options of ALTER DATABASE … SET survive closing and opening.
func TestReopen_databaseOptions(t *testing.T) {
	open := reopener(t)
	open(func(s *tsql.Session) {
		run(t, s, "ALTER DATABASE d SET TRUSTWORTHY ON, COMPATIBILITY_LEVEL = 130; ALTER DATABASE CURRENT SET SINGLE_USER")
	})
	open(func(s *tsql.Session) {
		got := rowsOf(t, s, "SELECT is_trustworthy_on, compatibility_level, user_access_desc FROM sys.databases WHERE name = 'd'")
		if want := "1,130,SINGLE_USER"; got[0] != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

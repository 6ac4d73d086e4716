package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// More messages between two result sets than the driver's queue holds, in their order.
func TestSQLManyMessages(t *testing.T) {
	got := cli(t, "", "sql", "--dir", filepath.Join(t.TempDir(), "db"), "--memory", "32MiB", "--json", "-",
		"-Q", "SELECT 1 AS a DECLARE @i int = 0 WHILE @i < 100 BEGIN SET @i += 1 PRINT @i IF @i = 50 RAISERROR('half', 16, 1) END SELECT 2 AS b PRINT 'end'")
	var want []string
	for i := 1; i <= 100; i++ {
		want = append(want, fmt.Sprintf(`"text":"%d"`, i))
		if i == 50 {
			want = append(want, `"text":"half"`)
		}
	}
	want = append(want, `"text":"end"`)
	at := 0
	for _, w := range want {
		i := strings.Index(got.stdout[at:], w)
		if i < 0 {
			t.Fatalf("%s is missing or out of order: exit %d\n%s\n%s", w, got.code, got.stdout, got.stderr)
		}
		at += i
	}
	if strings.Count(got.stdout, `"rows":[[`) != 2 || got.code != exitFailure {
		t.Errorf("exit %d: %s", got.code, got.stdout)
	}
}

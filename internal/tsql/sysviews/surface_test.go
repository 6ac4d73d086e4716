package sysviews_test

import (
	"fmt"
	"strings"
	"testing"

	"scanfrag/internal/tsql/system"
)

// Every view and table function can be read, and gives what its columns promise.
func TestEveryViewReads(t *testing.T) {
	e := open(t)
	e.run(`CREATE TABLE dbo.t (a int IDENTITY(5,2) NOT NULL CONSTRAINT pk PRIMARY KEY, b varchar(20) NULL DEFAULT 'x', c decimal(9,2) NOT NULL DEFAULT 1)
		CREATE TABLE dbo.h (a bigint)
		INSERT t (b) VALUES ('q') INSERT h VALUES (1)`)
	for _, v := range system.Tables() {
		name := v.Schema + "." + v.Name
		if v.OnlyIn != "" {
			name = v.OnlyIn + "." + name
		}
		if v.Params != nil {
			args := make([]string, len(v.Params))
			for i := range args {
				args[i] = "NULL"
			}
			name += "(" + strings.Join(args, ", ") + ")"
		}
		a := e.run("SELECT * FROM " + name)
		if len(a.sets) != 1 || len(a.sets[0].cols) != len(v.Columns) {
			t.Errorf("%s: %d result sets", name, len(a.sets))
		}
		seen := map[string]bool{}
		for _, c := range v.Columns {
			if seen[strings.ToLower(c.Name)] {
				t.Errorf("%s: column %s twice", name, c.Name)
			}
			seen[strings.ToLower(c.Name)] = true
		}
		_ = fmt.Sprint(name)
	}
}

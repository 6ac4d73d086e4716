// Package archtest holds the import rules of the project as a test.
package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "scanfrag"

// layers lists what each package may import of this module, tests apart: only packages
// listed above it, so that arrows go one way. A package that is missing here may import
// nothing of the module, so a new one must be given a place.
var layers = []struct {
	name string
	may  []string
}{
	// The storage engine.
	{"internal/page", nil},
	{"internal/testseed", nil},
	{"internal/pagefile", []string{"internal/page"}},
	{"internal/bufpool", []string{"internal/pagefile", "internal/page"}},
	{"internal/alloc", []string{"internal/bufpool", "internal/pagefile", "internal/page"}},
	{"internal/sqltype", nil},
	{"internal/extsort", []string{"internal/bufpool", "internal/pagefile", "internal/page"}},
	{"internal/heap", []string{"internal/alloc", "internal/bufpool", "internal/pagefile", "internal/page"}},
	{"internal/btree", []string{"internal/extsort", "internal/alloc", "internal/bufpool", "internal/pagefile", "internal/page", "internal/sqltype"}},
	{"internal/engine", []string{"internal/btree", "internal/heap", "internal/extsort", "internal/alloc", "internal/bufpool", "internal/pagefile", "internal/page", "internal/sqltype"}},

	// T-SQL. Storage is the engine's; the query parts see its counters and records besides.
	{"internal/tsql/expr", []string{"internal/sqltype"}},
	{"internal/tsql/syntax", []string{"internal/tsql/expr", "internal/sqltype"}},
	{"internal/tsql/spool", []string{"internal/extsort", "internal/bufpool", "internal/page", "internal/sqltype"}},
	{"internal/tsql/system", []string{"internal/engine", "internal/sqltype"}},
	{"internal/tsql/sysviews", []string{"internal/tsql/system", "internal/tsql/expr", "internal/engine", "internal/pagefile", "internal/page", "internal/sqltype"}},
	{"internal/tsql/query", []string{"internal/tsql/system", "internal/tsql/spool", "internal/tsql/syntax", "internal/tsql/expr", "internal/engine", "internal/btree", "internal/bufpool", "internal/page", "internal/sqltype"}},
	{"internal/tsql/dml", []string{"internal/tsql/query", "internal/tsql/system", "internal/tsql/spool", "internal/tsql/syntax", "internal/tsql/expr", "internal/engine", "internal/bufpool", "internal/page", "internal/sqltype"}},
	{"internal/tsql/ddl", []string{"internal/tsql/query", "internal/tsql/system", "internal/tsql/syntax", "internal/tsql/expr", "internal/engine", "internal/sqltype"}},
	{"internal/tsql", []string{"internal/tsql/ddl", "internal/tsql/dml", "internal/tsql/query", "internal/tsql/sysviews", "internal/tsql/system", "internal/tsql/spool", "internal/tsql/syntax", "internal/tsql/expr",
		"internal/engine", "internal/bufpool", "internal/page", "internal/sqltype"}},
	{"internal/tds", nil},
	{"internal/server", []string{"internal/tds", "internal/tsql", "internal/engine", "internal/sqltype"}},
	{"internal/enginetest", []string{"internal/server", "internal/tsql", "internal/engine", "internal/sqltype"}},

	// The kit, which speaks T-SQL and knows nothing of the engine; the syntax of T-SQL it reads as the engine does.
	{"internal/script", nil},
	{"internal/tsql/documented", []string{"internal/tsql/syntax", "internal/script"}},
	{"internal/sqlfake", nil},
	{"physstats", []string{"internal/script"}},
	{"loaders", []string{"physstats", "internal/tsql/documented", "internal/script"}},
	{"scan", []string{"loaders", "physstats", "internal/script"}},
	{"internal/drive", nil},
	{"internal/report", []string{"scan", "loaders", "physstats"}},
	{"internal/oracle", []string{"scan", "loaders", "physstats", "internal/script", "internal/engine", "internal/page"}}, // engine and page: the definitions alone
	{"cmd/scanfrag", []string{"internal/oracle", "internal/report", "scan", "loaders", "physstats", "internal/script", "internal/drive", "internal/server", "internal/engine", "internal/bufpool"}},
	{"internal/archtest", nil},
}

// owners lists the only packages that may import a library directly, tests apart.
var owners = map[string][]string{
	"github.com/sqlc-dev/teesql":        {"internal/tsql"},
	"github.com/olekukonko/tablewriter": {"internal/report"},
	"github.com/spf13/pflag":            {"cmd/scanfrag"},
	"golang.org/x/perf":                 {"scan", "internal/report"},
	"github.com/jmoiron/sqlx":           {"cmd/scanfrag", "internal/oracle", "loaders", "scan", "physstats", "internal/enginetest"},
	"github.com/microsoft/go-mssqldb":   {"cmd/scanfrag", "loaders", "scan", "physstats", "internal/script", "internal/sqlfake", "internal/enginetest"},
}

// treeless packages lie within internal/tsql but must not know the syntax tree.
var treeless = []string{"internal/tsql/system", "internal/tsql/sysviews", "internal/tsql/spool"}

// standardOnly packages import nothing but the standard library.
var standardOnly = []string{"internal/page", "internal/tds"}

type pkg struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"/...").Output()
	if err != nil {
		t.Fatalf("list packages: %v", err)
	}
	var all []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatalf("read package list: %v", err)
		}
		all = append(all, p)
	}
}

func within(path, prefix string) bool {
	return path == prefix || strings.HasPrefix(path, prefix+"/")
}

func anyWithin(path string, prefixes []string) bool {
	for _, p := range prefixes {
		if within(path, p) {
			return true
		}
	}
	return false
}

func TestArrowsGoOneWay(t *testing.T) {
	for _, p := range packages(t) {
		from := strings.TrimPrefix(p.ImportPath, module+"/")
		for _, imp := range p.Imports {
			if !within(imp, module) {
				continue
			}
			to := strings.TrimPrefix(imp, module+"/")
			allowed := false
			for _, l := range layers {
				allowed = allowed || l.name == from && slices.Contains(l.may, to)
			}
			if !allowed {
				t.Errorf("%s imports %s: not among the arrows of the design", from, to)
			}
		}
	}
}

func TestLayersAreInOrder(t *testing.T) {
	above := map[string]bool{}
	for _, l := range layers {
		for _, to := range l.may {
			if !above[to] {
				t.Errorf("%s may import %s, which is not above it", l.name, to)
			}
		}
		if above[l.name] {
			t.Errorf("%s is listed twice", l.name)
		}
		above[l.name] = true
	}
	for _, p := range packages(t) {
		if name := strings.TrimPrefix(p.ImportPath, module+"/"); !above[name] {
			t.Errorf("%s has no place among the layers", name)
		}
	}
}

func TestLibrariesHaveOneOwner(t *testing.T) {
	for _, p := range packages(t) {
		from := strings.TrimPrefix(p.ImportPath, module+"/")
		for _, imp := range p.Imports {
			for lib, who := range owners {
				if within(imp, lib) && !anyWithin(from, who) {
					t.Errorf("%s imports %s: only %v may", from, imp, who)
				}
			}
			if within(imp, "github.com/sqlc-dev/teesql") && anyWithin(from, treeless) {
				t.Errorf("%s imports %s: it must not know the syntax tree", from, imp)
			}
			first, _, _ := strings.Cut(imp, "/")
			if strings.Contains(first, ".") && anyWithin(from, standardOnly) {
				t.Errorf("%s imports %s: standard library only", from, imp)
			}
		}
	}
}

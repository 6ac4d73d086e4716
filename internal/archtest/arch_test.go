// Package archtest holds the import rules of the project as a test.
package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const module = "scanfrag"

// layers lists what each package may import of this module, tests apart. A
// package that is missing here may import nothing of it, so a new one must be given a place.
var layers = map[string][]string{
	"internal/page":       {},
	"internal/tds":        {},
	"internal/sqltype":    {},
	"internal/pagefile":   {"internal/page"},
	"internal/bufpool":    {"internal/pagefile", "internal/page"},
	"internal/alloc":      {"internal/bufpool", "internal/pagefile", "internal/page"},
	"internal/heap":       {"internal/alloc", "internal/bufpool", "internal/pagefile", "internal/page"},
	"internal/extsort":    {"internal/bufpool", "internal/pagefile", "internal/page"},
	"internal/btree":      {"internal/extsort", "internal/alloc", "internal/bufpool", "internal/pagefile", "internal/page", "internal/sqltype"},
	"internal/engine":     {"internal/btree", "internal/heap", "internal/alloc", "internal/bufpool", "internal/pagefile", "internal/page", "internal/sqltype"},
	"internal/tsql/expr":  {"internal/sqltype"},
	"internal/tsql/query": {"internal/tsql/expr", "internal/engine", "internal/btree", "internal/bufpool", "internal/page", "internal/sqltype"},
	"internal/tsql":       {"internal/tsql/expr", "internal/tsql/query", "internal/engine", "internal/bufpool", "internal/page", "internal/sqltype"},
	"internal/server":     {"internal/tds", "internal/tsql", "internal/engine", "internal/sqltype"},
	"loaders":             {},
	"physstats":           {},
	"scan":                {"loaders", "physstats"},
	"internal/drive":      {},
	"internal/report":     {"scan", "physstats", "loaders"},
	"cmd/scanfrag": {"loaders", "scan", "physstats", "internal/report", "internal/drive", "internal/server", "internal/engine",
		"internal/bufpool"},
}

// owners lists the only packages that may import a library directly.
var owners = map[string][]string{
	"github.com/sqlc-dev/teesql":        {"internal/tsql"},
	"github.com/olekukonko/tablewriter": {"internal/report"},
	"github.com/spf13/pflag":            {"cmd/scanfrag"},
	"golang.org/x/perf":                 {"scan", "internal/report"},
}

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
			for _, a := range layers[from] {
				allowed = allowed || a == to
			}
			if !allowed {
				t.Errorf("%s imports %s: not among the arrows of the design", from, to)
			}
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
			first, _, _ := strings.Cut(imp, "/")
			if strings.Contains(first, ".") && anyWithin(from, standardOnly) {
				t.Errorf("%s imports %s: standard library only", from, imp)
			}
		}
	}
}

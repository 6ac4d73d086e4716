package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// tools are the peers found on this machine. absent says of a peer why its works
// cannot be measured.
type tools struct {
	fio      string
	pg       pgBinaries
	pgUser   *account // nil: our own
	versions map[string]string
	absent   map[string]string
}

// missing is why one of the needs cannot be met, or "".
func (t tools) missing(needs []string) string {
	for _, n := range needs {
		if why := t.absent[n]; why != "" {
			return n + " is missing: " + why
		}
	}
	return ""
}

// findTools looks for the peers. dir is where PostgreSQL would keep its data.
func findTools(ctx context.Context, dir string) tools {
	t := tools{versions: map[string]string{}, absent: map[string]string{}}
	if v := sqliteVersion(); v != "" {
		t.versions[needSQLite] = v
	} else {
		t.absent[needSQLite] = "this program was built without cgo; it takes a C compiler and CGO_ENABLED=1"
	}
	t.findFio(ctx)
	t.findPostgres(ctx, dir)
	return t
}

func (t *tools) findFio(ctx context.Context) {
	path, err := exec.LookPath("fio")
	switch {
	case runtime.GOOS != "linux":
		t.absent[needFio] = "the works with it need libaio, so Linux"
		return
	case err != nil:
		t.absent[needFio] = "no fio on the path"
		return
	}
	out, err := output(ctx, command(ctx, path, "--enghelp"))
	if err != nil {
		t.absent[needFio] = err.Error()
		return
	}
	if !slices.Contains(strings.Fields(string(out)), "libaio") {
		t.absent[needFio] = path + " has no libaio engine"
		return
	}
	t.fio = path
	t.versions[needFio] = version(ctx, path)
}

// pgBinaries are PostgreSQL's programs, of one installation.
type pgBinaries struct{ initdb, postgres, psql string }

// pgHomes are where distributions keep servers, the version asked for first.
var pgHomes = []string{"/usr/lib/postgresql/15/bin", "/usr/pgsql-15/bin", "/usr/local/opt/postgresql@15/bin", "/opt/homebrew/opt/postgresql@15/bin"}

func (t *tools) findPostgres(ctx context.Context, dir string) {
	homes := pgHomes
	if path, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		homes = append([]string{filepath.Dir(path)}, homes...)
	}
	why := "no postgres on the path nor in " + pgHomes[0]
	for _, h := range homes {
		p := pgBinaries{filepath.Join(h, "initdb"), filepath.Join(h, "postgres"), filepath.Join(h, "psql")}
		absent := ""
		for _, f := range []string{p.postgres, p.initdb, p.psql} {
			if _, err := os.Stat(f); err != nil && absent == "" {
				absent = f
			}
		}
		if absent == p.postgres {
			continue
		}
		if absent != "" {
			why = "no " + absent
			continue
		}
		v := version(ctx, p.postgres)
		if !strings.HasPrefix(v, "15.") {
			why = p.postgres + " is version " + v + ", not 15"
			continue
		}
		if runtime.GOOS != "linux" {
			why = "the kernel's cache of its files can be emptied on Linux only"
			break
		}
		u, whyNot := pgAccount(dir)
		if whyNot != "" {
			why = whyNot
			break
		}
		t.pg, t.pgUser, t.versions[needPostgres] = p, u, v
		return
	}
	t.absent[needPostgres] = why
}

var digits = regexp.MustCompile(`[0-9]+(\.[0-9]+)+`)

// version is the number in what the program says to --version.
func version(ctx context.Context, path string) string {
	out, err := output(ctx, command(ctx, path, "--version"))
	if err != nil {
		return "unknown"
	}
	if v := digits.FindString(string(out)); v != "" {
		return v
	}
	return strings.TrimSpace(string(out))
}

package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"scanfrag/internal/drive"
	"scanfrag/loaders"
	"scanfrag/scan"
)

// experiment is what run and validate have in common.
type experiment struct {
	where
	outputs
	drives   []string
	loaders  []string
	rows     int64
	runs     int
	maxdop   []int
	twins    bool
	keep     bool
	dryRun   bool
	yes      bool
	timeout  time.Duration
	validate bool
	invalid  bool // scan loads that break a rule too
}

func (x *experiment) addFlags(fs *pflag.FlagSet) {
	fs.StringArrayVar(&x.drives, "drive", nil, "drive to test, as `NAME=DIR`; repeatable (default: default=$XDG_CACHE_HOME/scanfrag)")
	fs.StringArrayVar(&x.loaders, "loader", nil, "load to run: a `NAME`, all for every built-in one, a .sql file or a folder of them; repeatable (default: "+strings.Join(loaders.Default(), ", ")+")")
	fs.Int64Var(&x.rows, "rows", loaders.PublishedRows, "rows of the table")
	if !x.validate {
		fs.IntVar(&x.runs, "runs", 3, "scans of each load at each MAXDOP; below 6 differences are weak")
		fs.IntSliceVar(&x.maxdop, "maxdop", []int{1, 0}, "degrees of parallelism to scan with; 0 is all schedulers")
		fs.BoolVar(&x.invalid, "allow-invalid", false, "scan loads that break a rule too; they are ranked apart")
		fs.BoolVar(&x.twins, "twins", false, "run the good twin of each load too: the same rows, well laid out")
	}
	x.where.addFlags(fs, false)
	x.outputs.addFlags(fs)
	fs.DurationVar(&x.timeout, "timeout", 0, "stop a load whose script takes longer, such as 30m, and go on with the next (default: never)")
	fs.BoolVar(&x.keep, "keep", false, "keep the databases; at the end it says how to look at them")
	fs.BoolVar(&x.dryRun, "dry-run", false, "print every statement instead of running it")
	yes := "do not ask before emptying a named server's cache"
	if x.validate {
		yes = "taken as run takes it; validate empties no cache and asks nothing"
	}
	fs.BoolVar(&x.yes, "yes", false, yes)
}

// plans resolves --loader and reads the scripts. A bad file in a folder is told
// and skipped; skipped says which and why.
func (x *experiment) plans(e env) (plans []loaders.Plan, skipped []string, err error) {
	args := x.loaders
	if len(args) == 0 {
		args = loaders.Default()
	}
	var out []loaders.Plan
	add := func(l loaders.Loader) error {
		for _, p := range out {
			if p.Loader.Name() == l.Name() {
				return usageError(fmt.Errorf("loader %s is given twice", l.Name()))
			}
		}
		p, err := loaders.Prepare(l, x.rows)
		if err == nil {
			out = append(out, p)
		}
		return err
	}
	for _, a := range args {
		found, err := loaders.Find(a)
		if err != nil {
			if st, serr := os.Stat(a); serr != nil || st.IsDir() { // missing, or a folder without a script
				return nil, nil, usageError(err)
			}
			return nil, nil, err
		}
		for _, l := range found {
			err := add(l)
			if file, ok := l.(interface{ Path() string }); ok && err != nil && file.Path() != a && !isCoded(err) {
				skipped = append(skipped, fmt.Sprintf("%s is skipped: %v", file.Path(), err))
				e.say("scanfrag: %s", skipped[len(skipped)-1])
				continue
			}
			if err != nil {
				return nil, nil, err
			}
			if t, ok := loaders.TwinOf(l); ok && x.twins {
				if err := add(t); err != nil {
					return nil, nil, err
				}
			}
		}
	}
	if len(out) == 0 {
		return nil, skipped, outcome(exitFailure)
	}
	return out, skipped, nil
}

func (x *experiment) check() error {
	if x.rows < 1 {
		return usageError(fmt.Errorf("--rows %d: at least 1 is needed", x.rows))
	}
	if x.rows > 1<<31-1 {
		return usageError(fmt.Errorf("--rows %d: the first column is an int, %d is the most", x.rows, 1<<31-1))
	}
	if !x.validate && x.runs < 1 {
		return usageError(fmt.Errorf("--runs %d: at least 1 is needed", x.runs))
	}
	if x.timeout < 0 {
		return usageError(fmt.Errorf("--timeout %v is negative", x.timeout))
	}
	if err := x.outputs.check(); err != nil {
		return err
	}
	return x.where.check()
}

// do carries the experiment out from flags to exit code.
func (x *experiment) do(ctx context.Context, e env) error {
	if err := x.check(); err != nil {
		return err
	}
	plans, skipped, err := x.plans(e)
	if err != nil {
		return err
	}
	spec := scan.Spec{Engine: scan.Embedded, Plans: plans, Maxdop: x.maxdop, Runs: x.runs, Timeout: x.timeout, ValidateOnly: x.validate, AllowInvalid: x.invalid,
		Keep: x.keep, ID: newRunID()}
	if x.server != "" {
		spec.Engine = scan.SQLServer
	}
	probe := spec // of the flags alone, before any drive is touched
	probe.Drives = []scan.Drive{{}}
	if err := probe.Check(); err != nil {
		return usageError(err)
	}
	if x.dryRun {
		if err := x.dry(e, spec); err != nil || len(skipped) == 0 {
			return err
		}
		return outcome(exitPartial)
	}
	var estimates []estimate
	for _, p := range plans {
		estimates = append(estimates, estimateLoad(p))
	}
	r := &running{x: x, e: e, spec: spec, estimates: estimates, skipped: skipped, kept: map[string][]string{}}
	if x.server != "" {
		return r.onServer(ctx)
	}
	return r.embedded(ctx)
}

// newRunID tells the databases of this run from those of others.
func newRunID() string {
	var id [3]byte
	rand.Read(id[:])
	return time.Now().UTC().Format("0102") + hex.EncodeToString(id[:])
}

// dry prints every statement in the order it would run.
func (x *experiment) dry(e env, spec scan.Spec) error {
	dirs := []scan.Drive{}
	if spec.Engine == scan.Embedded {
		ds, err := chooseDrives(x.drives, true)
		if err != nil {
			return err
		}
		spec.Schedulers = runtime.NumCPU()
		for _, d := range ds {
			dirs = append(dirs, scan.Drive{Name: d.Name, Dir: filepath.Join(d.Dir, "scanfrag-run-...")})
		}
	} else {
		ds, err := drive.ParseAll(x.drives)
		if err != nil {
			return usageError(err)
		}
		for _, d := range ds {
			dirs = append(dirs, scan.Drive{Name: d.Name, Dir: d.Dir})
		}
		if len(dirs) == 0 {
			dirs = []scan.Drive{{Name: drive.DefaultName, Dir: "<the server's data path>"}}
		}
	}
	spec.Drives = dirs
	_, err := fmt.Fprint(e.stdout, scan.DryRun(spec))
	return err
}

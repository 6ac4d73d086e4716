package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/report"
)

// publishedRows is the row count that the floors and aims are set for.
const publishedRows = 4_000_000

// minRows keeps every load valid under the rules and the tables larger than one read.
const minRows = 10_000

// options of a run; memory is the cache of either side in bytes.
type options struct {
	only           []string
	pairs          int
	rows           int64
	dir            string
	memory         int64
	grow           bool
	json, markdown string
	scanfrag       string // a built binary; "" builds it
}

// parse reads the flags; help is what to print instead of measuring.
func parse(args []string) (opt options, help string, err error) {
	fs := pflag.NewFlagSet("bench", pflag.ContinueOnError)
	fs.SortFlags = false
	fs.Usage = func() {}
	fs.StringSliceVar(&opt.only, "only", nil, "measure the work `NAME` only; repeatable (see --list)")
	fs.IntVar(&opt.pairs, "pairs", 5, "alternated pairs of each work")
	fs.Int64Var(&opt.rows, "rows", publishedRows, "rows of the tables")
	fs.StringVar(&opt.dir, "dir", "", "directory `DIR` on the drive under test (default: $XDG_CACHE_HOME/scanfrag)")
	memory := fs.String("memory", "2GiB", "cache of either side, a `SIZE`")
	fs.BoolVar(&opt.grow, "grow", false, "measure too how the time per row grows, from a sixteenth of --rows to four times as many")
	fs.StringVar(&opt.json, "json", "", "write results and every sample as JSON to `FILE` (- is standard output)")
	fs.StringVar(&opt.markdown, "markdown", "", "write the table as markdown to `FILE` (- is standard output)")
	fs.StringVar(&opt.scanfrag, "scanfrag", "", "measure this built `BINARY` (default: build it from the source around the current directory)")
	list := fs.Bool("list", false, "list the works and what they need")
	switch err := fs.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		return opt, usage(fs), nil
	case err != nil:
		return opt, "", err
	}
	if fs.NArg() > 0 {
		return opt, "", fmt.Errorf("the argument %q is not known", fs.Arg(0))
	}
	if *list {
		return opt, listing(), nil
	}
	n, err := humanize.ParseBytes(*memory)
	if err != nil || n > math.MaxInt64/4 {
		return opt, "", fmt.Errorf("--memory %s: a size such as 512MiB or 2GiB is wanted", *memory)
	}
	opt.memory = int64(n)
	return opt, "", opt.check()
}

func (o options) check() error {
	if o.pairs < 1 {
		return fmt.Errorf("--pairs %d: at least 1 is needed", o.pairs)
	}
	most := int64(math.MaxInt32)
	if o.grow || slices.Contains(o.only, growWork) {
		most /= growLast
	}
	if o.rows < minRows || o.rows > most {
		return fmt.Errorf("--rows %d: %d to %d is wanted", o.rows, minRows, most)
	}
	if o.memory < bufpool.MinBytes {
		return fmt.Errorf("--memory is too small: the buffer pool needs at least %s", report.Bytes(bufpool.MinBytes))
	}
	names := workNames()
	for _, n := range o.only {
		if !slices.Contains(names, n) {
			return fmt.Errorf("--only %s: no such work; there are %s", n, strings.Join(names, ", "))
		}
	}
	if o.json == "-" && o.markdown == "-" {
		return errors.New("only one of --json and --markdown can be -")
	}
	for _, f := range []string{o.json, o.markdown} {
		if f == "" || f == "-" {
			continue
		}
		if st, err := os.Stat(filepath.Dir(f)); err != nil || !st.IsDir() {
			return fmt.Errorf("the directory of %s does not exist", f)
		}
	}
	return nil
}

// wants says whether the work is to be measured; the growth table only on demand.
func (o options) wants(name string) bool {
	if len(o.only) == 0 {
		return name != growWork || o.grow
	}
	return slices.Contains(o.only, name) || name == growWork && o.grow
}

func usage(fs *pflag.FlagSet) string {
	return `Hold scanfrag against SQLite, PostgreSQL and fio on this drive, in alternated pairs.

usage: bench [flags]

` + fs.FlagUsagesWrapped(100) + `
Peers are not installed: one that is missing is named and its works are skipped.
PostgreSQL 15 is looked for on the path and in /usr/lib/postgresql; started by root,
it runs as the user postgres or nobody, who must be able to reach --dir.

The figures of 4,000,000 rows need about 20 GB of disk and an hour; --grow 60 GB.

exit codes: 0 all measured (a missed floor is told in the table), 1 failure, 2 usage,
4 something was skipped, 130 interrupted.
`
}

func listing() string {
	var b strings.Builder
	for _, s := range stages() {
		for _, w := range s.works {
			needs := ""
			if len(w.Needs) > 0 {
				needs = " (needs " + strings.Join(w.Needs, ", ") + ")"
			}
			fmt.Fprintf(&b, "%-18s %s%s\n", w.Name, w.Title, needs)
		}
	}
	return b.String()
}

package main

import (
	"context"
	"errors"

	"github.com/spf13/pflag"

	"scanfrag/internal/drive"
	"scanfrag/internal/oracle"
)

// verification is what verify was asked for.
type verification struct {
	where
	outputs
	drives          []string
	rows            []string
	full, published bool
	yes             bool
}

func verifyCommand(fs *pflag.FlagSet) action {
	v := &verification{}
	fs.StringSliceVar(&v.rows, "rows", nil, "rows to run, big ones too, as `ID,...`; they can also be given as arguments (default: all small ones)")
	if err := fs.SetAnnotation("rows", notFromEnvironment, []string{"a number of rows elsewhere"}); err != nil {
		panic(err) // the flag was defined above
	}
	fs.BoolVar(&v.full, "full", false, "run the rows of 1,000,000 rows and more too: about ten minutes, up to 13 GiB of disk at one time")
	fs.BoolVar(&v.published, "published", false, "print what was published and where, and run nothing")
	v.where.addFlags(fs, false)
	fs.StringArrayVar(&v.drives, "drive", nil, "drive to work on, as `NAME=DIR` (default: default=$XDG_CACHE_HOME/scanfrag)")
	fs.StringVar(&v.dir, "dir", "", "directory `DIR` to work in, instead of --drive")
	fs.BoolVar(&v.yes, "yes", false, "do not ask before emptying a named server's cache")
	v.outputs.addFlags(fs)
	fs.Lookup("csv").Usage = "write the results as CSV, a line per figure, to `FILE`"
	return func(ctx context.Context, e env, args []string) error { return v.do(ctx, e, append(v.rows, args...)) }
}

// do carries verify out from flags to exit code.
func (v *verification) do(ctx context.Context, e env, ids []string) error {
	results, err := v.choose(ids)
	if err != nil {
		return err
	}
	u := &verifying{verification: v, e: e, results: results}
	switch {
	case v.published:
		u.doc = newVerifyDocument(e, &target{})
		return u.report(publishedTable(results, true))
	case v.server != "":
		return u.onServer(ctx)
	}
	return u.embedded(ctx)
}

// choose checks the flags and finds the rows to show; those that will not be run say why.
func (v *verification) choose(ids []string) ([]oracle.Result, error) {
	rows, err := oracle.Find(ids)
	if err != nil {
		return nil, usageError(err)
	}
	if len(ids) == 0 {
		rows = oracle.Rows()
	}
	if len(v.drives) > 1 || v.dir != "" && len(v.drives) > 0 {
		return nil, usageError(errors.New("verify works in one place, as a layout is the same on every drive: give one --drive or --dir"))
	}
	if v.dir != "" {
		v.drives, v.dir = []string{drive.DefaultName + "=" + v.dir}, ""
	}
	if err := errors.Join(v.outputs.check(), v.where.check()); err != nil {
		return nil, err
	}
	var out []oracle.Result
	for _, row := range rows {
		r := oracle.Unmeasured(row)
		if row.Full && !v.full && len(ids) == 0 {
			r.Reason = needsFull
		}
		out = append(out, r)
	}
	return out, nil
}

// needsFull is why a big row is not run.
const needsFull = "a big one: --full runs it"

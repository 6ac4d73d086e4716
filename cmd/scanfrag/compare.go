package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"scanfrag/internal/report"
)

func compareCommand(fs *pflag.FlagSet) action {
	threshold := fs.Float64("threshold", 0, "exit 5 when a scan got slower by more than `PERCENT` and the times are shown to differ (0: never)")
	return func(ctx context.Context, e env, args []string) error {
		if len(args) != 2 {
			return usageError(errors.New("compare needs two files that run --json wrote: the old and the new"))
		}
		if *threshold < 0 {
			return usageError(fmt.Errorf("--threshold %v is negative", *threshold))
		}
		old, err := readDocument(args[0])
		if err != nil {
			return err
		}
		new, err := readDocument(args[1])
		if err != nil {
			return err
		}
		if old.Tool.Version != new.Tool.Version || old.Tool.Commit != new.Tool.Commit {
			e.say("scanfrag: note: made by different versions: %s %s and %s %s", old.Tool.Version, old.Tool.Commit, new.Tool.Version, new.Tool.Commit)
		}
		pairs, lone := report.Match(old, new)
		if len(pairs) == 0 {
			return fmt.Errorf("nothing in %s and %s can be compared, as no scan has the same engine, drive name, loader, rows and MAXDOP in both: repeat the run with the same --drive, --loader, --rows and --maxdop", args[0], args[1])
		}
		if err := report.Text(e.stdout, report.Comparison(pairs, lone)); err != nil {
			return fmt.Errorf("write standard output: %w", err)
		}
		crossed := 0
		for _, p := range pairs {
			if *threshold > 0 && p.Differs && 100*p.Change > *threshold {
				crossed++
			}
		}
		if crossed > 0 {
			e.say("scanfrag: %d of %d cells got slower by more than %g %%", crossed, len(pairs), *threshold)
			return outcome(exitThreshold)
		}
		return nil
	}
}

package main

import (
	"context"

	"github.com/spf13/pflag"
)

// validateCommand loads and judges; the document is run's with no scans.
func validateCommand(fs *pflag.FlagSet) action {
	x := &experiment{validate: true}
	x.addFlags(fs)
	fs.Lookup("csv").Usage = "write the results as CSV, a line per load, to `FILE`"
	return func(ctx context.Context, e env, _ []string) error { return x.do(ctx, e) }
}

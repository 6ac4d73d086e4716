package main

import (
	"context"

	"github.com/spf13/pflag"
)

// runCommand is the main job.
func runCommand(fs *pflag.FlagSet) action {
	x := &experiment{}
	x.addFlags(fs)
	return func(ctx context.Context, e env, _ []string) error { return x.do(ctx, e) }
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// patience is how long a child that was told to stop may take to clean up.
const patience = 60 * time.Second

// command is a child that lives no longer than ctx: it is told to stop, and killed
// when that does not help. It has a process group of its own, so that Ctrl-C reaches
// this program alone, which then ends its children in order.
func command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	detach(cmd)
	cmd.Cancel = func() error { return stopGently(cmd.Process) }
	cmd.WaitDelay = patience
	return cmd
}

// output runs the child to its end and returns its standard output. The error
// carries the last lines of standard error.
func output(ctx context.Context, cmd *exec.Cmd) ([]byte, error) {
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w%s", cmd.Args[0], err, tail(said.String()))
	}
	return out.Bytes(), nil
}

// tail is the end of what a child said, to be put behind an error.
func tail(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if lines[0] == "" {
		return ""
	}
	return ": " + strings.Join(lines[max(0, len(lines)-5):], "; ")
}

// self runs one of this program's helpers in a process of its own.
func self(ctx context.Context, helper string, args ...string) ([]byte, error) {
	me, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	return output(ctx, command(ctx, me, append([]string{helper}, args...)...))
}

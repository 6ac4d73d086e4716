// A SQL Server container may make itself a certificate with a negative serial
// number, which Go refuses by default before any trust setting is looked at.
//go:debug x509negativeserial=1

// Scanfrag answers one question: which physical layout of the same rows makes a
// full scan slowest, on this drive, and why.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// errInterrupted is the cause of a context that Ctrl-C ended.
var errInterrupted = errors.New("interrupted")

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// A closed pipe must end as a write error, so that scratch is removed.
	signal.Ignore(syscall.SIGPIPE)
	go func() {
		<-signals
		fmt.Fprintln(os.Stderr, "\nscanfrag: stopping; once more to stop at once")
		cancel(errInterrupted)
		<-signals
		os.Exit(exitInterrupted)
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Bench holds scanfrag against its peers on this machine and prints one table:
// ours, the peer's, the ratio with its spread, the floor, the aim, the verdict.
//
//	cd internal/bench
//	go run . --dir /mnt/disk               every work at 4,000,000 rows
//	go run . --rows 200000 --pairs 5       the same, small
//	go run . --only alternating            one work; --list names them
//	go run . --grow                        how time per row grows, up to four times --rows
//
// Every work with a peer is measured in alternated pairs, so that a drift of the
// drive hits both sides alike; the ratio is the median of the pairs' ratios. Peers
// are SQLite's C library (compiled in, which needs cgo), PostgreSQL and fio. Nothing
// is installed: a peer that is missing is named, its works are skipped and the exit
// code is 4; so it is when the drive is too small. It is a module of its own because
// scanfrag itself is free of cgo.
//
// PostgreSQL refuses to run as root: started by root, it runs as the user postgres
// or nobody, who must be able to reach --dir.
//
// Exit codes: 0 all measured (a missed floor is told in the table), 1 failure,
// 2 usage, 4 something was skipped, 130 interrupted.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitPartial     = 4
	exitInterrupted = 130
)

var errInterrupted = errors.New("interrupted")

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	// A closed pipe must end as a write error, so that scratch is removed.
	signal.Ignore(syscall.SIGPIPE)
	go func() {
		<-signals
		fmt.Fprintln(os.Stderr, "\nbench: stopping and cleaning up; once more to stop at once")
		cancel(errInterrupted)
		<-signals
		os.Exit(exitInterrupted) // what is left is removed by the next start
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// helpers are processes that the program starts of itself: a peer or a measurement
// that must have a process of its own.
var helpers = map[string]func(ctx context.Context, args []string, stdout io.Writer) error{
	sqliteHelper: sqliteMain,
	traceHelper:  traceMain,
}

// run is main without the process: it returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		if h, ok := helpers[args[0]]; ok {
			if err := h(ctx, args[1:], stdout); err != nil {
				fmt.Fprintln(stderr, err)
				return exitFailure
			}
			return exitOK
		}
	}
	opt, help, err := parse(args)
	if err != nil {
		fmt.Fprintf(stderr, "bench: %v\nsee --help\n", err)
		return exitUsage
	}
	if help != "" {
		if _, err := io.WriteString(stdout, help); err != nil {
			return exitFailure
		}
		return exitOK
	}
	code, err := measure(ctx, opt, stdout, stderr)
	if err != nil && !errors.Is(err, errInterrupted) {
		fmt.Fprintf(stderr, "bench: %v\n", err)
	}
	return code
}

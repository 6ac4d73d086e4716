package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

func isTerminal(v any) bool {
	f, ok := v.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// confirm asks on a terminal; without one --yes is needed, so that nothing ever
// waits for an answer that cannot come.
func (e env) confirm(yes bool, what string) error {
	if yes {
		return nil
	}
	if !isTerminal(e.stdin) || !isTerminal(e.stderr) {
		return usageError(fmt.Errorf("%s: say --yes to go on", what))
	}
	fmt.Fprintf(e.stderr, "%s. Go on? [y/N] ", what)
	line, err := bufio.NewReader(e.stdin).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the answer: %w", err)
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return nil
	}
	return errors.New("not confirmed: nothing was done")
}

// cacheWarning is what a named server's owner must agree to.
const cacheWarning = "DBCC DROPCLEANBUFFERS empties the buffer pool of the whole SQL Server instance before every scan, so everybody on it is slowed down"

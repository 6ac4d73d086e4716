package main

import (
	"context"
	"errors"
	"io/fs"
)

// Exit codes. When several hold, the first of exitOrder wins.
const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitBrokenRule  = 3
	exitPartial     = 4
	exitThreshold   = 5
	exitInterrupted = 130
)

var exitOrder = []int{exitInterrupted, exitUsage, exitFailure, exitBrokenRule, exitThreshold, exitPartial}

// errReported marks errors whose text the user has already seen.
var errReported = errors.New("reported")

// coded gives an error an exit code. Its text is that of err.
type coded struct {
	code int
	err  error
}

func (c coded) Error() string { return c.err.Error() }
func (c coded) Unwrap() error { return c.err }

func usageError(err error) error { return coded{exitUsage, err} }

// missing makes a named file that is not there wrong usage; other errors stay what they are.
func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return usageError(err)
	}
	return err
}

func isCoded(err error) bool {
	var c coded
	return errors.As(err, &c)
}

// outcome is an exit code whose reasons were printed while they came up.
func outcome(code int) error {
	if code == exitOK {
		return nil
	}
	return coded{code, errReported}
}

func exitCode(err error) int {
	if err == nil {
		return exitOK
	}
	if errors.Is(err, errInterrupted) || errors.Is(err, context.Canceled) {
		return exitInterrupted
	}
	var c coded
	if errors.As(err, &c) {
		return c.code
	}
	return exitFailure
}

// worst picks the code that counts when several hold.
func worst(codes ...int) int {
	for _, c := range exitOrder {
		for _, have := range codes {
			if have == c {
				return c
			}
		}
	}
	return exitOK
}

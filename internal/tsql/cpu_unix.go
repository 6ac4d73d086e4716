//go:build unix

package tsql

import (
	"time"

	"golang.org/x/sys/unix"
)

// processCPU is the process's user and system time.
func processCPU() time.Duration {
	var r unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

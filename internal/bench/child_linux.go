package main

import (
	"os"
	"syscall"
)

// dieWithParent ends the child when this program is killed.
func dieWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }

// residentPeak is the largest resident memory of an ended child in bytes; 0 when
// unknown. The kernel counts in what the child had before it became the program it
// runs, which is this program's memory: so this program stays small.
func residentPeak(s *os.ProcessState) int64 {
	if s == nil {
		return 0
	}
	if ru, ok := s.SysUsage().(*syscall.Rusage); ok {
		return ru.Maxrss * 1024
	}
	return 0
}

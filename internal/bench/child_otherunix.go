//go:build unix && !linux

package main

import (
	"os"
	"syscall"
)

func dieWithParent(*syscall.SysProcAttr) {}

// residentPeak is unknown: the unit of ru_maxrss differs between systems.
func residentPeak(*os.ProcessState) int64 { return 0 }

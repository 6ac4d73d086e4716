//go:build !linux && !darwin && !windows

package main

// physicalMemory is unknown on this system.
func physicalMemory() int64 { return 0 }

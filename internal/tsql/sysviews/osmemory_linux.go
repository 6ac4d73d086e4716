package sysviews

import (
	"os"
	"strconv"
	"strings"
)

// procKB reads lines such as "VmRSS:   1234 kB" of a file of /proc.
func procKB(path string) map[string]int64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	m := map[string]int64{}
	for line := range strings.Lines(string(text)) {
		name, rest, ok := strings.Cut(line, ":")
		f := strings.Fields(rest)
		if !ok || len(f) != 2 || f[1] != "kB" {
			continue
		}
		if n, err := strconv.ParseInt(f[0], 10, 64); err == nil {
			m[name] = n
		}
	}
	return m
}

// memory asks the system; what it does not tell is missing.
func memory() osMemory {
	p, s := procKB("/proc/self/status"), procKB("/proc/meminfo")
	get := func(m map[string]int64, name string) value {
		n, ok := m[name]
		return known(ok, num(n))
	}
	return osMemory{
		resident: get(p, "VmRSS"), locked: get(p, "VmLck"), virtual: get(p, "VmSize"),
		total: get(s, "MemTotal"), available: get(s, "MemAvailable"), cache: get(s, "Cached"),
		swap: get(s, "SwapTotal"), swapFree: get(s, "SwapFree"),
	}
}

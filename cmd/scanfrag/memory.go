package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// mostMemory is the largest default pool; a table of the experiment is larger.
const mostMemory = 2 << 30

// defaultMemory is the smallest of 2 GiB, a quarter of RAM and a quarter of the
// cgroup limit, but never below what the engine needs.
func defaultMemory() int64 {
	m := int64(mostMemory)
	if limit := memoryLimit(); limit > 0 {
		m = min(m, limit/4)
	}
	return max(m, minMemory)
}

// memoryLimit is the smaller of RAM and the cgroup limit; 0 is unknown.
func memoryLimit() int64 {
	ram, limit := physicalMemory(), cgroupLimit("/proc/self/cgroup", "/sys/fs/cgroup")
	if ram <= 0 || limit > 0 && limit < ram {
		return limit
	}
	return ram
}

// cgroupLimit is the smallest memory.max from this process's cgroup (version 2)
// upwards; 0 when there is none.
func cgroupLimit(self, root string) int64 {
	raw, err := os.ReadFile(self)
	if err != nil {
		return 0
	}
	path := ""
	for line := range strings.Lines(string(raw)) {
		if p, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
			path = p
		}
	}
	var least int64
	for dir := filepath.Join(root, path); strings.HasPrefix(dir, root); dir = filepath.Dir(dir) {
		if raw, err := os.ReadFile(filepath.Join(dir, "memory.max")); err == nil {
			if n, err := strconv.ParseInt(strings.TrimSpace(string(raw)), 10, 64); err == nil && (least == 0 || n < least) {
				least = n
			}
		}
	}
	return least
}

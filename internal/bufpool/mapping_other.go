//go:build unix && !linux

package bufpool

func adviseHuge([]byte) {}

func populate([]byte) bool { return false }

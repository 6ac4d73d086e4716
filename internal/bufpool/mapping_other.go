//go:build unix && !linux

package bufpool

func adviseHuge([]byte) {}

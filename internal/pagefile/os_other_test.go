//go:build !linux

package pagefile

func (f *OSFile) cachedByMincore() (int64, error) { return f.Cached() }

func taken(string) int64 { return -1 }

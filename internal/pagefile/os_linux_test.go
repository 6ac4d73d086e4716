package pagefile

import (
	"syscall"

	"scanfrag/internal/page"
)

func (f *OSFile) cachedByMincore() (int64, error) {
	return f.h.mincore(0, int64(f.pages.Load())*page.Size)
}

// taken is the space that a file takes on its drive, -1 when unknown.
func taken(path string) int64 {
	var st syscall.Stat_t
	if syscall.Stat(path, &st) != nil {
		return -1
	}
	return st.Blocks * 512
}

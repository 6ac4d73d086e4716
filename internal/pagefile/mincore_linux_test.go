package pagefile

import "scanfrag/internal/page"

func (f *OSFile) cachedByMincore() (int64, error) {
	return f.h.mincore(0, int64(f.pages.Load())*page.Size)
}

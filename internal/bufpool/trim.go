package bufpool

import (
	"math/bits"

	"scanfrag/internal/page"
)

// trim drops unwanted pages from both ends; a run that wants nothing becomes empty.
func (r Run) trim() Run {
	if r.N < 64 {
		r.Want &= 1<<r.N - 1
	}
	if r.Want == 0 {
		return Run{}
	}
	lead := bits.TrailingZeros64(r.Want)
	end := 64 - bits.LeadingZeros64(r.Want)
	return Run{First: r.First + page.ID(lead), N: end - lead, Want: r.Want >> lead}
}

//go:build invariants

package bufpool

import "scanfrag/internal/page"

// poison overwrites a page that nobody may use any more, so that a use is seen.
func poison(pg *page.Page) {
	for i := range pg {
		pg[i] = 0xDB
	}
}

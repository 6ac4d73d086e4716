package btree

import (
	"bytes"
	"context"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// leastCuts is the number of separators to choose from for each part.
const leastCuts = 16

// Divide cuts the tree into at most n consecutive ranges of about as many pages, at separators of the highest level
// that has enough of them.
func (t *Tree) Divide(ctx context.Context, n int, io *bufpool.IO) ([]Range, error) {
	var seps [][]byte
	for level := t.depth - 1; n > 1 && level > 0 && len(seps) < leastCuts*n; level-- {
		seps = seps[:0]
		from := entryFirst // the tree's first child has no lower bound
		if err := t.Walk(ctx, level, io, func(_ page.ID, p *page.Page) error {
			for i := from; i < p.SlotCount(); i++ {
				seps = append(seps, bytes.Clone(p.Record(i)))
			}
			from = 0
			return nil
		}); err != nil {
			return nil, err
		}
	}
	parts := []Range{{}}
	for i := 1; i < n && len(seps) >= n; i++ {
		var k searchKey
		t.sh.fromEntry(&k, seps[i*len(seps)/n])
		cut := &Key{Cols: k.cols, Uniquifier: k.uniq, Exact: k.exact}
		parts[len(parts)-1].Hi, parts[len(parts)-1].HiOpen = cut, true
		parts = append(parts, Range{Lo: cut})
	}
	return parts, nil
}

package engine

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// extentList is a unit's extents with allocated pages, in IAM order.
type extentList []bufpool.Extent

func extentsOf(u *alloc.Unit) (list extentList, err error) {
	err = u.Extents(func(first page.ID, pages uint8) bool {
		if pages != 0 {
			list = append(list, bufpool.Extent{First: first, Mask: pages})
		}
		return true
	})
	return list, err
}

// byNumber is the list in the order of page numbers, single pages of a mixed extent together.
func (list extentList) byNumber() (out extentList) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b bufpool.Extent) int { return cmp.Compare(a.First, b.First) })
	for _, e := range list {
		if n := len(out); n > 0 && out[n-1].First == e.First {
			out[n-1].Mask |= e.Mask
		} else {
			out = append(out, e)
		}
	}
	return out
}

// after is the allocated page with the next higher number, in a list by number that has id; 0 when there is none.
func (list extentList) after(id page.ID) page.ID {
	i, _ := slices.BinarySearchFunc(list, id.Extent(), func(e bufpool.Extent, ext page.ID) int { return cmp.Compare(e.First, ext) })
	if i == len(list) {
		return 0
	}
	if rest := list[i].Mask >> (id % page.ExtentPages) >> 1; rest != 0 {
		return id + 1 + page.ID(bits.TrailingZeros8(rest))
	}
	if i++; i == len(list) {
		return 0
	}
	return list[i].First + page.ID(bits.TrailingZeros8(list[i].Mask))
}

// walk calls fn for every page in allocation order, reading 512 KB at a time ahead of it: at the
// drive's sequential speed whatever the order of the keys. n is the page's number in the walk.
func (list extentList) walk(ctx context.Context, store *bufpool.Store, fn func(n int, p *page.Page) error) error {
	runs := bufpool.ExtentRuns(list, 64, nil)
	window := bufpool.ExtentWindow
	if most := store.Pool().Frames() / 8; window > most {
		window = most
	}
	ahead, issued, n := 0, 0, 0 // pages read ahead of the walk; runs issued
	for _, run := range runs {
		for issued < len(runs) && (ahead == 0 || ahead+runs[issued].N <= window) {
			store.ReadAhead(ctx, runs[issued], nil)
			ahead += runs[issued].N
			issued++
		}
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		for i := range run.N {
			if run.Want>>i&1 == 0 {
				continue
			}
			ref, err := store.Get(run.First+page.ID(i), nil)
			if err != nil {
				return err
			}
			err = fn(n, ref.Page)
			ref.Release()
			if err != nil {
				return err
			}
			n++
		}
		ahead -= run.N
	}
	return nil
}

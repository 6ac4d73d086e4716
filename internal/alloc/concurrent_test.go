package alloc

import (
	"context"
	"sync"
	"testing"

	"scanfrag/internal/page"
)

// Units used side by side, with a checkpoint's preparation in between: no page is
// given out twice.
func TestConcurrentUnits(t *testing.T) {
	s, _ := newTestSpace(t)
	var units []*Unit
	var wg sync.WaitGroup
	for i := range uint32(4) {
		u := newUnit(t, s, 1+i)
		units = append(units, u)
		wg.Add(1)
		go func() {
			defer wg.Done()
			c := u.NewCursor()
			var mine []page.ID
			for k := range 500 {
				alloc := u.NewPage
				if k%3 == 0 {
					alloc = c.NewPage
				}
				id, err := alloc()
				if err != nil {
					t.Error(err)
					return
				}
				mine = append(mine, id)
				if k%5 == 4 {
					if err := u.FreePage(mine[0]); err != nil {
						t.Error(err)
					}
					mine = mine[1:]
				}
				if k%100 == 0 {
					if err := s.ZeroUnwritten(context.Background()); err != nil {
						t.Error(err)
					}
				}
				u.Pages()
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	verify(t, s, units...)
}

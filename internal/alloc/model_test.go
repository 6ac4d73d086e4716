package alloc

import (
	"math/bits"
	"math/rand"
	"testing"

	"scanfrag/internal/page"
)

// model is the allocator written naively: it searches everything every time.
type model struct {
	t     *testing.T
	rng   *rand.Rand
	high  uint32
	size  uint32
	owner map[uint32]*modelUnit // by first page of the extent
	mixed map[uint32]uint8      // pages in use of mixed extents
	units []*modelUnit
}

type modelUnit struct {
	u      *Unit
	iam    uint32
	pages  map[uint32]uint8 // page -> class
	newest uint32
	next   uint32 // next page of newest
}

func system(no uint32) bool {
	in := no % page.GAMInterval
	return no < 8 || no == 9 || no%page.PFSInterval == 0 || no > 8 && (in == 0 || in == 1 || in == 6 || in == 7)
}

// lowestFree is the lowest free extent at or above from, else a new one, else the lowest; the file grows when
// it has none at all.
func (m *model) lowestFree(from uint32) uint32 {
	for no := from; no < m.high; no += 8 {
		if _, mixed := m.mixed[no]; m.owner[no] == nil && !mixed && no >= 8 {
			return no
		}
	}
	if m.high+8 > m.size {
		if from > 8 {
			return m.lowestFree(8)
		}
		m.size += minGrowth
	}
	m.high += 8
	return m.high - 8
}

func (m *model) newUnit(s *Space) {
	best := uint32(0)
	for no, used := range m.mixed {
		if used != 0xff && (best == 0 || no < best) {
			best = no
		}
	}
	if best == 0 {
		best = m.lowestFree(8)
		m.mixed[best] = 0
		for i := range uint32(8) {
			if system(best + i) {
				m.mixed[best] |= 1 << i
			}
		}
	}
	i := uint32(bits.TrailingZeros8(^m.mixed[best]))
	m.mixed[best] |= 1 << i
	u, err := s.NewUnit(0, uint32(100+len(m.units)), 1)
	if err != nil {
		m.t.Fatal(err)
	}
	if u.FirstIAM().No() != best+i {
		m.t.Fatalf("IAM page %v, model %d", u.FirstIAM(), best+i)
	}
	m.units = append(m.units, &modelUnit{u: u, iam: best + i, pages: map[uint32]uint8{}})
}

func (m *model) want(mu *modelUnit) uint32 {
	for ; mu.newest != 0 && mu.next < mu.newest+8; mu.next++ {
		if !system(mu.next) && m.owner[mu.newest] == mu {
			if _, used := mu.pages[mu.next]; !used {
				return mu.next
			}
		}
	}
	for no := uint32(0); no < m.high; no++ {
		if _, used := mu.pages[no]; m.owner[no&^7] == mu && !used && !system(no) {
			return no
		}
	}
	ext := m.lowestFree(mu.newest + 8)
	if mu.newest == 0 {
		panic("unreachable: the first extent is taken by first")
	}
	m.owner[ext] = mu
	mu.newest, mu.next = ext, ext
	return m.want(mu)
}

func (m *model) alloc(mu *modelUnit) {
	if mu.newest == 0 {
		ext := m.lowestFree(8)
		m.owner[ext] = mu
		mu.newest, mu.next = ext, ext
	}
	want := m.want(mu)
	if want&^7 == mu.newest && want >= mu.next {
		mu.next = want + 1
	}
	if got := mustPage(m.t, mu.u.NewPage); got != want {
		m.t.Fatalf("object %d: page %d, model %d", mu.u.ObjectID(), got, want)
	}
	mu.pages[want] = 0
}

func (m *model) pick(mu *modelUnit) (uint32, bool) {
	for no := range mu.pages {
		return no, true
	}
	return 0, false
}

func (m *model) free(mu *modelUnit) {
	no, ok := m.pick(mu)
	if !ok {
		return
	}
	if err := mu.u.FreePage(page.MakeID(1, no)); err != nil {
		m.t.Fatal(err)
	}
	delete(mu.pages, no)
	for i := range uint32(8) {
		if _, used := mu.pages[no&^7+i]; used {
			return
		}
	}
	delete(m.owner, no&^7)
	if no&^7 == mu.newest {
		mu.next = mu.newest + 8
	}
}

func (m *model) drop(i int) {
	mu := m.units[i]
	if err := mu.u.Drop(); err != nil {
		m.t.Fatal(err)
	}
	for no, o := range m.owner {
		if o == mu {
			delete(m.owner, no)
		}
	}
	ext := mu.iam &^ 7
	m.mixed[ext] &^= 1 << (mu.iam & 7)
	left := false
	for i := range uint32(8) {
		left = left || m.mixed[ext]>>i&1 != 0 && (!system(ext+i) || ext == 8)
	}
	if !left {
		delete(m.mixed, ext)
	}
	m.units = append(m.units[:i], m.units[i+1:]...)
}

func (m *model) findRoom(s *Space, mu *modelUnit) {
	if no, ok := m.pick(mu); ok {
		class := uint8(m.rng.Intn(5))
		if err := s.SetFullness(page.MakeID(1, no), class); err != nil {
			m.t.Fatal(err)
		}
		mu.pages[no] = class
		if got, err := s.Fullness(page.MakeID(1, no)); got != class || err != nil {
			m.t.Fatalf("class %d %v, model %d", got, err, class)
		}
	}
	max, after := uint8(m.rng.Intn(5)), uint32(m.rng.Intn(int(m.high)+50))
	if m.rng.Intn(4) == 0 {
		after = 0
	}
	want, wrapped := uint32(0), uint32(0)
	for no, class := range mu.pages {
		if class > max {
			continue
		}
		if no > after && (want == 0 || no < want) {
			want = no
		}
		if wrapped == 0 || no < wrapped {
			wrapped = no
		}
	}
	if want == 0 {
		want = wrapped
	}
	id, ok, err := mu.u.FindRoom(max, page.MakeID(1, after))
	if err != nil || ok != (want != 0) || id.No() != want {
		m.t.Fatalf("room of class <= %d after %d: %v %v %v, model %d", max, after, id, ok, err, want)
	}
}

func (m *model) trim(s *Space) {
	for m.high > 16 {
		_, mixed := m.mixed[m.high-8]
		if m.owner[m.high-8] != nil || mixed {
			break
		}
		m.high -= 8
	}
	if err := s.Trim(); err != nil {
		m.t.Fatal(err)
	}
	m.size = m.high
	for _, mu := range m.units {
		mu.newest = min(mu.newest, max(m.high, 8)-8) // searching starts at the mark
		if m.owner[mu.newest] != mu {
			mu.next = mu.newest + 8
		}
	}
}

func (m *model) reopen(s *Space) *Space {
	checkpoint(m.t, s)
	r, err := Open(s.st)
	if err != nil {
		m.t.Fatal(err)
	}
	for _, mu := range m.units {
		if mu.u, err = r.OpenUnit(page.MakeID(1, mu.iam)); err != nil {
			m.t.Fatal(err)
		}
		top := uint32(0)
		for no := range mu.pages {
			top = max(top, no)
		}
		mu.newest, mu.next = top&^7, top+1
	}
	return r
}

func TestModel(t *testing.T) {
	rng := newRand(t)
	for range 6 {
		s, f := newTestSpace(t)
		m := &model{t: t, rng: rng, high: 16, size: 16, owner: map[uint32]*modelUnit{}, mixed: map[uint32]uint8{8: 1 << 1}}
		grow := 0 // operations favour allocation, then freeing, in turn
		for step := range 4000 {
			if step%400 == 0 {
				grow = 3 + rng.Intn(5)
			}
			var mu *modelUnit
			if len(m.units) > 0 {
				mu = m.units[rng.Intn(len(m.units))]
			}
			switch op := rng.Intn(1000); {
			case mu == nil || op < 10 && len(m.units) < 20:
				m.newUnit(s)
			case op < 14:
				m.drop(rng.Intn(len(m.units)))
			case op < 18:
				m.trim(s)
			case op < 20:
				s = m.reopen(s)
			case op < 200:
				m.findRoom(s, mu)
			case op%10 < grow:
				for range 1 + rng.Intn(12) {
					m.alloc(mu)
				}
			default:
				for range 1 + rng.Intn(12) {
					m.free(mu)
				}
			}
			if s.HighWater(1) != m.high {
				t.Fatalf("high-water mark %d, model %d", s.HighWater(1), m.high)
			}
			if step%16 == 0 {
				m.verify(s)
			}
		}
		m.verify(s)
		for len(m.units) > 0 {
			m.drop(0)
		}
		m.trim(s)
		if f.Pages() != 16 {
			t.Errorf("file of %d pages after all was dropped", f.Pages())
		}
		m.verify(s)
	}
}

func (m *model) verify(s *Space) {
	m.t.Helper()
	var units []*Unit
	for _, mu := range m.units {
		units = append(units, mu.u)
		n := 0
		err := mu.u.Extents(func(first page.ID, pages uint8) bool {
			for i := range uint32(8) {
				_, used := mu.pages[first.No()+i]
				if used != (pages>>i&1 != 0) {
					m.t.Errorf("page %d allocated: %v, model %v", first.No()+i, !used, used)
				}
				if used {
					n++
				}
			}
			return true
		})
		if err != nil || n != len(mu.pages) {
			m.t.Fatalf("%d pages in the extents, model %d: %v", n, len(mu.pages), err)
		}
	}
	verify(m.t, s, units...)
}

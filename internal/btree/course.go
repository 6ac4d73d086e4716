package btree

import "scanfrag/internal/page"

// course is one insertion point that moves from leaf to leaf in key order, and what lies before it. It
// does no I/O.
//
//	passed    at        issued                known
//	|----------|-----------|--------------------|------> leaves in the direction of movement
//	            <- limit ->
//
// A load that walks over leaves written long ago (two insertion points that met, a second pass over
// the same keys) would otherwise wait for one single-page read a leaf.
type course struct {
	down    bool
	at      page.ID   // the leaf last descended to; 0: the course is not in use
	used    uint64    // value of courses.clock at the last step
	ahead   []page.ID // known leaves after at, the next one first
	issued  int       // of them, how many were handed to read-ahead
	limit   int       // of them, how many may be
	parents level1s
}

// level1s are the level-1 pages after the one whose leaves end a course's list.
type level1s struct {
	ids  []page.ID
	next page.ID // the level-2 page that lists those after ids; 0: there is none
}

const (
	// maxCourses is how many insertion points are followed.
	maxCourses = 4
	// maxSkip leaves may be passed over without a row: at most half of what is read is read in vain.
	maxSkip = 1
	// firstLimit leaves are read ahead at a course's second step, twice as many each time half of
	// them is used up, at most lastLimit. That is about 5 ms of inserts, two large reads of a busy drive.
	firstLimit = 8
	lastLimit  = 256
	// idleSteps of others end a course's claim to be read ahead beside them.
	idleSteps = 64
)

type courses struct {
	list  [maxCourses]course
	clock uint64
}

func (cs *courses) clear() {
	for i := range cs.list {
		cs.list[i].at = 0
	}
}

// step moves the course whose next leaf (or one of the few after it) is leaf; nil when there is none.
func (cs *courses) step(leaf page.ID) *course {
	cs.clock++
	for i := range cs.list {
		c := &cs.list[i]
		if c.at == 0 {
			continue
		}
		for n, id := range c.ahead[:min(len(c.ahead), 1+maxSkip)] {
			if id == leaf {
				c.ahead = c.ahead[n+1:]
				c.issued = max(0, c.issued-n-1)
				c.at, c.used = leaf, cs.clock
				return c
			}
		}
	}
	return nil
}

// start begins a course at leaf in place of the one that moved longest ago.
func (cs *courses) start(leaf page.ID, down bool) *course {
	old := &cs.list[0]
	for i := range cs.list {
		c := &cs.list[i]
		if c.at == 0 {
			old = c
			break
		}
		if c.used < old.used {
			old = c
		}
	}
	*old = course{down: down, at: leaf, used: cs.clock, ahead: old.ahead[:0], parents: level1s{ids: old.parents.ids[:0]}}
	return old
}

// due tells, after a step, whether reads are to be issued: half the limit is used up. The
// limit grows up to most.
func (c *course) due(most int) bool {
	if c.limit > 0 && c.issued > c.limit/2 {
		return false
	}
	c.limit = min(max(firstLimit, 2*c.limit), most)
	return true
}

// live tells whether the course still moves.
func (cs *courses) live(c *course) bool {
	return c.at != 0 && c.limit > 0 && cs.clock-c.used < idleSteps
}

// issue appends the leaves that may be read now to dst.
func (c *course) issue(dst []page.ID) []page.ID {
	to := min(c.limit, len(c.ahead))
	if to <= c.issued {
		return dst
	}
	dst = append(dst, c.ahead[c.issued:to]...)
	c.issued = to
	return dst
}

// direction tells where an insertion point moves that descended to leaf, from the leaves of the
// hints: it came from the leaf before, or from the one after. Ok false: from neither, or who knows.
func direction(hints []hint, leaf, before, after page.ID) (down, ok bool) {
	up := false
	for i := range hints {
		switch id := hints[i].leaf; {
		case id == 0 || id == leaf:
		case id == before:
			up = true
		case id == after:
			down = true
		}
	}
	return down, up != down
}

package extsort

import (
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
)

// Options of a sort.
type Options struct {
	Pool    *bufpool.Pool // lends the memory
	Frames  int           // pages it may borrow; fewer than MinFrames counts as that
	Scratch string        // directory of the run file; "": it lies in memory, as the database does then
	// Prefix is order-preserving: a before b means Prefix(a) <= Prefix(b).
	Prefix func(rec []byte) uint64
	// Compare orders two records of equal prefix by their whole keys; nil: equal prefixes are equal keys.
	Compare func(a, b []byte) int
	Divided bool // SortRanges will be called
}

const (
	// MinFrames is the least memory of a sort, in pages: 1 MiB.
	MinFrames = 128
	// MaxRecord is the longest record in bytes: a record lies whole in one frame, behind its length.
	MaxRecord = page.Size - lenBytes

	lenBytes    = 2
	borrowStep  = 128     // frames an arena borrows at a time
	maxIndex    = 1 << 21 // records of an arena: 32 MiB of index outside the borrowed frames
	runBuffer   = 64      // pages of one write, and at most of one read
	smallBuffer = 8       // least pages of one read of a merge; below it passes are added
)

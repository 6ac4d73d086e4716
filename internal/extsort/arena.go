package extsort

import (
	"encoding/binary"

	"scanfrag/internal/page"
)

var le = binary.LittleEndian

// arena holds records in frames, each whole in one frame behind its length, and an index
// of their key prefixes and places.
type arena struct {
	limit  int // frames at most
	frames []*page.Page
	frame  int // being filled
	off    int
	index  []entry
}

const frameBits = 13 // bits of an offset in a frame

// entry is one record: its key prefix and its place, frame number << frameBits | offset.
type entry struct {
	prefix uint64
	at     uint32
}

// next is where a record of n bytes would go.
func (a *arena) next(n int) (frame, off int) {
	if a.off+lenBytes+n > page.Size {
		return a.frame + 1, 0
	}
	return a.frame, a.off
}

// room tells whether a record of n bytes fits within the arena's limits.
func (a *arena) room(n int) bool {
	f, _ := a.next(n)
	return f < a.limit && len(a.index) < maxIndex
}

// ready tells whether the frame for it was borrowed.
func (a *arena) ready(n int) bool {
	f, _ := a.next(n)
	return f < len(a.frames)
}

// add takes a copy of rec, whose frame is ready.
func (a *arena) add(prefix uint64, rec []byte) {
	a.frame, a.off = a.next(len(rec))
	a.index = append(a.index, entry{prefix, uint32(a.frame)<<frameBits | uint32(a.off)})
	p := a.frames[a.frame]
	le.PutUint16(p[a.off:], uint16(len(rec)))
	a.off += lenBytes + copy(p[a.off+lenBytes:], rec)
}

// record is the record at a place, aliasing the arena.
func (a *arena) record(at uint32) []byte {
	b := a.frames[at>>frameBits][at&(1<<frameBits-1):]
	n := lenBytes + int(le.Uint16(b))
	return b[lenBytes:n:n]
}

// reset forgets the records and keeps the frames.
func (a *arena) reset() {
	a.index, a.frame, a.off = a.index[:0], 0, 0
}

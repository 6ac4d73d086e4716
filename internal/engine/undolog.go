package engine

import (
	"encoding/binary"
	"slices"
	"sync"
)

// The undo log is a sequence of records written forwards and read backwards. A record is
// its payload followed by a trailer:
//
//	payload | kind (1) | storage number in the transaction (4) | payload length (2)
//
// Records lie in blocks and never cross two. All blocks of an instance together take at most
// undoBudget in memory (more only when every transaction is down to one block, and by the one that each is writing); a
// transaction that would exceed it writes its oldest block to its scratch file, in the background.
const (
	undoBlock   = 1 << 20
	undoBudget  = 64 << 20
	undoTrailer = 7
	undoRoom    = 20 << 10 // longest payload with its trailer: two records of a page, with slack
)

type undoKind uint8

const (
	undoHeapInsert  undoKind = iota + 1 // page (8), first slot (2), rows (2)
	undoHeapUpdate                      // page (8), slot (2), old record
	undoHeapDelete                      // page (8), slot (2), old record
	undoTreeInsert                      // key
	undoTreeReplace                     // old record, or the ghost whose place an insert took
	undoTreeDelete                      // key
	undoStep                            // number of a step in Txn.steps (4)
)

// undoBlocks is the memory of all undo logs of an instance.
type undoBlocks struct {
	mu   sync.Mutex
	out  int // blocks handed out
	max  int
	free [][]byte
}

// take returns a block; nil when the budget is used up and force is not set.
func (u *undoBlocks) take(force bool) []byte {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.out >= u.max && !force {
		return nil
	}
	u.out++
	if n := len(u.free); n > 0 {
		b := u.free[n-1]
		u.free = u.free[:n-1]
		return b
	}
	return make([]byte, undoBlock)
}

func (u *undoBlocks) give(b []byte) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.out--
	if len(u.free) < 4 {
		u.free = append(u.free, b)
	}
}

// undoLog belongs to one transaction. Blocks first.. are in memory, those before in the scratch file or, the last of them,
// on its way there.
type undoLog struct {
	blocks  *undoBlocks
	scratch func() string // directory for the scratch file

	cur   []byte // the last block, nil before the first record
	n     int    // bytes used in cur
	first int
	mem   [][]byte // blocks first.., the last is cur
	used  []int    // bytes used in each block but the last

	file    *scratchFile
	writing []byte     // block first-1 while it is being written
	written chan error // its outcome
	run     int        // offset in cur of the payload of an undoHeapInsert that may be extended, else -1
}

// pos is the current end; a later truncate to it undoes all that follows. The
// record before it is closed.
func (l *undoLog) pos() int64 {
	l.run = -1
	if l.cur == nil {
		return 0
	}
	return int64(len(l.used))<<20 + int64(l.n)
}

// ensure makes room for one more record, so that add cannot fail after the change was made.
func (l *undoLog) ensure() error {
	if l.cur != nil && l.n+undoRoom <= undoBlock {
		return nil
	}
	return l.grow()
}

func (l *undoLog) grow() error {
	b := l.blocks.take(len(l.mem) == 0)
	for b == nil {
		var err error
		if b, err = l.spill(); err != nil {
			return err
		}
	}
	if l.cur != nil {
		l.used = append(l.used, l.n)
	}
	l.mem = append(l.mem, b)
	l.cur, l.n, l.run = b, 0, -1
	return nil
}

// spill starts writing the oldest block in memory to the scratch file and returns a buffer in its stead.
func (l *undoLog) spill() ([]byte, error) {
	if l.file == nil {
		f, err := newScratchFile(l.scratch())
		if err != nil {
			return nil, err
		}
		l.file = f
	}
	b, err := l.settle()
	if err != nil {
		return nil, err
	}
	if b == nil {
		b = l.blocks.take(true)
	}
	out, at := l.mem[0], int64(l.first)*undoBlock
	l.mem = append(l.mem[:0], l.mem[1:]...)
	l.first++
	file, written := l.file, make(chan error, 1)
	l.writing, l.written = out, written
	go func() { written <- file.write(out, at) }()
	return b, nil
}

// settle waits for the write under way and returns its buffer; nil when there is none. A block that could not be
// written is back in memory.
func (l *undoLog) settle() ([]byte, error) {
	b := l.writing
	if b == nil {
		return nil, nil
	}
	l.writing = nil
	if err := <-l.written; err != nil {
		l.mem = slices.Insert(l.mem, 0, b)
		l.first--
		return nil, err
	}
	return b, nil
}

// tail is where the next payload is to be appended; ensure must have been called.
func (l *undoLog) tail() []byte { return l.cur[l.n:l.n] }

// add closes the record whose payload of n bytes was written at tail.
func (l *undoLog) add(kind undoKind, storage uint32, n int) {
	t := l.cur[l.n+n : l.n+n+undoTrailer]
	t[0] = byte(kind)
	binary.LittleEndian.PutUint32(t[1:], storage)
	binary.LittleEndian.PutUint16(t[5:], uint16(n))
	l.run = -1
	if kind == undoHeapInsert {
		l.run = l.n
	}
	l.n += n + undoTrailer
}

// pop takes the last record off; the payload is valid until the next call of the log. ok is
// false when the log is at pos.
func (l *undoLog) pop(pos int64) (kind undoKind, storage uint32, payload []byte, ok bool, err error) {
	l.run = -1
	for {
		if l.cur == nil || int64(len(l.used))<<20+int64(l.n) <= pos {
			return 0, 0, nil, false, nil
		}
		if l.n > 0 {
			break
		}
		if err := l.back(); err != nil {
			return 0, 0, nil, false, err
		}
	}
	t := l.cur[l.n-undoTrailer : l.n]
	n := int(binary.LittleEndian.Uint16(t[5:]))
	l.n -= undoTrailer + n
	return undoKind(t[0]), binary.LittleEndian.Uint32(t[1:]), l.cur[l.n : l.n+n], true, nil
}

// back makes the previous block the last one.
func (l *undoLog) back() error {
	if b, _ := l.settle(); b != nil {
		l.blocks.give(b)
	}
	last := len(l.used) - 1
	if len(l.mem) == 1 && last >= 0 {
		if err := l.file.read(l.mem[0][:l.used[last]], int64(l.first-1)*undoBlock); err != nil {
			return err
		}
		l.first--
	} else {
		l.blocks.give(l.mem[len(l.mem)-1])
		l.mem = l.mem[:len(l.mem)-1]
	}
	if last < 0 {
		l.cur, l.n = nil, 0
		return nil
	}
	l.cur, l.n = l.mem[len(l.mem)-1], l.used[last]
	l.used = l.used[:last]
	return nil
}

// drop forgets everything: commit, or the end of a rollback.
func (l *undoLog) drop() {
	if b, _ := l.settle(); b != nil {
		l.blocks.give(b)
	}
	for _, b := range l.mem {
		l.blocks.give(b)
	}
	if l.file != nil {
		l.file.close()
		l.file = nil
	}
	l.cur, l.n, l.first, l.run = nil, 0, 0, -1
	l.mem, l.used = l.mem[:0], l.used[:0]
}

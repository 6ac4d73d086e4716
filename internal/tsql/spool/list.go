package spool

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
)

// List keeps rows in order of arrival.
type List struct {
	Dir    string
	Memory int // bytes; 0 = DefaultMemory

	buf  []byte // length-prefixed rows, the tail not yet on file
	file *os.File
	size int64
	n    int64
}

// Add copies one row.
func (l *List) Add(row []byte) error {
	limit := l.Memory
	if limit == 0 {
		limit = DefaultMemory
	}
	if len(l.buf) > 0 && len(l.buf)+len(row)+binary.MaxVarintLen64 > limit {
		if err := l.spill(); err != nil {
			return err
		}
	}
	l.buf = binary.AppendUvarint(l.buf, uint64(len(row)))
	l.buf = append(l.buf, row...)
	l.n++
	return nil
}

// Size is where the next row will begin, for At.
func (l *List) Size() int64 { return l.size + int64(len(l.buf)) }

// At is the row that began at Size before it was added; the bytes are valid until the next Add.
func (l *List) At(off int64) ([]byte, error) {
	if off >= l.size {
		b := l.buf[off-l.size:]
		n, w := binary.Uvarint(b)
		return b[w : w+int(n)], nil
	}
	head := make([]byte, binary.MaxVarintLen64)
	k, err := l.file.ReadAt(head[:min(int64(len(head)), l.size-off)], off)
	if k == 0 && err != nil {
		return nil, fmt.Errorf("read spool: %w", err)
	}
	n, w := binary.Uvarint(head[:k])
	if w <= 0 {
		return nil, errValue
	}
	row := make([]byte, n)
	if _, err := l.file.ReadAt(row, off+int64(w)); err != nil {
		return nil, fmt.Errorf("read spool: %w", err)
	}
	return row, nil
}

// Len is the number of rows.
func (l *List) Len() int64 { return l.n }

func (l *List) spill() error {
	if l.file == nil {
		f, err := os.CreateTemp(l.Dir, "scanfrag-spool-*.tmp")
		if err != nil {
			return fmt.Errorf("open spool: %w", err)
		}
		l.file = f
	}
	if _, err := l.file.WriteAt(l.buf, l.size); err != nil {
		return fmt.Errorf("write spool: %w", err)
	}
	l.size += int64(len(l.buf))
	l.buf = l.buf[:0]
	return nil
}

// Each calls f with every row in order; the bytes are valid during the call. It may be called again.
func (l *List) Each(f func(row []byte) error) error {
	if l.file != nil {
		r := bufio.NewReaderSize(io.NewSectionReader(l.file, 0, l.size), 1<<20)
		var row []byte
		for {
			n, err := binary.ReadUvarint(r)
			if err == io.EOF {
				break
			}
			if err != nil {
				return fmt.Errorf("read spool: %w", err)
			}
			row = slices.Grow(row[:0], int(n))[:n]
			if _, err := io.ReadFull(r, row); err != nil {
				return fmt.Errorf("read spool: %w", err)
			}
			if err := f(row); err != nil {
				return err
			}
		}
	}
	for b := l.buf; len(b) > 0; {
		n, w := binary.Uvarint(b)
		row := b[w : w+int(n)]
		b = b[w+int(n):]
		if err := f(row); err != nil {
			return err
		}
	}
	return nil
}

// Close removes the scratch file. The List is empty afterwards.
func (l *List) Close() {
	if l.file != nil {
		l.file.Close()
		os.Remove(l.file.Name())
	}
	*l = List{Dir: l.Dir, Memory: l.Memory}
}

package tds

import (
	"errors"
	"fmt"
	"io"
)

// BulkReader reads the data of a bulk load: COLMETADATA, rows, DONE. It holds
// one packet and the row that crosses into the next, never the whole load.
type BulkReader struct {
	next func() ([]byte, error) // payload of the next packet; io.EOF after the last
	max  int                    // bytes a single row may take
	buf  []byte
	off  int
	eof  bool
	cols []Column
	done bool
}

// NewBulkReader makes a reader over packet payloads; a payload must stay
// unchanged only until the next call of next. A row above maxRow bytes is an error.
func NewBulkReader(next func() ([]byte, error), maxRow int) *BulkReader {
	return &BulkReader{next: next, max: maxRow}
}

// Columns reads the column descriptions, which come first.
func (r *BulkReader) Columns() ([]Column, error) {
	err := r.read(func(c *cursor) error {
		if tok := c.u8(); c.err == nil && tok != tokenColMetadata {
			return fmt.Errorf("token 0x%02x in place of COLMETADATA", tok)
		}
		r.cols = c.colMetadata()
		return c.err
	})
	if err != nil {
		return nil, fmt.Errorf("bulk load: %w", err)
	}
	return r.cols, nil
}

// Row reads the next row into vals, one value a column, and reports false at
// the end. The values hold until the next call.
func (r *BulkReader) Row(vals []RawValue) (bool, error) {
	if r.done {
		return false, nil
	}
	more := false
	err := r.read(func(c *cursor) error {
		switch tok := c.u8(); {
		case c.err != nil:
		case tok == tokenRow:
			more = true
			for i := range r.cols {
				vals[i] = c.value(r.cols[i].Type)
			}
		case tok == tokenNBCRow:
			more = true
			bits := c.take((len(r.cols) + 7) / 8)
			for i := range r.cols {
				if c.err == nil && bits[i/8]&(1<<(i%8)) != 0 {
					vals[i] = RawValue{Null: true}
					continue
				}
				vals[i] = c.value(r.cols[i].Type)
			}
		case tok == tokenDone:
			c.take(12)
			r.done = c.err == nil
		default:
			return fmt.Errorf("token 0x%02x in place of a row", tok)
		}
		return c.err
	})
	if errors.Is(err, errShort) && r.off == len(r.buf) {
		// Some clients send no DONE.
		r.done = true
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("bulk load: %w", err)
	}
	return more, nil
}

// read runs parse over what is buffered, again with one more packet as long as
// that is too short, and consumes what it took.
func (r *BulkReader) read(parse func(*cursor) error) error {
	for {
		c := &cursor{b: r.buf[r.off:]}
		err := parse(c)
		if err == nil {
			r.off += c.off
			return nil
		}
		if !errors.Is(err, errShort) {
			return err
		}
		if err := r.fill(); err != nil {
			return err
		}
	}
}

func (r *BulkReader) fill() error {
	if r.eof {
		return errShort
	}
	if len(r.buf)-r.off > r.max {
		return fmt.Errorf("row of more than %d bytes", r.max)
	}
	p, err := r.next()
	if err == io.EOF {
		r.eof = true
		return errShort
	}
	if err != nil {
		return err
	}
	r.buf = append(r.buf[:copy(r.buf, r.buf[r.off:])], p...)
	r.off = 0
	return nil
}

package engine

import "fmt"

// SQL Server's limits of an index's own key columns, in bytes (nonclustered: from 2016 on).
const (
	maxClusteredKey    = 900
	maxNonclusteredKey = 1700
)

// keyLimit checks the length of keys with variable columns; the others are checked when the index is made.
type keyLimit struct {
	ix    *Index
	cols  []*Column // nil: no variable column
	raw   func(*Column, []byte) ([]byte, bool)
	most  int
	kind  string
	fixed int
}

// newKeyLimit is for rows of the given form.
func newKeyLimit(ix *Index, form rowForm) keyLimit {
	l := keyLimit{ix: ix, raw: form.raw, most: maxClusteredKey, kind: "clustered"}
	if ix.ID > 1 {
		l.most, l.kind = maxNonclusteredKey, "nonclustered"
	}
	for _, k := range ix.Keys {
		for i := range form.cols {
			if c := &form.cols[i]; c.ID == k.ColumnID {
				if c.Offset < 0 {
					l.cols = append(l.cols, c)
				} else {
					l.fixed += c.Type.FixedLen()
				}
				break
			}
		}
	}
	return l
}

// check is error 1946 for a row whose key is too long.
func (l *keyLimit) check(row []byte) error {
	if l.cols == nil {
		return nil
	}
	n := l.fixed
	for _, c := range l.cols {
		b, _ := l.raw(c, row)
		n += len(b)
	}
	if n <= l.most {
		return nil
	}
	return &Error{Number: 1946, Class: 16, State: 3, Text: fmt.Sprintf(
		"Operation failed. The index entry of length %d bytes for the index '%s' exceeds the maximum length of %d bytes for %s indexes.", n, l.ix.Name, l.most, l.kind)}
}

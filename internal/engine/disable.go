package engine

import (
	"context"
	"slices"
	"strings"
)

// A disabled index keeps its definition and nothing else: a nonclustered one gives its pages back. Disabling the
// clustered index disables the others as well, and its rows, which stay, may not be read or changed until
// it is rebuilt.

// Absent reports an index without pages.
func (ix *Index) Absent() bool { return ix.Disabled && ix.ID > 1 }

// usable is error 8655 for a table whose clustered index is disabled, and for a disabled index.
func (t *Table) usable(ix *Index) error {
	for _, ix := range []*Index{t.Indexes[0], ix} {
		if ix != nil && ix.Disabled {
			return errorf(8655, "The query processor is unable to produce a plan because the index '%s' on table or view '%s' is disabled.", ix.Name, t.Name)
		}
	}
	return nil
}

// DisableIndex disables an index; also lists the nonclustered ones that the clustered one took along.
func (tx *Txn) DisableIndex(ctx context.Context, t *Table, name string) (now *Table, also []string, err error) {
	if err := tx.lockDDL(ctx, t); err != nil {
		return nil, nil, err
	}
	i := t.indexNamed(name)
	if i < 0 {
		return nil, nil, noIndex(name)
	}
	n := t.next()
	disabled := *t.Indexes[i]
	disabled.Disabled = true
	n.Indexes[i] = &disabled
	var gone []*storage
	for j := range n.Indexes {
		if j == 0 || j != i && i != 0 || t.st[j] == nil {
			continue
		}
		if j != i {
			ix := *t.Indexes[j]
			ix.Disabled = true
			n.Indexes[j] = &ix
			also = append(also, ix.Name)
		}
		gone = append(gone, t.st[j])
		n.st[j] = nil
	}
	return n, also, tx.replace(t.db, t, n, nil, gone, nil)
}

// indexNamed is the number of an index in Table.Indexes, -1 when there is none of that name.
func (t *Table) indexNamed(name string) int {
	return slices.IndexFunc(t.Indexes, func(ix *Index) bool { return ix.ID > 0 && strings.EqualFold(ix.Name, name) })
}

func noIndex(name string) error {
	return &Error{Number: 2727, Class: 11, State: 1, Text: "Cannot find index '" + name + "'."}
}

func kindOf(clustered bool) string {
	if clustered {
		return "clustered"
	}
	return "nonclustered"
}

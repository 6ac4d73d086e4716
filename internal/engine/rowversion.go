package engine

import (
	"encoding/binary"
	"slices"
	"sync"

	"scanfrag/internal/sqltype"
)

// rowVersions is a database's counter of row versions. None is given twice, whatever is rolled back.
type rowVersions struct {
	mu     sync.Mutex
	last   uint64          // given last; 0: none yet
	active map[*Txn]uint64 // the first that each open transaction was given
}

// firstRowVersion is what comes before the first row version of a new database, as SQL Server's @@DBTS shows it.
const firstRowVersion = 2000

// given is the row version given last.
func (r *rowVersions) given() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

// NextRowVersion gives the next row version of d.
func (tx *Txn) NextRowVersion(d *Database) sqltype.Value {
	r := &d.versions
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = max(r.last, firstRowVersion) + 1
	if r.active[tx] == 0 {
		if r.active == nil {
			r.active = map[*Txn]uint64{}
		}
		r.active[tx] = r.last
		tx.versioned = append(tx.versioned, d)
	}
	return rowVersionOf(r.last)
}

// endVersions notes that the transaction's row versions are not active any more.
func (tx *Txn) endVersions() {
	for _, d := range tx.versioned {
		d.versions.mu.Lock()
		delete(d.versions.active, tx)
		d.versions.mu.Unlock()
	}
	tx.versioned = tx.versioned[:0]
}

// RowVersion is @@DBTS: the row version given last.
func (d *Database) RowVersion() sqltype.Value {
	return rowVersionOf(max(d.versions.given(), firstRowVersion))
}

// MinActiveRowVersion is the lowest row version of open transactions, the next one when there is none.
func (d *Database) MinActiveRowVersion() sqltype.Value {
	r := &d.versions
	r.mu.Lock()
	defer r.mu.Unlock()
	low := max(r.last, firstRowVersion) + 1
	for _, v := range r.active {
		low = min(low, v)
	}
	return rowVersionOf(low)
}

func rowVersionOf(n uint64) sqltype.Value {
	return sqltype.BytesOf(sqltype.Binary, binary.BigEndian.AppendUint64(nil, n))
}

func hasRowVersion(cols []Column) bool {
	return slices.ContainsFunc(cols, func(c Column) bool { return c.Type.RowVersion })
}

func secondRowVersion(table, column string) *Error {
	return errorf(2738, "A table can only have one timestamp column. Because table '%s' already has one, the column '%s' cannot be added.", table, column)
}

package engine

import "scanfrag/internal/sqltype"

// change is what a change of a column's type asks of the rows.
type change uint8

const (
	metadataOnly change = iota
	checkRows           // the stored bytes serve for the new type if every value fits
	sizeOfData          // a new physical column
)

// changeOf classifies a change. That a wider fixed column is a size-of-data operation is
// observed of SQL Server; that a narrower one keeps its place is general knowledge.
func changeOf(from, to sqltype.Type) change {
	if from == to {
		return metadataOnly
	}
	if from.Kind != to.Kind {
		if from.Kind.IsInt() && to.Kind.IsInt() && from.Kind != sqltype.Bit && to.Kind != sqltype.Bit && to.Len < from.Len && to.Kind != sqltype.TinyInt {
			return checkRows // little endian: the low bytes are the narrower value
		}
		return sizeOfData
	}
	switch from.Kind {
	case sqltype.VarChar, sqltype.NVarChar, sqltype.VarBinary:
		if wider(from, to) {
			return metadataOnly
		}
		return checkRows
	case sqltype.Char, sqltype.NChar, sqltype.Binary:
		if to.Len < from.Len {
			return checkRows
		}
	case sqltype.Decimal:
		if from.Scale == to.Scale && from.Len == to.Len {
			if to.Prec >= from.Prec {
				return metadataOnly
			}
			return checkRows
		}
	}
	return sizeOfData
}

// wider reports that every value of from fits in to, both of one variable-length kind.
func wider(from, to sqltype.Type) bool {
	return to.IsMax() || !from.IsMax() && to.Len >= from.Len
}

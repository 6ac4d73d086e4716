package query

import (
	"encoding/binary"
	"path/filepath"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/spool"
)

func appendVals(dst []byte, vals []sqltype.Value) []byte {
	for _, v := range vals {
		dst = spool.AppendValue(dst, v)
	}
	return dst
}

func readVals(dst []sqltype.Value, row []byte) ([]sqltype.Value, error) {
	for len(row) > 0 {
		v, rest, err := spool.Value(row)
		if err != nil {
			return dst, err
		}
		dst, row = append(dst, v), rest
	}
	return dst, nil
}

// appendRow appends a source's current row: 0 for a missing one, else place, record and values, the latter each with its count.
func appendRow(dst []byte, r *expr.Row) []byte {
	if r.Null {
		return append(dst, 0)
	}
	dst = append(dst, 1)
	dst = binary.AppendUvarint(dst, r.Place)
	dst = binary.AppendUvarint(dst, uint64(len(r.Rec)))
	dst = append(dst, r.Rec...)
	dst = binary.AppendUvarint(dst, uint64(len(r.Vals)))
	return appendVals(dst, r.Vals)
}

// readRow reads what appendRow wrote into r; its bytes alias b.
func readRow(r *expr.Row, b []byte) ([]byte, error) {
	r.Null = b[0] == 0
	b = b[1:]
	if r.Null {
		return b, nil
	}
	n, w := binary.Uvarint(b)
	r.Place, b = n, b[w:]
	n, w = binary.Uvarint(b)
	r.Rec, b = b[w:w+int(n)], b[w+int(n):]
	n, w = binary.Uvarint(b)
	b = b[w:]
	vals := make([]sqltype.Value, n)
	for i := range vals {
		var err error
		if vals[i], b, err = spool.Value(b); err != nil {
			return nil, err
		}
	}
	r.Vals = vals
	return b, nil
}

// List is an empty spool of the statement.
func (x *Exec) List() *spool.List { return &spool.List{Dir: ScratchDir(x.Host.Database())} }

func (x *Exec) sorter() *spool.Sorter { return &spool.Sorter{Dir: ScratchDir(x.Host.Database())} }

// ScratchDir is where spools of statements on db go.
func ScratchDir(db *engine.Database) string {
	if db == nil || !filepath.IsAbs(db.Path()) {
		return ""
	}
	return filepath.Dir(db.Path())
}

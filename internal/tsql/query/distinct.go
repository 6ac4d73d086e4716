package query

import (
	"bytes"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/spool"
)

// distinctRows passes on the distinct ones of the rows that rows gives. Those that no longer fit in
// memory are sorted and come last.
func (x *Exec) distinctRows(rows func(emit func([]sqltype.Value) error) error, emit func([]sqltype.Value) error) error {
	seen := map[string]struct{}{}
	var key, row []byte
	var over *spool.Sorter
	var held int64
	err := rows(func(vals []sqltype.Value) error {
		key = key[:0]
		for _, v := range vals {
			key = appendNullable(key, v)
		}
		if _, ok := seen[string(key)]; ok {
			return nil
		}
		if over == nil {
			size := len(key) + 64
			if x.grab(size) == nil {
				held += int64(size)
				seen[string(key)] = struct{}{}
				return emit(vals)
			}
			x.mem -= int64(size)
			over = x.sorter()
		}
		row = appendVals(row[:0], vals)
		return over.Add(key, row)
	})
	x.mem -= held
	if over == nil {
		return err
	}
	defer over.Close()
	if err != nil {
		return err
	}
	seen = nil
	var last []byte
	var vals []sqltype.Value
	first := true
	return over.Each(func(k, payload []byte) (err error) {
		if err := x.Tick(); err != nil {
			return err
		}
		if !first && bytes.Equal(last, k) {
			return nil
		}
		first, last = false, append(last[:0], k...)
		if vals, err = readVals(vals[:0], payload); err != nil {
			return err
		}
		return emit(vals)
	})
}

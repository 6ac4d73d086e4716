package server

import (
	"fmt"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

// Columns begins a result set.
func (r *response) Columns(cols []tsql.Column) error {
	if err := r.ready(); err != nil {
		return err
	}
	r.cols, r.meta = r.cols[:0], r.meta[:0]
	for i := range cols {
		col := newColumn(cols[i].Name, cols[i].Type)
		r.cols = append(r.cols, col)
		r.meta = append(r.meta, tds.Column{Name: cols[i].Name, Type: col.ti, Nullable: cols[i].Nullable})
	}
	return r.put(tds.AppendColMetadata(r.w.Buf(), r.meta))
}

// Row sends a row: as NBCROW when a value is NULL, so that NULLs cost a bit.
func (r *response) Row(vals []sqltype.Value) error {
	if err := r.ready(); err != nil {
		return err
	}
	if len(vals) != len(r.cols) {
		return fmt.Errorf("row of %d values for %d columns", len(vals), len(r.cols))
	}
	null := -1
	for i := range vals {
		if vals[i].Null {
			null = i
			break
		}
	}
	b, at := r.w.Buf(), 0
	if null < 0 {
		b = tds.BeginRow(b)
	} else {
		b, at = tds.BeginNBCRow(b, len(r.cols))
	}
	for i := range r.cols {
		if vals[i].Null {
			tds.SetNull(b, at, i)
			continue
		}
		var err error
		if b, err = r.cols[i].append(b, &vals[i]); err != nil {
			return err
		}
	}
	return r.put(b)
}

// ReturnStatus sends a procedure's return code.
func (r *response) ReturnStatus(code int32) error {
	if err := r.ready(); err != nil {
		return err
	}
	return r.put(tds.AppendReturnStatus(r.w.Buf(), code))
}

// ReturnValue sends an output parameter.
func (r *response) ReturnValue(name string, t sqltype.Type, v sqltype.Value) error {
	if err := r.ready(); err != nil {
		return err
	}
	ordinal := 0
	for i := range r.args {
		if r.args[i].Name == name {
			ordinal = i
			break
		}
	}
	col := newColumn(name, t)
	b := tds.AppendReturnValue(r.w.Buf(), ordinal, name, col.ti)
	if v.Null {
		return r.put(tds.AppendNull(b, col.ti))
	}
	b, err := col.append(b, &v)
	if err != nil {
		return err
	}
	return r.put(b)
}

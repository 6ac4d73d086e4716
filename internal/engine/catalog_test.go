package engine

import (
	"encoding/json"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// Whatever a boot page says is accepted or refused, and what is accepted is written back the same.
func FuzzBootRecord(f *testing.F) {
	good := bootRecord{version: 1, flags: bootClean, catalogIAM: page.MakeID(1, 10), catalog: page.MakeID(1, 16), length: 1234, pages: 1024}
	f.Add(good.append(nil))
	f.Add([]byte{})
	f.Add([]byte{0x10, 0, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, rec []byte) {
		var b bootRecord
		if b.parse(rec) != nil {
			return
		}
		var again bootRecord
		if err := again.parse(b.append(nil)); err != nil || again != b {
			t.Errorf("%+v became %+v, %v", b, again, err)
		}
	})
}

// A table from a catalog that validates can be described and its rows reshaped without a panic.
func FuzzCatalog(f *testing.F) {
	cols := append(testColumns(), col("b", sqltype.Of(sqltype.Bit)), col("d", sqltype.DecimalOf(10, 2)))
	t := &Table{ID: 7, Schema: "dbo", Name: "t", Columns: cols, state: &tableState{}, version: 1, Indexes: []*Index{{}}}
	t.Layout, t.phys = layOut(t.Columns)
	doc := t.doc()
	doc.Storage = []storageDoc{{FirstIAM: page.MakeID(1, 20)}}
	text, err := json.Marshal(doc)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("{}"))
	f.Fuzz(func(_ *testing.T, text []byte) {
		var doc tableDoc
		if json.Unmarshal(text, &doc) != nil {
			return
		}
		t := &Table{ID: doc.ID, Schema: doc.Schema, Name: doc.Name, Columns: doc.Columns, Layout: doc.Layout, Indexes: doc.Indexes, phys: doc.Physical, state: &tableState{}}
		if t.validate(len(doc.Storage)) != nil {
			return
		}
		rec := page.NewRecord(nil, t.Layout)
		for i := range t.Columns {
			c := &t.Columns[i]
			c.raw(rec)
		}
		u := t.phys.Uniquifier
		newReshaper(t.Layout, u, t.Layout, u).reshape(nil, rec)
		t.treeDef(0)
	})
}

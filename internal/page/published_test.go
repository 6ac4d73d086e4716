package page

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

// rec917 is a record of 917 bytes: 4 + fixed + 2 + 1.
func sized(n int, tag byte) []byte {
	l := Layout{FixedEnd: n - 3, Cols: 2}
	return AppendRecord(nil, l, bytes.Repeat([]byte{tag}, n-7), nil, nil)
}

func TestPublishedHeader(t *testing.T) {
	p := new(Page)
	p.Init(TypeData, 0, MakeID(1, 143), 0, 0)
	p.SetMinLen(8)
	p.SetNext(MakeID(1, 154))
	for i := range 5 {
		if !p.Insert(i, sized(917, byte(i))) {
			t.Fatalf("record %d does not fit", i)
		}
	}
	p.Remove(4)
	p.Seal()
	if p.SlotCount() != 4 || p.FreeCount() != 4420 || p.FreeData() != 4681 {
		t.Errorf("slotCnt %d freeCnt %d freeData %d, published 4 4420 4681", p.SlotCount(), p.FreeCount(), p.FreeData())
	}
	if got := p.LastPlaced(); got != -1 {
		t.Errorf("last placed %d after its removal, want none", got)
	}
	want := "01010000" + "0002" + "0000" + "000000000000" + "0800" + "9a0000000100" + "0400" + "00000000" + "4411" + "4912" + "8f0000000100"
	if got := hex.EncodeToString(p[:38]); got != want {
		t.Errorf("header\n%s, want\n%s", got, want)
	}
	if err := p.Verify(MakeID(1, 143)); err != nil {
		t.Error(err)
	}
}

func TestPublishedTinyint(t *testing.T) {
	p := new(Page)
	p.Init(TypeData, 0, MakeID(1, 8), 0, 0)
	for name, rec := range map[string][]byte{
		"template": NewRecord(nil, Layout{FixedEnd: 5, Cols: 1}),
		"whole":    AppendRecord(nil, Layout{FixedEnd: 5, Cols: 1}, []byte{0}, nil, nil),
	} {
		if len(rec) != 9 {
			t.Errorf("%s: %d bytes, published 9", name, len(rec))
		}
		rec[4] = 7
		if got := hex.EncodeToString(rec); got != "100006000700010000" {
			t.Errorf("%s: %s, published 10000600xxxx010000", name, got)
		}
	}
	p.PutHeap(AppendRecord(nil, Layout{FixedEnd: 5, Cols: 1}, []byte{7}, nil, nil))
	if off := p.slotOffset(0); off != 0x60 {
		t.Errorf("first record at 0x%x, published 0x60", off)
	}
}

func TestPublishedStub(t *testing.T) {
	b, _ := hex.DecodeString("047600000001000000")
	if got := StubTarget(b); got != (RID{MakeID(1, 118), 0}) || got.String() != "(1:118:0)" {
		t.Errorf("target %v, published (1:118:0)", got)
	}
	if got := AppendStub(nil, RID{MakeID(1, 118), 0}); !bytes.Equal(got, b) {
		t.Errorf("stub % x, published % x", got, b)
	}
	if n, err := RecordLen(b, 0); n != 9 || err != nil {
		t.Errorf("length %d, %v", n, err)
	}
}

// Rows per page of the published and derived row sizes.
func TestRowsPerPage(t *testing.T) {
	for _, c := range []struct {
		name      string
		cols      int
		fixed     int
		vars      [][]byte
		rec, rows int
	}{
		{"int, char(1000)", 2, 1004, nil, 1011, 7},
		{"int, int, char(1000)", 3, 1008, nil, 1015, 7},
		{"int, char(999)", 2, 1003, nil, 1010, 8},
		{"int, char(80)", 2, 84, nil, 91, 87},
		{"int, bit", 2, 5, nil, 12, 578},
		{"int, varchar of 4", 2, 4, [][]byte{[]byte("abcd")}, 19, 385},
		{"int, int, char(10), char(10)", 4, 28, nil, 35, 218},
		{"int, char(3000), char(3000)", 3, 6004, nil, 6011, 1},
	} {
		rec := AppendRecord(nil, Layout{FixedEnd: 4 + c.fixed, Cols: c.cols, Vars: len(c.vars)}, make([]byte, c.fixed), nil, c.vars)
		p := new(Page)
		p.Init(TypeData, 0, MakeID(1, 16), 0, 0)
		n := 0
		for p.Insert(0, rec) {
			n++
		}
		if len(rec) != c.rec || n != c.rows {
			t.Errorf("%s: %d bytes, %d rows a page; want %d, %d", c.name, len(rec), n, c.rec, c.rows)
		}
		if err := p.Check(); err != nil {
			t.Error(err)
		}
	}
}

// The index record sizes that the published trees rest on.
func TestIndexRecordSizes(t *testing.T) {
	for _, c := range []struct {
		name     string
		rec      []byte
		len, max int
	}{
		{"int NOT NULL", AppendIndexRecord(nil, make([]byte, 4), MakeID(1, 77), 0, nil, nil), 11, 622},
		{"int NULL with uniquifier NULL", AppendIndexRecord(nil, make([]byte, 4), MakeID(1, 77), 2, []byte{2}, nil), 14, 506},
		{"int NULL with uniquifier", AppendIndexRecord(nil, make([]byte, 4), MakeID(1, 77), 2, nil, [][]byte{{1, 0, 0, 0}}), 22, 337},
		{"int, char(256), alternating load", AppendIndexRecord(nil, make([]byte, 260), MakeID(1, 77), 3, []byte{4}, nil), 270, 29},
	} {
		p := new(Page)
		p.Init(TypeIndex, 1, MakeID(1, 16), 0, 0)
		min := IndexMinLen(4)
		if len(c.rec) > 200 {
			min = IndexMinLen(260)
		}
		p.SetMinLen(min)
		n := 0
		for p.Insert(n, c.rec) {
			n++
		}
		if len(c.rec) != c.len || n != c.max {
			t.Errorf("%s: %d bytes, %d children; want %d, %d", c.name, len(c.rec), n, c.len, c.max)
		}
		if err := p.Check(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := p.Child(n - 1); got != MakeID(1, 77) {
			t.Errorf("%s: child %v", c.name, got)
		}
		SetChildPage(p.Record(0), min, MakeID(2, 1<<31))
		if got := ChildPage(p.Record(0), min); got != MakeID(2, 1<<31) {
			t.Errorf("%s: child after set %v", c.name, got)
		}
		if strings.Contains(c.name, "uniquifier NULL") != IndexIsNull(c.rec, min, 1) && len(c.rec) < 200 {
			t.Errorf("%s: NULL bit of the uniquifier wrong", c.name)
		}
	}
	u := AppendIndexRecord(nil, make([]byte, 4), MakeID(1, 77), 2, nil, [][]byte{{1, 2, 3, 4}})
	if got := IndexVar(u, IndexMinLen(4), 0); !bytes.Equal(got, []byte{1, 2, 3, 4}) {
		t.Errorf("variable key column % x", got)
	}
	if got := IndexVar(u, IndexMinLen(4), 1); got != nil {
		t.Errorf("variable key column past the last: % x", got)
	}
}

// A leaf of a unique nonclustered index over two int columns NOT NULL of a heap, as DBCC PAGE showed it:
// pminlen 17, 426 rows, m_freeCnt 2, m_freeData 7338.
func TestNonclusteredLeafPublished(t *testing.T) {
	p := new(Page)
	p.Init(TypeIndex, 0, MakeID(1, 6687), 1364915934, 5)
	l := Layout{FixedEnd: 1 + 4 + 4 + 8}
	p.SetMinLen(l.FixedEnd)
	n := 0
	for p.Insert(n, AppendIndexLeaf(nil, l, make([]byte, 16), nil, nil)) {
		n++
	}
	if p.MinLen() != 17 || n != 426 || p.FreeCount() != 2 || p.FreeData() != 7338 {
		t.Errorf("pminlen %d, %d rows, free %d, free data %d", p.MinLen(), n, p.FreeCount(), p.FreeData())
	}
	if err := p.Check(); err != nil {
		t.Error(err)
	}
}

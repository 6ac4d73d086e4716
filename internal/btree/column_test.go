package btree

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// keyTypes are the types a key column may have, each with a maker of random row forms.
func keyTypes() []struct {
	typ sqltype.Type
	raw func(rnd *rand.Rand) []byte
} {
	type kt = struct {
		typ sqltype.Type
		raw func(rnd *rand.Rand) []byte
	}
	bytesOf := func(n int) func(*rand.Rand) []byte {
		return func(rnd *rand.Rand) []byte {
			b := make([]byte, n)
			for i := range b {
				if b[i] = byte(rnd.IntN(256)); rnd.IntN(3) == 0 {
					b[i] = [3]byte{0, 1, 255}[rnd.IntN(3)]
				}
			}
			return b
		}
	}
	text := func(n, width int, fixed bool) func(*rand.Rand) []byte {
		return func(rnd *rand.Rand) []byte {
			var b []byte
			for range rnd.IntN(n + 1) {
				b = append(b, " aAbZz09\t"[rnd.IntN(9)])
				b = append(b, make([]byte, width-1)...)
			}
			for fixed && len(b) < n*width {
				b = append(b, ' ')
				b = append(b, make([]byte, width-1)...)
			}
			return b
		}
	}
	float := func(rnd *rand.Rand) []byte {
		b := make([]byte, 8)
		sqltype.PutFixed(b, sqltype.Of(sqltype.Float), sqltype.Value{Kind: sqltype.Float, I: int64(rnd.Uint64() &^ (1 << 62))})
		return b
	}
	return []kt{
		{sqltype.Of(sqltype.TinyInt), bytesOf(1)},
		{sqltype.Of(sqltype.SmallInt), bytesOf(2)},
		{sqltype.Of(sqltype.Int), bytesOf(4)},
		{sqltype.Of(sqltype.BigInt), bytesOf(8)},
		{sqltype.Of(sqltype.Money), bytesOf(8)},
		{sqltype.Of(sqltype.Float), float},
		{sqltype.Of(sqltype.DateTime), bytesOf(8)},
		{sqltype.Of(sqltype.Date), bytesOf(3)},
		{sqltype.Of(sqltype.UniqueIdentifier), bytesOf(16)},
		{sqltype.BinaryOf(12), bytesOf(12)},
		{sqltype.CharOf(12), text(12, 1, true)},
		{sqltype.NCharOf(12), text(12, 2, true)},
		{sqltype.VarCharOf(30), text(30, 1, false)},
		{sqltype.NVarCharOf(30), text(30, 2, false)},
		{sqltype.VarBinaryOf(20), func(rnd *rand.Rand) []byte { return bytesOf(20)(rnd)[:rnd.IntN(21)] }},
	}
}

// The sort's prefix and the search's ordinal must agree with the comparison, for every
// type, direction and nullability; and an index record must give back the key it was made of.
func TestShape_ordersAgree(t *testing.T) {
	rnd := seedRand(t)
	for _, kt := range keyTypes() {
		for variant := range 8 {
			desc, nullable, second := variant&1 != 0, variant&2 != 0, variant&4 != 0
			cols := []col{{typ: kt.typ, key: 1, desc: desc, nullable: nullable}, {typ: sqltype.Of(sqltype.Int)}}
			if second {
				cols = []col{{typ: sqltype.Of(sqltype.SmallInt), key: 1, desc: !desc, nullable: true}, {typ: kt.typ, key: 2, desc: desc, nullable: nullable}}
			}
			tb := newTable(false, cols...)
			s, err := newShape(&tb.def)
			if err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("%v desc %v nullable %v second %v", kt.typ, desc, nullable, second)
			var recs [][]byte
			for range 40 {
				rec := tb.template()
				at := 0
				if second {
					le.PutUint16(rec[tb.off[0]:], uint16(rnd.IntN(3)-1))
					page.SetNull(rec, 0, rnd.IntN(6) == 0)
					at = 1
				}
				v := kt.raw(rnd)
				if tb.off[at] >= 0 {
					copy(rec[tb.off[at]:], v)
				} else {
					rec = page.WithVar(nil, rec, 1, v, false)
				}
				if nullable && rnd.IntN(6) == 0 {
					page.SetNull(rec, at, true)
				}
				s.clearNull(rec)
				recs = append(recs, rec)
			}
			checkOrders(t, name, s, recs)
		}
	}
}

func checkOrders(t *testing.T, name string, s *shape, recs [][]byte) {
	t.Helper()
	o := s.sortOptions(nil, BuildOptions{})
	var k searchKey
	var x entryScratch
	for _, a := range recs {
		s.fromLeaf(&k, a, true)
		ent := s.appendEntry(nil, &k, page.MakeID(1, 77), &x)
		if n, err := page.RecordLen(ent, s.entryMin); err != nil || n != len(ent) {
			t.Fatalf("%s: index record %x: length %d, %v", name, ent, n, err)
		}
		if s.child(ent) != page.MakeID(1, 77) || s.cmpEntry(&k, ent, 0) != 0 {
			t.Fatalf("%s: record %x does not equal its index record %x", name, a, ent)
		}
		for _, b := range recs {
			r := s.compareLeaf(a, b, false)
			p, q := o.Prefix(a), o.Prefix(b)
			if r < 0 && p > q || r > 0 && p < q || r == 0 && p != q || r != 0 && p == q && o.Compare == nil {
				t.Fatalf("%s: %x and %x compare %d, prefixes %x and %x", name, a, b, r, p, q)
			}
			if back := s.compareLeaf(b, a, false); (r < 0) != (back > 0) || (r == 0) != (back == 0) {
				t.Fatalf("%s: %x and %x compare %d and %d", name, a, b, r, back)
			}
			if c := s.cmpEntry(&k, s.appendEntry(nil, s.keyOf(b), 1<<32|5, &x), 0); (c < 0) != (r < 0) || (c > 0) != (r > 0) {
				t.Fatalf("%s: %x against the index record of %x: %d, %d wanted", name, a, b, c, r)
			}
			if s.ord != ordNone {
				m, n := s.ordinal(s.leafCol(a, 0)), s.ordinal(s.leafCol(b, 0))
				if r < 0 && m > n || r > 0 && m < n {
					t.Fatalf("%s: %x and %x compare %d, ordinals %d and %d", name, a, b, r, m, n)
				}
			}
		}
	}
}

func (s *shape) keyOf(rec []byte) *searchKey {
	var k searchKey
	s.fromLeaf(&k, rec, true)
	return &k
}

// Eight bit columns share a byte; a key on one of them sees its own bit alone.
func TestShape_bitColumn(t *testing.T) {
	bit := KeyColumn{Type: sqltype.Of(sqltype.Bit), Offset: 4, BitPos: 2, NullBit: 0}
	num := KeyColumn{Type: sqltype.Of(sqltype.Int), Offset: 5, NullBit: 1}
	def := Def{Layout: page.Layout{FixedEnd: 9, Cols: 2}, Keys: []KeyColumn{bit, num}, Unique: true, ObjID: 5, IndexID: 1}
	sp := newSpace(t, 16)
	tree, err := Create(sp, def)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2000 {
		rec := page.NewRecord(nil, def.Layout)
		rec[4] = byte(i) // its bit 2 is the key, the rest noise
		le.PutUint32(rec[5:], uint32(i))
		if _, err := tree.Insert(rec, nil); err != nil {
			t.Fatal(err)
		}
	}
	checkTree(t, tree)
	one := Key{Cols: [][]byte{{1}}}
	n := 0
	eachRow(t, tree, Range{Lo: &one}, func(rec []byte) {
		if rec[4]>>2&1 != 1 {
			t.Fatalf("row %x", rec)
		}
		n++
	})
	if n != 1000 {
		t.Errorf("%d rows with the bit set", n)
	}
}

func TestNewShape_refuses(t *testing.T) {
	for name, tb := range map[string]*table{
		"no key":       newTable(true, col{typ: sqltype.Of(sqltype.Int)}),
		"key too long": newTable(true, col{typ: sqltype.CharOf(MaxKeyBytes + 1), key: 1}),
	} {
		if _, err := Create(newSpace(t, 16), tb.def); err == nil {
			t.Errorf("%s: created", name)
		}
	}
	tb := newTable(true, col{typ: sqltype.VarCharOf(8000), key: 1})
	tree := tb.create(t, newSpace(t, 16))
	for n, ok := range map[int]bool{MaxKeyBytes: true, MaxKeyBytes + 1: false} {
		rec := page.WithVar(nil, tb.template(), 0, make([]byte, n), false)
		if _, err := tree.Insert(rec, nil); (err == nil) != ok {
			t.Errorf("key of %d bytes: %v", n, err)
		}
	}
	for i := range 300 { // three entries a page: deep, but sound
		key := append([]byte{byte('a' + i*7%26), byte('a' + i*11%26), byte(i), byte(i >> 8)}, make([]byte, MaxKeyBytes-4-i%2*2000)...)
		if _, err := tree.Insert(page.WithVar(nil, tb.template(), 0, key, false), nil); err != nil {
			t.Fatal(err)
		}
	}
	checkTree(t, tree)
	if _, err := tree.Insert(make([]byte, page.MaxRecord+1), nil); err == nil {
		t.Error("a row of 8061 bytes was taken")
	}
	long := Key{Cols: [][]byte{nil, nil}}
	if _, err := tree.NewSupplier(t.Context(), Range{Lo: &long}, 1, ScanOptions{}); err == nil {
		t.Error("a range of two columns was taken for a key of one")
	}
	if _, err := tree.NewSupplier(t.Context(), Range{Backward: true}, 1, ScanOptions{AllocationOrder: true}); err == nil {
		t.Error("a backward scan in allocation order was taken")
	}
}

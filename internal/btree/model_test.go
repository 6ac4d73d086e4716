package btree

import (
	"bytes"
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

// modelRow is a row of the model: an int column (nil = NULL) and a string column, of which one
// or both are the key, and a payload that gives the record its length.
type modelRow struct {
	num     *int
	text    string
	uniq    uint32
	payload []byte
}

// modelKind is a table of the random test.
type modelKind struct {
	name       string
	tb         *table
	numCol     int // column numbers in tb
	textCol    int
	numType    sqltype.Kind
	textFixed  int // width of a char column, 0 = varchar
	keys       []string
	numDesc    bool
	textDesc   bool
	maxPayload int
	nums       int // different numbers
}

func modelKinds() []*modelKind {
	is, vc := sqltype.Of, sqltype.VarCharOf
	return []*modelKind{
		{name: "non-unique nullable int", numType: sqltype.Int, keys: []string{"num"}, maxPayload: 2000, nums: 60,
			tb: newTable(false, col{typ: vc(20)}, col{typ: is(sqltype.Int), nullable: true, key: 1}, col{typ: vc(8000)}), numCol: 1, textCol: 0},
		{name: "unique smallint descending, varchar", numType: sqltype.SmallInt, keys: []string{"num", "text"}, numDesc: true, maxPayload: 1200, nums: 40,
			tb: newTable(true, col{typ: is(sqltype.SmallInt), key: 1, desc: true}, col{typ: vc(300), key: 2}, col{typ: vc(8000)}), numCol: 0, textCol: 1},
		{name: "non-unique char, nullable bigint descending", numType: sqltype.BigInt, keys: []string{"text", "num"}, numDesc: true, maxPayload: 7000, nums: 8, textFixed: 10,
			tb: newTable(false, col{typ: sqltype.CharOf(10), key: 1}, col{typ: is(sqltype.BigInt), key: 2, nullable: true, desc: true}, col{typ: vc(8000)}), numCol: 1, textCol: 0},
		{name: "non-unique nullable bigint", numType: sqltype.BigInt, keys: []string{"num"}, maxPayload: 900, nums: 2000,
			tb: newTable(false, col{typ: vc(20)}, col{typ: is(sqltype.BigInt), nullable: true, key: 1}, col{typ: vc(8000)}), numCol: 1, textCol: 0},
		{name: "unique tinyint and wide varchar descending", numType: sqltype.TinyInt, keys: []string{"num", "text"}, textDesc: true, maxPayload: 300, nums: 3,
			tb: newTable(true, col{typ: is(sqltype.TinyInt), nullable: true, key: 1}, col{typ: vc(899), key: 2, desc: true}, col{typ: vc(8000)}), numCol: 0, textCol: 1},
	}
}

func (k *modelKind) compareKey(a, b *modelRow) int {
	for _, c := range k.keys {
		r, desc := 0, k.textDesc
		if c == "num" {
			desc = k.numDesc
			switch {
			case a.num == nil && b.num == nil:
			case a.num == nil:
				r = -1
			case b.num == nil:
				r = 1
			default:
				r = cmp.Compare(*a.num, *b.num)
			}
		} else {
			r = strings.Compare(a.text, b.text)
		}
		if desc {
			r = -r
		}
		if r != 0 {
			return r
		}
	}
	return 0
}

func (k *modelKind) compare(a, b *modelRow) int {
	if r := k.compareKey(a, b); r != 0 {
		return r
	}
	return cmp.Compare(a.uniq, b.uniq)
}

// record is the row's leaf record.
func (k *modelKind) record(r *modelRow) []byte {
	tb := k.tb
	rec := tb.template()
	if r.num == nil {
		page.SetNull(rec, k.numCol, true)
		for i := range 2 { // garbage under a NULL must not matter
			rec[tb.off[k.numCol]+i%k.numSize()] = 0x5A
		}
	} else {
		v := uint64(*r.num)
		for i := range k.numSize() {
			rec[tb.off[k.numCol]+i] = byte(v >> (8 * i))
		}
	}
	base := 0
	if !tb.def.Unique {
		base = 1
	}
	payVar := base + 1
	if k.textFixed > 0 {
		payVar = base
		copy(rec[tb.off[k.textCol]:], r.text+strings.Repeat(" ", k.textFixed-len(r.text)))
	} else {
		rec = page.WithVar(nil, rec, base, []byte(r.text), false)
	}
	rec = page.WithVar(nil, rec, payVar, r.payload, false)
	if r.uniq != 0 {
		rec = page.WithVar(nil, rec, 0, le.AppendUint32(nil, r.uniq), false)
	} else if !tb.def.Unique {
		page.SetNull(rec, tb.def.Layout.Cols-1, true)
	}
	return rec
}

func (k *modelKind) numSize() int { return sqltype.Of(k.numType).FixedLen() }

func (k *modelKind) random(rnd *rand.Rand) *modelRow {
	r := &modelRow{payload: bytes.Repeat([]byte{byte(rnd.IntN(256))}, rnd.IntN(k.maxPayload))}
	if rnd.IntN(4) > 0 {
		r.payload = r.payload[:len(r.payload)/4]
	}
	nullable := false
	for _, c := range k.tb.def.Keys {
		nullable = nullable || c.Nullable && c.NullBit == k.numCol
	}
	if !nullable || rnd.IntN(10) > 0 {
		n := rnd.IntN(k.nums)
		if k.numType != sqltype.TinyInt {
			n -= k.nums / 2
		}
		r.num = &n
	}
	most := 12
	if k.textFixed > 0 {
		most = k.textFixed
	} else if strings.Contains(k.name, "wide") {
		most = 880
	}
	for range rnd.IntN(most) {
		r.text += string(rune('a' + rnd.IntN(26)))
	}
	return r
}

// Random inserts, removals and replaces against a sorted slice; the whole tree is checked and compared
// at the first, the last and every 16th step.
func TestTree_model(t *testing.T) {
	for _, k := range modelKinds() {
		t.Run(k.name, func(t *testing.T) {
			rnd := seedRand(t)
			tree := k.tb.create(t, newSpace(t, 32))
			var rows []*modelRow
			const steps = 1600
			for step := range steps {
				grow := step/400%2 == 0 // waves, so that pages empty again
				switch op := rnd.IntN(10); {
				case op < 2 && len(rows) > 0:
					i := rnd.IntN(len(rows))
					r := *rows[i]
					r.payload = bytes.Repeat([]byte{1}, rnd.IntN(k.maxPayload))
					ok, err := tree.Replace(k.record(&r), nil)
					if err != nil || !ok {
						t.Fatalf("step %d: replace: %v %v", step, ok, err)
					}
					rows[i] = &r
				case (op < 4) == grow && len(rows) > 0:
					for range 1 + rnd.IntN(3) {
						if len(rows) > 0 {
							i := rnd.IntN(len(rows))
							k.removeRow(t, tree, rows[i])
							rows = slices.Delete(rows, i, i+1)
						}
					}
				default:
					rows = k.insertRow(t, tree, rows, k.random(rnd))
				}
				if step%16 == 0 || step == steps-1 {
					k.verify(t, tree, rows)
				}
			}
			for len(rows) > 0 {
				i := rnd.IntN(len(rows))
				k.removeRow(t, tree, rows[i])
				rows = slices.Delete(rows, i, i+1)
				if len(rows)%32 == 0 {
					k.verify(t, tree, rows)
				}
			}
			if n := tree.Unit().Pages(); n.Used-n.IAM != int64(tree.Meta().Depth) {
				t.Errorf("an empty tree of %d levels has %d pages", tree.Meta().Depth, n.Used-n.IAM)
			}
		})
	}
}

func (k *modelKind) insertRow(t *testing.T, tree *Tree, rows []*modelRow, r *modelRow) []*modelRow {
	t.Helper()
	i, _ := slices.BinarySearchFunc(rows, r, func(a, b *modelRow) int {
		if c := k.compareKey(a, b); c != 0 {
			return c
		}
		return -1 // behind all equal ones
	})
	same := i > 0 && k.compareKey(rows[i-1], r) == 0
	stored, err := tree.Insert(k.record(r), nil)
	if k.tb.def.Unique && same {
		var dup *DuplicateKey
		if !errors.As(err, &dup) {
			t.Fatalf("insert of a duplicate: %v", err)
		}
		return rows
	}
	if err != nil {
		t.Fatal(err)
	}
	if same {
		r.uniq = rows[i-1].uniq + 1
	}
	if !bytes.Equal(stored, k.clean(r)) {
		t.Fatalf("stored as %x, %x wanted", stored, k.clean(r))
	}
	return slices.Insert(rows, i, r)
}

// clean is the row's record as the tree stores it: zero bytes under a NULL first key column.
func (k *modelKind) clean(r *modelRow) []byte {
	rec := k.record(r)
	if c := &k.tb.def.Keys[0]; r.num == nil && c.NullBit == k.numCol {
		clear(rec[c.Offset : c.Offset+k.numSize()])
	}
	return rec
}

func (k *modelKind) keyOf(t *testing.T, tree *Tree, r *modelRow) Key {
	t.Helper()
	key, err := tree.ParseKey(tree.AppendKey(nil, k.clean(r)))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (k *modelKind) removeRow(t *testing.T, tree *Tree, r *modelRow) {
	t.Helper()
	key := k.keyOf(t, tree, r)
	if ok, err := tree.Remove(key, nil); err != nil || !ok {
		t.Fatalf("remove: %v %v", ok, err)
	}
	if got, ok, err := tree.Get(nil, key, nil); err != nil || ok {
		t.Fatalf("a removed row is still found: %x %v", got, err)
	}
	if ok, err := tree.Remove(key, nil); ok || err != nil {
		t.Fatalf("removed twice: %v %v", ok, err)
	}
}

func (k *modelKind) verify(t *testing.T, tree *Tree, rows []*modelRow) {
	t.Helper()
	checkTree(t, tree)
	i := 0
	eachRow(t, tree, Range{}, func(rec []byte) {
		if i >= len(rows) {
			t.Fatalf("more than %d rows", len(rows))
		}
		want := k.clean(rows[i])
		if !bytes.Equal(rec, want) {
			t.Fatalf("row %d of %d: %x, %x wanted", i, len(rows), rec, want)
		}
		i++
	})
	if i != len(rows) {
		t.Fatalf("%d rows, %d wanted", i, len(rows))
	}
	if len(rows) > 0 {
		mid := k.clean(rows[len(rows)/2])
		var key Key
		tree.KeyOf(&key, mid)
		if got, ok, err := tree.Get(nil, key, nil); err != nil || !ok || !bytes.Equal(got, mid) {
			t.Fatalf("Get: %x %v %v, %x wanted", got, ok, err, mid)
		}
		n := 0
		for _, r := range rows {
			if k.compareKey(r, rows[len(rows)/2]) == 0 {
				n++
			}
		}
		key.Exact = false
		if got := count(t, tree, Range{Lo: &key, Hi: &key}, 1); got != int64(n) {
			t.Fatalf("%d rows of one key, %d wanted", got, n)
		}
		got, ok, err := tree.Get(nil, key, nil)
		if err != nil || !ok || tree.sh.compareLeaf(got, mid, false) != 0 {
			t.Fatalf("Get of any row of a key: %x %v %v", got, ok, err)
		}
	}
}

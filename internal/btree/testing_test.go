package btree

import (
	"context"
	"math/rand/v2"
	"testing"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/testseed"
)

func seedRand(t testing.TB) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(uint64(testseed.Of(t)), 1))
}

// newSpace is a database in memory with a pool of so many MiB.
func newSpace(t testing.TB, mib int64) *alloc.Space {
	t.Helper()
	return newSpaceOn(t, mib, pagefile.NewMem("test"))
}

func newSpaceOn(t testing.TB, mib int64, f pagefile.File) *alloc.Space {
	t.Helper()
	pool, err := bufpool.New(mib << 20)
	if err != nil {
		t.Fatal(err)
	}
	store := pool.Open(f)
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
	})
	sp, err := alloc.Format(store)
	if err != nil {
		t.Fatal(err)
	}
	return sp
}

// table is a row layout for tests: fixed columns, then variable ones.
type table struct {
	def Def
	l   page.Layout
	off []int
}

// col describes a test column.
type col struct {
	typ      sqltype.Type
	nullable bool
	desc     bool
	key      int // 1, 2 … its place in the key; 0: none
}

func newTable(unique bool, cols ...col) *table {
	tb := &table{}
	fixed, vars, bits := 4, 0, 0
	if !unique {
		vars = 1
	}
	keys := map[int]KeyColumn{}
	for _, c := range cols {
		k := KeyColumn{Type: c.typ, Offset: -1, NullBit: bits, Nullable: c.nullable, Desc: c.desc}
		bits++
		if c.typ.IsFixed() {
			k.Offset = fixed
			fixed += c.typ.FixedLen()
		} else {
			k.Var = vars
			vars++
		}
		if c.key > 0 {
			keys[c.key] = k
		}
		tb.off = append(tb.off, k.Offset)
	}
	for i := 1; i <= len(keys); i++ {
		tb.def.Keys = append(tb.def.Keys, keys[i])
	}
	if !unique {
		bits++
	}
	tb.def.Layout = page.Layout{FixedEnd: fixed, Cols: bits, Vars: vars}
	tb.def.Unique, tb.def.ObjID, tb.def.IndexID = unique, 77, 1
	tb.l = tb.def.Layout
	return tb
}

// sheaTable is (c1 int, c2 int, c3 char(1000)) with a non-unique key on c2: records of 1015 bytes.
func sheaTable() *table {
	return newTable(false,
		col{typ: sqltype.Of(sqltype.Int), nullable: true},
		col{typ: sqltype.Of(sqltype.Int), nullable: true, key: 1},
		col{typ: sqltype.CharOf(1000), nullable: true})
}

// template is a record with all fixed columns blank and no NULLs.
func (tb *table) template() []byte { return page.NewRecord(nil, tb.l) }

func (tb *table) setInt(rec []byte, i int, v int32) {
	le.PutUint32(rec[tb.off[i]:], uint32(v))
}

func (tb *table) create(t testing.TB, sp *alloc.Space) *Tree {
	t.Helper()
	tree, err := Create(sp, tb.def)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func checkTree(t testing.TB, tree *Tree) {
	t.Helper()
	for _, err := range tree.Check(context.Background()) {
		t.Error(err)
	}
	if t.Failed() {
		t.FailNow()
	}
}

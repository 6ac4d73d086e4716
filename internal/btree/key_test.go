package btree

import (
	"fmt"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

func TestKey_parseRejectsDamage(t *testing.T) {
	tb := newTable(false, col{typ: sqltype.Of(sqltype.Int), key: 1}, col{typ: sqltype.VarCharOf(20), key: 2, nullable: true})
	tree := tb.create(t, newSpace(t, 16))
	rec := page.WithVar(nil, tb.template(), 1, []byte("abc"), false)
	b := tree.AppendKey(nil, rec)
	if k, err := tree.ParseKey(b); err != nil || len(k.Cols) != 2 || string(k.Cols[1]) != "abc" || !k.Exact {
		t.Fatalf("%+v %v", k, err)
	}
	for n := range b {
		if k, err := tree.ParseKey(b[:n]); err == nil {
			t.Errorf("%d of %d bytes parsed as %+v", n, len(b), k)
		}
	}
	if _, err := tree.ParseKey(append(b, 0)); err == nil {
		t.Error("a byte too many was taken")
	}
	if _, err := tree.Delete(Key{Cols: [][]byte{{1}}}, nil); err == nil {
		t.Error("a prefix was taken for a full key")
	}
	if _, err := tree.Delete(Key{Cols: [][]byte{{1}, nil}}, nil); err == nil {
		t.Error("an int of one byte was taken")
	}
}

func FuzzParseKey(f *testing.F) {
	tb := newTable(false, col{typ: sqltype.Of(sqltype.Int), key: 1, nullable: true}, col{typ: sqltype.VarCharOf(20), key: 2, nullable: true})
	tree := tb.create(f, newSpace(f, 16))
	f.Add(tree.AppendKey(nil, page.WithVar(nil, tb.template(), 1, []byte("abc"), false)))
	f.Fuzz(func(t *testing.T, b []byte) {
		k, err := tree.ParseKey(b)
		if err != nil {
			return
		}
		if _, _, err := tree.Get(nil, k, nil); err != nil {
			t.Error(fmt.Errorf("key %x: %w", b, err))
		}
	})
}

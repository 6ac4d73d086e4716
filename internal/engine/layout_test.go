package engine

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
)

func col(name string, ty sqltype.Type) Column { return Column{Name: name, Type: ty} }
func null(c Column) Column                    { c.Nullable = true; return c }

var intType = sqltype.Of(sqltype.Int)

func TestLayOut(t *testing.T) {
	bit := sqltype.Of(sqltype.Bit)
	cols := []Column{
		col("a", intType), col("b", bit), col("v", sqltype.VarCharOf(10)), col("c", bit), col("d", sqltype.CharOf(3)),
		col("w", sqltype.NVarCharOf(5)),
	}
	l, p := layOut(cols)
	var got []string
	for _, c := range cols {
		got = append(got, fmt.Sprintf("%d@%d/%d.%d#%d", c.ID, c.Offset, c.Var, c.BitPos, c.Bit))
	}
	if want := "1@4/-1.0#0 2@8/-1.0#1 3@-1/0.0#2 4@8/-1.1#3 5@9/-1.0#4 6@-1/1.0#5"; strings.Join(got, " ") != want {
		t.Errorf("columns %v, want %s", got, want)
	}
	if l != (page.Layout{FixedEnd: 12, Cols: 6, Vars: 2}) || p.NextColumn != 7 {
		t.Errorf("layout %+v, %+v", l, p)
	}
	cols, l, p = withUniquifier(cols, l, p)
	if l != (page.Layout{FixedEnd: 12, Cols: 7, Vars: 3}) || cols[2].Var != 1 || cols[0].Var != -1 {
		t.Errorf("with uniquifier: %+v, %+v", l, cols)
	}
	c := col("e", bit)
	place(&c, &l, &p)
	if c.Bit != 6 || c.Offset != 8 || c.BitPos != 2 || l.Cols != 8 {
		t.Errorf("bit column added: %+v, %+v", c, l)
	}
	cols, l, _ = withoutUniquifier(cols, l, p)
	if l.Vars != 2 || cols[2].Var != 0 {
		t.Errorf("without uniquifier: %+v, %+v", l, cols)
	}
}

func TestLayOut_nineBits(t *testing.T) {
	var cols []Column
	for i := range 9 {
		cols = append(cols, col(fmt.Sprint(i), sqltype.Of(sqltype.Bit)))
	}
	l, _ := layOut(cols)
	if l.FixedEnd != 6 || cols[7].Offset != 4 || cols[7].BitPos != 7 || cols[8].Offset != 5 || cols[8].BitPos != 0 {
		t.Errorf("%+v %+v", l, cols[7:])
	}
}

func TestCheckRowSize_published(t *testing.T) {
	// smallint, char(2000) dropped, char(1000), char(3000), and another char(3000).
	err := checkRowSize("t", page.Layout{FixedEnd: 4 + 2 + 2000 + 1000 + 3000 + 3000, Cols: 5})
	var e *Error
	if !errors.As(err, &e) || e.Number != 1701 || !strings.Contains(e.Text, "would be 9009, including 7 bytes of internal overhead") {
		t.Errorf("%v", err)
	}
	// int, char(3000) dropped, char(3000), char(4000).
	if err := checkRowSize("t", page.Layout{FixedEnd: 4 + 4 + 3000 + 3000 + 4000, Cols: 4}); !strings.Contains(fmt.Sprint(err), "10011") {
		t.Errorf("%v", err)
	}
	if err := checkRowSize("t", page.Layout{FixedEnd: 4 + 8053, Cols: 1}); err != nil {
		t.Errorf("8060 bytes: %v", err)
	}
}

func TestChangeOf(t *testing.T) {
	for _, c := range []struct {
		from, to sqltype.Type
		want     change
	}{
		{intType, intType, metadataOnly},
		{intType, sqltype.Of(sqltype.BigInt), sizeOfData},
		{sqltype.Of(sqltype.BigInt), intType, checkRows},
		{sqltype.Of(sqltype.SmallInt), sqltype.Of(sqltype.TinyInt), sizeOfData}, // tinyint is unsigned
		{sqltype.Of(sqltype.TinyInt), sqltype.Of(sqltype.Bit), sizeOfData},
		{sqltype.CharOf(10), sqltype.CharOf(12), sizeOfData},
		{sqltype.CharOf(12), sqltype.CharOf(10), checkRows},
		{sqltype.VarCharOf(10), sqltype.VarCharOf(12), metadataOnly},
		{sqltype.VarCharOf(12), sqltype.VarCharOf(10), checkRows},
		{sqltype.VarCharOf(12), sqltype.VarCharOf(sqltype.MaxLen), metadataOnly},
		{sqltype.VarCharOf(sqltype.MaxLen), sqltype.VarCharOf(10), checkRows},
		{sqltype.VarCharOf(12), sqltype.NVarCharOf(12), sizeOfData},
		{sqltype.CharOf(12), sqltype.VarCharOf(12), sizeOfData},
		{sqltype.DecimalOf(5, 2), sqltype.DecimalOf(9, 2), metadataOnly},
		{sqltype.DecimalOf(9, 2), sqltype.DecimalOf(5, 2), checkRows},
		{sqltype.DecimalOf(9, 2), sqltype.DecimalOf(10, 2), sizeOfData},
		{sqltype.DecimalOf(9, 2), sqltype.DecimalOf(9, 3), sizeOfData},
	} {
		if got := changeOf(c.from, c.to); got != c.want {
			t.Errorf("%v to %v: %d, want %d", c.from, c.to, got, c.want)
		}
	}
}

// record builds a record of cols from values; nil is NULL.
func record(cols []Column, l page.Layout, vals ...any) []byte {
	rec := page.NewRecord(nil, l)
	for i := range cols {
		c := &cols[i]
		var v sqltype.Value
		switch x := vals[i].(type) {
		case nil:
			v = sqltype.NullOf(c.Type.Kind)
		case int:
			v = sqltype.IntOf(c.Type.Kind, int64(x))
		case string:
			v = sqltype.StringOf(c.Type.Kind, x)
		}
		rec = c.put(rec, nil, v)
	}
	return rec
}

// texts reads a record back.
func texts(cols []Column, rec []byte) string {
	var out []string
	for i := range cols {
		v := cols[i].value(rec)
		if v.Null {
			out = append(out, "NULL")
		} else {
			out = append(out, strings.TrimRight(sqltype.Format(cols[i].Type, v), " "))
		}
	}
	return strings.Join(out, "|")
}

func TestReshape(t *testing.T) {
	cols := []Column{col("a", intType), col("v", sqltype.VarCharOf(10)), null(col("b", sqltype.Of(sqltype.Bit))), col("w", sqltype.VarCharOf(10))}
	l, p := layOut(cols)
	rows := [][]any{{1, "x", 1, "yy"}, {2, nil, nil, nil}, {3, "", 0, "z"}, {4, "only", nil, nil}}

	uCols, uLayout, uPhys := withUniquifier(cols, l, p)
	wide := append([]Column(nil), uCols...)
	wLayout, wPhys := uLayout, uPhys
	added := null(col("n", intType))
	place(&added, &wLayout, &wPhys)
	wide = append(wide, added)

	toUniq := newReshaper(l, false, uLayout, true)
	widen := newReshaper(uLayout, true, wLayout, true)
	narrow := newReshaper(wLayout, true, uLayout, true)
	fromUniq := newReshaper(uLayout, true, l, false)
	complete := newReshaper(wLayout, true, wLayout, true)
	for _, vals := range rows {
		rec := record(cols, l, vals...)
		want := texts(cols, rec)
		u := toUniq.reshape(nil, rec)
		if got := texts(uCols, u); got != want {
			t.Errorf("with uniquifier: %s, want %s", got, want)
		}
		if !page.IsNull(u, uLayout.Cols-1) {
			t.Errorf("%s: the uniquifier is not NULL", want)
		}
		page.SetNull(u, uLayout.Cols-1, false)
		u = page.WithVar(nil, u, 0, []byte{7, 0, 0, 0}, false)
		w := widen.reshape(nil, u)
		if got := texts(wide, w); got != want+"|NULL" {
			t.Errorf("widened: %s, want %s|NULL", got, want)
		}
		if uq, _ := page.Var(w, 0); len(uq) != 4 || uq[0] != 7 || page.IsNull(w, wLayout.Cols-1) {
			t.Errorf("%s: the uniquifier is lost: %v", want, uq)
		}
		if got := complete.reshape(nil, u); string(got) != string(w) {
			t.Errorf("%s: a short row completes to %x, want %x", want, got, w)
		}
		if got := narrow.reshape(nil, w); string(got) != string(u) {
			t.Errorf("%s: narrowed again %x, want %x", want, got, u)
		}
		if got := fromUniq.reshape(nil, u); string(got) != string(rec) {
			t.Errorf("%s: without uniquifier %x, want %x", want, got, rec)
		}
	}
}

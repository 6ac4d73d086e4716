package heap

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"scanfrag/internal/page"
)

// Rows a page holds by the ordinary path and by the bulk path.
func TestRowsPerPage(t *testing.T) {
	for _, c := range []struct {
		name           string
		rec            []byte
		len            int
		insert, append int
	}{
		{"int identity, varchar of 4", varRow(4, 2, 4), 19, 367, 385},
		{"int, int, char(10), char(10)", fixedRow(35), 35, 208, 218},
		{"int, bit", fixedRow(12), 12, 550, 578},
		{"int, varchar of 2000, date", varRow(7, 3, 1996), 2014, 3, 4},
		{"int, int, char(1000)", fixedRow(1015), 1015, 7, 7},
		{"over half a page", fixedRow(4100), 4100, 1, 1},
		{"half the largest row", fixedRow(4030), 4030, 2, 2},
		{"half a page", fixedRow(4046), 4046, 1, 2},
		{"the largest row", fixedRow(8060), 8060, 1, 1},
	} {
		if len(c.rec) != c.len {
			t.Fatalf("%s: %d bytes, want %d", c.name, len(c.rec), c.len)
		}
		for way, want := range map[string]int{"insert": c.insert, "append": c.append} {
			x := newHeap(t)
			bulk := x.h.NewBulk()
			defer bulk.Close()
			n := 0
			for first := page.ID(0); ; n++ {
				place := x.h.Insert
				if way == "append" {
					place = bulk.Append
				}
				rid, err := place(c.rec, nil)
				if err != nil {
					t.Fatal(err)
				}
				if first == 0 {
					first = rid.Page
				}
				if rid.Page != first {
					break
				}
			}
			if n != want {
				t.Errorf("%s: %s puts %d rows on a page, want %d", c.name, way, n, want)
			}
		}
	}
}

// Published: 5 rows of about 2,014 bytes on 2 pages, 2 logical reads; row 1 grown
// to 6,500: 3 pages, 4 logical reads.
func TestPublishedGrowOne(t *testing.T) {
	x := newHeap(t)
	var rids []page.RID
	for range 5 {
		rids = append(rids, x.insert(varRow(7, 3, 2000)))
	}
	if s := x.shape(); s != (shape{pages: 2, rows: 5}) {
		t.Errorf("%+v", s)
	}
	if rows, logical := x.count(); rows != 5 || logical != 2 {
		t.Errorf("%d rows, %d logical reads, want 5, 2", rows, logical)
	}
	x.update(rids[0], varRow(7, 3, 6500))
	if s := x.shape(); s != (shape{pages: 3, rows: 4, stubs: 1, moved: 1}) {
		t.Errorf("%+v", s)
	}
	if rows, logical := x.count(); rows != 5 || logical != 4 {
		t.Errorf("%d rows, %d logical reads, want 5, 4", rows, logical)
	}
}

// Published: (1, NULL), (2, 7,800 characters), (3, NULL) on one page; 1 and 3 grown
// to 5,000 characters: 3 pages, 2 forwarded, 5 logical reads (derived). The three came
// in one VALUES list: by its class the page would have refused the second row, and the third.
func TestPublishedThreeRows(t *testing.T) {
	x := newHeap(t)
	l := page.Layout{FixedEnd: 8, Cols: 2, Vars: 1}
	null := page.AppendRecord(nil, l, make([]byte, 4), []byte{2}, nil)
	var rids []page.RID
	for _, rec := range [][]byte{null, varRow(4, 2, 7800), null} {
		rid, err := x.h.InsertBeside(rec, nil)
		if err != nil {
			t.Fatal(err)
		}
		rids = append(rids, rid)
	}
	if s := x.shape(); s != (shape{pages: 1, rows: 3}) {
		t.Errorf("%+v", s)
	}
	var sum, n int
	x.h.Walk(context.Background(), nil, func(_ page.ID, p *page.Page) error {
		for i := range p.SlotCount() {
			sum += len(p.Record(i))
			n++
		}
		return nil
	})
	if avg := math.Round(float64(sum)/float64(n)*1000) / 1000; avg != 2612.333 {
		t.Errorf("average record %v, published 2612.333", avg)
	}
	x.update(rids[0], varRow(4, 2, 5000))
	x.update(rids[2], varRow(4, 2, 5000))
	if s := x.shape(); s != (shape{pages: 3, rows: 1, stubs: 2, moved: 2}) {
		t.Errorf("%+v", s)
	}
	if rows, logical := x.count(); rows != 3 || logical != 5 {
		t.Errorf("%d rows, %d logical reads, want 3, 5", rows, logical)
	}
}

// Published: bigint, varchar of 200, 1,000 rows; even ones grown to 1,000; all but 5
// deleted: "80+ pages" remain. Derived: 29 pages before, about 85 after the update.
func TestPublishedGrowEven(t *testing.T) {
	x := newHeap(t)
	var rids []page.RID
	for range 1000 {
		rids = append(rids, x.insert(varRow(8, 2, 200)))
	}
	if s := x.shape(); s != (shape{pages: 29, rows: 1000}) {
		t.Errorf("%+v", s)
	}
	for i := 1; i < 1000; i += 2 {
		x.update(rids[i], varRow(8, 2, 1000))
	}
	grown := x.shape()
	if grown.pages < 80 || grown.pages > 90 || grown.rows+grown.stubs != 1000 || grown.stubs != grown.moved {
		t.Errorf("%+v", grown)
	}
	if _, logical := x.count(); logical != 486 {
		t.Errorf("%d logical reads after the update, published 486", logical)
	}
	for _, rid := range rids[5:] {
		if err := x.h.Delete(rid, nil); err != nil {
			t.Fatal(err)
		}
	}
	if s := x.shape(); s.pages != grown.pages || s.rows+s.stubs != 5 {
		t.Errorf("after the delete %+v", s)
	}
	if rows, _ := x.count(); rows != 5 {
		t.Errorf("%d rows, want 5", rows)
	}
}

// widen is ALTER COLUMN char(n) to char(m): m bytes and a column more, the old bytes stay.
func widen(by int) func(dst, rec []byte) ([]byte, error) {
	return func(dst, rec []byte) ([]byte, error) {
		end, cols := page.FixedEnd(rec), page.Columns(rec)
		fixed := append(append([]byte(nil), rec[4:end]...), make([]byte, by)...)
		return page.AppendRecord(dst, page.Layout{FixedEnd: end + by, Cols: cols + 1}, fixed, nil, nil), nil
	}
}

// The heap load of the 2009 contest at 1/200 of its size: 208 rows a home page, 7
// forwarded rows of 1,041 bytes a page, 54.2 % density, 97.9 % of the rows forwarded.
func TestHeapLoad(t *testing.T) {
	x := newHeap(t)
	const n = 20_000
	ctx := context.Background()
	rec := fixedRow(35)
	home := 0
	for i := range n * 5 / 3 {
		binary.LittleEndian.PutUint32(rec[4:], uint32(i))
		binary.LittleEndian.PutUint32(rec[8:], uint32((i+1)%10))
		x.insert(rec)
	}
	home = x.shape().pages
	if want := (n*5/3 + 207) / 208; home != want {
		t.Errorf("%d home pages, want %d", home, want)
	}
	for _, by := range []int{892, 100} {
		if err := x.h.Rewrite(ctx, widen(by), nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	sup, err := x.h.NewSupplier(ctx, ScanOptions{ChaseAhead: true})
	if err != nil {
		t.Fatal(err)
	}
	s := sup.NewScan()
	for s.Next() {
		if x2 := binary.LittleEndian.Uint32(s.Record()[8:]); x2 != 0 && x2%2 == 0 {
			if err := x.h.Delete(s.RID(), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	s.Close()
	var sum float64
	x.h.Walk(ctx, nil, func(_ page.ID, p *page.Page) error {
		sum += float64(p.Used()-2) / 8094 * 100
		for i := range p.SlotCount() {
			if r := p.Record(i); r != nil && page.RecordKind(r) == page.KindForwarded && len(r) != 1041 {
				t.Errorf("forwarded row of %d bytes, want 1041", len(r))
			}
		}
		return nil
	})
	got := x.shape()
	if got.rows+got.stubs != n || got.stubs != got.moved {
		t.Errorf("%+v of %d rows", got, n)
	}
	if share := float64(got.moved) / n; math.Abs(share-0.9792) > 0.002 {
		t.Errorf("%.4f of the rows forwarded, want 0.9792", share)
	}
	if d := sum / float64(got.pages); math.Abs(d-54.2) > 0.3 {
		t.Errorf("density %.2f %%, want 54.2", d)
	}
	if perRow := float64(got.pages) / n; math.Abs(perRow-961500.0/4e6) > 0.0006 {
		t.Errorf("%.5f pages a row, want %.5f", perRow, 961500.0/4e6)
	}
	rows, logical := x.count()
	if rows != n || logical != int64(got.pages+got.stubs) {
		t.Errorf("%d rows, %d logical reads; want %d, %d", rows, logical, n, got.pages+got.stubs)
	}
}

// Published: after eight rows of 911 bytes in one VALUES list, one of 403 shares their page and one of 404 does not. Four
// of 2,007 bytes share one as a list, and single inserts put the fourth on another.
func TestPublishedLists(t *testing.T) {
	for last, want := range map[int]int{403: 1, 404: 2} {
		x := newHeap(t)
		for i := range 9 {
			n := 911
			if i == 8 {
				n = last
			}
			if _, err := x.h.InsertBeside(fixedRow(n), nil); err != nil {
				t.Fatal(err)
			}
		}
		if s := x.shape(); s.pages != want {
			t.Errorf("a ninth row of %d bytes: %d pages, want %d", last, s.pages, want)
		}
	}
	list, single := newHeap(t), newHeap(t)
	for range 4 {
		if _, err := list.h.InsertBeside(fixedRow(2007), nil); err != nil {
			t.Fatal(err)
		}
		single.insert(fixedRow(2007))
	}
	if a, b := list.shape(), single.shape(); a.pages != 1 || b.pages != 2 {
		t.Errorf("%d pages by a list, %d by single inserts; want 1 and 2", a.pages, b.pages)
	}
}

// A bulk statement takes new extents; what it leaves of them serves later inserts. Pages emptied are
// given back one by one, and the extent with the last.
func TestBulkAndFreeEmpty(t *testing.T) {
	x := newHeap(t)
	var rids []page.RID
	for range 2 {
		b := x.h.NewBulk()
		for range 578 {
			rid, err := b.Append(fixedRow(12), nil)
			if err != nil {
				t.Fatal(err)
			}
			rids = append(rids, rid)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if s := x.shape(); s.pages != 2 || s.rows != 1156 {
		t.Errorf("%+v", s)
	}
	if n := x.h.Unit().Pages(); n.Reserved != 17 || n.Used != 3 {
		t.Errorf("%+v", n)
	}
	if rid := x.insert(fixedRow(12)); rid.Page != rids[0].Page+1 {
		t.Errorf("an insert went to %v, rows began on page %v", rid, rids[0].Page)
	}
	var emptied []page.ID
	for _, rid := range rids {
		if err := x.h.DeleteNoting(rid, nil, func(id page.ID) { emptied = append(emptied, id) }); err != nil {
			t.Fatal(err)
		}
	}
	if len(emptied) != 2 {
		t.Fatalf("emptied %v", emptied)
	}
	for _, id := range emptied {
		if err := x.h.FreeEmpty(id); err != nil {
			t.Fatal(err)
		}
	}
	if n := x.h.Unit().Pages(); n.Reserved != 9 || n.Used != 2 {
		t.Errorf("%+v after the delete", n)
	}
}

package oracle

import (
	"bytes"
	"encoding/hex"
	"fmt"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
)

// definitionRows put published inputs through the page decoders and the formulas of the physical statistics.
func definitionRows() []Row {
	return []Row{
		{
			ID: "P1", What: "page header of a leaf with 4 rows of 917 bytes left of 5", Class: Definition, Source: "B1", compute: pageHeader,
			Figures: []Figure{
				{Published: "1", Unit: "m_type", Want: is(1)},
				{Published: "0", Unit: "m_level", Want: is(0)},
				{Published: "8", Unit: "pminlen", Want: is(8)},
				{Published: "4", Unit: "m_slotCnt", Want: is(4)},
				{Published: "4,420", Unit: "m_freeCnt", Want: is(4420)},
				{Published: "4,681", Unit: "m_freeData", Want: is(4681)},
				{Published: "143", Unit: "m_pageId", Want: is(143)},
				{Published: "154", Unit: "m_nextPage", Want: is(154)},
			},
		},
		{
			ID: "P2", What: "record of a table with one tinyint column", Class: Definition, Source: "B5", compute: tinyintRecord,
			Figures: []Figure{
				{Published: "9", Unit: "bytes", Want: is(9)},
				{Published: "96", Unit: "its offset (0x60)", Want: is(96)},
			},
		},
		{
			ID: "P3", What: "forwarding stub 04 76000000 0100 0000", Class: Definition, Source: "B3", compute: stub,
			Figures: []Figure{{Published: "1 + 118 + 0", Unit: "file, page and slot", Want: is(1, 118, 0)}},
		},
		{
			ID: "X1", What: "SHOWCONTIG of 192 pages, 26 extents, 187 switches, 6721.0 bytes free", Class: Definition, Source: "B47", compute: showContig,
			Figures: []Figure{
				{Published: "24 + 188", Unit: "best and actual count", Want: is(24, 188)},
				{Published: "12.77", Unit: "% scan density", Want: is(12.77), Decimals: 2},
				{Published: "48.96", Unit: "% logical", Want: is(48.96), Decimals: 2},
				{Published: "96.15", Unit: "% extent fragmentation", Want: is(96.15), Decimals: 2},
				{Published: "16.96", Unit: "% full", Want: is(16.96), Decimals: 2},
			},
			Note: "the counts of breaks, 94 of 192 pages and 25 of 26 extents, are those that give the two printed percentages",
		},
		{
			ID: "X3", What: "fragmentation and fullness from counts and record lengths", Class: Definition, Source: "B21", compute: identities,
			Figures: []Figure{
				{Stage: "4,084 fragments of 4,084 pages", Published: "99.9755", Unit: "% fragmented", Want: is(99.9755), Decimals: 4},
				{Stage: "records of 11, 7,815 and 11 bytes", Published: "96.8742278230788", Unit: "% full", Want: is(96.8742278230788), Decimals: 13},
				{Stage: "records of 11, 7,815 and 11 bytes", Published: "2,612.333", Unit: "bytes on average", Want: is(2612.333), Decimals: 3},
				{Stage: "records of 1,010 bytes", Published: "6 are 74.99", Unit: "% of a page", Want: is(74.99), Decimals: 2},
				{Stage: "records of 1,010 bytes", Published: "8 are 100", Unit: "% of a page", Want: is(100)},
				{Stage: "records of 1,010 bytes", Published: "26 are 81.25", Unit: "% of 4 pages", Want: is(81.25), Decimals: 2},
			},
			Note: "published in B17, B21 and B13",
		},
	}
}

// fixedRecord is a record of n bytes with two columns.
func fixedRecord(n int) []byte {
	return page.AppendRecord(nil, page.Layout{FixedEnd: n - 3, Cols: 2}, bytes.Repeat([]byte{1}, n-7), nil, nil)
}

func pageHeader() ([][]float64, error) {
	p := new(page.Page)
	p.Init(page.TypeData, 0, page.MakeID(1, 143), 0, 0)
	p.SetMinLen(8)
	p.SetNext(page.MakeID(1, 154))
	for i := range 5 {
		if !p.Insert(i, fixedRecord(917)) {
			return nil, fmt.Errorf("record %d of 5 does not fit", i+1)
		}
	}
	p.Remove(4)
	p.Seal()
	if err := p.Verify(page.MakeID(1, 143)); err != nil {
		return nil, err
	}
	return values(float64(p.Type()), float64(p.Level()), float64(p.MinLen()), float64(p.SlotCount()), float64(p.FreeCount()),
		float64(p.FreeData()), float64(p.ID().No()), float64(p.Next().No())), nil
}

func tinyintRecord() ([][]float64, error) {
	p := new(page.Page)
	p.Init(page.TypeData, 0, page.MakeID(1, 8), 0, 0)
	rec := page.AppendRecord(nil, page.Layout{FixedEnd: 5, Cols: 1}, []byte{7}, nil, nil)
	if _, ok := p.PutHeap(rec); !ok {
		return nil, fmt.Errorf("a record of %d bytes does not fit an empty page", len(rec))
	}
	n, err := page.RecordLen(p.Record(0), p.MinLen())
	return values(float64(n), float64(bytes.Index(p[:], rec))), err
}

func stub() ([][]float64, error) {
	b, err := hex.DecodeString("047600000001000000")
	if err != nil {
		return nil, err
	}
	to := page.StubTarget(b)
	return [][]float64{{float64(to.Page.File()), float64(to.Page.No()), float64(to.Slot)}}, nil
}

func showContig() ([][]float64, error) {
	c := engine.ShowContigOf(engine.LeafOrder{Pages: 192, Fragments: 94 + 1, Extents: 26, ExtentSwitches: 187, ExtentJumps: 25}, 192*6721)
	return append([][]float64{{float64(c.BestCount), float64(c.ActualCount)}},
		values(c.ScanDensity, c.LogicalFragmentation, c.ExtentFragmentation, c.AvgPageDensity)...), nil
}

func identities() ([][]float64, error) {
	rows := func(n int) []int { return bytesOf(n, 1010) }
	full := func(pages ...[]int) float64 { return engine.StatsOf(engine.LeafOrder{}, pages).AvgPageSpaceUsedPercent }
	book := engine.StatsOf(engine.LeafOrder{}, [][]int{{11, 7815, 11}})
	return values(engine.StatsOf(engine.LeafOrder{Pages: 4084, Fragments: 4084}, nil).FragmentationPercent,
		book.AvgPageSpaceUsedPercent, book.AvgRecord, full(rows(6)), full(rows(8)), full(rows(8), rows(6), rows(6), rows(6))), nil
}

func bytesOf(n, each int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = each
	}
	return out
}

// values makes a value of each number.
func values(v ...float64) [][]float64 {
	out := make([][]float64, len(v))
	for i, x := range v {
		out[i] = []float64{x}
	}
	return out
}

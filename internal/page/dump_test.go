package page

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// One page of each kind, every byte range labelled.
func TestDumpGolden(t *testing.T) {
	data := new(Page)
	data.Init(TypeData, 0, MakeID(1, 143), 77, 256)
	data.SetMinLen(12)
	l := Layout{FixedEnd: 12, Cols: 4, Vars: 2}
	fixed := []byte{1, 2, 3, 4, 5, 6, 7, 8}
	data.PutHeap(AppendRecord(nil, l, fixed, nil, nil))
	data.PutHeap(AppendRecord(nil, l, fixed, []byte{8}, [][]byte{[]byte("abc"), []byte("defg")}))
	data.PutHeap(AppendStub(nil, RID{MakeID(1, 118), 2}))
	data.PutHeap(AppendForwarded(nil, AppendRecord(nil, l, fixed, nil, nil), RID{MakeID(1, 142), 9}))
	data.EmptySlot(1)
	data.Seal()
	index := new(Page)
	index.Init(TypeIndex, 1, MakeID(1, 144), 77, 1)
	index.SetMinLen(IndexMinLen(4))
	index.SetPrev(MakeID(1, 88))
	index.Insert(0, AppendIndexRecord(nil, []byte{1, 0, 0, 0}, MakeID(1, 80), 2, []byte{2}, nil))
	index.Insert(0, AppendIndexRecord(nil, []byte{2, 0, 0, 0}, MakeID(1, 81), 2, nil, [][]byte{{9, 0, 0, 0}}))
	index.Seal()
	nc := new(Page)
	nc.Init(TypeIndex, 0, MakeID(1, 145), 77, 2)
	ncl := Layout{FixedEnd: 9, Cols: 3, Vars: 1}
	nc.SetMinLen(ncl.FixedEnd)
	nc.Insert(0, AppendIndexLeaf(nil, ncl, []byte{1, 0, 0, 0, 7, 0, 0, 0}, []byte{4}, nil))
	nc.Insert(1, AppendIndexLeaf(nil, ncl, []byte{1, 0, 0, 0, 7, 0, 0, 0}, nil, [][]byte{{1, 0, 0, 0}}))
	nc.ToggleGhost(1)
	nc.Seal()
	pfs := new(Page)
	pfs.InitMap(TypePFS, MakeID(1, 1), 99, 0, 0)
	for i := range ExtentPages {
		pfs.SetPFS(i, 0x44)
	}
	pfs.SetPFS(8, PFSAllocated|PFSMixed|PFSIAM)
	pfs.SetPFS(16, PFSAllocated|3)
	iam := new(Page)
	iam.InitMap(TypeIAM, MakeID(1, 8), 77, 256, MakeID(1, 0))
	iam.SetMapBit(2, true)
	broken := *data
	broken.setSlotOffset(0, 9000)
	broken.put16(broken.slotOffset(3)+2, 8000)
	for name, p := range map[string]*Page{"data": data, "index": index, "indexleaf": nc, "pfs": pfs, "iam": iam, "broken": &broken} {
		var got bytes.Buffer
		if err := p.Dump(&got); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name+".dump")
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s:\n%s\nwant\n%s", file, got.Bytes(), want)
		}
	}
}

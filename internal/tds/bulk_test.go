package tds

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

var bulkCols = []Column{
	{Name: "id", Type: TypeInfo{ID: TypeIntN, Len: 4}},
	{Name: "s", Type: TypeInfo{ID: TypeNVarChar, Len: 40, Collation: Latin1CICollation}, Nullable: true},
	{Name: "m", Type: TypeInfo{ID: TypeBigVarBin, Len: MaxLen}, Nullable: true},
	{Name: "f", Type: TypeInfo{ID: TypeInt8, Len: 8}},
}

func bulkBytes(rows int, done bool) []byte {
	b := AppendColMetadata(nil, bulkCols)
	for i := 0; i < rows; i++ {
		if i%3 == 2 {
			var at int
			b, at = BeginNBCRow(b, len(bulkCols))
			SetNull(b, at, 1)
			SetNull(b, at, 2)
			b = AppendInt(b, int64(i), 4)
		} else {
			b = AppendInt(BeginRow(b), int64(i), 4)
			b = AppendNVarChar(b, bulkCols[1].Type, fmt.Sprint("row ", i))
			b = AppendBytes(b, bulkCols[2].Type, strings.Repeat("x", i%50))
		}
		b = append(b, byte(i), 0, 0, 0, 0, 0, 0, 1)
	}
	if done {
		b = AppendDone(b, Done, DoneFinal, 0, 0)
	}
	return b
}

// chunks cuts b into payloads of n bytes, as packets would.
func chunks(b []byte, n int) func() ([]byte, error) {
	return func() ([]byte, error) {
		if len(b) == 0 {
			return nil, io.EOF
		}
		k := min(n, len(b))
		p := bytes.Clone(b[:k])
		b = b[k:]
		return p, nil
	}
}

func readBulk(next func() ([]byte, error)) (int, error) {
	r := NewBulkReader(next, 1<<16)
	cols, err := r.Columns()
	if err != nil {
		return 0, err
	}
	vals := make([]RawValue, len(cols))
	for i := 0; ; i++ {
		more, err := r.Row(vals)
		if err != nil || !more {
			return i, err
		}
		id, err := Int(vals[0].B)
		if err != nil || id != int64(i) {
			return i, fmt.Errorf("row %d has id %d, %v", i, id, err)
		}
		if i%3 == 2 {
			if !vals[1].Null || !vals[2].Null {
				return i, fmt.Errorf("row %d: NULLs lost", i)
			}
		} else if s := DecodeUTF16(vals[1].B); s != fmt.Sprint("row ", i) || len(vals[2].B) != i%50 {
			return i, fmt.Errorf("row %d: %q, %d bytes", i, s, len(vals[2].B))
		}
	}
}

func TestBulkAnyPacketSize(t *testing.T) {
	for _, done := range []bool{true, false} {
		b := bulkBytes(60, done)
		for n := 1; n < 200; n += 1 + n/10 {
			if got, err := readBulk(chunks(b, n)); err != nil || got != 60 {
				t.Fatalf("packets of %d: %d rows, %v", n, got, err)
			}
		}
	}
}

func TestBulkBad(t *testing.T) {
	b := bulkBytes(3, true)
	for cut := 0; cut < len(b)-1; cut++ {
		rows, err := readBulk(chunks(b[:cut], 50))
		if err == nil && cut < len(AppendColMetadata(nil, bulkCols)) {
			t.Errorf("%d bytes: %d rows, no error", cut, rows)
		}
	}
	if _, err := readBulk(chunks([]byte{0xD1}, 50)); err == nil {
		t.Error("row without columns accepted")
	}
	if _, err := readBulk(chunks([]byte{0x81, 0xFF, 0xFF}, 50)); err == nil {
		t.Error("65535 columns accepted")
	}
	big := AppendColMetadata(nil, bulkCols[2:3])
	big = AppendBytes(BeginRow(big), bulkCols[2].Type, strings.Repeat("x", 1<<18))
	if _, err := readBulk(chunks(big, 4096)); err == nil || !strings.Contains(err.Error(), "row of more than") {
		t.Errorf("oversized row: %v", err)
	}
}

func FuzzBulk(f *testing.F) {
	f.Add(bulkBytes(4, true), 7)
	f.Add(bulkBytes(0, false), 1000)
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		r := NewBulkReader(chunks(b, max(1, n%4096)), 1<<16)
		cols, err := r.Columns()
		if err != nil {
			return
		}
		vals := make([]RawValue, len(cols))
		for {
			if more, err := r.Row(vals); err != nil || !more {
				return
			}
		}
	})
}

package engine

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// A setting that is put back leaves the file as it was; one that stays is written at close.
func TestSetConfig_writesAtClose(t *testing.T) {
	dir := keptDir(t)
	path := filepath.Join(dir, "db.mdf")
	read := func() []byte {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	was := read()
	for _, c := range []struct {
		set  []int64
		same bool
	}{{[]int64{1, 8, 3}, true}, {[]int64{1, 8}, false}} {
		i, err := openDir(t, dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range c.set {
			if err := i.Database("db").SetConfig("MAXDOP", v); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(read(), was) {
			t.Errorf("%v: written before the close", c.set)
		}
		if err := i.Close(); err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(read(), was) != c.same {
			t.Errorf("%v: file unchanged: %v", c.set, !c.same)
		}
	}
	i, err := openDir(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	if v, _ := i.Database("db").Config("MAXDOP"); v != 8 {
		t.Errorf("MAXDOP %d", v)
	}
}

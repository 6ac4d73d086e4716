package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scanfrag/internal/page"
)

// TestUnopened has a directory with one good database between files that cannot be attached.
func TestUnopened(t *testing.T) {
	dir := keptDir(t)
	good, err := os.ReadFile(filepath.Join(dir, "db.mdf"))
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string, raw []byte) string {
		path := filepath.Join(dir, name+".mdf")
		if err := os.WriteFile(path, raw, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	cut := put("cut", good[:len(good)-100])
	foreign := put("foreign", make([]byte, 20*page.Size))
	damaged := []byte(string(good))
	damaged[2*page.Size+3000] ^= 1
	put("A", damaged)

	i, err := openDir(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	db := i.Database("db")
	if db == nil || len(db.Tables()) != 3 || db.Refusal() != nil {
		t.Fatal("the good one is not there")
	}
	names := ""
	ids := map[int]bool{db.ID(): true}
	for _, d := range i.Suspects() {
		names += d.Name() + " "
		if ids[d.ID()] || d.ID() < 5 {
			t.Errorf("id %d of %s", d.ID(), d.Name())
		}
		ids[d.ID()] = true
	}
	if names != "A cut " {
		t.Errorf("suspects %q", names)
	}
	for name, want := range map[string]string{
		"CUT": "Database 'cut' cannot be opened: damaged or truncated: ",
		"foreign": "Database 'foreign' cannot be opened: it is not a scanfrag database; delete or move the file " + foreign +
			", or put a copy in its place.",
	} {
		u := i.Unopened(name)
		if u == nil || number(u.Refusal()) != 945 || !strings.HasPrefix(u.Refusal().Error(), want) {
			t.Errorf("%s: %v", name, u)
		}
		if _, err := i.CreateDatabase(bg, DatabaseSpec{Name: name}); number(err) != 5170 {
			t.Errorf("create %s: %v", name, err)
		}
	}
	if err := i.DropDatabase("Cut"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(cut); !os.IsNotExist(err) || i.Unopened("cut") != nil {
		t.Errorf("cut is still there: %v", err)
	}
	if err := i.DropDatabase("foreign"); number(err) != 3701 {
		t.Errorf("drop foreign: %v", err)
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error(err)
	}
	if _, err := i.CreateDatabase(bg, DatabaseSpec{Name: "cut"}); err != nil {
		t.Error(err)
	}
}

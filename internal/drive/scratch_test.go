package drive

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestScratchLife(t *testing.T) {
	dir := t.TempDir()
	s, err := NewScratch(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.Dir, "x.mdf"), make([]byte, 1000), 0o644); err != nil {
		t.Fatal(err)
	}
	found, err := List(dir)
	if err != nil || len(found) != 1 || !found[0].Alive || found[0].Bytes < 1000 {
		t.Fatalf("a live scratch: %+v, %v", found, err)
	}
	if removed, err := Clean(found[0]); removed || err != nil {
		t.Fatalf("a live scratch was removed: %v, %v", removed, err)
	}
	if err := s.Remove(); err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("left behind: %v", entries)
	}
}

// A killed run is played by a child process that exits without removing.
func TestLeftoverOfDeadProcess(t *testing.T) {
	if dir := os.Getenv("SCANFRAG_TEST_DIE_IN"); dir != "" {
		if _, err := NewScratch(dir); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^TestLeftoverOfDeadProcess$")
	cmd.Env = append(os.Environ(), "SCANFRAG_TEST_DIE_IN="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	found, err := List(dir)
	if err != nil || len(found) != 1 || found[0].Alive {
		t.Fatalf("%+v, %v", found, err)
	}
	if removed, err := Clean(found[0]); !removed || err != nil {
		t.Fatalf("%v, %v", removed, err)
	}
	if found, _ = List(dir); len(found) != 0 {
		t.Errorf("still there: %+v", found)
	}
}

func TestNotOurs(t *testing.T) {
	dir := t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(filepath.Join(dir, scratchPrefix+"no-marker"), 0o755))
	must(os.Mkdir(filepath.Join(dir, scratchPrefix+"other-text"), 0o755))
	must(os.WriteFile(filepath.Join(dir, scratchPrefix+"other-text", markerName), []byte("mine"), 0o644))
	must(os.Mkdir(filepath.Join(dir, "else"), 0o755))
	must(os.WriteFile(filepath.Join(dir, "else", markerName), []byte(markerText), 0o644))
	must(os.WriteFile(filepath.Join(dir, scratchPrefix+"file"), []byte(markerText), 0o644))
	must(os.Symlink(filepath.Join(dir, "else"), filepath.Join(dir, scratchPrefix+"link")))
	s, err := NewScratch(dir)
	must(err)
	must(s.Keep())
	found, err := List(dir)
	if err != nil || len(found) != 0 {
		t.Errorf("taken for ours: %+v, %v", found, err)
	}
	kept, err := ListKept(dir)
	if err != nil || len(kept) != 1 || !kept[0].Kept || kept[0].Alive {
		t.Fatalf("kept: %+v, %v", kept, err)
	}
	open, err := os.Create(filepath.Join(kept[0].Dir, engineLock))
	must(err)
	if held, err := lock(open); held || err != nil {
		t.Fatal(held, err)
	}
	if removed, err := Clean(kept[0]); removed || err != nil {
		t.Errorf("databases in use were removed: %v, %v", removed, err)
	}
	must(open.Close())
	if removed, err := Clean(kept[0]); !removed || err != nil {
		t.Errorf("%v, %v", removed, err)
	}
	if found, err := List(filepath.Join(dir, "absent")); err != nil || found != nil {
		t.Errorf("an absent drive: %v, %v", found, err)
	}
}

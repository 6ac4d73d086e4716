package pagefile

import (
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
)

func TestAwaitReleases(t *testing.T) {
	var done atomic.Int32
	for range 3 {
		Release(func() {
			runtime.Gosched()
			done.Add(1)
		})
	}
	AwaitReleases()
	if n := done.Load(); n != 3 {
		t.Errorf("%d of 3 files were closed", n)
	}
	if AwaitReleases() {
		t.Error("there is nothing to wait for, yet it waited")
	}
}

// A file that was removed while it was open gives its space back after Close, which does not wait for that.
func TestCloseRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.mdf")
	f, err := OpenOS(path, Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Resize(64); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Skip("an open file cannot be removed here")
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	AwaitReleases()
	if err := f.Resize(128); err == nil {
		t.Error("a closed file grew")
	}
}

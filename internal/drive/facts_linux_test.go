package drive

import (
	"os"
	"path/filepath"
	"testing"
)

const mountinfo = `22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/root rw
30 22 0:25 / /mnt/with\040blank rw - tmpfs tmpfs rw
31 22 8:17 / /data rw,noatime shared:7 - xfs /dev/sdb1 rw
32 31 0:44 / /data/inner rw - overlay overlay rw
33 22 8:33 / /data rw - btrfs /dev/sdc1 rw
broken line
`

func TestFindMount(t *testing.T) {
	for path, want := range map[string]mount{
		"/home/x":          {"254:0", "/", "ext4", "/dev/root"},
		"/mnt/with blank":  {"0:25", "/mnt/with blank", "tmpfs", "tmpfs"},
		"/data/x":          {"8:33", "/data", "btrfs", "/dev/sdc1"}, // mounted over the xfs
		"/data/inner/deep": {"0:44", "/data/inner", "overlay", "overlay"},
		"/database":        {"254:0", "/", "ext4", "/dev/root"},
	} {
		if got, ok := findMount(mountinfo, path); !ok || got != want {
			t.Errorf("%s: %+v, want %+v", path, got, want)
		}
	}
	if _, ok := findMount("", "/x"); ok {
		t.Error("a mount out of nothing")
	}
}

func TestRotational(t *testing.T) {
	sys := t.TempDir()
	put := func(path, text string) {
		path = filepath.Join(sys, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("devices/sdb/queue/rotational", "1\n")
	put("devices/sdb/sdb1/partition", "1\n")
	put("devices/nvme0n1/queue/rotational", "0\n")
	if err := os.MkdirAll(filepath.Join(sys, "dev/block"), 0o755); err != nil {
		t.Fatal(err)
	}
	for dev, dir := range map[string]string{"8:17": "sdb/sdb1", "259:0": "nvme0n1"} {
		if err := os.Symlink(filepath.Join(sys, "devices", dir), filepath.Join(sys, "dev/block", dev)); err != nil {
			t.Fatal(err)
		}
	}
	if r := rotational(sys, "8:17"); r == nil || !*r {
		t.Errorf("partition of a rotating disk: %v", r)
	}
	if r := rotational(sys, "259:0"); r == nil || *r {
		t.Errorf("solid-state disk: %v", r)
	}
	if r := rotational(sys, "0:25"); r != nil {
		t.Errorf("tmpfs has no device: %v", *r)
	}
}

func TestCachedPages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, make([]byte, 1<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	n, err := CachedPages(path)
	if err != nil {
		t.Skip(err)
	}
	if n < 1 || n > 256 {
		t.Errorf("%d pages of a 1 MB file just written are cached", n)
	}
}

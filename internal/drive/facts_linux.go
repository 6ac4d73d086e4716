package drive

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Inspect reads statfs, /proc/self/mountinfo and /sys. What cannot be read stays
// unknown.
func Inspect(dir string) Facts {
	var f Facts
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err == nil && st.Blocks > 0 { // /proc and its kind have none
		free, total := int64(st.Bavail)*st.Bsize, int64(st.Blocks)*st.Bsize
		f.FreeBytes, f.TotalBytes = &free, &total
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return f
	}
	if real, err = filepath.Abs(real); err != nil {
		return f
	}
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return f
	}
	m, ok := findMount(string(text), real)
	if !ok {
		return f
	}
	f.FileSystem, f.Device = m.fsType, m.source
	f.Rotational = rotational("/sys", m.device)
	return f
}

type mount struct {
	device, point, fsType, source string // device is major:minor
}

// findMount returns the mount that holds path: the one with the longest mount
// point above it, the later one of equals since it hides the earlier.
func findMount(mountinfo, path string) (mount, bool) {
	var best mount
	found := false
	for line := range strings.Lines(mountinfo) {
		left, right, ok := strings.Cut(line, " - ")
		l, r := strings.Fields(left), strings.Fields(right)
		if !ok || len(l) < 6 || len(r) < 2 {
			continue
		}
		point := unescape(l[4])
		if point != "/" && path != point && !strings.HasPrefix(path, point+"/") {
			continue
		}
		if !found || len(point) >= len(best.point) {
			best, found = mount{l[2], point, r[0], unescape(r[1])}, true
		}
	}
	return best, found
}

// unescape undoes the octal escapes of mountinfo (blank, tab, newline, \).
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+3 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// rotational reads queue/rotational of the device, or of the disk it is a
// partition of. Virtual devices often claim to rotate: it is a claim.
func rotational(sys, device string) *bool {
	link := fmt.Sprintf("%s/dev/block/%s", sys, device)
	dir, err := filepath.EvalSymlinks(link)
	if err != nil {
		return nil
	}
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if raw, err := os.ReadFile(filepath.Join(d, "queue", "rotational")); err == nil {
			r := strings.TrimSpace(string(raw)) == "1"
			return &r
		}
	}
	return nil
}

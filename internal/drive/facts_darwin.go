package drive

import "golang.org/x/sys/unix"

// Inspect reads statfs. Whether the device rotates stays unknown.
func Inspect(dir string) Facts {
	var f Facts
	var st unix.Statfs_t
	if unix.Statfs(dir, &st) != nil {
		return f
	}
	free, total := int64(st.Bavail)*int64(st.Bsize), int64(st.Blocks)*int64(st.Bsize)
	f.FreeBytes, f.TotalBytes = &free, &total
	f.FileSystem = unix.ByteSliceToString(st.Fstypename[:])
	f.Device = unix.ByteSliceToString(st.Mntfromname[:])
	return f
}

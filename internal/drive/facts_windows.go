package drive

import (
	"path/filepath"

	"golang.org/x/sys/windows"
)

// Inspect asks the volume for its space and file system. Whether the device
// rotates stays unknown.
func Inspect(dir string) Facts {
	var f Facts
	p, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return f
	}
	var free, total, all uint64
	if windows.GetDiskFreeSpaceEx(p, &free, &total, &all) == nil {
		a, b := int64(free), int64(total)
		f.FreeBytes, f.TotalBytes = &a, &b
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return f
	}
	f.Device = filepath.VolumeName(abs)
	root, err := windows.UTF16PtrFromString(f.Device + `\`)
	if err != nil {
		return f
	}
	var name [64]uint16
	if windows.GetVolumeInformation(root, nil, 0, nil, nil, nil, &name[0], uint32(len(name))) == nil {
		f.FileSystem = windows.UTF16ToString(name[:])
	}
	return f
}

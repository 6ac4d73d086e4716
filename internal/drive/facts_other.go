//go:build !linux && !windows && !darwin

package drive

// Inspect knows nothing of this system: everything stays unknown.
func Inspect(dir string) Facts { return Facts{} }

package sysviews

import (
	"fmt"
	"os"
	"runtime"
)

// What the server says of itself. The version numbers are those of the SQL Server whose
// T-SQL and views these follow, since clients compare them; every text says what it is.
const (
	productVersion     = "16.0.1000.0"
	productMajor       = 16
	compatibilityLevel = 160
	edition            = "scanfrag embedded engine (not SQL Server)"
)

func versionText() string {
	return fmt.Sprintf("scanfrag embedded engine - a storage engine for scan experiments; this is not SQL Server\n\tpages, views and T-SQL after version %s\n\t%s on %s/%s, %d CPUs",
		productVersion, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
}

// machine is this computer's name.
func machine() value {
	h, err := os.Hostname()
	if err != nil {
		return null
	}
	return str(h)
}

package sysviews

import (
	"strings"

	"scanfrag/internal/tsql/system"
)

// Functions about files and filegroups.
func init() {
	meta("FILE_ID", tSmall, fileID)
	meta("FILE_IDEX", tInt, fileID)
	meta("FILE_NAME", tName, func(c *system.Call, a args) value {
		id, _ := a.num(0)
		f, ok := fileNumbered(database(c), id)
		return known(ok, str(f.Name))
	})
	meta("FILEGROUP_ID", tInt, func(c *system.Call, a args) value {
		name, _ := a.text(0)
		id := database(c).FilegroupID(name)
		return known(id > 0, num(id))
	})
	meta("FILEGROUP_NAME", tName, func(c *system.Call, a args) value {
		id, _ := a.num(0)
		name := database(c).FilegroupName(int(id))
		return known(id > 0 && name != "", str(name))
	})
	meta("FILEPROPERTY", tInt, func(c *system.Call, a args) value {
		prop, _ := a.text(1)
		f, ok := fileArg(c, a)
		if !ok {
			return null
		}
		switch strings.ToLower(prop) {
		case "isreadonly", "islogfile":
			return num(0)
		case "isprimaryfile":
			return bit(f.No == 1)
		case "spaceused": // pages of extents in use
			sp, err := f.db.Space()
			if err != nil {
				return null
			}
			n, err := sp.FileSpace(f.No)
			return known(err == nil, num(n.Allocated))
		}
		return null
	})
}

// fileArg is the file of the current database named in argument 0.
func fileArg(c *system.Call, a args) (dataFile, bool) {
	name, _ := a.text(0)
	return fileNamed(database(c), name)
}

func fileID(c *system.Call, a args) value {
	f, ok := fileArg(c, a)
	return known(ok, num(f.No))
}

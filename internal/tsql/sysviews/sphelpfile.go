package sysviews

import (
	"fmt"
	"slices"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// Procedures about files and filegroups.
func init() {
	proc("sp_helpfile", []system.Param{in("@filename", tName, null)}, func(c *system.Call, a procArgs) error {
		name, one := a.text(0)
		if !one {
			return helpFile(c, filesOf(database(c)))
		}
		f, ok := fileNamed(database(c), name)
		if !ok {
			return sqltype.Errorf(15325, "The current database does not contain a file named '%s'.", name)
		}
		return helpFile(c, []dataFile{f})
	})
	proc("sp_helpfilegroup", []system.Param{in("@filegroupname", tName, null)}, func(c *system.Call, a procArgs) error {
		d := database(c)
		groups, files := d.Filegroups(), filesOf(d)
		name, one := a.text(0)
		if one {
			id := d.FilegroupID(name)
			if id == 0 {
				return sqltype.Errorf(15323, "The selected filegroup '%s' does not exist or has not been specified.", name)
			}
			groups = slices.DeleteFunc(groups, func(g engine.Filegroup) bool { return g.ID != id })
			files = slices.DeleteFunc(files, func(f dataFile) bool { return f.Space != id })
		}
		err := result(c, fields[engine.Filegroup](
			col("groupname", tName, func(g engine.Filegroup) value { return str(g.Name) }),
			col("groupid", tSmall, func(g engine.Filegroup) value { return num(g.ID) }),
			opt("filecount", tInt, func(g engine.Filegroup) value {
				n := 0
				for _, f := range files {
					if f.Space == g.ID {
						n++
					}
				}
				return num(n)
			}),
		), groups)
		if err != nil || !one {
			return err
		}
		return result(c, fields[dataFile](
			col("file_in_group", tName, func(f dataFile) value { return str(f.Name) }),
			col("fileid", tSmall, func(f dataFile) value { return num(f.No) }),
			col("filename", sqltype.NVarCharOf(260), func(f dataFile) value { return str(f.physical()) }),
			opt("size", tFileSize, func(f dataFile) value { return str(kb(f.pages())) }),
			opt("maxsize", tFileSize, dataFile.maxSizeText),
			opt("growth", tFileSize, dataFile.growthText),
		), files)
	})
}

var tFileSize = sqltype.NVarCharOf(18)

func (f dataFile) maxSizeText() value {
	if f.Growth.Max == 0 {
		return str("Unlimited")
	}
	return str(kb(f.maxSize()))
}

func (f dataFile) growthText() value {
	n, ok := f.growth()
	if ok && f.Growth.Percent {
		return str(fmt.Sprintf("%d%%", n))
	}
	return known(ok, str(kb(n)))
}

func helpFile(c *system.Call, files []dataFile) error {
	return result(c, fields[dataFile](
		col("name", tName, func(f dataFile) value { return str(f.Name) }),
		col("fileid", tSmall, func(f dataFile) value { return num(f.No) }),
		col("filename", sqltype.NVarCharOf(260), func(f dataFile) value { return str(f.physical()) }),
		opt("filegroup", tName, func(f dataFile) value { return str(f.db.FilegroupName(f.Space)) }),
		opt("size", tFileSize, func(f dataFile) value { return str(kb(f.pages())) }),
		opt("maxsize", tFileSize, dataFile.maxSizeText),
		opt("growth", tFileSize, dataFile.growthText),
		opt("usage", sqltype.VarCharOf(9), func(dataFile) value { return str("data only") }),
	), files)
}

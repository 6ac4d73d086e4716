package sysviews

import (
	"fmt"
	"slices"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

func init() {
	proc("sp_databases", nil, func(c *system.Call, _ procArgs) error {
		return result(c, fields[*engine.Database](
			opt("DATABASE_NAME", tName, func(d *engine.Database) value { return str(d.Name()) }),
			opt("DATABASE_SIZE", tInt, func(d *engine.Database) value { return num(databasePages(d) * page.Size / 1024) }),
			nulls[*engine.Database](sqltype.VarCharOf(254), "REMARKS"),
		), c.Session.Instance().Databases())
	})

	proc("sp_helpdb", []system.Param{in("@dbname", tName, null)}, func(c *system.Call, a procArgs) error {
		list := c.Session.Instance().Databases()
		name, one := a.text(0)
		if one {
			d := c.Session.Instance().Database(name)
			if u := c.Session.Instance().Unopened(name); d == nil && u != nil {
				return u.Refusal()
			}
			if d == nil {
				return sqltype.Errorf(15010, "The database '%s' does not exist. Supply a valid database name. To see available databases, use sys.databases.", name)
			}
			list = []*engine.Database{d}
		}
		err := result(c, fields[*engine.Database](
			opt("name", tName, func(d *engine.Database) value { return str(d.Name()) }),
			opt("db_size", sqltype.NVarCharOf(13), func(d *engine.Database) value { return str(fmt.Sprintf("%13s", mb(databasePages(d)))) }),
			opt("owner", tName, func(*engine.Database) value { return str("dbo") }),
			opt("dbid", tSmall, func(d *engine.Database) value { return num(d.ID()) }),
			nulls[*engine.Database](sqltype.NVarCharOf(11), "created"),
			opt("status", sqltype.NVarCharOf(600), func(d *engine.Database) value {
				return str("Status=ONLINE, Updateability=READ_WRITE, UserAccess=" + userAccess(d) + ", Recovery=" + recoveryModels[recoveryModel(d)] + ", Collation=" + collation)
			}),
			opt("compatibility_level", tTiny, compatibility),
		), list)
		if err != nil || !one {
			return err
		}
		return helpFile(c, filesOf(list[0]))
	})

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

	proc("sp_server_info", []system.Param{in("@attribute_id", tInt, null)}, func(c *system.Call, a procArgs) error {
		type attr struct {
			id          int
			name, value string
		}
		var out []attr
		for _, r := range []attr{
			{1, "DBMS_NAME", "scanfrag embedded engine"}, {2, "DBMS_VER", edition}, {10, "OWNER_TERM", "owner"}, {11, "TABLE_TERM", "table"},
			{12, "MAX_OWNER_NAME_LENGTH", "128"}, {13, "TABLE_LENGTH", "128"}, {14, "MAX_QUAL_LENGTH", "128"}, {15, "COLUMN_LENGTH", "128"},
			{16, "IDENTIFIER_CASE", "MIXED"}, {17, "TX_ISOLATION", "2"},
		} {
			if a[0].Value.Null || a[0].Value.I == int64(r.id) {
				out = append(out, r)
			}
		}
		return result(c, fields[attr](
			col("attribute_id", tInt, func(r attr) value { return num(r.id) }),
			opt("attribute_name", sqltype.VarCharOf(60), func(r attr) value { return str(r.name) }),
			opt("attribute_value", sqltype.VarCharOf(255), func(r attr) value { return str(r.value) }),
		), out)
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

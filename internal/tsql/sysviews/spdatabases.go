package sysviews

import (
	"fmt"

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
}

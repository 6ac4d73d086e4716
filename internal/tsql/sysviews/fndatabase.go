package sysviews

import (
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// Functions about databases and their files.
func init() {
	meta("DB_ID", tInt, func(c *system.Call, a args) value {
		d := databaseNamed(c, a)
		if d == nil {
			if d = unopened(c, a); d == nil {
				return null
			}
		}
		return num(d.ID())
	})
	meta("DB_NAME", tName, func(c *system.Call, a args) value {
		if id, ok := a.num(0); len(a) > 0 && (!ok || id != 0) {
			d := databaseByID(c, id)
			for _, s := range c.Session.Instance().Suspects() {
				if int64(s.ID()) == id {
					d = s
				}
			}
			if d == nil {
				return null
			}
			return str(d.Name())
		}
		return str(database(c).Name())
	})
	meta("ORIGINAL_DB_NAME", tName, func(c *system.Call, _ args) value { return null })
	meta("HAS_DBACCESS", tInt, func(c *system.Call, a args) value {
		if databaseNamed(c, a) == nil {
			return known(unopened(c, a) != nil, num(0))
		}
		return num(1)
	})
	meta("DATABASEPROPERTYEX", tVariant, func(c *system.Call, a args) value {
		d := databaseNamed(c, a)
		prop, _ := a.text(1)
		if d == nil {
			return known(strings.EqualFold(prop, "status") && unopened(c, a) != nil, str("SUSPECT"))
		}
		return databaseProperty(d, strings.ToLower(prop))
	})
	meta("DATABASEPROPERTY", tInt, func(c *system.Call, a args) value {
		d := databaseNamed(c, a)
		prop, _ := a.text(1)
		if d == nil {
			return null
		}
		if v := databaseProperty(d, strings.ToLower(prop)); v.Kind.IsInt() {
			return v
		}
		return null
	})
}

// databaseNamed is the database named in argument 0, the current one without it; nil when
// there is none.
func databaseNamed(c *system.Call, a args) *engine.Database {
	if len(a) == 0 {
		return database(c)
	}
	name, ok := a.text(0)
	if !ok {
		return nil
	}
	return c.Session.Instance().Database(name)
}

// unopened is the database named in argument 0 when it could not be opened: SQL Server gives such a one its id.
func unopened(c *system.Call, a args) *engine.Database {
	name, _ := a.text(0)
	return c.Session.Instance().Unopened(name)
}

// propertyOption is the option of ALTER DATABASE … SET behind a property.
var propertyOption = map[string]string{
	"isautocreatestatistics": "AUTO_CREATE_STATISTICS", "isautoupdatestatistics": "AUTO_UPDATE_STATISTICS", "isparameterizationforced": "PARAMETERIZATION",
	"isrecursivetriggersenabled": "RECURSIVE_TRIGGERS", "isansinulldefault": "ANSI_NULL_DEFAULT", "isansinullsenabled": "ANSI_NULLS",
	"isansipaddingenabled": "ANSI_PADDING", "isansiwarningsenabled": "ANSI_WARNINGS", "isarithmeticabortenabled": "ARITHABORT",
	"isnullconcat": "CONCAT_NULL_YIELDS_NULL", "isnumericroundabortenabled": "NUMERIC_ROUNDABORT", "isquotedidentifiersenabled": "QUOTED_IDENTIFIER",
}

// databaseProperty takes the property's name in lower case. Numbers are int in SQL Server too.
func databaseProperty(d *engine.Database, prop string) value {
	n := func(i int64) value { return sqltype.IntOf(sqltype.Int, i) }
	switch prop {
	case "collation":
		return str(collation)
	case "status":
		return str("ONLINE")
	case "recovery":
		return str(recoveryModels[recoveryModel(d)])
	case "updateability":
		return str("READ_WRITE")
	case "useraccess":
		return str(userAccess(d))
	case "edition":
		return str(edition)
	case "comparisonstyle":
		return n(196609)
	case "lcid":
		return n(1033)
	case "sqlsortorder":
		return n(52)
	case "issingleuser", "isdboonly":
		v, _ := d.Config(engine.UserAccess)
		return sqltype.IntOf(sqltype.Int, bit(v == map[string]int64{"issingleuser": engine.SingleUser, "isdboonly": engine.RestrictedUser}[prop]).I)
	case "isautoclose", "isautoshrink", "isfulltextenabled", "isinstandby", "ismergepublished", "ispublished", "issubscribed",
		"istornpagedetectionenabled", "isverifiedclone", "isclosecursorsoncommitenabled", "islocalcursorsdefault", "issyncwithbackup",
		"isreadonly", "isoffline", "issuspect", "istruncatelog":
		return n(0)
	}
	if o := propertyOption[prop]; o != "" {
		v, _ := d.Config(o)
		return n(v)
	}
	return null
}

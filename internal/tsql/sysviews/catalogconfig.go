package sysviews

import (
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// configurationIDs are those of sys.configurations (documented).
var configurationIDs = map[string]int{
	"show advanced options": 518, "cost threshold for parallelism": 1538, "max degree of parallelism": 1539, "max server memory (MB)": 1544,
}

// variantInt is an int in a sql_variant.
func variantInt(n int64) value { return sqltype.IntOf(sqltype.Int, n) }

func init() {
	type setting = system.Setting
	view("sys", "configurations", fields[setting](
		col("configuration_id", tInt, func(s setting) value { return num(configurationIDs[s.Name]) }),
		col("name", sqltype.NVarCharOf(35), func(s setting) value { return str(s.Name) }),
		opt("value", tVariant, func(s setting) value { return variantInt(s.Value) }),
		opt("minimum", tVariant, func(s setting) value { return variantInt(s.Min) }),
		opt("maximum", tVariant, func(s setting) value { return variantInt(s.Max) }),
		opt("value_in_use", tVariant, func(s setting) value { return variantInt(s.Running) }),
		col("description", sqltype.NVarCharOf(255), func(s setting) value { return str(s.Description) }),
		always[setting](tBit, num(1), "is_dynamic"),
		col("is_advanced", tBit, func(s setting) value { return bit(s.Advanced) }),
	), func(c *system.Call, _ []value, yield func(setting) bool) error {
		for _, s := range c.Session.Server().Config.List() {
			if !yield(s) {
				break
			}
		}
		return nil
	})

	// Only what the engine obeys is listed.
	type scoped struct{ maxdop int64 }
	view("sys", "database_scoped_configurations", fields[scoped](
		always[scoped](tInt, num(1), "configuration_id"),
		always[scoped](tDesc, str("MAXDOP"), "name"),
		opt("value", tVariant, func(s scoped) value { return variantInt(s.maxdop) }),
		nulls[scoped](tVariant, "value_for_secondary"),
		opt("is_value_default", tBit, func(s scoped) value { return bit(s.maxdop == 0) }),
	), func(c *system.Call, _ []value, yield func(scoped) bool) error {
		n, _ := database(c).Config("MAXDOP")
		yield(scoped{n})
		return nil
	})
}

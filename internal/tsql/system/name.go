package system

import "scanfrag/internal/engine"

// DefaultSchema is where a name without a schema is looked up, and made.
const DefaultSchema = "dbo"

// Locate splits a name of one to three parts. The database is d unless the name gives one: nil when there is none of that
// name, or there are more parts.
func Locate(inst *engine.Instance, d *engine.Database, parts []string) (db *engine.Database, schema, name string) {
	n := len(parts)
	schema, name = DefaultSchema, parts[n-1]
	if n > 1 && parts[n-2] != "" {
		schema = parts[n-2]
	}
	switch {
	case n > 3:
		d = nil
	case n == 3 && parts[0] != "":
		d = inst.Database(parts[0])
	}
	return d, schema, name
}

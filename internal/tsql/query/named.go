package query

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// named resolves a table name: CTE, temp or base table, then virtual table.
func (b *block) named(r *ast.NamedTableReference, open bool) (*unit, error) {
	if r.TableSampleClause != nil {
		return nil, Unsupported("TABLESAMPLE")
	}
	if r.TemporalClause != nil {
		return nil, Unsupported("FOR SYSTEM_TIME")
	}
	h, err := parseHints(r.TableHints)
	if err != nil {
		return nil, err
	}
	parts := Parts(r.SchemaObject)
	if len(parts) > 4 {
		e := sqltype.Errorf(117, "The object name '%s' contains more than the maximum number of prefixes. The maximum is 3.", strings.Join(parts, "."))
		e.Class = 15
		return nil, e
	}
	alias := ident(r.Alias)
	if len(parts) == 1 {
		if cte := b.c.findCTE(parts[0]); cte != nil {
			if alias == "" {
				alias = parts[0]
			}
			return b.cte(cte, alias, open)
		}
	}
	s := &source{alias: alias, hints: h}
	if alias == "" {
		s.parts = parts
		s.alias = parts[len(parts)-1]
	}
	f, err := b.c.find(parts)
	if err != nil {
		return nil, err
	}
	if f.alias != nil && len(s.parts) > 0 {
		s.parts = f.names
	}
	if t := f.table; t != nil {
		s.table, s.cols, s.rows = t, tableColumns(t), float64(t.Rows())
		if err := s.hints.resolve(t); err != nil {
			return nil, err
		}
		return b.baseUnit(s)
	}
	if m := f.module; m != nil {
		switch m.Kind {
		case engine.View:
			return b.moduleUnit(m, f.db, nil, s, nil, open)
		case engine.InlineFunction, engine.TableFunction:
			return nil, sqltype.Errorf(216, "Parameters were not supplied for the function '%s'.", strings.Join(parts, "."))
		}
	}
	v, db, err := b.c.findVirtual(f.parts)
	if err != nil {
		return nil, f.fault(err)
	}
	return b.virtualUnit(s, v, db, nil)
}

func (c *Compiler) findVirtual(parts []string) (*system.Table, string, error) {
	name := parts[len(parts)-1]
	schema, db := "", c.database().Name()
	if len(parts) > 1 {
		schema = parts[len(parts)-2]
	}
	if len(parts) > 2 && parts[len(parts)-3] != "" {
		db = parts[len(parts)-3]
	}
	if len(parts) > 3 {
		return nil, "", sqltype.Errorf(7202, "Could not find server '%s' in sys.servers. Verify that the correct server name was specified.", parts[0])
	}
	if c.Host.Instance().Database(db) == nil {
		if u := c.Host.Instance().Unopened(db); u != nil {
			return nil, "", u.Refusal()
		}
		return nil, "", NoTable(parts)
	}
	v := system.FindTable(db, schema, name)
	if v == nil {
		if system.CatalogType(schema, name) != "" {
			return nil, "", Unsupported("the system object " + strings.Join(parts, "."))
		}
		return nil, "", NoTable(parts)
	}
	return v, db, nil
}

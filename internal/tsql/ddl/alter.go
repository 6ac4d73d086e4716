package ddl

import (
	"context"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
	"scanfrag/internal/tsql/system"
)

// alterAdd is ALTER TABLE … ADD: columns, PRIMARY KEY, UNIQUE and CHECK constraints, DEFAULT … FOR.
func alterAdd(n *ast.AlterTableAddTableElementStatement, source func(any) string) (*Statement, error) {
	d := n.Definition
	var dflts []*ast.DefaultConstraintDefinition
	own := *d
	own.TableConstraints = nil
	for _, c := range d.TableConstraints {
		if dc, ok := c.(*ast.DefaultConstraintDefinition); ok {
			dflts = append(dflts, dc)
		} else {
			own.TableConstraints = append(own.TableConstraints, c)
		}
	}
	defs, cs, err := definition(&own, source)
	if err != nil {
		return nil, err
	}
	type dflt struct {
		column, name, text string
		e                  ast.ScalarExpression
	}
	var sets []dflt
	for _, c := range dflts {
		text, err := defaultText(c.Expression, source)
		if err != nil {
			return nil, err
		}
		s := dflt{text: text, e: c.Expression, name: syntax.ConstraintName(c.ConstraintIdentifier)}
		if c.Column != nil {
			s.column = c.Column.Value
		}
		sets = append(sets, s)
	}
	parts := query.Parts(n.SchemaObjectName)
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		t, err := alterable(h, parts)
		if err != nil {
			return err
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		for _, d := range defs {
			if t, err = addColumn(ctx, tx, h, t, d); err != nil {
				return err
			}
		}
		for _, s := range sets {
			c := t.Column(s.column)
			if c == nil || c.Computed != nil {
				return sqltype.Errorf(1752, "Column '%s' in table '%s' is invalid for creating a default constraint.", s.column, t.Name)
			}
			if err := checkDefault(t.Name, c); err != nil {
				return err
			}
			if c.Default != "" {
				return sqltype.Errorf(1781, "Column already has a DEFAULT bound to it.")
			}
			if _, err := defaultValue(c.Type, s.e); err != nil {
				return err
			}
			if s.name == "" {
				s.name = autoName("DF", t.Name, c.Name)
			}
			if t, err = tx.SetDefault(ctx, t, c.Name, s.name, s.text); err != nil {
				return err
			}
		}
		for _, k := range cs.keys {
			if t, err = addKey(ctx, tx, h, t, k); err != nil {
				return err
			}
		}
		if len(cs.checks) > 0 {
			_, err = addChecks(ctx, tx, h, t, cs.checks, !strings.EqualFold(n.ExistingRowsCheckEnforcement, "NoCheck"))
		}
		return err
	}}, nil
}

func addColumn(ctx context.Context, tx *engine.Txn, h Host, t *engine.Table, d columnDef) (*engine.Table, error) {
	if d.col.Computed != nil {
		return addComputed(ctx, tx, h, t, d)
	}
	c := d.col
	if !d.nullGiven {
		c.Nullable = h.Options().AnsiNullDfltOn
	}
	fill := sqltype.NullOf(c.Type.Kind)
	if d.dflt != nil {
		if err := checkDefault(t.Name, &c); err != nil {
			return nil, err
		}
		if c.DefaultName == "" {
			c.DefaultName = autoName("DF", t.Name, c.Name)
		}
		// Existing rows get the default when the column is NOT NULL or WITH VALUES says so.
		if !c.Nullable || d.withValues {
			e, err := defaultValue(c.Type, d.dflt)
			if err != nil {
				return nil, err
			}
			if fill, err = evalNow(h, e); err != nil {
				return nil, err
			}
		}
	}
	return tx.AddColumn(ctx, t, c, fill)
}

func addKey(ctx context.Context, tx *engine.Txn, h Host, t *engine.Table, k keyDef) (*engine.Table, error) {
	ix, err := k.resolve(t.Database(), t.Name, t.Columns)
	if err != nil {
		return nil, err
	}
	if ix.PrimaryKey {
		for _, o := range t.Indexes {
			if o.PrimaryKey {
				return nil, sqltype.Errorf(1779, "Table '%s' already has a primary key defined on it.", t.Name)
			}
		}
	}
	clustered := k.clustered != nil && *k.clustered || k.clustered == nil && ix.PrimaryKey && t.IsHeap()
	return tx.CreateIndex(ctx, t, ix, clustered, system.Degree(h, k.maxdop))
}

func alterColumn(n *ast.AlterTableAlterColumnStatement) (*Statement, error) {
	if o := n.AlterTableAlterColumnOption; n.DataType == nil && (o == "AddPersisted" || o == "DropPersisted") {
		return alterPersisted(query.Parts(n.SchemaObjectName), n.ColumnIdentifier.Value, o == "AddPersisted")
	}
	if n.DataType == nil {
		return nil, query.Unsupported("ALTER COLUMN … " + n.AlterTableAlterColumnOption)
	}
	if err := expr.CheckCollation(n.Collation); err != nil {
		return nil, err
	}
	if n.IsMasked || n.Encryption != nil || n.IsHidden || n.GeneratedAlways != "" || n.StorageOptions != nil {
		return nil, query.Unsupported("this form of ALTER COLUMN")
	}
	for _, o := range n.Options {
		if _, ok := o.(*ast.OnlineIndexOption); !ok {
			return nil, query.Unsupported("the " + query.NodeName(o))
		}
	}
	to, err := expr.DataType(n.DataType)
	if err != nil {
		return nil, err
	}
	parts, name := query.Parts(n.SchemaObjectName), n.ColumnIdentifier.Value
	if err := Storable(to, name); err != nil {
		return nil, err
	}
	opt := strings.ToUpper(n.AlterTableAlterColumnOption)
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		t, err := alterable(h, parts)
		if err != nil {
			return err
		}
		c := t.Column(name)
		if c == nil {
			return sqltype.Errorf(4924, "ALTER TABLE ALTER COLUMN failed because column '%s' does not exist in table '%s'.", name, t.Name)
		}
		switch {
		case to.RowVersion:
			return sqltype.Errorf(4927, "Cannot alter column '%s' to be data type timestamp.", c.Name)
		case c.Type.RowVersion:
			return sqltype.Errorf(4928, "Cannot alter column '%s' because it is 'timestamp'.", c.Name)
		}
		nullable := h.Options().AnsiNullDfltOn
		switch opt {
		case "NULL":
			nullable = true
		case "NOTNULL":
			nullable = false
		case "", "NOOPTIONDEFINED":
		default:
			return query.Unsupported("ALTER COLUMN … " + opt)
		}
		if c.Identity != nil {
			nullable = false
		}
		if c.Computed != nil {
			return sqltype.Errorf(4928, "Cannot alter column '%s' because it is 'COMPUTED'.", c.Name)
		}
		from := c.Type
		if err := sqltype.CheckConversion(from, to, false); err != nil {
			return err
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		_, err = tx.AlterColumn(ctx, t, name, to, nullable, func(v sqltype.Value) (sqltype.Value, error) { return sqltype.Store(v, from, to) })
		changed()
		return accessed(t, c, err)
	}}, nil
}

package ddl

import (
	"strconv"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/query"
)

// columnDef is a column of CREATE TABLE or ALTER TABLE ADD.
type columnDef struct {
	col        engine.Column
	nullGiven  bool
	dflt       ast.ScalarExpression
	withValues bool
}

// constraints are a table's keys, indexes and CHECK constraints.
type constraints struct {
	keys   []keyDef
	checks []checkDef
}

// column reads a column definition and adds its constraints to cs.
func column(n *ast.ColumnDefinition, source func(any) string, cs *constraints) (columnDef, error) {
	if n.ComputedColumnExpression != nil {
		return computedColumn(n, source, cs)
	}
	d := columnDef{col: engine.Column{Name: n.ColumnIdentifier.Value}}
	switch {
	case n.GeneratedAlways != "" || n.IsHidden || n.IsMasked || n.Encryption != nil:
		return d, query.Unsupported("a GENERATED ALWAYS, MASKED or ENCRYPTED column")
	case n.StorageOptions != nil && (n.StorageOptions.IsFileStream || n.StorageOptions.SparseOption != "" && n.StorageOptions.SparseOption != "None"):
		return d, query.Unsupported("a SPARSE or FILESTREAM column")
	case n.DataType == nil && !strings.EqualFold(d.col.Name, "timestamp"): // a column of that name needs no type (documented)
		return d, sqltype.Errorf(173, "The definition for column '%s' must include a data type.", d.col.Name)
	}
	if err := expr.CheckCollation(n.Collation); err != nil {
		return d, err
	}
	t := sqltype.RowVersion
	if n.DataType != nil {
		var err error
		if t, err = expr.DataType(n.DataType); err != nil {
			return d, err
		}
	}
	if err := Storable(t, d.col.Name); err != nil {
		return d, err
	}
	d.col.Type, d.col.Nullable, d.nullGiven = t, !t.RowVersion, t.RowVersion
	if n.Nullable != nil {
		d.nullGiven, d.col.Nullable = true, n.Nullable.Nullable
	}
	if o := n.IdentityOptions; o != nil {
		if err := d.identity(o); err != nil {
			return d, err
		}
	}
	if n.DefaultConstraint != nil {
		if err := d.setDefault(n.DefaultConstraint, source); err != nil {
			return d, err
		}
	}
	for _, c := range n.Constraints {
		if err := d.constraint(c, source, cs); err != nil {
			return d, err
		}
	}
	if n.Index != nil {
		k, err := inlineIndex(n.Index, d.col.Name)
		if err != nil {
			return d, err
		}
		cs.keys = append(cs.keys, k)
	}
	return d, nil
}

func (d *columnDef) constraint(c ast.ConstraintDefinition, source func(any) string, cs *constraints) error {
	switch c := c.(type) {
	case *ast.NullableConstraintDefinition:
		d.nullGiven, d.col.Nullable = true, c.Nullable
	case *ast.DefaultConstraintDefinition:
		return d.setDefault(c, source)
	case *ast.UniqueConstraintDefinition:
		k, err := uniqueKey(c, d.col.Name)
		if err != nil {
			return err
		}
		cs.keys = append(cs.keys, k)
	case *ast.CheckConstraintDefinition:
		ck, err := checkOf(c, d.col.Name, source)
		if err != nil {
			return err
		}
		cs.checks = append(cs.checks, ck)
	case *ast.ForeignKeyConstraintDefinition:
		return query.Unsupported("a FOREIGN KEY constraint")
	default:
		return query.Unsupported("a " + query.NodeName(c))
	}
	return nil
}

// Storable refuses types that have no place in a row here.
func Storable(t sqltype.Type, column string) error {
	if t.IsMax() || t.Kind == sqltype.SQLVariant {
		return query.Unsupported("the type " + t.String() + " in a table (column '" + column + "')")
	}
	return nil
}

func (d *columnDef) identity(o *ast.IdentityOptions) error {
	if d.nullGiven && d.col.Nullable {
		return sqltype.Errorf(8147, "Could not create IDENTITY attribute on nullable column '%s'.", d.col.Name)
	}
	id, err := Identity(d.col.Name, d.col.Type, o.IdentitySeed, o.IdentityIncrement)
	d.col.Identity, d.col.Nullable, d.nullGiven = id, false, true
	return err
}

// Identity is the property of a column of that name and type; seed and increment are nil when they are not given.
func Identity(name string, t sqltype.Type, seed, increment ast.ScalarExpression) (*engine.Identity, error) {
	if !(t.Kind.IsInt() && t.Kind != sqltype.Bit) && !(t.Kind == sqltype.Decimal && t.Scale == 0) {
		return nil, sqltype.Errorf(2749, "Identity column '%s' must be of data type int, bigint, smallint, tinyint, or decimal or numeric with a scale of 0, unencrypted, and constrained to be nonnullable.", name)
	}
	id := &engine.Identity{Seed: 1, Increment: 1}
	for _, p := range []struct {
		n   ast.ScalarExpression
		dst *int64
	}{{seed, &id.Seed}, {increment, &id.Increment}} {
		if p.n == nil {
			continue
		}
		v, err := constInt(p.n)
		if err != nil {
			return nil, err
		}
		*p.dst = v
	}
	if id.Increment == 0 {
		return nil, sqltype.Errorf(2748, "Identity column '%s' contains invalid INCREMENT of 0.", name)
	}
	return id, nil
}

// constInt evaluates a constant expression as bigint.
func constInt(n ast.ScalarExpression) (int64, error) {
	e, err := expr.CompileAs(expr.NoScope{}, n, sqltype.Of(sqltype.BigInt))
	if err != nil {
		return 0, err
	}
	v, err := e.Eval(&expr.Env{})
	return v.I, err
}

// autoName is the kind of name SQL Server makes up: DF__test__c3__hex. The digits differ from its.
func autoName(prefix, tbl, col string, more ...string) string {
	h := uint32(2166136261)
	for _, c := range []byte(tbl + "." + col + strings.Join(more, ".")) {
		h = (h ^ uint32(c)) * 16777619
	}
	cut := func(s string, n int) string {
		if len(s) > n {
			return s[:n]
		}
		return s
	}
	name := prefix + "__" + cut(tbl, 9) + "__"
	if col != "" {
		name += cut(col, 9) + "__"
	}
	return name + strings.ToUpper(strconv.FormatUint(uint64(h)|1<<31, 16))
}

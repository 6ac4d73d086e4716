package ddl

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/syntax"
)

// keyDef is a PRIMARY KEY or UNIQUE constraint, or an index, before its columns are resolved.
type keyDef struct {
	ix        engine.Index
	cols      []keyColumn
	include   []*ast.ColumnReferenceExpression
	filegroup string // ON; "": not said
	clustered *bool  // nil: not said
	drop      bool   // DROP_EXISTING = ON
	pad       *bool  // PAD_INDEX, nil: not said
	ignore    *bool  // IGNORE_DUP_KEY, nil: not said
	maxdop    int
}

type keyColumn struct {
	name string
	desc bool
	node any
}

func uniqueKey(c *ast.UniqueConstraintDefinition, column string) (keyDef, error) {
	k := keyDef{ix: engine.Index{Unique: true, PrimaryKey: c.IsPrimaryKey, UniqueConstraint: !c.IsPrimaryKey}}
	k.ix.Name = syntax.ConstraintName(c.ConstraintIdentifier)
	if c.IsEnforced != nil && !*c.IsEnforced {
		return k, query.Unsupported("NOT ENFORCED")
	}
	if c.IndexType != nil {
		switch strings.ToUpper(c.IndexType.IndexTypeKind) {
		case "CLUSTERED":
			k.clustered = ptr(true)
		case "NONCLUSTERED":
			k.clustered = ptr(false)
		case "":
		default:
			return k, query.Unsupported("an index of type " + c.IndexType.IndexTypeKind)
		}
	} else if c.Clustered {
		k.clustered = ptr(true)
	}
	if len(c.Columns) == 0 {
		k.cols = []keyColumn{{name: column}}
	} else {
		k.cols = keyColumns(c.Columns)
	}
	var err error
	if k.filegroup, err = filegroup(c.OnFileGroupOrPartitionScheme); err != nil {
		return k, err
	}
	return k, k.options(c.IndexOptions)
}

// inlineIndex is INDEX name … in a table's definition, or in that of a column.
func inlineIndex(n *ast.IndexDefinition, column string) (keyDef, error) {
	k := keyDef{ix: engine.Index{Unique: n.Unique}, cols: keyColumns(n.Columns), include: n.IncludeColumns, clustered: ptr(false)}
	if len(n.Columns) == 0 && column != "" {
		k.cols = []keyColumn{{name: column}}
	}
	if n.Name == nil {
		return k, sqltype.Errorf(102, "Incorrect syntax near 'INDEX'.")
	}
	k.ix.Name = n.Name.Value
	if n.FilterPredicate != nil {
		return k, query.Unsupported("a filtered index")
	}
	if n.IndexType != nil {
		switch kind := n.IndexType.IndexTypeKind; strings.ToUpper(kind) {
		case "CLUSTERED":
			*k.clustered = true
		case "NONCLUSTERED", "":
		default:
			return k, query.Unsupported("an index of type " + kind)
		}
	}
	var err error
	if k.filegroup, err = filegroup(n.OnFileGroupOrPartitionScheme); err != nil {
		return k, err
	}
	return k, k.indexOptions(n.IndexOptions)
}

func ptr[T any](v T) *T { return &v }

func keyColumns(list []*ast.ColumnWithSortOrder) []keyColumn {
	var out []keyColumn
	for _, c := range list {
		out = append(out, keyColumn{name: query.ColumnName(c.Column), desc: c.SortOrder == ast.SortOrderDescending, node: c.Column})
	}
	return out
}

// options reads WITH (FILLFACTOR = …, …). Those that change only how the work is done, not the result, are accepted.
// SORT_IN_TEMPDB is one: sorts always run in a scratch file beside the database, as ON does; OFF would have the runs take extents of
// the filegroup, and the index reuse them out of order where it has no other free ones.
func (k *keyDef) options(opts []ast.IndexOption) error {
	for _, o := range opts {
		switch o := o.(type) {
		case *ast.IndexExpressionOption:
			if n, ok := o.Expression.(*ast.IntegerLiteral); ok && strings.Trim(n.Value, "0123456789") != "" {
				return sqltype.Errorf(102, "Incorrect syntax near '%s'.", n.Value)
			}
			v, err := constInt(o.Expression)
			if err != nil {
				return err
			}
			switch strings.ToUpper(o.OptionKind) {
			case "FILLFACTOR":
				if v < 1 || v > 100 {
					return sqltype.Errorf(129, "Fillfactor %d is not a valid percentage; fillfactor must be between 1 and 100.", v)
				}
				k.ix.FillFactor = int(v)
			case "MAXDOP":
				if v < 0 || v > 32767 {
					return sqltype.Errorf(304, "'%d' is out of range for index option 'maxdop'. See sp_configure option 'max degree of parallelism' for valid values.", v)
				}
				k.maxdop = int(v)
			default:
				return query.Unsupported("the index option " + o.OptionKind)
			}
		case *ast.IndexStateOption:
			on := strings.EqualFold(o.OptionState, "On")
			switch strings.ToUpper(o.OptionKind) {
			case "PADINDEX":
				k.ix.PadIndex, k.pad = on, &on
			case "DROPEXISTING":
				k.drop = on
			case "SORTINTEMPDB", "STATISTICSNORECOMPUTE", "ALLOWROWLOCKS", "ALLOWPAGELOCKS", "ONLINE", "STATISTICSINCREMENTAL", "OPTIMIZEFORSEQUENTIALKEY":
			case "IGNOREDUPKEY":
				k.ix.IgnoreDup, k.ignore = on, &on
			default:
				return query.Unsupported("the index option " + o.OptionKind)
			}
		case *ast.IgnoreDupKeyIndexOption:
			on := strings.EqualFold(o.OptionState, "On")
			k.ix.IgnoreDup, k.ignore = on, &on
			k.ix.QuietDup = on && o.SuppressMessagesOption != nil && *o.SuppressMessagesOption
		case *ast.DataCompressionOption:
			if !strings.EqualFold(o.CompressionLevel, "None") || len(o.PartitionRanges) > 0 {
				return query.Unsupported("DATA_COMPRESSION")
			}
		case *ast.OnlineIndexOption:
		default:
			return query.Unsupported("the " + query.NodeName(o))
		}
	}
	return nil
}

// indexOptions is options of a new index that may be nonunique.
func (k *keyDef) indexOptions(opts []ast.IndexOption) error {
	if err := k.options(opts); err != nil {
		return err
	}
	if k.ix.IgnoreDup && !k.ix.Unique {
		return sqltype.Errorf(1916, "CREATE INDEX options nonunique and ignore_dup_key are mutually exclusive.")
	}
	return nil
}

// resolve fills in column ids, the filegroup and the name.
func (k *keyDef) resolve(d *engine.Database, table string, cols []engine.Column) (engine.Index, error) {
	ix := k.ix
	find := func(name string) (int, error) {
		for i := range cols {
			if strings.EqualFold(cols[i].Name, name) {
				if cols[i].ID != 0 {
					return cols[i].ID, nil
				}
				return i + 1, nil
			}
		}
		return 0, sqltype.Errorf(1911, "Column name '%s' does not exist in the target table or view.", name)
	}
	for _, c := range k.cols {
		id, err := find(c.name)
		if err != nil {
			return ix, err
		}
		ix.Keys = append(ix.Keys, engine.IndexKey{ColumnID: id, Desc: c.desc})
	}
	for _, c := range k.include {
		id, err := find(query.ColumnName(c))
		if err != nil {
			return ix, err
		}
		ix.Include = append(ix.Include, id)
	}
	var err error
	if ix.Space, err = d.DataSpace(k.filegroup); err != nil {
		return ix, err
	}
	if ix.Name == "" {
		if ix.PrimaryKey {
			ix.Name = autoName("PK", table, "")
			return ix, nil
		}
		of := make([]string, len(k.cols)) // a table may have several
		for i, c := range k.cols {
			of[i] = c.name
		}
		ix.Name = autoName("UQ", table, "", of...)
	}
	return ix, nil
}

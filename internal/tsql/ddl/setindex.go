package ddl

import (
	"context"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
)

// ignorable refuses IGNORE_DUP_KEY, given when on is, where it cannot be changed; a nil index is all. SET refuses it for a constraint
// even when nothing changes (observed of the server).
func ignorable(t *engine.Table, ix *engine.Index, on *bool, set bool) error {
	if on == nil {
		return nil
	}
	list := []*engine.Index{ix}
	if ix == nil {
		list = t.Indexes
	}
	for _, ix := range list {
		switch {
		case ix.ID == 0:
		case (ix.PrimaryKey || ix.UniqueConstraint) && (set || ix.IgnoreDup != *on):
			return sqltype.Errorf(1979, "Cannot use index option ignore_dup_key to alter index '%s' as it enforces a primary or unique constraint.", ix.Name)
		case !ix.Unique && *on:
			return sqltype.Errorf(1915, "Cannot alter a non-unique index with ignore_dup_key index option. Index '%s' is non-unique.", ix.Name)
		}
	}
	return nil
}

// setIndex sets IGNORE_DUP_KEY and accepts what means nothing here: locks are of tables, statistics are not kept.
func setIndex(opts []ast.IndexOption, table string) (maintenance, error) {
	if len(opts) == 0 {
		return nil, sqltype.Errorf(102, "Incorrect syntax near ')'.")
	}
	var k keyDef
	for _, o := range opts {
		switch o := o.(type) {
		case *ast.IgnoreDupKeyIndexOption:
			if err := k.options([]ast.IndexOption{o}); err != nil {
				return nil, err
			}
		case *ast.IndexStateOption:
			switch o.OptionKind {
			case "AllowRowLocks", "AllowPageLocks", "StatisticsNoRecompute", "OptimizeForSequentialKey":
			default:
				return nil, query.Unsupported("ALTER INDEX … SET (" + o.OptionKind + ")")
			}
		default:
			return nil, query.Unsupported("ALTER INDEX … SET with this option")
		}
	}
	return func(ctx context.Context, _ Host, tx *engine.Txn, t *engine.Table, ix *engine.Index, _ func(int32, string) error) error {
		if ix != nil && ix.Disabled {
			return onDisabled(ix, table)
		}
		if err := ignorable(t, ix, k.ignore, true); err != nil || k.ignore == nil {
			return err
		}
		list := []*engine.Index{ix}
		if ix == nil {
			list = t.Indexes
		}
		for _, ix := range list {
			if ix.ID == 0 || ix.IgnoreDup == k.ix.IgnoreDup && ix.QuietDup == k.ix.QuietDup {
				continue
			}
			var err error
			if t, err = tx.SetIgnoreDup(ctx, t, ix.Name, k.ix.IgnoreDup, k.ix.QuietDup); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

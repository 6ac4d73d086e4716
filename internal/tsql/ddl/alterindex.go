package ddl

import (
	"context"
	"fmt"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/system"
)

// maintenance is ALTER INDEX … ON t after its table and index were found; ix is nil for ALL.
type maintenance func(ctx context.Context, h Host, tx *engine.Txn, t *engine.Table, ix *engine.Index, note func(int32, string) error) error

// alterIndex is ALTER INDEX {name | ALL} ON t {REBUILD | REORGANIZE | DISABLE | SET (…)}.
func alterIndex(n *ast.AlterIndexStatement, source func(any) string) (*Statement, error) {
	parts, name := query.Parts(n.OnName), ""
	if !n.All {
		name = n.Name.Value
	}
	var do maintenance
	var err error
	switch n.AlterIndexType {
	case "Rebuild":
		do, err = rebuildIndex(n.IndexOptions)
	case "Reorganize":
		do, err = reorganizeIndex(n.IndexOptions, source, strings.Join(parts, "."))
	case "Disable":
		do = disableIndex
	case "Set":
		do, err = setIndex(n.IndexOptions, strings.Join(parts, "."))
	case "Resume", "Pause", "Abort":
		do = notResumable(strings.ToUpper(n.AlterIndexType), strings.Join(parts, "."))
	case "":
		return nil, sqltype.Errorf(102, "Incorrect syntax near '%s'.", parts[len(parts)-1])
	default:
		return nil, query.Unsupported("ALTER INDEX … " + strings.ToUpper(n.AlterIndexType))
	}
	if err != nil {
		return nil, err
	}
	return &Statement{Run: func(ctx context.Context, h Host, note func(int32, string) error) error {
		t, err := table(h, parts, cannotFind(1088))
		if err != nil {
			return err
		}
		var ix *engine.Index
		if name != "" {
			if ix = indexOf(t, name); ix == nil {
				e := sqltype.Errorf(2727, "Cannot find index '%s'.", name)
				e.Class = 11
				return e
			}
		}
		if err := onePartition(n.Partition, t, ix); err != nil {
			return err
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		return do(ctx, h, tx, t, ix, note)
	}}, nil
}

func indexOf(t *engine.Table, name string) *engine.Index {
	for _, ix := range t.Indexes {
		if ix.ID > 0 && strings.EqualFold(ix.Name, name) {
			return ix
		}
	}
	return nil
}

// onePartition refuses PARTITION = number: nothing is partitioned.
func onePartition(p *ast.PartitionSpecifier, t *engine.Table, ix *engine.Index) error {
	switch {
	case p == nil || p.All:
		return nil
	case ix != nil:
		return sqltype.Errorf(7729, "Cannot specify partition number in the alter index statement as the index '%s' is not partitioned.", ix.Name)
	case t.Indexes[0].ID > 0:
		return sqltype.Errorf(7735, "Cannot specify partition number in alter index statement to rebuild or reorganize a partition of index '%s' as index is not partitioned.", t.Indexes[0].Name)
	}
	return sqltype.Errorf(7735, "Cannot specify partition number in alter index statement to rebuild or reorganize a partition of table '%s' as table is not partitioned.", t.Name)
}

// rebuildOptions reads WITH (…) of a rebuild.
func rebuildOptions(opts []ast.IndexOption) (r engine.Rebuild, err error) {
	var k keyDef
	if err := k.options(opts); err != nil {
		return r, err
	}
	if k.drop {
		return r, notOption("drop_existing", "")
	}
	return engine.Rebuild{FillFactor: k.ix.FillFactor, PadIndex: k.pad, IgnoreDup: k.ignore, QuietDup: k.ix.QuietDup, Workers: k.maxdop}, nil
}

func notOption(name, form string) error {
	return sqltype.Errorf(155, "'%s' is not a recognized ALTER INDEX%s option.", name, form)
}

func rebuildIndex(opts []ast.IndexOption) (maintenance, error) {
	r, err := rebuildOptions(opts)
	return func(ctx context.Context, h Host, tx *engine.Txn, t *engine.Table, ix *engine.Index, _ func(int32, string) error) (err error) {
		r := r
		r.Workers = system.Degree(h, r.Workers)
		if err := ignorable(t, ix, r.IgnoreDup, false); err != nil {
			return err
		}
		if ix == nil {
			_, err = tx.RebuildIndexes(ctx, t, r)
		} else {
			_, err = tx.RebuildIndex(ctx, t, ix.Name, r)
		}
		return err
	}, err
}

// reorganizeIndex takes LOB_COMPACTION and COMPRESS_ALL_ROW_GROUPS, as SQL Server does for any index: there are no LOBs
// and row groups. ALL passes disabled indexes over.
func reorganizeIndex(opts []ast.IndexOption, source func(any) string, table string) (maintenance, error) {
	for _, o := range opts {
		s, ok := o.(*ast.IndexStateOption)
		if !ok || s.OptionKind != "LobCompaction" && s.OptionKind != "CompressAllRowGroups" {
			name, _, _ := strings.Cut(source(o), "=")
			return nil, notOption(strings.ToLower(strings.TrimSpace(name)), " REORGANIZE")
		}
	}
	return func(ctx context.Context, _ Host, tx *engine.Txn, t *engine.Table, ix *engine.Index, _ func(int32, string) error) error {
		if ix != nil {
			if ix.Disabled {
				return onDisabled(ix, table)
			}
			_, err := tx.ReorganizeIndex(ctx, t, ix)
			return err
		}
		for _, ix := range t.Indexes {
			if ix.ID > 0 && !ix.Disabled {
				if _, err := tx.ReorganizeIndex(ctx, t, ix); err != nil {
					return err
				}
			}
		}
		return nil
	}, nil
}

func onDisabled(ix *engine.Index, table string) error {
	return sqltype.Errorf(1973, "Cannot perform the specified operation on disabled index '%s' on table '%s'.", ix.Name, table)
}

func disableIndex(ctx context.Context, _ Host, tx *engine.Txn, t *engine.Table, ix *engine.Index, note func(int32, string) error) error {
	list := []*engine.Index{ix}
	if ix == nil {
		list = t.Indexes
	}
	for _, ix := range list {
		if ix.ID == 0 {
			continue
		}
		now, also, err := tx.DisableIndex(ctx, t, ix.Name)
		if err != nil {
			return err
		}
		t = now
		for _, name := range also {
			if err := note(3750, fmt.Sprintf("Warning: Index '%s' on table '%s' was disabled as a result of disabling the clustered index on the table.", name, t.Name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// notResumable is the answer to RESUME, PAUSE and ABORT: no operation is ever left to be resumed.
func notResumable(what, table string) maintenance {
	return func(_ context.Context, _ Host, _ *engine.Txn, _ *engine.Table, ix *engine.Index, _ func(int32, string) error) error {
		if ix == nil {
			e := sqltype.Errorf(10680, "ALTER INDEX ALL '%s' failed. There is no pending resumable index operation on '%s'.", what, table)
			e.Class = 11
			return e
		}
		return sqltype.Errorf(10638, "ALTER INDEX '%s' failed. There is no pending resumable index operation for the index '%s' on '%s'.", what, ix.Name, table)
	}
}

// rebuildTable is ALTER TABLE … REBUILD.
func rebuildTable(n *ast.AlterTableRebuildStatement) (*Statement, error) {
	r, err := rebuildOptions(n.IndexOptions)
	if err != nil {
		return nil, err
	}
	parts := query.Parts(n.SchemaObjectName)
	return &Statement{Run: func(ctx context.Context, h Host, _ func(int32, string) error) error {
		t, err := table(h, parts, cannotFind(4902))
		if err != nil {
			return err
		}
		switch {
		case n.Partition != nil && !n.Partition.All:
			return onePartition(n.Partition, t, nil)
		case t.IsHeap() && (r.FillFactor > 0 || r.PadIndex != nil):
			return query.Unsupported("FILLFACTOR or PAD_INDEX of a heap")
		}
		tx, changed, err := txn(h)
		if err != nil {
			return err
		}
		defer changed()
		r := r
		r.Workers = system.Degree(h, r.Workers)
		_, err = tx.RebuildTable(ctx, t, r)
		return err
	}}, nil
}

package engine

import (
	"fmt"
	"slices"

	"scanfrag/internal/sqltype"
)

// maxKeyColumns is SQL Server's limit from 2016 on.
const maxKeyColumns = 32

// addIndex checks an index of a new table or of CREATE INDEX and adds it to t.Indexes, with its id.
func (t *Table) addIndex(ix Index, clustered bool) error {
	ix.Keys, ix.Include = slices.Clone(ix.Keys), slices.Clone(ix.Include)
	ix.Unique = ix.Unique || ix.PrimaryKey || ix.UniqueConstraint
	if err := t.checkIndex(&ix, clustered); err != nil {
		return err
	}
	if ix.Space == 0 { // beside the table
		ix.Space = t.Indexes[0].Space
	}
	if clustered {
		if old := t.Indexes[0]; old.ID == 1 {
			return &Error{Number: 1902, Class: 16, State: 3, Text: fmt.Sprintf(
				"Cannot create more than one clustered index on table '%s.%s'. Drop the existing clustered index '%s' before creating another.", t.Schema, t.Name, old.Name)}
		}
		ix.ID = 1
		t.Indexes[0] = &ix
		return nil
	}
	ix.ID = 2
	for slices.ContainsFunc(t.Indexes, func(o *Index) bool { return o.ID == ix.ID }) {
		ix.ID++
	}
	if ix.ID > maxIndexes {
		return errorf(1910, "Could not create nonclustered index '%s' because it exceeds the maximum of 999 allowed per table or view.", ix.Name)
	}
	t.Indexes = append(t.Indexes, &ix)
	return nil
}

// maxIndexes is SQL Server's limit of 999 nonclustered indexes and a clustered one.
const maxIndexes = 1000

func (t *Table) checkIndex(ix *Index, clustered bool) error {
	switch {
	case t.indexNamed(ix.Name) >= 0:
		return indexTwice(t, ix.Name)
	case len(ix.Keys) == 0:
		return fmt.Errorf("create index %s: it has no key columns", ix.Name)
	case len(ix.Keys) > maxKeyColumns:
		return errorf(1904, "The index '%s' on table '%s.%s' has %d columns in the key list. The maximum limit for index key column list is %d.", ix.Name, t.Schema, t.Name, len(ix.Keys), maxKeyColumns)
	case ix.FillFactor < 0 || ix.FillFactor > 100:
		return errorf(129, "Fillfactor %d is not a valid percentage; fillfactor must be between 1 and 100.", ix.FillFactor)
	}
	if ix.IgnoreDup && !ix.Unique {
		return errorf(1916, "CREATE INDEX options nonunique and ignore_dup_key are mutually exclusive.")
	}
	least := 0
	for n, k := range ix.Keys {
		c := t.columnByID(k.ColumnID)
		if c == nil {
			return errorf(1911, "Column name with id %d does not exist in the target table or view.", k.ColumnID)
		}
		if slices.ContainsFunc(ix.Keys[:n], func(o IndexKey) bool { return o.ColumnID == k.ColumnID }) {
			return errorf(1909, "Cannot use duplicate column names in index. Column name '%s' listed more than once.", c.Name)
		}
		if c.Type.IsMax() {
			return errorf(1919, "Column '%s' in table '%s.%s' is of a type that is invalid for use as a key column in an index.", c.Name, t.Schema, t.Name)
		}
		if c.Computed != nil {
			if err := t.checkComputed(ix, c, clustered); err != nil {
				return err
			}
		}
		if ix.PrimaryKey && c.Nullable {
			return errorf(8111, "Cannot define PRIMARY KEY constraint on nullable column in table '%s'.", t.Name)
		}
		least += fixedKeyLen(c.Type)
	}
	for n, id := range ix.Include {
		c := t.columnByID(id)
		switch {
		case c == nil:
			return errorf(1911, "Column name with id %d does not exist in the target table or view.", id)
		case slices.Contains(ix.Include[:n], id) || slices.ContainsFunc(ix.Keys, func(o IndexKey) bool { return o.ColumnID == id }):
			return errorf(1909, "Cannot use duplicate column names in index. Column name '%s' listed more than once.", c.Name)
		case clustered:
			return errorf(10601, "Cannot specify included columns for a clustered index.")
		case c.Virtual() && !c.Computed.Deterministic:
			return t.checkComputed(ix, c, clustered)
		case c.Type.IsMax():
			return errorf(1919, "Column '%s' in table '%s.%s' is of a type that is invalid for use as included column in an index.", c.Name, t.Schema, t.Name)
		}
	}
	most := maxNonclusteredKey
	if clustered {
		most = maxClusteredKey
	}
	if least > most {
		return errorf(1944, "Index '%s' was not created. This index has a key length of at least %d bytes. The maximum permissible key length is %d bytes.", ix.Name, least, most)
	}
	return nil
}

func fixedKeyLen(ty sqltype.Type) int {
	if ty.IsFixed() {
		return ty.FixedLen()
	}
	return 0
}

func indexTwice(t *Table, name string) *Error {
	return errorf(1913, "The operation failed because an index or statistics with name '%s' already exists on table '%s.%s'.", name, t.Schema, t.Name)
}

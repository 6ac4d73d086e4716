// Package ddl runs CREATE, ALTER, DROP and TRUNCATE.
package ddl

import (
	"context"
	"errors"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
)

// Host is the session as DDL sees it.
type Host interface {
	query.Host
	// Place is where a new table of that name goes.
	Place(parts []string) (db *engine.Database, schema, name string, err error)
}

// Statement is one DDL statement ready to run.
type Statement struct {
	// Run executes it inside the session's transaction. note takes informational messages.
	Run func(ctx context.Context, h Host, note func(number int32, text string) error) error
	// Outside says that it is refused inside a user transaction (error 226), by that name.
	Outside string
}

// Compile reads a DDL statement; handled is false for statements that are none. Names of objects are
// resolved when it runs. Source gives a node's text.
func Compile(n ast.Statement, source func(any) string) (s *Statement, handled bool, err error) {
	switch n := n.(type) {
	case *ast.CreateTableStatement:
		s, err = createTable(n, source)
	case *ast.DropTableStatement:
		s, err = dropTable(n)
	case *ast.TruncateTableStatement:
		s, err = truncateTable(n)
	case *ast.AlterTableAddTableElementStatement:
		s, err = alterAdd(n, source)
	case *ast.AlterTableAlterColumnStatement:
		s, err = alterColumn(n)
	case *ast.AlterTableDropTableElementStatement:
		s, err = alterDrop(n)
	case *ast.AlterTableConstraintModificationStatement:
		s, err = alterCheck(n)
	case *ast.CreateSequenceStatement:
		s, err = createSequence(n)
	case *ast.AlterSequenceStatement:
		s, err = alterSequence(n)
	case *ast.DropSequenceStatement:
		s, err = dropSequence(n)
	case *ast.CreateSchemaStatement:
		s, err = createSchema(n, source)
	case *ast.DropSchemaStatement:
		s, err = dropSchema(n)
	case *ast.AlterSchemaStatement:
		s, err = transfer(n)
	case *ast.CreateSynonymStatement:
		s, err = createSynonym(n)
	case *ast.CreateIndexStatement:
		s, err = createIndex(n)
	case *ast.AlterIndexStatement:
		s, err = alterIndex(n, source)
	case *ast.AlterTableRebuildStatement:
		s, err = rebuildTable(n)
	case *ast.DropIndexStatement:
		s, err = dropIndex(n)
	case *ast.CreateDatabaseStatement:
		s, err = createDatabase(n)
	case *ast.DropDatabaseStatement:
		s, err = dropDatabase(n)
	case *ast.AlterDatabaseScopedConfigurationSetStatement:
		s, err = scopedConfiguration(n)
	case *ast.AlterDatabaseScopedConfigurationClearStatement:
		s, err = clearCache(n)
	case *ast.AlterDatabaseSetStatement:
		s, err = alterDatabaseSet(n)
	case *ast.AlterDatabaseAddFileStatement:
		s, err = addFiles(n)
	case *ast.AlterDatabaseRemoveFileStatement:
		s, err = removeFile(n)
	case *ast.AlterDatabaseModifyFileStatement:
		s, err = modifyFile(n)
	case *ast.AlterDatabaseAddFileGroupStatement:
		s, err = addFilegroup(n)
	case *ast.AlterDatabaseRemoveFileGroupStatement:
		s, err = removeFilegroup(n)
	case *ast.AlterDatabaseModifyFileGroupStatement:
		s, err = modifyFilegroup(n)
	case *ast.UpdateStatisticsStatement:
		s = updateStatistics(n)
	case *ast.AlterTableSetStatement:
		s, err = alterSet(n)
	case *ast.AlterTableTriggerModificationStatement:
		s, err = switchTriggers(n.All, query.Parts(n.SchemaObjectName))
	case *ast.EnableDisableTriggerStatement:
		if n.TriggerObject == nil || n.TriggerObject.Name == nil {
			return nil, true, query.Unsupported("a trigger of a database or server")
		}
		s, err = switchTriggers(n.All, query.Parts(n.TriggerObject.Name))
	case *ast.DropTriggerStatement:
		s = dropTrigger(n)
	default:
		return nil, false, nil
	}
	return s, true, err
}

// table finds an existing table, error number (4902 for ALTER, 1088 for CREATE INDEX …) otherwise.
func table(h Host, parts []string, missing func(name string) error) (*engine.Table, error) {
	if t := h.FindTable(parts...); t != nil {
		return t, nil
	}
	name := strings.Join(parts, ".")
	err := missing(name)
	var e *sqltype.Error
	if noun, _ := kindOf(h, parts); noun != "" && errors.As(err, &e) {
		err = notTable(e.Number, name)
	}
	return nil, err
}

// alterable finds the table of an ALTER TABLE that changes its rows' shape: error 1974 while its clustered index is disabled.
func alterable(h Host, parts []string) (*engine.Table, error) {
	t, err := table(h, parts, cannotFind(4902))
	if err == nil && t.Indexes[0].Disabled {
		err = sqltype.Errorf(1974, "Cannot perform the specified operation on table '%s' because its clustered index '%s' is disabled.", t.Name, t.Indexes[0].Name)
	}
	return t, err
}

func cannotFind(number int32) func(string) error {
	return func(name string) error {
		return sqltype.Errorf(number, "Cannot find the object \"%s\" because it does not exist or you do not have permissions.", name)
	}
}

// txn is the transaction DDL runs in; plans made before or during it become stale.
func txn(h Host) (*engine.Txn, func(), error) {
	tx, err := h.Txn()
	if err != nil {
		return nil, nil, err
	}
	h.SchemaChanged()
	return tx, h.SchemaChanged, nil
}

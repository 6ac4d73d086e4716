package ddl

import (
	"context"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
)

func createDatabase(n *ast.CreateDatabaseStatement) (*Statement, error) {
	if n.AttachMode != "" && !strings.EqualFold(n.AttachMode, "None") || n.CopyOf != nil || n.DatabaseSnapshot != nil {
		return nil, query.Unsupported("CREATE DATABASE … FOR ATTACH, AS COPY or AS SNAPSHOT")
	}
	if n.Collation != nil {
		return nil, query.Unsupported("COLLATE on a database")
	}
	for _, o := range n.Options {
		return nil, query.Unsupported("the " + query.NodeName(o))
	}
	spec := engine.DatabaseSpec{Name: n.DatabaseName.Value}
	for _, g := range n.FileGroups {
		name := ""
		if g.ContainsFileStream || g.ContainsMemoryOptimizedData {
			return nil, query.Unsupported("a filegroup of FILESTREAM or memory-optimized data")
		}
		if g.Name != nil && !strings.EqualFold(g.Name.Value, "PRIMARY") {
			name = g.Name.Value
			spec.Filegroups = append(spec.Filegroups, name)
			if len(spec.Files) == 0 {
				spec.Files = append(spec.Files, engine.FileSpec{}) // file 1, as if nothing were said
			}
		}
		if g.IsDefault {
			spec.Default = name
		}
		for _, f := range g.FileDeclarations {
			fs, err := dataFile(f)
			if err != nil {
				return nil, err
			}
			fs.Filegroup = name
			spec.Files = append(spec.Files, fs)
		}
	}
	log := len(n.LogOn) > 0
	return &Statement{Outside: "CREATE DATABASE", Run: func(ctx context.Context, h Host, note func(int32, string) error) error {
		if _, err := h.Instance().CreateDatabase(ctx, spec); err != nil {
			return err
		}
		h.SchemaChanged()
		if log {
			return note(0, "LOG ON is noted: the embedded engine keeps no log file.")
		}
		return nil
	}}, nil
}

func dropDatabase(n *ast.DropDatabaseStatement) (*Statement, error) {
	return &Statement{Outside: "DROP DATABASE", Run: func(_ context.Context, h Host, _ func(int32, string) error) error {
		for _, d := range n.Databases {
			db := h.Instance().Database(d.Value)
			if db == nil && n.IsIfExists {
				continue
			}
			if db != nil && db.ID() > 4 && h.Server().InUse(db, 0) {
				e := sqltype.Errorf(3702, "Cannot drop database \"%s\" because it is currently in use.", db.Name())
				e.State = 4
				return e
			}
			h.SchemaChanged()
			if err := h.Instance().DropDatabase(d.Value); err != nil {
				return err
			}
			h.SchemaChanged()
		}
		return nil
	}}, nil
}

func scopedConfiguration(n *ast.AlterDatabaseScopedConfigurationSetStatement) (*Statement, error) {
	if n.Secondary {
		return nil, query.Unsupported("FOR SECONDARY")
	}
	switch o := n.Option.(type) {
	case *ast.MaxDopConfigurationOption:
		if o.Primary {
			return nil, query.Unsupported("MAXDOP = PRIMARY")
		}
		v, err := constInt(o.Value)
		if err != nil {
			return nil, err
		}
		if v < 0 || v > 32767 {
			return nil, sqltype.Errorf(12436, "The MAXDOP value %d is out of range.", v)
		}
		return &Statement{Run: func(_ context.Context, h Host, _ func(int32, string) error) error {
			return h.Database().SetConfig("MAXDOP", v)
		}}, nil
	case *ast.OnOffPrimaryConfigurationOption:
		return nil, query.Unsupported("the database scoped configuration " + o.OptionKind)
	}
	return nil, query.Unsupported("this database scoped configuration")
}

func clearCache(n *ast.AlterDatabaseScopedConfigurationClearStatement) (*Statement, error) {
	return &Statement{Run: func(_ context.Context, h Host, _ func(int32, string) error) error {
		h.Server().Queries.Clear()
		return nil
	}}, nil
}

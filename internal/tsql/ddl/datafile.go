package ddl

import (
	"context"
	"fmt"
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
)

// dataFile reads (NAME = …, NEWNAME = …, FILENAME = '…', SIZE = …, MAXSIZE = …, FILEGROWTH = …).
func dataFile(f *ast.FileDeclaration) (spec engine.FileSpec, err error) {
	for _, o := range f.Options {
		switch o := o.(type) {
		case *ast.NameFileDeclarationOption:
			name := o.LogicalFileName.Value
			if o.LogicalFileName.Identifier != nil {
				name = o.LogicalFileName.Identifier.Value
			}
			if o.IsNewName {
				spec.NewName = name
			} else {
				spec.Name = name
			}
		case *ast.FileNameFileDeclarationOption:
			spec.Path = o.OSFileName.Value
			if strings.TrimSpace(spec.Path) == "" {
				return spec, sqltype.Errorf(5105, "A file activation error occurred. The physical file name '%s' may be incorrect.", spec.Path)
			}
		case *ast.SizeFileDeclarationOption:
			if spec.Size, err = sized(o.Size, o.Units); err != nil {
				return spec, err
			}
			if spec.Size < 512<<10 {
				return spec, sqltype.Errorf(5174, "Each file size must be greater than or equal to 512 KB.")
			}
		case *ast.FileGrowthFileDeclarationOption:
			if strings.EqualFold(o.Units, "Percent") {
				v, err := constInt(o.GrowthIncrement)
				if err != nil {
					return spec, err
				}
				spec.Percent = &v
				continue
			}
			v, err := sized(o.GrowthIncrement, o.Units)
			if err != nil {
				return spec, err
			}
			spec.Growth = &v
		case *ast.MaxSizeFileDeclarationOption:
			v := int64(0)
			if !o.Unlimited {
				if v, err = sized(o.MaxSize, o.Units); err != nil {
					return spec, err
				}
				if v == 0 {
					return spec, sqltype.Errorf(5040, "MODIFY FILE failed. Size is greater than MAXSIZE.")
				}
			}
			spec.MaxSize = &v
		default:
			return spec, query.Unsupported("the " + query.NodeName(o))
		}
	}
	return spec, nil
}

// sized is a size in bytes; megabytes when no unit is given.
func sized(n ast.ScalarExpression, units string) (int64, error) {
	v, err := constInt(n)
	if err != nil {
		return 0, err
	}
	shift := map[string]uint{"KB": 10, "GB": 30, "TB": 40}[strings.ToUpper(units)]
	if shift == 0 {
		shift = 20
	}
	if v < 0 || v > 1<<62>>shift {
		return 0, sqltype.Errorf(102, "Incorrect syntax near '%d'.", v)
	}
	return v << shift, nil
}

// altered is the database that ALTER DATABASE names.
func altered(h Host, name *ast.Identifier) (*engine.Database, error) {
	if name == nil || strings.EqualFold(name.Value, "CURRENT") && name.QuoteType == "NotQuoted" {
		return h.Database(), nil
	}
	if d := h.Instance().Database(name.Value); d != nil {
		return d, nil
	}
	e := sqltype.Errorf(5011, "User does not have permission to alter database '%s', the database does not exist, or the database is not in a state that allows access checks.", name.Value)
	e.Class = 14
	return nil, e
}

// alterDatabase is a change of a database's files or filegroups; done is its message, with number.
func alterDatabase(name *ast.Identifier, number int32, done string, run func(ctx context.Context, d *engine.Database) error) (*Statement, error) {
	return &Statement{Outside: "ALTER DATABASE", Run: func(ctx context.Context, h Host, note func(int32, string) error) error {
		d, err := altered(h, name)
		if err != nil {
			return err
		}
		if err := run(ctx, d); err != nil {
			return err
		}
		h.SchemaChanged()
		if done == "" {
			return nil
		}
		return note(number, done)
	}}, nil
}

func addFiles(n *ast.AlterDatabaseAddFileStatement) (*Statement, error) {
	if n.IsLog {
		return nil, query.Unsupported("ALTER DATABASE … ADD LOG FILE")
	}
	var specs []engine.FileSpec
	for _, f := range n.FileDeclarations {
		spec, err := dataFile(f)
		if err != nil {
			return nil, err
		}
		if n.FileGroup != nil {
			spec.Filegroup = n.FileGroup.Value
		}
		specs = append(specs, spec)
	}
	return alterDatabase(n.DatabaseName, 0, "", func(ctx context.Context, d *engine.Database) error {
		for _, s := range specs {
			if err := d.AddFile(ctx, s); err != nil {
				return err
			}
		}
		return nil
	})
}

func removeFile(n *ast.AlterDatabaseRemoveFileStatement) (*Statement, error) {
	name := n.FileName.Value
	return alterDatabase(n.DatabaseName, 5044, fmt.Sprintf("The file '%s' has been removed.", name), func(_ context.Context, d *engine.Database) error {
		return d.RemoveFile(name)
	})
}

func modifyFile(n *ast.AlterDatabaseModifyFileStatement) (*Statement, error) {
	spec, err := dataFile(n.FileDeclaration)
	if err != nil {
		return nil, err
	}
	done := ""
	if spec.NewName != "" {
		done = fmt.Sprintf("The file name '%s' has been set.", spec.NewName)
	}
	return alterDatabase(n.DatabaseName, 5021, done, func(_ context.Context, d *engine.Database) error {
		return d.ModifyFile(spec)
	})
}

func addFilegroup(n *ast.AlterDatabaseAddFileGroupStatement) (*Statement, error) {
	if n.ContainsFileStream || n.ContainsMemoryOptimizedData {
		return nil, query.Unsupported("a filegroup of FILESTREAM or memory-optimized data")
	}
	return alterDatabase(n.DatabaseName, 0, "", func(_ context.Context, d *engine.Database) error {
		return d.AddFilegroup(n.FileGroupName.Value)
	})
}

func removeFilegroup(n *ast.AlterDatabaseRemoveFileGroupStatement) (*Statement, error) {
	name := n.FileGroupName.Value
	return alterDatabase(n.DatabaseName, 5044, fmt.Sprintf("The filegroup '%s' has been removed.", name), func(_ context.Context, d *engine.Database) error {
		return d.RemoveFilegroup(name)
	})
}

func modifyFilegroup(n *ast.AlterDatabaseModifyFileGroupStatement) (*Statement, error) {
	name := n.FileGroupName.Value
	property := func(what string, run func(d *engine.Database) error) (*Statement, error) {
		return alterDatabase(n.DatabaseName, 5046, "The filegroup property '"+what+"' has been set.", func(_ context.Context, d *engine.Database) error { return run(d) })
	}
	switch {
	case n.MakeDefault:
		return property("DEFAULT", func(d *engine.Database) error { return d.SetDefaultFilegroup(name) })
	case n.NewFileGroupName != nil:
		to := n.NewFileGroupName.Value
		return alterDatabase(n.DatabaseName, 5021, fmt.Sprintf("The filegroup name '%s' has been set.", to), func(_ context.Context, d *engine.Database) error {
			return d.RenameFilegroup(name, to)
		})
	case n.UpdatabilityOption == "AutogrowAllFiles":
		return property("AUTOGROW_ALL_FILES", func(d *engine.Database) error { return d.SetGrowAll(name, true) })
	case n.UpdatabilityOption == "AutogrowSingleFile":
		return property("AUTOGROW_SINGLE_FILE", func(d *engine.Database) error { return d.SetGrowAll(name, false) })
	}
	return nil, query.Unsupported("MODIFY FILEGROUP … " + n.UpdatabilityOption)
}

// filegroup is the name that ON gives, "" when it gives none.
func filegroup(f *ast.FileGroupOrPartitionScheme) (string, error) {
	if f == nil || f.Name == nil {
		return "", nil
	}
	if len(f.PartitionSchemeColumns) > 0 {
		return "", query.Unsupported("partitioning")
	}
	name := f.Name.Value
	if f.Name.Identifier != nil {
		name = f.Name.Identifier.Value
	}
	return strings.Trim(name, `[]"'`), nil
}

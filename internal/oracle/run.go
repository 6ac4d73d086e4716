package oracle

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jmoiron/sqlx"

	"scanfrag/internal/script"
	"scanfrag/loaders"
	"scanfrag/scan"
)

//go:embed sql
var files embed.FS

// Server is where rows are run.
type Server struct {
	DB     *sqlx.DB
	Engine string // scan.Embedded or scan.SQLServer
	Drive  scan.Drive
	ID     string // of this run, in the names of databases
}

// Run loads and measures one row, in a database of its own. A load or measure that fails is a miss; the error is of a
// context that ended, or a database that could not be made or removed.
func (s Server) Run(ctx context.Context, row Row) (Result, error) {
	r := Unmeasured(row)
	switch {
	case row.Class == NotReproducible:
		r.Verdict = NotPossible
		return r, nil
	case row.Class == Definition && s.Engine != scan.Embedded:
		r.Verdict, r.Reason = NotRun, "it tests formulas and decoders of ours, not that server"
		return r, nil
	case row.Class == Definition:
		var err error
		if r.Ours, err = row.compute(); err != nil {
			r.Verdict, r.Reason = Miss, err.Error()
			return r, nil
		}
		r.judge()
		return r, nil
	}
	database := scan.Prefix + "verify_" + s.ID + "_" + row.ID
	if err := scan.CreateDatabase(ctx, s.DB, s.Engine, s.Drive, database); err != nil {
		return r, err
	}
	err := s.measure(ctx, &r, database)
	if derr := scan.DropDatabase(ctx, s.DB, s.Engine, database); derr != nil {
		return r, errors.Join(err, derr)
	}
	switch {
	case ctx.Err() != nil:
		return r, context.Cause(ctx)
	case err != nil:
		r.Verdict, r.Reason = Miss, err.Error()
	default:
		r.judge()
	}
	return r, nil
}

// measure runs the stages of the load on one connection, and after each the measures that belong to it.
func (s Server) measure(ctx context.Context, r *Result, database string) error {
	stages, err := r.Row.stages()
	if err != nil {
		return err
	}
	conn, err := scan.Connect(ctx, s.DB, database)
	if err != nil {
		return err
	}
	defer scan.Discard(conn)
	p := newProbe(conn)
	for _, stage := range stages {
		for _, b := range stage.batches {
			for range b.Count {
				if err := script.Run(ctx, conn, b.Text, script.Handler{}); err != nil {
					return fmt.Errorf("%s, batch at line %d: %w", r.file(), stage.line+b.Line-1, err)
				}
			}
		}
		p.forget()
		for i, f := range r.Figures {
			if f.Stage != stage.name {
				continue
			}
			if r.Ours[i], err = f.measure(ctx, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// stage is a part of a load, up to a line "--> NAME" or the end.
type stage struct {
	name    string
	line    int // of the file, on which it begins
	batches []script.Batch
}

const stageMark = "--> "

func (r Row) file() string {
	if r.Loader != "" {
		return "load " + r.Loader
	}
	return r.Load
}

// Text is the T-SQL of the row's load.
func (r Row) Text() (string, error) {
	if r.Loader != "" {
		l, ok := loaders.Lookup(r.Loader)
		if !ok {
			return "", fmt.Errorf("there is no load %s", r.Loader)
		}
		return l.TSQL(r.Rows)
	}
	b, err := files.ReadFile("sql/" + r.Load)
	return string(b), err
}

func (r Row) stages() ([]stage, error) {
	text, err := r.Text()
	if err != nil {
		return nil, err
	}
	return split(text, r.file(), map[string]string{"rows": strconv.FormatInt(r.Rows, 10)})
}

// split cuts a load at its stage marks; what comes after the last has no name.
func split(text, file string, vars map[string]string) ([]stage, error) {
	var (
		out  []stage
		part strings.Builder
		line = 1 // of the file
		from = 1 // where the part begins
	)
	end := func(name string) error {
		s, err := script.Split(part.String(), vars)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if name != "" || len(s.Batches) > 0 {
			out = append(out, stage{name, from, s.Batches})
		}
		part.Reset()
		from = line + 1
		return nil
	}
	for l := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(l), stageMark); ok {
			if err := end(name); err != nil {
				return nil, err
			}
		} else {
			part.WriteString(l)
		}
		line++
	}
	return out, end("")
}

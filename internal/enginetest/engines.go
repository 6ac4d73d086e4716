package enginetest

import (
	"context"
	"fmt"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql"
)

// runner runs batches on named connections and gives what they print.
type runner interface {
	batch(ctx context.Context, conn, text string) (string, error)
	call(ctx context.Context, conn, text string) (string, error)
	close() error
}

// database is the one scripts start in.
const database = "scanfrag"

// newInstance starts an engine in memory with the scripts' database.
func newInstance() (*engine.Instance, error) {
	inst, err := engine.Open(engine.Options{InMemory: true, PoolBytes: 32 << 20})
	if err != nil {
		return nil, err
	}
	if _, err := inst.CreateDatabase(context.Background(), engine.DatabaseSpec{Name: database}); err != nil {
		inst.Close()
		return nil, err
	}
	return inst, nil
}

// maxRows is how many rows of a result a script shows.
const maxRows = 40

// inProcess runs scripts on sessions directly.
type inProcess struct {
	inst     *engine.Instance
	sessions map[string]*tsql.Session
}

func newInProcess(inst *engine.Instance) *inProcess {
	return &inProcess{inst: inst, sessions: map[string]*tsql.Session{}}
}

func (r *inProcess) session(conn string) (*tsql.Session, error) {
	if s := r.sessions[conn]; s != nil {
		return s, nil
	}
	s, err := tsql.NewSession(r.inst, tsql.Options{Database: database, Login: "scanfrag", Host: "test", App: "enginetest"})
	if err != nil {
		return nil, err
	}
	r.sessions[conn] = s
	return s, nil
}

func (r *inProcess) batch(ctx context.Context, conn, text string) (string, error) {
	s, err := r.session(conn)
	if err != nil {
		return "", err
	}
	p := &printer{max: maxRows}
	err = s.Batch(ctx, text, nil, p)
	return p.b.String(), err
}

func (r *inProcess) call(ctx context.Context, conn, text string) (string, error) {
	s, err := r.session(conn)
	if err != nil {
		return "", err
	}
	nv := func(t string) tsql.Param {
		return tsql.Param{Type: sqltype.NVarCharOf(sqltype.MaxArg), Value: sqltype.StringOf(sqltype.NVarChar, t)}
	}
	p := &printer{max: maxRows}
	err = s.Call(ctx, "sp_executesql", []tsql.Param{nv(text), nv("@p1 bigint,@p2 nvarchar(5)"),
		{Name: "@p1", Type: sqltype.Of(sqltype.BigInt), Value: sqltype.IntOf(sqltype.BigInt, 7)},
		{Name: "@p2", Type: sqltype.NVarCharOf(5), Value: sqltype.StringOf(sqltype.NVarChar, "seven")}}, p)
	return p.b.String(), err
}

func (r *inProcess) close() error {
	for name, s := range r.sessions {
		if err := s.Close(); err != nil {
			return fmt.Errorf("close connection %s: %w", name, err)
		}
	}
	return nil
}

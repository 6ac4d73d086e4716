package main

import (
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"

	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/engine"
	"scanfrag/internal/server"
)

// embedded is the engine in this process, reached through the same driver as
// any server. This file is the only one that knows of it.
type embedded struct {
	inst *engine.Instance
	srv  *server.Server
	db   *sql.DB
}

// minMemory is the smallest buffer pool the engine takes.
const minMemory = bufpool.MinBytes

// heapLimit is where the collector starts to work harder, so that the process
// stays within the buffer pool (outside the Go heap) and 300 MB.
const heapLimit = 200 << 20

// openEmbedded starts the engine. dir holds databases that are kept ("": none);
// scratch takes sort runs and undo ("": beside each database).
func openEmbedded(dir, scratch string, memory int64, rampUp bool, cfg server.Config) (*embedded, error) {
	bufpool.TuneProcs()
	debug.SetMemoryLimit(heapLimit)
	inst, err := engine.Open(engine.Options{Dir: dir, Scratch: scratch, PoolBytes: memory, RampUp: rampUp})
	if err != nil {
		return nil, fmt.Errorf("start the embedded engine: %w", err)
	}
	srv := server.ForInstance(inst, cfg)
	connector, err := mssql.NewConnector(server.DSN("master"))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("start the embedded engine: %w", err), srv.Close(), inst.Close())
	}
	connector.Dialer = srv.Dialer()
	return &embedded{inst: inst, srv: srv, db: sql.OpenDB(connector)}, nil
}

// Close ends the connections, then the engine.
func (e *embedded) Close() error {
	return errors.Join(e.db.Close(), e.srv.Close(), e.inst.Close())
}

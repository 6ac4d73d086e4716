package main

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/jmoiron/sqlx"
	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/bufpool"
	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/server"
)

// A trace is the reads of one cold scan, in the order of issue. The engine shows
// them in process only, so the scan runs in a helper process with the engine in it,
// opened as scanfrag opens it.

const traceHelper = "trace-scan"

// read is a run of pages read in one call.
type read struct{ first, pages uint32 }

// traced is what the helper prints.
type traced struct {
	Seconds float64 `json:"seconds"`
	Reads   int64   `json:"reads"`
	Bytes   int64   `json:"bytes"`
	// Offset and Length are the stretch of the file that the large reads cover; Large is
	// how many bytes they are.
	Offset int64 `json:"offset"`
	Length int64 `json:"length"`
	Large  int64 `json:"large"`
}

func (t traced) rate() float64 { return reading{seconds: t.Seconds, bytes: t.Bytes}.rate() }

// trace scans the table of a database in dir, which no other process has open, cold
// and at degree 1. The reads go to an iolog of fio beside the data file.
func (b *bench) trace(ctx context.Context, dir, database string, rows int64) (t traced, log string, err error) {
	log = filepath.Join(dir, database+".iolog")
	out, err := self(ctx, traceHelper, dir, database, strconv.FormatInt(rows, 10), strconv.FormatInt(b.opt.memory, 10), log)
	if err != nil {
		return t, "", fmt.Errorf("scan with a trace: %w", err)
	}
	if err := json.Unmarshal(out, &t); err != nil {
		return t, "", fmt.Errorf("scan with a trace: read its result: %w", err)
	}
	return t, log, nil
}

// traceMain is the helper: directory, database, rows, pool in bytes, iolog.
func traceMain(ctx context.Context, args []string, stdout io.Writer) (err error) {
	if len(args) != 5 {
		return fmt.Errorf("%s: 5 arguments are wanted", traceHelper)
	}
	rows, err1 := strconv.ParseInt(args[2], 10, 64)
	memory, err2 := strconv.ParseInt(args[3], 10, 64)
	if err := errors.Join(err1, err2); err != nil {
		return fmt.Errorf("%s: %w", traceHelper, err)
	}
	bufpool.TuneProcs() // as the product does: reads block their processors
	inst, err := engine.Open(engine.Options{Dir: args[0], PoolBytes: memory})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, inst.Close()) }()
	srv := server.ForInstance(inst, server.Config{})
	defer srv.Close()
	connector, err := mssql.NewConnector(server.DSN("master"))
	if err != nil {
		return err
	}
	connector.Dialer = srv.Dialer()
	db := sqlx.NewDb(sql.OpenDB(connector), "sqlserver")
	defer db.Close()

	d := inst.Database(args[1])
	if d == nil {
		return fmt.Errorf("%s: no database %s in %s", traceHelper, args[1], args[0])
	}
	tab, err := openTable(ctx, db, args[1], d.Path(), rows)
	if err != nil {
		return err
	}
	defer tab.close()
	st := d.Store()
	if st == nil {
		return fmt.Errorf("%s: database %s cannot be opened", traceHelper, args[1])
	}
	file := st.File(1)
	if ok, why := file.Direct(); !ok {
		return fmt.Errorf("direct I/O is not in force: %s", why)
	}
	if err := tab.setDegree(ctx, 1); err != nil {
		return err
	}
	var mu sync.Mutex
	reads := make([]read, 0, 1<<20)
	r, err := tab.cold(ctx, func() error {
		file.Counters().TraceReads(func(first uint32, pages int) {
			mu.Lock()
			reads = append(reads, read{first, uint32(pages)})
			mu.Unlock()
		})
		defer file.Counters().TraceReads(nil)
		return tab.countNow(ctx)
	})
	if err != nil {
		return err
	}
	t := describe(reads)
	t.Seconds = r.seconds
	if err := writeLog(args[4], filepath.Base(d.Path()), reads); err != nil {
		return err
	}
	return json.NewEncoder(stdout).Encode(t)
}

// largeRead is the length in pages from which a read counts as one of the leaf level
// in allocation order.
const largeRead = 8

func describe(reads []read) traced {
	t := traced{Reads: int64(len(reads))}
	first, end := int64(-1), int64(0)
	for _, r := range reads {
		t.Bytes += int64(r.pages) * page.Size
		if r.pages < largeRead {
			continue
		}
		t.Large += int64(r.pages) * page.Size
		if at := int64(r.first) * page.Size; first < 0 || at < first {
			first = at
		}
		end = max(end, int64(r.first+r.pages)*page.Size)
	}
	if first >= 0 {
		t.Offset, t.Length = first, end-first
	}
	return t
}

// writeLog writes an iolog of version 2: reads without times, of a file named as seen
// from its own directory.
func writeLog(path, name string, reads []read) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write the trace: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, "fio version 2 iolog\n%s add\n%s open\n", name, name)
	for _, r := range reads {
		fmt.Fprintf(w, "%s read %d %d\n", name, int64(r.first)*page.Size, int64(r.pages)*page.Size)
	}
	fmt.Fprintf(w, "%s close\n", name)
	return w.Flush()
}

// Package scan runs the experiment over T-SQL: it makes a database per load,
// loads it, judges it, reads its physical statistics, scans it cold and times
// that. It emits records and knows no output.
package scan

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"scanfrag/loaders"
	"scanfrag/physstats"
)

// Schema names the layout of the JSON document.
const Schema = "scanfrag/1"

// Engines. Figures of the two are never compared.
const (
	Embedded  = "embedded"
	SQLServer = "sqlserver"
)

// Document is what --json writes and rank and compare read.
type Document struct {
	Schema      string      `json:"schema"`
	Tool        Tool        `json:"tool"`
	Environment Environment `json:"environment"`
	Results     []Result    `json:"results"`
}

// Tool says what made a document.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Go      string `json:"go"`
	Driver  string `json:"driver"`
}

// Environment is where a document was made. Empty strings and nil are unknown.
type Environment struct {
	StartedAt     time.Time `json:"started_at"`
	Command       []string  `json:"command"` // as given, passwords removed
	OS            string    `json:"os"`
	Arch          string    `json:"arch"`
	CPUs          int       `json:"cpus"`
	MemoryBytes   *int64    `json:"memory_bytes"`
	Server        string    `json:"server"` // redacted address; empty for the embedded engine
	ServerVersion string    `json:"server_version"`
	Edition       string    `json:"edition"`
	Schedulers    *int      `json:"schedulers"`
	PoolBytes     *int64    `json:"pool_bytes"`
	RampUp        *bool     `json:"ramp_up"` // of the embedded engine; unknown of SQL Server
	Drives        []Drive   `json:"drives"`
	Notes         []string  `json:"notes"`
}

// Drive is one drive under test. For a named server the directory is a path of
// the server's machine and the rest unknown.
type Drive struct {
	Name       string `json:"name"`
	Dir        string `json:"dir"`
	FileSystem string `json:"file_system"`
	Device     string `json:"device"`
	Rotational *bool  `json:"rotational"`
	FreeBytes  *int64 `json:"free_bytes"`
	TotalBytes *int64 `json:"total_bytes"`
}

// Result is one drive, load and MAXDOP. What is unknown is null, never 0.
// Maxdop is the degree asked for (0: all schedulers), nil when nothing was
// scanned; DOP is the degree the server reports to have used.
type Result struct {
	Drive       string            `json:"drive"`
	Loader      string            `json:"loader"`
	About       string            `json:"about"`
	Author      string            `json:"author,omitempty"`
	Engine      string            `json:"engine"`
	Rows        int64             `json:"rows"`
	Maxdop      *int              `json:"maxdop"`
	DOP         *int              `json:"dop"`
	LoadSeconds *float64          `json:"load_seconds"`
	Valid       *bool             `json:"valid"`
	Rules       []loaders.Verdict `json:"rules"`
	PoolPages   *int64            `json:"pool_pages"`
	TablePages  *int64            `json:"table_pages"` // of all levels
	DirectIO    *bool             `json:"direct_io"`   // reads bypass the kernel's page cache
	Scans       []Scan            `json:"scans"`

	MedianSeconds *float64 `json:"median_seconds"`
	Rank          *int     `json:"rank"`        // 1 is the slowest of its drive and MAXDOP
	Tie           *bool    `json:"tie"`         // no difference shown from the next slower one
	Slowdown      *float64 `json:"slowdown"`    // median over the baseline's median
	AsBaseline    *bool    `json:"as_baseline"` // no difference shown from the baseline; null for itself and without one

	Stats        *physstats.Stats `json:"stats"`
	AvgReadBytes *float64         `json:"avg_read_bytes"` // io_bytes / io_reads over all scans
	ReadSizes    []ReadSize       `json:"read_sizes"`     // null on a server
	ReservedKB   *int64           `json:"reserved_kb"`
	DataKB       *int64           `json:"data_kb"`
	IndexKB      *int64           `json:"index_kb"`
	UnusedKB     *int64           `json:"unused_kb"`

	Why   string   `json:"why"`
	Notes []string `json:"notes"`
	Error string   `json:"error,omitempty"` // why the cell is incomplete
	// File is the document a result came from when several were ranked together:
	// only the baseline of the same one is its measure.
	File string `json:"file,omitempty"`
}

// Scan is one timed query. Elapsed is the client's monotonic clock around the
// one round trip; reads are pages, io_reads and io_bytes what the data file saw.
type Scan struct {
	ElapsedSeconds   float64  `json:"elapsed_seconds"`
	CPUSeconds       *float64 `json:"cpu_seconds"`
	LogicalReads     *int64   `json:"logical_reads"`
	PhysicalReads    *int64   `json:"physical_reads"` // waited for, not read ahead
	ReadAheadReads   *int64   `json:"read_ahead_reads"`
	IOReads          *int64   `json:"io_reads"`
	IOBytes          *int64   `json:"io_bytes"`
	ForwardedFetches *int64   `json:"forwarded_fetches"`
	Cold             *bool    `json:"cold"`
	ColdReason       string   `json:"cold_reason"`
}

// ReadSize counts the reads of one size.
type ReadSize struct {
	Bytes int64 `json:"bytes"`
	Count int64 `json:"count"`
}

// Times are the elapsed seconds of the scans, in order.
func (r Result) Times() []float64 {
	out := make([]float64, len(r.Scans))
	for i, s := range r.Scans {
		out[i] = s.ElapsedSeconds
	}
	return out
}

// Write puts the document out as indented JSON.
func (d Document) Write(w io.Writer) error {
	if d.Results == nil {
		d.Results = []Result{}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(d)
}

// Read parses a document and refuses one of another schema.
func Read(r io.Reader) (Document, error) {
	var d Document
	raw, err := io.ReadAll(r)
	if err != nil {
		return d, err
	}
	var head struct {
		Schema *string `json:"schema"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return d, fmt.Errorf("not a JSON document of schema %q: a whole file, as run --json writes it, is wanted", Schema)
	}
	if head.Schema == nil {
		return d, fmt.Errorf("the JSON names no schema; %q, as run --json writes it, is wanted", Schema)
	}
	if *head.Schema != Schema {
		return d, fmt.Errorf("the document has schema %q, this version reads %q", *head.Schema, Schema)
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return d, fmt.Errorf("read document: %w", err)
	}
	return d, nil
}

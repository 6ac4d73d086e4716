package scan

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"
	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/sqlfake"
	"scanfrag/loaders"
)

// fakeTable answers what a run asks of a server with one loaded table of
// 10,000 rows on 1,429 pages. reads grows by the table's size with every scan.
type fakeTable struct {
	reads     int64
	rows      int64
	resident  int64
	failOn    string // a statement that contains this fails
	blockOn   string // a statement that contains this waits for its context
	forbidden string // as failOn, for the look-ups a plain login may not make
}

func (f *fakeTable) handle(ctx context.Context, _ int, text string) sqlfake.Answer {
	one := func(cols string, vals ...driver.Value) sqlfake.Answer {
		return sqlfake.Answer{Columns: strings.Split(cols, ","), Rows: [][]driver.Value{vals}}
	}
	has := func(s string) bool { return strings.Contains(text, s) }
	switch {
	case f.failOn != "" && has(f.failOn), f.forbidden != "" && has(f.forbidden):
		return sqlfake.Answer{Err: mssql.Error{Number: 229, Class: 14, State: 5, LineNo: 2, Message: "permission was denied"}}
	case f.blockOn != "" && has(f.blockOn):
		<-ctx.Done()
		return sqlfake.Answer{Err: ctx.Err()}
	case text == Query("dbo.test"):
		f.reads += 1429
		a := sqlfake.Scalar(f.rows)
		a.Messages = []mssql.Error{{Number: 3615, Message: "Table 'test'. Scan count 1, logical reads 1500, physical reads 3, read-ahead reads 1426."}}
		return a
	case has("SELECT DB_ID("):
		return sqlfake.Scalar(nil)
	case has("@@TRANCOUNT"):
		return sqlfake.Scalar(int64(0))
	case has("SELECT DB_NAME(), OBJECT_ID"):
		return one("a,b", "scanfrag_t", int64(7))
	case has("SELECT DB_NAME()"):
		return sqlfake.Scalar("scanfrag_t")
	case has("SELECT OBJECT_ID"):
		return sqlfake.Scalar(int64(7))
	case has("sys.columns"):
		return sqlfake.Answer{Columns: []string{"column_id", "name", "system_type_id", "max_length", "is_nullable"}, Rows: [][]driver.Value{
			{int64(1), "c1", int64(56), int64(4), false}, {int64(2), "c2", int64(56), int64(4), false}, {int64(3), "c3", int64(175), int64(1000), false}}}
	case has("COUNT_BIG(DISTINCT"):
		return one("a,b,c,d", f.rows, f.rows, int64(1), f.rows)
	case has("sp_spaceused"):
		return one("name,rows,reserved,data,index_size,unused", "test", "10000 ", "11500 KB", "11432 KB", "40 KB", "28 KB")
	case has("SHOWCONTIG"):
		return one("Pages,Extents,ExtentSwitches,AveragePageDensity", int64(1429), int64(179), int64(178), 87.9)
	case has("dm_db_index_physical_stats"):
		cols := "index_type_desc,index_depth,index_level,page_count,record_count,forwarded_record_count,ghost_record_count,avg_fragmentation_in_percent,fragment_count,avg_fragment_size_in_pages,avg_page_space_used_in_percent"
		a := one(cols, "CLUSTERED INDEX", int64(2), int64(0), int64(1429), int64(10000), nil, int64(0), 0.07, int64(2), 714.5, 87.9)
		a.Rows = append(a.Rows, []driver.Value{"CLUSTERED INDEX", int64(2), int64(1), int64(3), int64(1429), nil, int64(0), 0.0, int64(1), 3.0, 80.0})
		return a
	case has("sys.indexes"):
		return sqlfake.Answer{Columns: []string{"name"}}
	case has("sys.allocation_units"):
		return sqlfake.Scalar(int64(77))
	case has("dm_os_buffer_descriptors") && !has("IN (77)"):
		return sqlfake.Scalar(int64(1e9))
	case has("dm_os_buffer_descriptors"):
		return sqlfake.Scalar(f.resident)
	case has("dm_io_virtual_file_stats"):
		return one("a,b", f.reads/64, f.reads*8192)
	case has("dm_db_index_operational_stats"):
		return sqlfake.Scalar(int64(0))
	case has("dm_exec_sessions"):
		return one("a,b", int64(10), int64(20))
	case has("dm_exec_query_stats"):
		return one("a,b,c", int64(2_500_000), int64(1500), int64(2))
	case has("dm_scanfrag_reads"):
		return sqlfake.Answer{Columns: []string{"read_bytes", "read_count", "is_direct_io"}, Rows: [][]driver.Value{{int64(524288), f.reads / 64, true}}}
	}
	return sqlfake.Answer{}
}

func fakeRun(t *testing.T, ctx context.Context, f *fakeTable, spec Spec, names ...string) ([]Finished, []string, error) {
	t.Helper()
	if f.rows == 0 {
		f.rows = 10_000
	}
	srv := &sqlfake.Server{Handle: f.handle}
	db := sqlx.NewDb(srv.DB(), "sqlserver")
	for _, n := range names {
		l, _ := loaders.Lookup(n)
		p, err := loaders.Prepare(l, 10_000)
		if err != nil {
			t.Fatal(err)
		}
		spec.Plans = append(spec.Plans, p)
	}
	spec.Engine, spec.ID = Embedded, "t"
	spec.Drives = []Drive{{Name: "d", Dir: "/d"}}
	n := 2
	var out []Finished
	err := Run(ctx, db, Server{Schedulers: &n}, spec, func(e Event) {
		if fin, ok := e.(Finished); ok {
			out = append(out, fin)
		}
	})
	db.Close()
	if n := srv.Open(); n != 0 {
		t.Errorf("%d connections are left open", n)
	}
	return out, srv.Log(), err
}

func TestRunOneLoad(t *testing.T) {
	out, log, err := fakeRun(t, context.Background(), &fakeTable{}, Spec{Runs: 2, Maxdop: []int{1, 0}}, "baseline")
	if err != nil || len(out) != 1 || out[0].Err != nil || len(out[0].Results) != 2 {
		t.Fatalf("%+v, %v", out, err)
	}
	for i, r := range out[0].Results {
		if *r.Maxdop != []int{1, 0}[i] || len(r.Scans) != 2 || r.MedianSeconds == nil || r.Valid == nil || !*r.Valid || *r.DOP != 2 || *r.TablePages != 1432 {
			t.Errorf("cell %d: %+v", i, r)
		}
		s := r.Scans[0]
		if s.Cold == nil || !*s.Cold || *s.IOBytes != 1429*8192 || *s.ReadAheadReads != 1426 || *s.PhysicalReads != 3 || *s.CPUSeconds != 2.5 || *s.LogicalReads != 1500 {
			t.Errorf("cell %d: scan %+v cold %v %s", i, s, s.Cold, s.ColdReason)
		}
		if len(r.ReadSizes) != 1 || r.ReadSizes[0].Bytes != 524288 {
			t.Errorf("cell %d: sizes %v", i, r.ReadSizes)
		}
	}
	// Every timed query: degree, checkpoint, empty pool, then only look-ups.
	scans := 0
	for i, text := range log {
		if text != "SELECT COUNT(*) FROM dbo.test;" {
			continue
		}
		degree := []string{"= 1;", "= 2;"}[scans%2]
		scans++
		var before []string
		for j := i - 1; j >= 0 && !strings.HasPrefix(log[j], "SELECT COUNT(*) FROM dbo.test"); j-- {
			if !strings.HasPrefix(log[j], "SELECT") {
				before = append(before, log[j])
			}
		}
		if len(before) < 4 || before[0] != "SET STATISTICS IO ON;" || !strings.HasPrefix(before[1], "DBCC DROPCLEANBUFFERS") || before[2] != "CHECKPOINT;" || !strings.HasSuffix(before[3], degree) {
			t.Errorf("scan %d came after %q", scans, before)
		}
	}
	if scans != 4 {
		t.Errorf("%d timed queries", scans)
	}
	if log[len(log)-1] != "DROP DATABASE [scanfrag_t_baseline];" {
		t.Errorf("last statement: %s", log[len(log)-1])
	}
}

func TestRunFailingLoadDoesNotStopOthers(t *testing.T) {
	out, log, err := fakeRun(t, context.Background(), &fakeTable{failOn: "FILLFACTOR = 100"}, Spec{Runs: 1, Maxdop: []int{1}}, "baseline", "reverse")
	if err != nil || len(out) != 2 || out[0].Err == nil || out[1].Err != nil {
		t.Fatalf("%+v, %v", out, err)
	}
	if want := "load baseline: line 2: permission was denied (error 229, severity 14, state 5)"; out[0].Err.Error() != want || out[0].Results[0].Error != want {
		t.Errorf("got %q, want %q", out[0].Err, want)
	}
	if n := strings.Count(strings.Join(log, "\n"), "DROP DATABASE"); n != 2 {
		t.Errorf("%d databases dropped, want 2", n)
	}
}

func TestRunBrokenRuleIsNotScanned(t *testing.T) {
	out, log, err := fakeRun(t, context.Background(), &fakeTable{rows: 9_999}, Spec{Runs: 1, Maxdop: []int{1}}, "baseline")
	if err != nil || len(out) != 1 || out[0].Err != nil {
		t.Fatalf("%+v, %v", out, err)
	}
	r := out[0].Results[0]
	if r.Valid == nil || *r.Valid || len(r.Scans) != 0 || r.Maxdop != nil {
		t.Errorf("%+v", r)
	}
	for _, text := range log {
		if text == Query("dbo.test") {
			t.Error("a load that broke a rule was timed")
		}
	}
}

// What a plain login may not read is unknown, not 0 and not a failure.
func TestRunUnknownStaysUnknown(t *testing.T) {
	for _, view := range []string{"dm_os_buffer_descriptors", "dm_io_virtual_file_stats", "dm_exec_query_stats", "dm_db_index_operational_stats", "dm_scanfrag_reads"} {
		out, _, err := fakeRun(t, context.Background(), &fakeTable{forbidden: view}, Spec{Runs: 1, Maxdop: []int{1}}, "baseline")
		if err != nil || out[0].Err != nil {
			t.Fatalf("%s: %+v, %v", view, out, err)
		}
		r := out[0].Results[0]
		s := r.Scans[0]
		unknown := map[string]bool{
			"dm_os_buffer_descriptors": s.Cold == nil, "dm_io_virtual_file_stats": s.IOReads == nil && r.AvgReadBytes == nil && s.Cold == nil,
			"dm_exec_query_stats": r.DOP == nil && s.LogicalReads != nil, "dm_db_index_operational_stats": s.ForwardedFetches == nil,
			"dm_scanfrag_reads": r.ReadSizes == nil,
		}[view]
		if !unknown || len(r.Notes) == 0 {
			t.Errorf("%s: %+v, notes %q", view, s, r.Notes)
		}
	}
}

func TestRunInterrupted(t *testing.T) {
	stop := errors.New("stopped by hand")
	ctx, cancel := context.WithCancelCause(context.Background())
	f := &fakeTable{blockOn: "DECLARE @i int"}
	go func() {
		time.Sleep(50 * time.Millisecond)
		cancel(stop)
	}()
	out, log, err := fakeRun(t, ctx, f, Spec{Runs: 1, Maxdop: []int{1}}, "baseline", "reverse", "alternating")
	if !errors.Is(err, stop) {
		t.Errorf("error %v", err)
	}
	if len(out) != 2 || out[0].Err != nil || !errors.Is(out[1].Err, stop) {
		t.Errorf("%+v", out)
	}
	if log[len(log)-1] != "DROP DATABASE [scanfrag_t_reverse];" {
		t.Errorf("last statement: %s", log[len(log)-1])
	}
}

func TestRunTimeout(t *testing.T) {
	out, _, err := fakeRun(t, context.Background(), &fakeTable{blockOn: "DECLARE @i int"}, Spec{Runs: 1, Maxdop: []int{1}, Timeout: 20 * time.Millisecond}, "reverse")
	if err != nil || len(out) != 1 || out[0].Err == nil || !strings.Contains(out[0].Err.Error(), "stopped after the 20ms that --timeout gives a load") {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestRunNotCold(t *testing.T) {
	out, _, _ := fakeRun(t, context.Background(), &fakeTable{resident: 5}, Spec{Runs: 1, Maxdop: []int{1}}, "baseline")
	r := out[0].Results[0]
	if s := r.Scans[0]; s.Cold == nil || *s.Cold || !strings.Contains(fmt.Sprint(r.Notes), "5 pages of the table") {
		t.Errorf("%+v %q", s, r.Notes)
	}
}

// What CREATE DATABASE made is dropped when a later statement of it fails.
func TestCreateFailureLeavesNothing(t *testing.T) {
	for _, tt := range []struct {
		failOn string
		drops  int
	}{{"SET RECOVERY", 1}, {"sp_addextendedproperty", 1}, {"CREATE DATABASE", 0}} {
		srv := &sqlfake.Server{Handle: (&fakeTable{failOn: tt.failOn}).handle}
		db := sqlx.NewDb(srv.DB(), "sqlserver")
		r := &runner{db: db, spec: Spec{Engine: SQLServer}, emit: func(Event) {}}
		err := create(context.Background(), r.db, r.spec.Engine, Drive{Name: "d", Dir: "/d"}, "scanfrag_t", r.pause)
		if err == nil || !strings.Contains(err.Error(), "permission was denied") {
			t.Errorf("%s: %v", tt.failOn, err)
		}
		log := strings.Join(srv.Log(), "\n")
		if n := strings.Count(log, "DROP DATABASE [scanfrag_t];"); n != tt.drops {
			t.Errorf("%s: %d drops in\n%s", tt.failOn, n, log)
		}
		db.Close()
	}
}

// A database that a cancelled batch still holds is dropped once it lets go.
func TestDropWaitsForTheBatch(t *testing.T) {
	for _, busy := range []int{3, dropTries + 1} {
		left := busy
		srv := &sqlfake.Server{Handle: func(_ context.Context, _ int, text string) sqlfake.Answer {
			if !strings.HasPrefix(text, "DROP") {
				return sqlfake.Answer{}
			}
			if left--; left >= 0 {
				return sqlfake.Answer{Err: mssql.Error{Number: inUse, Class: 16, Message: "currently in use"}}
			}
			return sqlfake.Answer{}
		}}
		db := sqlx.NewDb(srv.DB(), "sqlserver")
		pauses := 0
		r := &runner{db: db, spec: Spec{Engine: SQLServer}, emit: func(Event) {}, pause: func() { pauses++ }}
		err := drop(context.Background(), r.db, r.spec.Engine, "scanfrag_t", r.pause)
		if busy == 3 && (err != nil || pauses != 3) {
			t.Errorf("%d pauses, %v", pauses, err)
		}
		if busy > dropTries && (err == nil || pauses != dropTries-1 || !strings.Contains(err.Error(), "it remains")) {
			t.Errorf("%d pauses, %v", pauses, err)
		}
		db.Close()
	}
}

package physstats

import (
	"context"
	"database/sql/driver"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"
	mssql "github.com/microsoft/go-mssqldb"

	"scanfrag/internal/sqlfake"
)

func fake(t *testing.T, answers map[string]sqlfake.Answer) *sqlx.DB {
	t.Helper()
	srv := &sqlfake.Server{Handle: func(_ context.Context, _ int, text string) sqlfake.Answer {
		for part, a := range answers {
			if strings.Contains(text, part) {
				return a
			}
		}
		t.Errorf("unexpected statement: %s", text)
		return sqlfake.Answer{}
	}}
	db := sqlx.NewDb(srv.DB(), "sqlserver")
	t.Cleanup(func() { db.Close() })
	return db
}

var statsColumns = strings.Split("index_type_desc,index_depth,index_level,page_count,record_count,forwarded_record_count,ghost_record_count,avg_fragmentation_in_percent,fragment_count,avg_fragment_size_in_pages,avg_page_space_used_in_percent", ",")

// contigColumns are those of SQL Server 2019, in its order and case.
var contigColumns = strings.Split("ObjectName,ObjectId,IndexName,IndexId,Level,Pages,Rows,MinimumRecordSize,MaximumRecordSize,AverageRecordSize,ForwardedRecords,Extents,ExtentSwitches,AverageFreeBytes,AveragePageDensity,ScanDensity,BestCount,ActualCount,LogicalFragmentation,ExtentFragmentation", ",")

func contigRow() []driver.Value {
	return []driver.Value{"test", int64(1), "cx", int64(1), int64(0), int64(466_667), int64(2_000_000), 1011.0, 1011.0, 1011.0, nil, int64(58_400),
		int64(300_130), 3750.0, 53.8, 19.4, int64(58_334), int64(300_131), 85.8, 0.1}
}

func TestQueryDetailed(t *testing.T) {
	db := fake(t, map[string]sqlfake.Answer{
		"SELECT OBJECT_ID": sqlfake.Scalar(int64(1)),
		"OBJECT_ID(N'dbo.test'), NULL, NULL, 'DETAILED')": {Columns: statsColumns, Rows: [][]driver.Value{
			{"CLUSTERED INDEX", int64(3), int64(0), int64(466_667), int64(2_000_000), nil, int64(0), 85.8, int64(400_000), 1.17, 53.8},
			{"CLUSTERED INDEX", int64(3), int64(1), int64(1_600), int64(466_667), nil, int64(0), 50.0, int64(900), 1.8, 60.0},
			{"CLUSTERED INDEX", int64(3), int64(2), int64(1), int64(1_600), nil, int64(0), 0.0, int64(1), 1.0, 40.0}}},
		"DBCC SHOWCONTIG (N'dbo.test') WITH TABLERESULTS": {Columns: contigColumns, Rows: [][]driver.Value{contigRow()}},
	})
	s, err := Query(context.Background(), db, "dbo.test", Detailed)
	if err != nil {
		t.Fatal(err)
	}
	if s.PageCount != 466_667 || *s.RecordCount != 2_000_000 || s.ForwardedRecordCount != nil || *s.ExtentSwitches != 300_130 || s.IndexDepth != 3 ||
		len(s.Levels) != 3 || s.Levels[1].PageCount != 1_600 || s.TotalPages() != 468_268 || s.Heap() {
		t.Errorf("%+v", s)
	}
}

func TestQueryLimitedHeap(t *testing.T) {
	db := fake(t, map[string]sqlfake.Answer{
		"SELECT OBJECT_ID": sqlfake.Scalar(int64(1)),
		"'LIMITED'":        {Columns: statsColumns, Rows: [][]driver.Value{{"HEAP", int64(1), int64(0), int64(50), nil, nil, nil, 3.5, int64(4), 12.5, nil}}},
	})
	s, err := Query(context.Background(), db, "dbo.test", Limited)
	if err != nil || !s.Heap() || s.RecordCount != nil || s.AvgPageSpaceUsedPercent != nil || s.Extents != nil || *s.AvgFragmentationPercent != 3.5 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestQueryMissing(t *testing.T) {
	db := fake(t, map[string]sqlfake.Answer{"OBJECT_ID": sqlfake.Scalar(nil)})
	if _, err := Query(context.Background(), db, "dbo.o'x", Limited); err == nil || err.Error() != "there is no table dbo.o'x in this database" {
		t.Error(err)
	}
}

func TestSpaceUsed(t *testing.T) {
	db := fake(t, map[string]sqlfake.Answer{"EXEC sp_spaceused N'dbo.test'": {
		Columns: []string{"name", "rows", "reserved", "data", "index_size", "unused"},
		Rows:    [][]driver.Value{{"test", "4000000             ", "7862528 KB", "7466664 KB", "395600 KB", "264 KB"}}}})
	s, err := SpaceUsed(context.Background(), db, "dbo.test")
	if err != nil || s != (Space{4_000_000, 7_862_528, 7_466_664, 395_600, 264}) {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestOddAnswers(t *testing.T) {
	db := fake(t, map[string]sqlfake.Answer{
		"sp_spaceused": {Columns: []string{"name", "rows"}, Rows: [][]driver.Value{{"test", "x"}}},
		"SHOWCONTIG":   {Columns: []string{"Pages"}},
	})
	if _, err := SpaceUsed(context.Background(), db, "t"); err == nil || !strings.Contains(err.Error(), "not a size") {
		t.Error(err)
	}
	if _, err := ShowContig(context.Background(), db, "t"); err == nil {
		t.Error("a SHOWCONTIG without rows passes")
	}
}

func TestQueryWithoutShowContig(t *testing.T) {
	db := fake(t, map[string]sqlfake.Answer{
		"SELECT OBJECT_ID": sqlfake.Scalar(int64(1)),
		"'DETAILED'":       {Columns: statsColumns, Rows: [][]driver.Value{{"HEAP", int64(1), int64(0), int64(50), int64(9), int64(0), int64(0), 3.5, int64(4), 12.5, 60.0}}},
		"SHOWCONTIG":       {Err: mssql.Error{Number: 2526, Message: "Incorrect DBCC statement."}},
	})
	s, err := Query(context.Background(), db, "dbo.test", Detailed)
	if err != nil || s.Extents != nil || s.PageCount != 50 || len(s.Missing) != 1 || !strings.Contains(s.Missing[0], "Incorrect DBCC statement") {
		t.Errorf("%+v, %v", s, err)
	}
}

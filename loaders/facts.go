package loaders

import (
	"context"
	"fmt"
	"strings"

	"github.com/jmoiron/sqlx"

	"scanfrag/internal/script"
	"scanfrag/physstats"
)

// Facts is what was measured of a loaded table over T-SQL, for the rules to judge and the report to tell. A part that
// could not be measured leaves its error, and the rules that need it unknown.
type Facts struct {
	Wanted int64 // rows the load is held to

	Columns    []Column
	ColumnsErr error

	Rows     int64 // COUNT(*)
	First    FirstColumn
	Nulls    map[string]int64 // nullable columns only: NULLs in each
	CountErr error

	Space    physstats.Space
	SpaceErr error

	Contig    physstats.Contig
	ContigErr error

	Stats    physstats.Stats // DETAILED
	StatsErr error

	Indexes    []string // names of indexes beside the heap or clustered one
	IndexesErr error

	Script *script.Script // nil for a loader in Go
}

// Column is one live column of the table. MaxLength is in bytes.
type Column struct {
	ID        int    `db:"column_id"`
	Name      string `db:"name"`
	TypeID    int    `db:"system_type_id"`
	MaxLength int    `db:"max_length"`
	Nullable  bool   `db:"is_nullable"`
}

// FirstColumn is the census of the column with column_id 1; unset unless it is
// of an integer type. Min and Max are nil when it holds no value.
type FirstColumn struct {
	Distinct int64
	Min, Max *int64
}

const (
	columnsQuery = "SELECT column_id, name, system_type_id, max_length, is_nullable FROM sys.columns WHERE object_id = OBJECT_ID(N'" + Table + "') ORDER BY column_id;"
	indexesQuery = "SELECT name FROM sys.indexes WHERE object_id = OBJECT_ID(N'" + Table + "') AND index_id > 1 ORDER BY index_id;"
)

// Question asks something that reads the whole table. It leaves its answer, or why there is none, where it likes.
type Question func(ctx context.Context, q sqlx.QueryerContext)

// Ask puts questions to the server, in sessions whose current database is the load's, one after the other or at the same
// time. An error means that there was no session to ask in.
type Ask func(ctx context.Context, questions ...Question) error

// Measure gathers the facts of dbo.test: three walks through the table. Only a cancelled context stops it early.
func Measure(ctx context.Context, ask Ask, p Plan) (Facts, error) {
	f := Facts{Wanted: p.Rows, Nulls: map[string]int64{}}
	if _, direct := p.Loader.(Direct); !direct {
		f.Script = &p.Script
	}
	err := ask(ctx, f.rowsAndColumns,
		func(ctx context.Context, q sqlx.QueryerContext) {
			f.Contig, f.ContigErr = physstats.ShowContig(ctx, q, Table)
		},
		func(ctx context.Context, q sqlx.QueryerContext) {
			f.Stats, f.StatsErr = physstats.Levels(ctx, q, Table, physstats.Detailed)
		})
	f.Stats.AddContig(f.Contig, f.ContigErr)
	if err == nil {
		err = ctx.Err()
	}
	return f, err
}

// rowsAndColumns is the census and what is had without a walk.
func (f *Facts) rowsAndColumns(ctx context.Context, q sqlx.QueryerContext) {
	f.ColumnsErr = sqlx.SelectContext(ctx, q, &f.Columns, columnsQuery)
	if f.ColumnsErr == nil && len(f.Columns) == 0 {
		f.ColumnsErr = fmt.Errorf("sys.columns has no row for %s", Table)
	}
	if f.ColumnsErr == nil {
		f.CountErr = f.census(ctx, q)
	} else {
		f.CountErr = f.ColumnsErr
	}
	f.Space, f.SpaceErr = physstats.SpaceUsed(ctx, q, Table)
	f.IndexesErr = sqlx.SelectContext(ctx, q, &f.Indexes, indexesQuery)
}

// censusQuery counts rows, first-column values and NULLs in one scan, which the hint allows to go in allocation order.
// The second result lists the nullable columns in the order of their counts.
func censusQuery(cols []Column) (text string, nullable []string) {
	var b strings.Builder
	b.WriteString("SELECT COUNT_BIG(*)")
	if first := cols[0]; integerType(first.TypeID) {
		name := script.QuoteName(first.Name)
		fmt.Fprintf(&b, ", COUNT_BIG(DISTINCT %s), CAST(MIN(%s) AS bigint), CAST(MAX(%s) AS bigint)", name, name, name)
	}
	for _, c := range cols {
		if c.Nullable {
			fmt.Fprintf(&b, ", COUNT_BIG(*) - COUNT_BIG(%s)", script.QuoteName(c.Name))
			nullable = append(nullable, c.Name)
		}
	}
	b.WriteString(" FROM " + Table + " WITH (TABLOCK);")
	return b.String(), nullable
}

func (f *Facts) census(ctx context.Context, q sqlx.QueryerContext) error {
	text, nullable := censusQuery(f.Columns)
	dest := []any{&f.Rows}
	if integerType(f.Columns[0].TypeID) {
		dest = append(dest, &f.First.Distinct, &f.First.Min, &f.First.Max)
	}
	nulls := make([]int64, len(nullable))
	for i := range nulls {
		dest = append(dest, &nulls[i])
	}
	if err := q.QueryRowxContext(ctx, text).Scan(dest...); err != nil {
		return err
	}
	for i, n := range nulls {
		f.Nulls[nullable[i]] = n
	}
	return nil
}

// system_type_id values of sys.types; the documentation lists them there.
var fixedTypes = map[int]string{
	48: "tinyint", 52: "smallint", 56: "int", 127: "bigint", 104: "bit",
	62: "float", 59: "real", 106: "decimal", 108: "numeric", 60: "money", 122: "smallmoney",
	61: "datetime", 58: "smalldatetime", 40: "date", 41: "time", 42: "datetime2", 43: "datetimeoffset",
	36: "uniqueidentifier", 175: "char", 239: "nchar", 173: "binary", 189: "timestamp",
}

var otherTypes = map[int]string{
	167: "varchar", 231: "nvarchar", 165: "varbinary", 35: "text", 99: "ntext", 34: "image",
	98: "sql_variant", 240: "a CLR type", 241: "xml", 244: "json", 255: "vector",
}

func typeName(id int) string {
	if n, ok := fixedTypes[id]; ok {
		return n
	}
	if n, ok := otherTypes[id]; ok {
		return n
	}
	return fmt.Sprintf("type %d", id)
}

func integerType(id int) bool { return id == 56 || id == 127 }

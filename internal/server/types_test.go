package server

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/golang-sql/civil"
	mssql "github.com/microsoft/go-mssqldb"
	"github.com/shopspring/decimal"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql"
)

func dec(s string) sqltype.Value {
	d := decimal.RequireFromString(s)
	return sqltype.Value{Kind: sqltype.Decimal, D: &d}
}

func scaled(k sqltype.Kind, scale uint8) sqltype.Type {
	t := sqltype.Of(k)
	t.Scale = scale
	return t
}

const day = int64(864_000_000_000) // in 100 ns

// One value of each kind, the driver's type name, and what the driver makes of it.
var kindSamples = []struct {
	typ  sqltype.Type
	val  sqltype.Value
	name string
	want any
}{
	{sqltype.Of(sqltype.Bit), sqltype.IntOf(sqltype.Bit, 1), "BIT", true},
	{sqltype.Of(sqltype.TinyInt), sqltype.IntOf(sqltype.TinyInt, 255), "TINYINT", int64(255)},
	{sqltype.Of(sqltype.SmallInt), sqltype.IntOf(sqltype.SmallInt, -32768), "SMALLINT", int64(-32768)},
	{sqltype.Of(sqltype.Int), sqltype.IntOf(sqltype.Int, math.MinInt32), "INT", int64(math.MinInt32)},
	{sqltype.Of(sqltype.BigInt), sqltype.IntOf(sqltype.BigInt, math.MinInt64), "BIGINT", int64(math.MinInt64)},
	{sqltype.DecimalOf(9, 2), dec("-1.50"), "DECIMAL", []byte("-1.50")},
	{sqltype.DecimalOf(10, 3), dec("7"), "DECIMAL", []byte("7.000")},
	{sqltype.DecimalOf(38, 10), dec("9999999999999999999999999999.0123456789"), "DECIMAL", []byte("9999999999999999999999999999.0123456789")},
	{sqltype.Of(sqltype.Money), sqltype.Value{Kind: sqltype.Money, I: -922337203685477}, "MONEY", []byte("-92233720368.5477")},
	{sqltype.Of(sqltype.SmallMoney), sqltype.Value{Kind: sqltype.SmallMoney, I: 12345}, "SMALLMONEY", []byte("1.2345")},
	{sqltype.Of(sqltype.Real), sqltype.RealOf(1.5), "REAL", 1.5},
	{sqltype.Of(sqltype.Float), sqltype.FloatOf(-1e300), "FLOAT", -1e300},
	{sqltype.Of(sqltype.SmallDateTime), sqltype.Value{Kind: sqltype.SmallDateTime, I: 1*1440 + 61}, "SMALLDATETIME", time.Date(1900, 1, 2, 1, 1, 0, 0, time.UTC)},
	{sqltype.Of(sqltype.DateTime), sqltype.Value{Kind: sqltype.DateTime, I: -1*ticksPerDay + 300}, "DATETIME", time.Date(1899, 12, 31, 0, 0, 1, 0, time.UTC)},
	{sqltype.Of(sqltype.Date), sqltype.Value{Kind: sqltype.Date, I: 3652058}, "DATE", time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)},
	{scaled(sqltype.Time, 3), sqltype.Value{Kind: sqltype.Time, I: 12_3450_000}, "TIME", time.Date(1, 1, 1, 0, 0, 12, 345e6, time.UTC)},
	{scaled(sqltype.DateTime2, 7), sqltype.Value{Kind: sqltype.DateTime2, I: 730119*day + 1}, "DATETIME2", time.Date(2000, 1, 1, 0, 0, 0, 100, time.UTC)},
	{scaled(sqltype.DateTimeOffset, 0), sqltype.Value{Kind: sqltype.DateTimeOffset, I: 730119 * day, Off: -90}, "DATETIMEOFFSET", time.Date(1999, 12, 31, 22, 30, 0, 0, time.FixedZone("", -90*60))},
	{sqltype.CharOf(4), sqltype.StringOf(sqltype.Char, "h€ü "), "CHAR", "h€ü "},
	{sqltype.VarCharOf(10), sqltype.StringOf(sqltype.VarChar, "h€Ā"), "VARCHAR", "h€?"},
	{sqltype.Type{Kind: sqltype.VarChar, Len: sqltype.MaxLen}, sqltype.StringOf(sqltype.VarChar, strings.Repeat("ü", 9000)), "VARCHAR", strings.Repeat("ü", 9000)},
	{sqltype.NCharOf(3), sqltype.StringOf(sqltype.NChar, "日𝄞"), "NCHAR", "日𝄞"},
	{sqltype.NVarCharOf(4000), sqltype.StringOf(sqltype.NVarChar, strings.Repeat("é", 4000)), "NVARCHAR", strings.Repeat("é", 4000)},
	{sqltype.NVarCharOf(0), sqltype.StringOf(sqltype.NVarChar, ""), "NVARCHAR", ""},
	{sqltype.BinaryOf(3), sqltype.StringOf(sqltype.Binary, "\x00\xff\x01"), "BINARY", []byte{0, 255, 1}},
	{sqltype.VarBinaryOf(8000), sqltype.StringOf(sqltype.VarBinary, ""), "VARBINARY", []byte{}},
	{sqltype.Type{Kind: sqltype.VarBinary, Len: sqltype.MaxLen}, sqltype.StringOf(sqltype.VarBinary, "\x07"), "VARBINARY", []byte{7}},
	{sqltype.Of(sqltype.UniqueIdentifier), sqltype.StringOf(sqltype.UniqueIdentifier, "0123456789abcdef"), "UNIQUEIDENTIFIER", []byte("0123456789abcdef")},
}

func TestEveryKind(t *testing.T) {
	var cols []tsql.Column
	var vals, nulls []sqltype.Value
	for i, s := range kindSamples {
		cols = append(cols, tsql.Column{Name: fmt.Sprintf("c%d", i), Type: s.typ, Nullable: i%2 == 0})
		vals = append(vals, s.val)
		nulls = append(nulls, sqltype.NullOf(s.typ.Kind))
	}
	mixed := append([]sqltype.Value(nil), vals...)
	for i := range mixed {
		if i%3 == 1 {
			mixed[i] = nulls[i]
		}
	}
	r := newRig(t, map[string]script{"SELECT": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		if err := sink.Columns(cols); err != nil {
			return err
		}
		for _, row := range [][]sqltype.Value{vals, nulls, mixed} {
			if err := sink.Row(row); err != nil {
				return err
			}
		}
		return sink.Done(tsql.Done{Rows: 3, HasRows: true, Command: 0xC1})
	}})
	rows, err := r.db.Query("SELECT all")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		t.Fatal(err)
	}
	for i, ct := range types {
		if null, ok := ct.Nullable(); ct.Name() != cols[i].Name || ct.DatabaseTypeName() != kindSamples[i].name || !ok || null != cols[i].Nullable {
			t.Errorf("column %d: %s %s nullable %v, want %s", i, ct.Name(), ct.DatabaseTypeName(), null, kindSamples[i].name)
		}
	}
	for n := 0; rows.Next(); n++ {
		got := make([]any, len(cols))
		to := make([]any, len(cols))
		for i := range got {
			to[i] = &got[i]
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatal(err)
		}
		for i, s := range kindSamples {
			want := s.want
			if n == 1 || n == 2 && i%3 == 1 {
				want = nil
			}
			if g, ok := got[i].(time.Time); ok && want != nil {
				if !g.Equal(want.(time.Time)) {
					t.Errorf("row %d, %s: %v, want %v", n, s.typ, g, want)
				}
			} else if !reflect.DeepEqual(got[i], want) {
				t.Errorf("row %d, %s: %#v, want %#v", n, s.typ, got[i], want)
			}
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestVariantColumn(t *testing.T) {
	var vals []sqltype.Value
	r := newRig(t, map[string]script{"SELECT": func(ctx context.Context, s *fakeSession, text string, sink tsql.Sink) error {
		if err := sink.Columns([]tsql.Column{{Name: "v", Type: sqltype.Of(sqltype.SQLVariant), Nullable: true}}); err != nil {
			return err
		}
		for _, v := range vals {
			if err := sink.Row([]sqltype.Value{v}); err != nil {
				return err
			}
		}
		return sink.Done(tsql.Done{})
	}})
	for _, s := range kindSamples {
		vals = append(vals, s.val)
	}
	rows, err := r.db.Query("SELECT v")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for i := 0; rows.Next(); i++ {
		var got any
		if err := rows.Scan(&got); err != nil {
			t.Fatal(err)
		}
		s := kindSamples[i]
		switch want := s.want.(type) {
		case time.Time:
			if !got.(time.Time).Equal(want) {
				t.Errorf("%s: %v, want %v", s.typ, got, want)
			}
		case string:
			if len(want) > 8000 {
				want = want[:16000] // 8000 characters of two bytes
			}
			if got != want {
				t.Errorf("%s: %.40q, want %.40q", s.typ, got, want)
			}
		default:
			if s.typ == sqltype.DecimalOf(10, 3) {
				want = []byte("7") // a variant keeps the value's own scale
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %#v, want %#v", s.typ, got, want)
			}
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestValueDoesNotFit(t *testing.T) {
	for name, tt := range map[string]struct {
		typ sqltype.Type
		val sqltype.Value
	}{
		"int":     {sqltype.Of(sqltype.Int), sqltype.IntOf(sqltype.Int, 1<<40)},
		"tinyint": {sqltype.Of(sqltype.TinyInt), sqltype.IntOf(sqltype.TinyInt, -1)},
		"varchar": {sqltype.VarCharOf(2), sqltype.StringOf(sqltype.VarChar, "abc")},
		"scale":   {sqltype.DecimalOf(9, 1), dec("1.25")},
		"prec":    {sqltype.DecimalOf(9, 0), dec("99999999999")},
		"guid":    {sqltype.Of(sqltype.UniqueIdentifier), sqltype.StringOf(sqltype.UniqueIdentifier, "x")},
		"kind":    {sqltype.Of(sqltype.Int), dec("1")},
	} {
		c := newColumn("c", tt.typ)
		if b, err := c.append(nil, &tt.val); err == nil {
			t.Errorf("%s: % x", name, b)
		}
	}
}

// What the session gets for every Go type the driver can send.
func TestParameters(t *testing.T) {
	when := time.Date(2001, 2, 3, 4, 5, 6, 700, time.FixedZone("", 3600))
	date := sqltype.DayOf(2001, 2, 3)
	clock := int64(4*3600+5*60+6)*1e7 + 7
	for _, tt := range []struct {
		in   any
		typ  string
		want sqltype.Value
	}{
		{nil, "", sqltype.NullOf(sqltype.KindNull)},
		{int64(-7), "bigint", sqltype.IntOf(sqltype.BigInt, -7)},
		{int32(8), "int", sqltype.IntOf(sqltype.Int, 8)},
		{true, "bit", sqltype.IntOf(sqltype.Bit, 1)},
		{1.25, "float", sqltype.FloatOf(1.25)},
		{float32(0.5), "real", sqltype.RealOf(0.5)},
		{"hé𝄞", "nvarchar(4)", sqltype.StringOf(sqltype.NVarChar, "hé𝄞")},
		{"", "nvarchar(max)", sqltype.StringOf(sqltype.NVarChar, "")},
		{strings.Repeat("x", 5000), "nvarchar(max)", sqltype.StringOf(sqltype.NVarChar, strings.Repeat("x", 5000))},
		{mssql.VarChar("abc"), "varchar(3)", sqltype.StringOf(sqltype.VarChar, "abc")},
		{mssql.NChar("ab"), "nchar(2)", sqltype.StringOf(sqltype.NChar, "ab")},
		{[]byte{1, 2}, "varbinary(2)", sqltype.StringOf(sqltype.VarBinary, "\x01\x02")},
		{when, "datetimeoffset(7)", sqltype.Value{Kind: sqltype.DateTimeOffset, I: date*day + clock - 3600*1e7, Off: 60}},
		{mssql.DateTime1(time.Date(1900, 1, 1, 0, 0, 1, 0, time.UTC)), "datetime", sqltype.Value{Kind: sqltype.DateTime, I: 300}},
		{civil.DateOf(when), "date", sqltype.Value{Kind: sqltype.Date, I: date}},
		{civil.DateTimeOf(when), "datetime2(7)", sqltype.Value{Kind: sqltype.DateTime2, I: date*day + clock}},
		{civil.TimeOf(when), "time(7)", sqltype.Value{Kind: sqltype.Time, I: clock}},
		{mssql.UniqueIdentifier{0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF}, "uniqueidentifier",
			sqltype.StringOf(sqltype.UniqueIdentifier, "\x67\x45\x23\x01\xab\x89\xef\xcd\x01\x23\x45\x67\x89\xab\xcd\xef")},
	} {
		r := newRig(t, map[string]script{"SELECT": one(1)})
		if _, err := r.db.Exec("SELECT @p1", tt.in); err != nil {
			t.Errorf("%T: %v", tt.in, err)
			continue
		}
		p := r.session(0).params
		if len(p) != 3 || p[2].Name != "@p1" || p[0].Value.S != "SELECT @p1" {
			t.Errorf("%T: params %+v", tt.in, p)
			continue
		}
		typ := p[2].Type.String()
		if tt.in == nil {
			typ = ""
		}
		if typ != tt.typ || !reflect.DeepEqual(p[2].Value, tt.want) {
			t.Errorf("%T: %s %+v, want %s %+v", tt.in, typ, p[2].Value, tt.typ, tt.want)
		}
	}
}

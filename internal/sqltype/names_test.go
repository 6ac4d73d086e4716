package sqltype

import "testing"

func TestNames(t *testing.T) {
	for _, c := range []struct {
		name             string
		args             []int
		want             string
		length, prec, sc int
	}{
		{"int", nil, "int", 4, 10, 0}, {"BIT", nil, "bit", 1, 1, 0}, {"tinyint", nil, "tinyint", 1, 3, 0}, {"smallint", nil, "smallint", 2, 5, 0},
		{"bigint", nil, "bigint", 8, 19, 0}, {"decimal", nil, "decimal(18,0)", 9, 18, 0}, {"numeric", []int{10, 2}, "decimal(10,2)", 9, 10, 2},
		{"dec", []int{9}, "decimal(9,0)", 5, 9, 0}, {"decimal", []int{38, 10}, "decimal(38,10)", 17, 38, 10}, {"decimal", []int{20, 0}, "decimal(20,0)", 13, 20, 0},
		{"money", nil, "money", 8, 19, 4}, {"smallmoney", nil, "smallmoney", 4, 10, 4}, {"real", nil, "real", 4, 24, 0}, {"float", nil, "float", 8, 53, 0}, {"float", []int{24}, "real", 4, 24, 0},
		{"datetime", nil, "datetime", 8, 23, 3}, {"smalldatetime", nil, "smalldatetime", 4, 16, 0}, {"date", nil, "date", 3, 10, 0},
		{"time", nil, "time(7)", 5, 16, 7}, {"time", []int{0}, "time(0)", 3, 8, 0}, {"time", []int{3}, "time(3)", 4, 12, 3},
		{"datetime2", nil, "datetime2(7)", 8, 27, 7}, {"datetime2", []int{0}, "datetime2(0)", 6, 19, 0}, {"datetimeoffset", nil, "datetimeoffset(7)", 10, 34, 7}, {"datetimeoffset", []int{2}, "datetimeoffset(2)", 8, 29, 2},
		{"char", nil, "char(1)", 1, 0, 0}, {"varchar", []int{50}, "varchar(50)", 50, 0, 0}, {"varchar", []int{MaxArg}, "varchar(max)", -1, 0, 0}, {"nchar", []int{10}, "nchar(10)", 20, 0, 0},
		{"nvarchar", []int{4000}, "nvarchar(4000)", 8000, 0, 0}, {"sysname", nil, "nvarchar(128)", 256, 0, 0}, {"binary", []int{8}, "binary(8)", 8, 0, 0}, {"varbinary", []int{MaxArg}, "varbinary(max)", -1, 0, 0},
		{"uniqueidentifier", nil, "uniqueidentifier", 16, 0, 0}, {"sql_variant", nil, "sql_variant", 8016, 0, 0},
	} {
		typ, err := FromName(c.name, c.args...)
		if err != nil {
			t.Errorf("%s%v: %v", c.name, c.args, err)
			continue
		}
		if typ.String() != c.want || typ.MaxLength() != c.length || typ.Precision() != c.prec || typ.ColumnScale() != c.sc {
			t.Errorf("%s%v: %s %d %d %d, want %s %d %d %d", c.name, c.args, typ, typ.MaxLength(), typ.Precision(), typ.ColumnScale(), c.want, c.length, c.prec, c.sc)
		}
	}
}

func TestBadNames(t *testing.T) {
	for _, c := range []struct {
		name   string
		args   []int
		number int32
	}{
		{"foo", nil, 243}, {"decimal", []int{39}, 2750}, {"decimal", []int{5, 6}, 192}, {"varchar", []int{0}, 1001}, {"varchar", []int{8001}, 131},
		{"nvarchar", []int{4001}, 131}, {"char", []int{MaxArg}, 1001}, {"int", []int{4}, 2716}, {"time", []int{8}, 1002}, {"float", []int{54}, 2750},
	} {
		_, err := FromName(c.name, c.args...)
		if e, ok := err.(*Error); !ok || e.Number != c.number {
			t.Errorf("%s%v: %v, want error %d", c.name, c.args, err, c.number)
		}
	}
}

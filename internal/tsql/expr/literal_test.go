package expr

import "testing"

func TestLiteralTypes(t *testing.T) {
	check(t, typeOf, []pair{
		{"1", "int"},
		{"2147483647", "int"},
		{"2147483648", "decimal(10,0)"},
		{"-2147483648", "decimal(10,0)"},
		{"5000000000", "decimal(10,0)"},
		{"1.50", "decimal(3,2)"},
		{"0.05", "decimal(2,2)"},
		{"00.5", "decimal(1,1)"},
		{"1.", "decimal(1,0)"},
		{"1e3", "float"},
		{"$5", "money"},
		{"0xAB", "varbinary(1)"},
		{"0xABC", "varbinary(2)"},
		{"'abc'", "varchar(3)"},
		{"''", "varchar(1)"},
		{"N'abc'", "nvarchar(3)"},
		{"{d '2020-01-02'}", "datetime"},
		{"99999999999999999999999999999999999999", "decimal(38,0)"},
		{"999999999999999999999999999999999999999", "error 1007: The number '999999999999999999999999999999999999999' is out of the range for numeric representation (maximum precision 38)."},
	})
	check(t, show, []pair{
		{"5000000000", "5000000000"},
		{"0xABC", "0x0ABC"},
		{"0x", "0x"},
		{"1e3", "1000"},
		{"$5", "5.00"},
		{"'it''s'", "it's"},
		{"NULL", "NULL"},
		{"{d '2020-01-02'}", "Jan  2 2020 12:00AM"},
	})
}

package sqltype

import "testing"

func conv(t *testing.T, s string, to Type) Value {
	t.Helper()
	v, err := Convert(StringOf(VarChar, s), to, 0, true)
	if err != nil {
		t.Fatalf("%q as %s: %v", s, to, err)
	}
	return v
}

func TestDateStyles(t *testing.T) {
	dt := conv(t, "2006-12-31 23:45:30.127", Of(DateTime))
	for _, c := range []struct {
		style int
		want  string
	}{
		{0, "Dec 31 2006 11:45PM"}, {100, "Dec 31 2006 11:45PM"}, {1, "12/31/06"}, {101, "12/31/2006"}, {2, "06.12.31"}, {102, "2006.12.31"}, {3, "31/12/06"}, {103, "31/12/2006"},
		{4, "31.12.06"}, {104, "31.12.2006"}, {5, "31-12-06"}, {105, "31-12-2006"}, {6, "31 Dec 06"}, {106, "31 Dec 2006"}, {7, "Dec 31, 06"}, {107, "Dec 31, 2006"},
		{8, "23:45:30"}, {108, "23:45:30"}, {24, "23:45:30"}, {9, "Dec 31 2006 11:45:30:127PM"}, {109, "Dec 31 2006 11:45:30:127PM"}, {10, "12-31-06"}, {110, "12-31-2006"},
		{11, "06/12/31"}, {111, "2006/12/31"}, {12, "061231"}, {112, "20061231"}, {13, "31 Dec 2006 23:45:30:127"}, {113, "31 Dec 2006 23:45:30:127"}, {14, "23:45:30:127"}, {114, "23:45:30:127"},
		{20, "2006-12-31 23:45:30"}, {120, "2006-12-31 23:45:30"}, {21, "2006-12-31 23:45:30.127"}, {121, "2006-12-31 23:45:30.127"}, {25, "2006-12-31 23:45:30.127"},
		{22, "12/31/06 11:45:30 PM"}, {23, "2006-12-31"}, {126, "2006-12-31T23:45:30.127"}, {127, "2006-12-31T23:45:30.127Z"},
	} {
		got, err := FormatStyle(Of(DateTime), dt, c.style)
		if err != nil || got != c.want {
			t.Errorf("style %d: %q, %v; want %q", c.style, got, err, c.want)
		}
	}
	for _, style := range []int{15, 99, 130, 131, 200} {
		if _, err := FormatStyle(Of(DateTime), dt, style); err == nil {
			t.Errorf("style %d: no error", style)
		}
	}
	early := conv(t, "1900-01-01 00:05", Of(DateTime))
	if got := Format(Of(DateTime), early); got != "Jan  1 1900 12:05AM" {
		t.Errorf("got %q", got)
	}
	if got, _ := FormatStyle(Of(DateTime), early, 126); got != "1900-01-01T00:05:00" {
		t.Errorf("got %q", got)
	}
}

func TestFormats(t *testing.T) {
	for _, c := range []struct{ text, typ, want string }{
		{"1.5", "money", "1.50"}, {"-0.005", "money", "-0.01"}, {"1234567.8912", "money", "1234567.89"}, {"0.1", "real", "0.1"}, {"1e-5", "float", "1e-005"}, {"0.0001", "float", "0.0001"},
		{"123456", "float", "123456"}, {"1234567", "float", "1.23457e+006"}, {"1e308", "float", "1e+308"}, {"0", "float", "0"}, {"-0.5", "float", "-0.5"}, {"100000", "float", "100000"}, {"999999.5", "float", "1e+006"},
		{"12:34:56.789", "time", "12:34:56.7890000"}, {"2024-02-29", "date", "2024-02-29"}, {"2024-02-29 12:34:56.7891234", "datetime2", "2024-02-29 12:34:56.7891234"},
		{"2024-02-29 12:34:56 +02:00", "datetimeoffset", "2024-02-29 12:34:56.0000000 +02:00"}, {"2024-02-29 12:34:31", "smalldatetime", "Feb 29 2024 12:35PM"}, {"2024-02-29 12:34:29.998", "smalldatetime", "Feb 29 2024 12:34PM"},
	} {
		typ, err := FromName(c.typ)
		if err != nil {
			t.Fatal(err)
		}
		if got := Format(typ, conv(t, c.text, typ)); got != c.want {
			t.Errorf("%s as %s: %q, want %q", c.text, c.typ, got, c.want)
		}
	}
}

func TestDatesFromText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"20240229", "2024-02-29 00:00:00.000"}, {"2024-02-29", "2024-02-29 00:00:00.000"}, {"2024-2-9 1:2:3", "2024-02-09 01:02:03.000"}, {"2024-02-29T23:59:59.997", "2024-02-29 23:59:59.997"},
		{"02/29/2024", "2024-02-29 00:00:00.000"}, {"2/9/24", "2024-02-09 00:00:00.000"}, {"2/9/50", "1950-02-09 00:00:00.000"}, {"02-29-2024 1:05 PM", "2024-02-29 13:05:00.000"}, {"Feb 29 2024 12:05AM", "2024-02-29 00:05:00.000"},
		{"29 February 2024", "2024-02-29 00:00:00.000"}, {"Feb 29, 2024", "2024-02-29 00:00:00.000"}, {"February 2024", "2024-02-01 00:00:00.000"}, {"2024 Feb 29", "2024-02-29 00:00:00.000"}, {"240229", "2024-02-29 00:00:00.000"}, {"2024", "2024-01-01 00:00:00.000"},
		{"12:30", "1900-01-01 12:30:00.000"}, {"1pm", "1900-01-01 13:00:00.000"}, {"", "1900-01-01 00:00:00.000"}, {"2024/02/29 00:00:00:005", "2024-02-29 00:00:00.007"}, {"00:00:00.998", "1900-01-01 00:00:00.997"}, {"00:00:00.999", "1900-01-01 00:00:01.000"},
	} {
		v, err := Convert(StringOf(VarChar, c.in), Of(DateTime), 0, true)
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
			continue
		}
		if got, _ := FormatStyle(Of(DateTime), v, 121); got != c.want {
			t.Errorf("%q: %s, want %s", c.in, got, c.want)
		}
	}
	for in, number := range map[string]int32{"2024-02-30": 242, "13/01/2024": 242, "24:00": 242, "abc": 241, "2024-": 241, "1/2/3/4": 241, "12:30:": 241, "2024-02-29 12:00:00.1234": 241, "12345": 241,
		"1752-12-31": 242, "Foo 29 2024": 241, "2024-02-29 PM": 241, "13:00 AM": 242} {
		_, err := Convert(StringOf(VarChar, in), Of(DateTime), 0, true)
		if e, ok := err.(*Error); !ok || e.Number != number {
			t.Errorf("%q: %v, want error %d", in, err, number)
		}
	}
}

func TestStore(t *testing.T) {
	for _, c := range []struct {
		in   string
		to   Type
		fail bool
	}{
		{"abc", VarCharOf(3), false}, {"abcd", VarCharOf(3), true}, {"abc  ", VarCharOf(3), false}, {"abc", CharOf(5), false}, {"éé", VarCharOf(2), false}, {"ééé", NVarCharOf(2), true},
	} {
		v, err := Store(StringOf(VarChar, c.in), VarCharOf(20), c.to)
		if e, ok := err.(*Error); (err != nil) != c.fail || err != nil && (!ok || e.Number != 8152) {
			t.Errorf("%q in %s: %+v, %v", c.in, c.to, v, err)
		}
	}
	e := Truncated("db.dbo.t", "c", StringOf(VarChar, "abcd"))
	if e.Number != 2628 || e.Text != "String or binary data would be truncated in table 'db.dbo.t', column 'c'. Truncated value: 'abcd'." {
		t.Errorf("%+v", e)
	}
}

func TestRowBytes(t *testing.T) {
	for _, c := range []struct {
		text string
		typ  Type
		want string
	}{
		{"258", Of(Int), "02010000"}, {"-1", Of(SmallInt), "FFFF"}, {"1.5", Of(Money), "983A000000000000"}, {"1900-01-02 00:00:01", Of(DateTime), "2C01000001000000"},
		{"1900-01-02 00:01", Of(SmallDateTime), "01000100"}, {"0001-01-02", Of(Date), "010000"}, {"00:00:01", timeType(Time, 0), "010000"}, {"0001-01-02 00:00:00.0000001", Of(DateTime2), "0100000000010000"},
		{"0001-01-02 01:00 +01:00", timeType(DateTimeOffset, 0), "0000000100003C00"}, {"-12.34", DecimalOf(5, 2), "00D2040000"}, {"1", DecimalOf(38, 0), "0101000000000000000000000000000000"},
		{"ab", CharOf(4), "61622020"}, {"a", NCharOf(2), "61002000"}, {"€", VarCharOf(4), "80"}, {"€", NVarCharOf(4), "AC20"}, {"6F9619FF-8B86-D011-B42D-00C04FC964FF", Of(UniqueIdentifier), "FF19966F868B11D0B42D00C04FC964FF"},
		{"1", Of(Real), "0000803F"}, {"1", Of(Float), "000000000000F03F"},
	} {
		if got := Hex(string(AppendRow(nil, c.typ, conv(t, c.text, c.typ))), false); got != c.want {
			t.Errorf("%s as %s: %s, want %s", c.text, c.typ, got, c.want)
		}
	}
}

func TestCommon(t *testing.T) {
	for _, c := range []struct{ a, b, want Type }{
		{Of(Int), Of(BigInt), Of(BigInt)}, {Of(Int), VarCharOf(5), Of(Int)}, {VarCharOf(5), NVarCharOf(3), NVarCharOf(5)}, {CharOf(5), VarCharOf(3), VarCharOf(5)}, {DecimalOf(5, 2), DecimalOf(10, 0), DecimalOf(12, 2)},
		{DecimalOf(5, 2), Of(Int), DecimalOf(12, 2)}, {Of(Money), DecimalOf(5, 2), DecimalOf(19, 4)}, {Of(Float), DecimalOf(5, 2), Of(Float)}, {Of(Date), Of(DateTime), Of(DateTime)}, {Type{}, Of(Int), Of(Int)},
		{VarCharOf(MaxArg), CharOf(3), VarCharOf(MaxArg)}, {DecimalOf(38, 0), DecimalOf(38, 38), DecimalOf(38, 0)}, {timeType(DateTime2, 0), Of(DateTime), timeType(DateTime2, 3)},
	} {
		for _, pair := range [][2]Type{{c.a, c.b}, {c.b, c.a}} {
			got, err := Common(pair[0], pair[1])
			if err != nil || got != c.want {
				t.Errorf("%s with %s: %s, %v; want %s", pair[0], pair[1], got, err, c.want)
			}
		}
	}
	if _, err := Common(Of(Date), Of(Int)); err == nil {
		t.Error("date with int: no error")
	}
}

package sysviews

import (
	"fmt"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// SptValues is the number of rows of master..spt_values: that of SQL Server 2008, whose
// square fits the published size of a load built on it. Other versions have some more or less.
const SptValues = 2506

// sptRow is one row of master..spt_values: names for numbers, by type, as the system
// procedures of old looked them up.
type sptRow struct {
	name              string // "" NULL
	number            int64
	typ               string
	low, high, status value
}

// sptNames are the rows with names. They are documented numbers of SQL Server, but not the
// rows that its table has.
var sptNames = []struct {
	typ    string
	number int64
	name   string
}{
	{"B", 0, "no"}, {"B", 1, "yes"},
	{"I", 0, "heap"}, {"I", 1, "clustered"}, {"I", 2, "nonclustered"},
	{"L", 1, "Sch-S"}, {"L", 2, "Sch-M"}, {"L", 3, "S"}, {"L", 4, "U"}, {"L", 5, "X"}, {"L", 6, "IS"}, {"L", 7, "IU"}, {"L", 8, "IX"},
	{"SOP", 1, "disable_def_cnst_check"}, {"SOP", 2, "implicit_transactions"}, {"SOP", 4, "cursor_close_on_commit"},
	{"SOP", 8, "ansi_warnings"}, {"SOP", 16, "ansi_padding"}, {"SOP", 32, "ansi_nulls"}, {"SOP", 64, "arithabort"},
	{"SOP", 128, "arithignore"}, {"SOP", 256, "quoted_identifier"}, {"SOP", 512, "nocount"}, {"SOP", 1024, "ansi_null_dflt_on"},
	{"SOP", 2048, "ansi_null_dflt_off"}, {"SOP", 4096, "concat_null_yields_null"}, {"SOP", 8192, "numeric_roundabort"}, {"SOP", 16384, "xact_abort"},
	{"TI", 1, "read uncommitted"}, {"TI", 2, "read committed"}, {"TI", 3, "repeatable read"}, {"TI", 4, "serializable"}, {"TI", 5, "snapshot"},
	{"PT", 1, "data page"}, {"PT", 2, "index page"}, {"PT", 8, "GAM page"}, {"PT", 9, "SGAM page"}, {"PT", 10, "IAM page"}, {"PT", 11, "PFS page"},
	{"PT", 13, "boot page"}, {"PT", 15, "file header page"}, {"PT", 16, "differential map page"}, {"PT", 17, "ML map page"},
}

// eachSptValue yields the 2,048 numbers of type P, the named rows, the types, and rows of no
// meaning that fill the table up.
func eachSptValue(_ *system.Call, _ []value, yield func(sptRow) bool) error {
	n := 0
	put := func(r sptRow) bool { n++; return yield(r) }
	for i := range int64(2048) {
		if !put(sptRow{"", i, "P", num(i/8 + 1), num(int64(1) << (i % 8)), num(0)}) {
			return nil
		}
	}
	for _, s := range sptNames {
		if !put(sptRow{s.name, s.number, s.typ, null, null, num(0)}) {
			return nil
		}
	}
	for _, t := range systemTypes() {
		if !put(sptRow{t.name, int64(t.user), "J", null, null, num(0)}) {
			return nil
		}
	}
	for i := int64(1); n < SptValues; i++ {
		if !put(sptRow{fmt.Sprintf("scanfrag filler %d", i), i, "SF", null, null, num(0)}) {
			return nil
		}
	}
	return nil
}

func init() {
	register(&system.Table{Schema: "dbo", Name: "spt_values", OnlyIn: "master", Static: true}, fields[sptRow](
		opt("name", sqltype.NVarCharOf(35), func(r sptRow) value { return known(r.name != "", str(r.name)) }),
		col("number", tInt, func(r sptRow) value { return num(r.number) }),
		col("type", sqltype.NCharOf(3), func(r sptRow) value { return str(r.typ) }),
		opt("low", tInt, func(r sptRow) value { return r.low }),
		opt("high", tInt, func(r sptRow) value { return r.high }),
		opt("status", tInt, func(r sptRow) value { return r.status }),
	), eachSptValue)
}

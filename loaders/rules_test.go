package loaders

import (
	"errors"
	"strings"
	"testing"

	"scanfrag/internal/script"
	"scanfrag/physstats"
)

func ptr[T any](v T) *T { return &v }

// good is a table that breaks nothing at 4,000,000 rows: the alternating load.
func good() Facts {
	return Facts{
		Wanted: 4_000_000,
		Columns: []Column{
			{1, "c1", 56, 4, false}, {2, "c2", 56, 4, false}, {3, "c3", 175, 256, false}, {4, "c4", 175, 740, false},
		},
		Rows:  4_000_000,
		First: FirstColumn{4_000_000, ptr(int64(1)), ptr(int64(4_000_000))},
		Nulls: map[string]int64{},
		Space: physstats.Space{DataKB: 7_466_664, IndexKB: 395_600},
		// 7,466,664 + 395,600 = 7,862,264 KB, the published table: 2,056 KB under the limit.
		Contig: physstats.Contig{Pages: 933_333, Density: 53.6},
		Script: &script.Script{},
	}
}

func TestJudgeGood(t *testing.T) {
	verdicts, valid := Judge(good())
	if valid == nil || !*valid || len(verdicts) != 9 {
		t.Fatalf("valid %v, verdicts %+v", valid, verdicts)
	}
	for i, v := range verdicts {
		if v.Rule != i+1 || v.OK == nil || !*v.OK || v.Wanted == "" || v.Measured == "" {
			t.Errorf("rule %d: %+v", i+1, v)
		}
	}
}

// Each case breaks one rule and no other.
func TestJudgeOneBreach(t *testing.T) {
	src := func(text string) *script.Script {
		s, err := script.Split(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		return &s
	}
	tests := []struct {
		rule     int
		breach   func(*Facts)
		measured string
	}{
		{1, func(f *Facts) { f.Columns[0].TypeID = 52 }, "c1 is smallint"},
		{1, func(f *Facts) { f.First.Min = ptr(int64(0)) }, "c1 int, 0 to 4,000,000, 4,000,000 distinct values in 4,000,000 rows"},
		{1, func(f *Facts) { f.First.Max = ptr(int64(4_000_001)) }, "c1 int, 1 to 4,000,001"},
		{1, func(f *Facts) { f.First.Distinct-- }, "3,999,999 distinct"},
		{1, func(f *Facts) { f.First = FirstColumn{} }, "c1 int holds no value"},
		{2, func(f *Facts) { f.Columns[3].TypeID = 167 }, "not of fixed length: c4 varchar"},
		{3, func(f *Facts) { f.Columns[3].MaxLength = 757 }, "1021 bytes"},
		{3, func(f *Facts) { f.Columns[3].MaxLength = 715 }, "979 bytes"},
		{4, func(f *Facts) { f.Columns[2].Nullable = true; f.Nulls["c3"] = 7 }, "NULLs in c3: 7"},
		{5, func(f *Facts) { f.Script = src("SELECT 1;\nGO\nEXEC sp_MSforeachtable 'x'") }, "line 3: sp_msforeachtable"},
		{5, func(f *Facts) { f.Script = src("SELECT %%physloc%% FROM dbo.test") }, "line 1: %%physloc%%"},
		{5, func(f *Facts) { f.Script = src("dbcc  ind(0, x, 1)") }, "line 1: DBCC IND"},
		{7, func(f *Facts) { f.Space.IndexKB += 2056 }, "7,864,320 KiB"},
		{8, func(f *Facts) { f.Contig.Density = 50 }, "50.00 %"},
	}
	for _, tt := range tests {
		f := good()
		tt.breach(&f)
		verdicts, valid := Judge(f)
		if valid == nil || *valid {
			t.Errorf("rule %d (%s): judged valid", tt.rule, tt.measured)
		}
		for _, v := range verdicts {
			if (v.Rule == tt.rule) == *v.OK {
				t.Errorf("want only rule %d broken, rule %d is %+v", tt.rule, v.Rule, v)
			}
			if v.Rule == tt.rule && !strings.Contains(v.Measured, tt.measured) {
				t.Errorf("rule %d: measured %q, want %q", tt.rule, v.Measured, tt.measured)
			}
		}
	}
}

// The heap as published has 3,768,021 rows: it breaks rules 1 and 6 alone.
func TestJudgePublishedHeap(t *testing.T) {
	f := good()
	f.Rows, f.First.Distinct, f.First.Max = 3_768_021, 3_768_021, ptr(int64(6_280_036))
	verdicts, _ := Judge(f)
	for _, v := range verdicts {
		if broken := v.Rule == 1 || v.Rule == 6; *v.OK == broken {
			t.Errorf("rule %d: %+v", v.Rule, v)
		}
	}
}

func TestJudgeNotes(t *testing.T) {
	f := good()
	f.Columns[1].Nullable = true
	f.Indexes = []string{"ix"}
	s, _ := script.Split("SELECT 1 FROM master..spt_values EXEC sp_of_next_year -- sp_MSforeachdb", nil)
	f.Script = &s
	verdicts, valid := Judge(f)
	if valid == nil || !*valid {
		t.Fatal("notes must not break a rule")
	}
	for rule, want := range map[int]string{4: "c2", 5: "for review: line 1: sp_of_next_year", 9: "ix"} {
		if !strings.Contains(verdicts[rule-1].Note, want) {
			t.Errorf("rule %d: note %q, want %q", rule, verdicts[rule-1].Note, want)
		}
	}
}

func TestJudgeUnknown(t *testing.T) {
	f := good()
	f.SpaceErr = errors.New("no permission")
	verdicts, valid := Judge(f)
	if valid != nil || verdicts[6].OK != nil || !strings.Contains(verdicts[6].Note, "no permission") {
		t.Errorf("valid %v, rule 7 %+v", valid, verdicts[6])
	}
	f.Rows = 1 // a breach beside the unknown: broken, not unknown
	if _, valid = Judge(f); valid == nil || *valid {
		t.Errorf("valid %v, want false", valid)
	}
}

// The limit scales with the rows without rounding in the load's favour.
func TestSizeLimitScales(t *testing.T) {
	f := good()
	f.Wanted, f.Rows = 10_000, 10_000 // 19,660.8 KB
	f.Space = physstats.Space{DataKB: 19_660}
	if !ruleSize(f).ok {
		t.Error("19,660 KB at 10,000 rows is under the limit")
	}
	f.Space.DataKB = 19_661
	if ruleSize(f).ok {
		t.Error("19,661 KB at 10,000 rows is over the limit")
	}
}

// At sizes where whole pages outweigh the layout, size and density are noted.
func TestTinyTables(t *testing.T) {
	for _, tt := range []struct {
		rows, kb, pages int64
		density         float64
		size, dense     bool
		notes           [2]string
	}{
		{10, 32, 2, 40, true, true, [2]string{"too few rows to scale", "too few pages to judge"}},
		{10, 16, 2, 60, true, true, [2]string{"scaled from 4,000,000 rows", ""}},
		{3_000, 6_000, 740, 49, true, false, [2]string{"too few rows to scale", ""}},
		{9_999, 30_000, 9, 49, true, true, [2]string{"too few rows to scale", "too few pages to judge"}},
		{10_000, 30_000, 10, 49, false, false, [2]string{"scaled from 4,000,000 rows", ""}},
	} {
		f := Facts{Wanted: tt.rows, Space: physstats.Space{DataKB: tt.kb}, Contig: physstats.Contig{Pages: tt.pages, Density: tt.density}}
		size, density := ruleSize(f), ruleDensity(f)
		if size.ok != tt.size || density.ok != tt.dense || !strings.Contains(size.note, tt.notes[0]) ||
			(density.note == "") != (tt.notes[1] == "") || !strings.Contains(density.note, tt.notes[1]) {
			t.Errorf("%+v: size %+v, density %+v", tt, size, density)
		}
	}
}

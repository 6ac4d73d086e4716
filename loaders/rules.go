package loaders

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"scanfrag/internal/tsql/documented"
)

// Verdict is the judgement of one rule. OK is nil when it could not be measured;
// Note then says why.
type Verdict struct {
	Rule     int    `json:"rule"`
	OK       *bool  `json:"ok"`
	Measured string `json:"measured"`
	Wanted   string `json:"wanted"`
	Note     string `json:"note"`
}

// Rule is one of the nine rules of the exercise. Check is pure: all that it
// needs was measured before.
type Rule struct {
	Number int
	Title  string
	check  func(Facts) (ok bool, measured, wanted, note string, err error)
}

// rules are in their published order.
var rules = []Rule{
	{1, "the first column is an integer column holding 1 to N", ruleFirstColumn},
	{2, "all columns are of fixed-length types", ruleFixedLength},
	{3, "column widths add up to 1000 bytes, plus or minus 20", ruleWidth},
	{4, "no column holds a NULL", ruleNoNulls},
	{5, "the script uses no undocumented feature", ruleDocumented},
	{6, "the table has N rows", ruleRows},
	{7, "data and index together stay under 7.5 GiB", ruleSize},
	{8, "average page density is above 50 %", ruleDensity},
	{9, "the query is run exactly as written", ruleQuery},
}

// Rules returns the nine rules in order.
func Rules() []Rule { return append([]Rule(nil), rules...) }

// Judge applies every rule, also after one has failed. valid is true when all
// hold, false when one is broken, nil when none is broken but one is unknown.
func Judge(f Facts) (verdicts []Verdict, valid *bool) {
	all, broken := true, false
	for _, r := range rules {
		ok, measured, wanted, note, err := r.check(f)
		v := Verdict{Rule: r.Number, Measured: measured, Wanted: wanted, Note: note}
		if err != nil {
			v.Note = "could not be measured: " + err.Error()
			all = false
		} else {
			v.OK = &ok
			all = all && ok
			broken = broken || !ok
		}
		verdicts = append(verdicts, v)
	}
	if all || broken {
		valid = &all
	}
	return verdicts, valid
}

func ruleFirstColumn(f Facts) (bool, string, string, string, error) {
	wanted := fmt.Sprintf("int or bigint, every value 1 to %s exactly once", humanize.Comma(f.Wanted))
	if f.ColumnsErr != nil {
		return false, "", wanted, "", f.ColumnsErr
	}
	c := f.Columns[0]
	if !integerType(c.TypeID) {
		return false, fmt.Sprintf("%s is %s", c.Name, typeName(c.TypeID)), wanted, "", nil
	}
	if f.CountErr != nil {
		return false, "", wanted, "", f.CountErr
	}
	if f.First.Min == nil || f.First.Max == nil {
		return false, fmt.Sprintf("%s %s holds no value", c.Name, typeName(c.TypeID)), wanted, "", nil
	}
	measured := fmt.Sprintf("%s %s, %s to %s, %s distinct values in %s rows", c.Name, typeName(c.TypeID), humanize.Comma(*f.First.Min), humanize.Comma(*f.First.Max),
		humanize.Comma(f.First.Distinct), humanize.Comma(f.Rows))
	// N distinct integers between 1 and N in N rows: each occurs once.
	ok := *f.First.Min == 1 && *f.First.Max == f.Wanted && f.First.Distinct == f.Wanted && f.Rows == f.Wanted
	return ok, measured, wanted, "", nil
}

func ruleFixedLength(f Facts) (bool, string, string, string, error) {
	const wanted = "fixed-length types only"
	if f.ColumnsErr != nil {
		return false, "", wanted, "", f.ColumnsErr
	}
	var bad []string
	for _, c := range f.Columns {
		if _, ok := fixedTypes[c.TypeID]; !ok {
			bad = append(bad, c.Name+" "+typeName(c.TypeID))
		}
	}
	if len(bad) > 0 {
		return false, "not of fixed length: " + strings.Join(bad, ", "), wanted, "", nil
	}
	return true, fmt.Sprintf("%d columns, all of fixed length", len(f.Columns)), wanted, "", nil
}

func ruleWidth(f Facts) (bool, string, string, string, error) {
	const wanted = "980 to 1020 bytes"
	if f.ColumnsErr != nil {
		return false, "", wanted, "", f.ColumnsErr
	}
	sum := 0
	for _, c := range f.Columns {
		if c.MaxLength < 0 { // max types
			return false, c.Name + " has no fixed width", wanted, "", nil
		}
		sum += c.MaxLength
	}
	return sum >= 980 && sum <= 1020, fmt.Sprintf("%d bytes", sum), wanted, "", nil
}

func ruleNoNulls(f Facts) (bool, string, string, string, error) {
	const wanted = "no NULL in any row"
	if f.CountErr != nil {
		return false, "", wanted, "", f.CountErr
	}
	var nullable, bad []string
	for _, c := range f.Columns {
		if !c.Nullable {
			continue
		}
		nullable = append(nullable, c.Name)
		if n := f.Nulls[c.Name]; n > 0 {
			bad = append(bad, fmt.Sprintf("%s: %s", c.Name, humanize.Comma(n)))
		}
	}
	note := ""
	if len(nullable) > 0 {
		note = "nullable, though without a NULL is enough: " + strings.Join(nullable, ", ")
	}
	if len(bad) > 0 {
		return false, "NULLs in " + strings.Join(bad, ", "), wanted, note, nil
	}
	return true, "0 NULLs", wanted, note, nil
}

func ruleDocumented(f Facts) (bool, string, string, string, error) {
	const wanted = "documented features only"
	if f.Script == nil {
		return true, "a loader in Go: no script to check", wanted, "its statements must be reviewed by hand", nil
	}
	var bad, review []string
	for _, x := range documented.Review(*f.Script) {
		if x.Reject {
			bad = append(bad, x.String())
		} else {
			review = append(review, x.String())
		}
	}
	note := ""
	if len(review) > 0 {
		note = "for review: " + strings.Join(review, "; ")
	}
	if len(bad) > 0 {
		return false, strings.Join(bad, "; "), wanted, note, nil
	}
	return true, "no feature known to be undocumented", wanted, note, nil
}

func ruleRows(f Facts) (bool, string, string, string, error) {
	wanted := humanize.Comma(f.Wanted) + " rows"
	if f.CountErr != nil {
		return false, "", wanted, "", f.CountErr
	}
	return f.Rows == f.Wanted, humanize.Comma(f.Rows) + " rows", wanted, "", nil
}

// limitKB is 7.5 GiB at the published row count, in proportion below it.
const limitKB = 7_864_320

// Below these sizes whole pages and extents outweigh the layout: being over the
// scaled size limit, or not above the density limit, is noted and no breach. The
// exercise itself knows one size only.
const (
	scalableRows   = 10_000
	judgeablePages = 10
)

func ruleSize(f Facts) (bool, string, string, string, error) {
	// Compared as products so that no rounding of the limit decides.
	wanted := fmt.Sprintf("less than %s KiB", humanize.Comma(ceilDiv(limitKB*f.Wanted, PublishedRows)))
	note := ""
	if f.Wanted != PublishedRows {
		note = fmt.Sprintf("the limit of %s KiB is scaled from %s rows", humanize.Comma(limitKB), humanize.Comma(PublishedRows))
	}
	if f.SpaceErr != nil {
		return false, "", wanted, note, f.SpaceErr
	}
	kb := f.Space.DataKB + f.Space.IndexKB
	ok := kb*PublishedRows < limitKB*f.Wanted
	if !ok && f.Wanted < scalableRows {
		ok, note = true, fmt.Sprintf("not under the limit, but no breach: too few rows to scale the limit (%s are needed)", humanize.Comma(scalableRows))
	}
	return ok, fmt.Sprintf("%s KiB (data %s, index_size %s)", humanize.Comma(kb), humanize.Comma(f.Space.DataKB), humanize.Comma(f.Space.IndexKB)), wanted, note, nil
}

func ruleDensity(f Facts) (bool, string, string, string, error) {
	const wanted = "more than 50 %"
	if f.ContigErr != nil {
		return false, "", wanted, "", f.ContigErr
	}
	ok, note := f.Contig.Density > 50, ""
	if !ok && f.Contig.Pages < judgeablePages {
		ok, note = true, fmt.Sprintf("not above the limit, but no breach: too few pages to judge the density (%d are needed)", judgeablePages)
	}
	return ok, fmt.Sprintf("%.2f %%", f.Contig.Density), wanted, note, nil
}

func ruleQuery(f Facts) (bool, string, string, string, error) {
	const query = "SELECT COUNT(*) FROM dbo.test;"
	note := ""
	switch {
	case f.IndexesErr != nil:
		note = "whether a further index exists could not be read: " + f.IndexesErr.Error()
	case len(f.Indexes) > 0:
		note = "COUNT(*) may read a further index instead of the table: " + strings.Join(f.Indexes, ", ")
	}
	return true, query, query, note, nil
}

package loaders

import (
	"strings"

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

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
	check  func(Facts) finding
}

// finding is what a rule's check found; err: it could not be measured.
type finding struct {
	ok                     bool
	measured, wanted, note string
	err                    error
}

// rules are in their published order.
var rules = []Rule{
	{1, "the first column is an integer column holding 1 to N", ruleFirstColumn},
	{2, "all columns are of fixed-length types", ruleFixedLength},
	{3, "column widths add up to 1000 bytes, plus or minus 20", ruleWidth},
	{4, "no column holds a NULL", ruleNoNulls},
	{textRule, "the script uses no undocumented feature", ruleDocumented},
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
		found := r.check(f)
		v := Verdict{Rule: r.Number, Measured: found.measured, Wanted: found.wanted, Note: found.note}
		if found.err != nil {
			v.Note = "could not be measured: " + found.err.Error()
			all = false
		} else {
			v.OK = &found.ok
			all = all && found.ok
			broken = broken || !found.ok
		}
		verdicts = append(verdicts, v)
	}
	if all || broken {
		valid = &all
	}
	return verdicts, valid
}

// JudgeText judges what can be judged of a load whose script failed: rule 5, which reads its text alone. valid is false
// when that is broken and nil otherwise.
func JudgeText(p Plan) (verdicts []Verdict, valid *bool) {
	for _, r := range rules {
		v := Verdict{Rule: r.Number, Note: "not judged: the load failed"}
		if r.Number == textRule {
			found := r.check(Facts{Script: &p.Script})
			v = Verdict{r.Number, &found.ok, found.measured, found.wanted, found.note}
			if !found.ok {
				valid = &found.ok
			}
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, valid
}

// textRule is the rule that needs no table.
const textRule = 5

func ruleDocumented(f Facts) (r finding) {
	r.wanted = "documented features only"
	if f.Script == nil {
		r.ok, r.measured, r.note = true, "a loader in Go: no script to check", "its statements must be reviewed by hand"
		return r
	}
	var bad, review []string
	for _, x := range documented.Review(*f.Script) {
		if x.Reject {
			bad = append(bad, x.String())
		} else {
			review = append(review, x.String())
		}
	}
	if len(review) > 0 {
		r.note = "for review: " + strings.Join(review, "; ")
	}
	if r.ok = len(bad) == 0; r.ok {
		r.measured = "no feature known to be undocumented"
	} else {
		r.measured = strings.Join(bad, "; ")
	}
	return r
}

func ruleQuery(f Facts) finding {
	const query = "SELECT COUNT(*) FROM dbo.test;"
	r := finding{ok: true, measured: query, wanted: query}
	switch {
	case f.IndexesErr != nil:
		r.note = "whether a further index exists could not be read: " + f.IndexesErr.Error()
	case len(f.Indexes) > 0:
		r.note = "COUNT(*) may read a further index instead of the table: " + strings.Join(f.Indexes, ", ")
	}
	return r
}

package loaders

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
)

func ruleFirstColumn(f Facts) (r finding) {
	r.wanted = fmt.Sprintf("int or bigint, every value 1 to %s exactly once", humanize.Comma(f.Wanted))
	if r.err = f.ColumnsErr; r.err != nil {
		return r
	}
	c := f.Columns[0]
	if !integerType(c.TypeID) {
		r.measured = fmt.Sprintf("%s is %s", c.Name, typeName(c.TypeID))
		return r
	}
	if r.err = f.CountErr; r.err != nil {
		return r
	}
	if f.First.Min == nil || f.First.Max == nil {
		r.measured = fmt.Sprintf("%s %s holds no value", c.Name, typeName(c.TypeID))
		return r
	}
	r.measured = fmt.Sprintf("%s %s, %s to %s, %s distinct values in %s rows", c.Name, typeName(c.TypeID), humanize.Comma(*f.First.Min), humanize.Comma(*f.First.Max),
		humanize.Comma(f.First.Distinct), humanize.Comma(f.Rows))
	// N distinct integers between 1 and N in N rows: each occurs once.
	r.ok = *f.First.Min == 1 && *f.First.Max == f.Wanted && f.First.Distinct == f.Wanted && f.Rows == f.Wanted
	return r
}

func ruleFixedLength(f Facts) (r finding) {
	r.wanted = "fixed-length types only"
	if r.err = f.ColumnsErr; r.err != nil {
		return r
	}
	var bad []string
	for _, c := range f.Columns {
		if _, ok := fixedTypes[c.TypeID]; !ok {
			bad = append(bad, c.Name+" "+typeName(c.TypeID))
		}
	}
	if r.ok = len(bad) == 0; r.ok {
		r.measured = fmt.Sprintf("%d columns, all of fixed length", len(f.Columns))
	} else {
		r.measured = "not of fixed length: " + strings.Join(bad, ", ")
	}
	return r
}

func ruleWidth(f Facts) (r finding) {
	r.wanted = "980 to 1020 bytes"
	if r.err = f.ColumnsErr; r.err != nil {
		return r
	}
	sum := 0
	for _, c := range f.Columns {
		if c.MaxLength < 0 { // max types
			r.measured = c.Name + " has no fixed width"
			return r
		}
		sum += c.MaxLength
	}
	r.ok, r.measured = sum >= 980 && sum <= 1020, fmt.Sprintf("%d bytes", sum)
	return r
}

func ruleNoNulls(f Facts) (r finding) {
	r.wanted = "no NULL in any row"
	if r.err = f.CountErr; r.err != nil {
		return r
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
	if len(nullable) > 0 {
		r.note = "nullable, though without a NULL is enough: " + strings.Join(nullable, ", ")
	}
	if r.ok = len(bad) == 0; r.ok {
		r.measured = "0 NULLs"
	} else {
		r.measured = "NULLs in " + strings.Join(bad, ", ")
	}
	return r
}

func ruleRows(f Facts) (r finding) {
	r.wanted = humanize.Comma(f.Wanted) + " rows"
	if r.err = f.CountErr; r.err != nil {
		return r
	}
	r.ok, r.measured = f.Rows == f.Wanted, humanize.Comma(f.Rows)+" rows"
	return r
}

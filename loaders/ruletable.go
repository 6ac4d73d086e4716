package loaders

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
)

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

func ruleRows(f Facts) (bool, string, string, string, error) {
	wanted := humanize.Comma(f.Wanted) + " rows"
	if f.CountErr != nil {
		return false, "", wanted, "", f.CountErr
	}
	return f.Rows == f.Wanted, humanize.Comma(f.Rows) + " rows", wanted, "", nil
}

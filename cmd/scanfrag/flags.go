package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"
)

// byteSize is a flag value such as 2GiB, 512MB or a plain number of bytes.
type byteSize int64

func (b *byteSize) String() string {
	if *b == 0 {
		return ""
	}
	return humanize.IBytes(uint64(*b))
}

func (b *byteSize) Set(s string) error {
	n, err := humanize.ParseBytes(s)
	if err != nil || n == 0 || n > 1<<50 {
		return errors.New("a size such as 512MiB or 2GiB is wanted")
	}
	*b = byteSize(n)
	return nil
}

func (b *byteSize) Type() string { return "SIZE" }

// flagHint words a parse error and adds the way out of the usual slips.
func flagHint(fs *pflag.FlagSet, err error) string {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var names []string
		fs.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		short := unknown.GetSpecifiedShortnames()
		if fs.Lookup(short) != nil {
			return fmt.Sprintf("unknown flag: -%s (did you mean --%s?)", short, short)
		}
		if short != "" {
			return err.Error()
		}
		return err.Error() + strings.Replace(suggestion(unknown.GetSpecifiedName(), names), "mean ", "mean --", 1)
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		if want := wanted[invalid.GetFlag().Value.Type()]; want != "" {
			return fmt.Sprintf("invalid argument %q for --%s: %s wanted", invalid.GetValue(), invalid.GetFlag().Name, want)
		}
	}
	return err.Error()
}

// wanted words what the types of flags take, where pflag would show a parser's error.
var wanted = map[string]string{
	"duration": "a duration with its unit, such as 30s or 10m, is",
	"int":      "a whole number is",
	"int64":    "a whole number is",
	"float64":  "a number is",
	"bool":     "true or false is",
	"intSlice": "whole numbers with commas between, such as 1,0, are",
}

// envPrefix begins the environment variable of every flag.
const envPrefix = "SCANFRAG_"

// notFromEnvironment annotates a flag whose variable means another command's.
const notFromEnvironment = "not from environment"

// fromEnvironment sets the flags that were not given from the environment.
func fromEnvironment(fs *pflag.FlagSet, getenv func(string) string) error {
	var failed error
	fs.VisitAll(func(f *pflag.Flag) {
		name := envPrefix + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value := getenv(name)
		if f.Changed || value == "" || failed != nil || f.Annotations[notFromEnvironment] != nil {
			return
		}
		if err := fs.Set(f.Name, value); err != nil {
			failed = fmt.Errorf("environment variable %s: %s", name, flagHint(fs, err))
		}
	})
	return failed
}

// suggestion is " (did you mean X?)" for the nearest of names, or "" when none
// is near.
func suggestion(word string, names []string) string {
	best, dist := "", 3
	for _, n := range names {
		if d := distance(strings.ToLower(word), n); d < dist {
			best, dist = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// distance counts the single-byte edits, swaps of neighbours included, that
// make a into b.
func distance(a, b string) int {
	prev2, prev := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
		prev2, prev = prev, row
	}
	return prev[len(b)]
}

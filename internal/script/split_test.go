package script

import (
	"reflect"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		name, text string
		want       []Batch
	}{
		{"no GO", "SELECT 1", []Batch{{"SELECT 1", 1, 1}}},
		{"two", "SELECT 1\nGO\nSELECT 2", []Batch{{"SELECT 1\n", 1, 1}, {"SELECT 2", 3, 1}}},
		{"lower case, blanks", "a\n  go \t\nb", []Batch{{"a\n", 1, 1}, {"b", 3, 1}}},
		{"count from a variable", ":setvar n 3\na\nGO $(N) -- thrice\n", []Batch{{"\na\n", 1, 3}}},
		{"large count is not capped", "a\nGO 4000000\n", []Batch{{"a\n", 1, 4000000}}},
		{"comment after GO", "a\nGO -- note\nb\nGO 3 -- thrice\nc\nGO /* x */\n", []Batch{{"a\n", 1, 1}, {"b\n", 3, 3}, {"c\n", 5, 1}}},
		{"semicolon leaves nothing", "a\nGO;\nb", []Batch{{"a\n", 1, 1}, {"b", 3, 1}}},
		{"bracketed GO", "SELECT 1 AS [\nGO\n]", []Batch{{"SELECT 1 AS [\nGO\n]", 1, 1}}},
		{"quoted GO", "SELECT 1 AS \"\nGO\n\"", []Batch{{"SELECT 1 AS \"\nGO\n\"", 1, 1}}},
		{"GO in a string", "SELECT '\nGO\n''x'", []Batch{{"SELECT '\nGO\n''x'", 1, 1}}},
		{"GO in nested comments", "/* /* */\nGO\n*/ a", []Batch{{"/* /* */\nGO\n*/ a", 1, 1}}},
		{"quote in a line comment", "-- don't\nGO\na", []Batch{{"a", 3, 1}}},
		{"GO_x and GOTO are words", "GO_x\nGOTO done\nGO", []Batch{{"GO_x\nGOTO done\n", 1, 1}}},
		{"GO not alone", "SELECT 1 GO\n", []Batch{{"SELECT 1 GO\n", 1, 1}}},
		{"CRLF", "a\r\nGO 2\r\nb\r\n", []Batch{{"a\r\n", 1, 2}, {"b\r\n", 3, 1}}},
		{"empty batches vanish", "GO\n\nGO\n-- only a comment\nGO\na", []Batch{{"a", 6, 1}}},
		{"leading blank lines keep line numbers", "\n\na\nGO\n\n\nb", []Batch{{"\n\na\n", 1, 1}, {"\n\nb", 5, 1}}},
	}
	for _, tt := range tests {
		got, err := Split(tt.text, nil)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if !reflect.DeepEqual(got.Batches, tt.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", tt.name, got.Batches, tt.want)
		}
	}
}

func TestSplitVariables(t *testing.T) {
	vars := map[string]string{"Rows": "10000"}
	tests := []struct{ name, text, want string }{
		{"code", "SELECT $(rows)", "SELECT 10000"},
		{"any case", "SELECT $(ROWS)", "SELECT 10000"},
		{"glued to a word", "SELECT * FROM t_$(rows)", "SELECT * FROM t_10000"},
		{"glued to a number", "SELECT 1$(rows)", "SELECT 110000"},
		{"string", "PRINT '$(rows) rows, $(rows)'", "PRINT '10000 rows, 10000'"},
		{"brackets", "SELECT 1 AS [n$(rows)]", "SELECT 1 AS [n10000]"},
		{"not in comments", "SELECT 1 -- $(nope)\n/* $(nope) */", "SELECT 1 -- $(nope)\n/* $(nope) */"},
		{"not a name", "SELECT '$()', '$(a b)', $1", "SELECT '$()', '$(a b)', $1"},
		{"setvar", ":setvar t dbo.test\nSELECT * FROM $(t)", "\nSELECT * FROM dbo.test"},
		{"setvar quoted", "  :SetVar\tx \"a b \"\"c\"\"\"\nPRINT '$(x)'", "\nPRINT 'a b \"c\"'"},
		{"setvar wins", ":setvar rows 5\nSELECT $(rows)", "\nSELECT 5"},
		{"setvar in a string is text", "PRINT '\n:setvar x 1\n'", "PRINT '\n:setvar x 1\n'"},
	}
	for _, tt := range tests {
		got, err := Split(tt.text, vars)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if len(got.Batches) != 1 || got.Batches[0].Text != tt.want {
			t.Errorf("%s: got %+v, want %q", tt.name, got.Batches, tt.want)
		}
	}
	got, _ := Split("SELECT $(rows)", vars)
	if !got.Used["rows"] {
		t.Error("$(rows) is not recorded as used")
	}
}

func TestSplitErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"a\nb $(nope)", `line 2: $(nope) is not defined: set it with :setvar nope "value"`},
		{"PRINT '\n\n$(nope)'", `line 3: $(nope) is not defined: set it with :setvar nope "value"`},
		{":setvar a 1\n:setvar a\nPRINT '$(a)'", `line 3: $(a) is not defined: set it with :setvar a "value"`},
		{"a\nGO 0", `line 2: "GO 0": GO takes one count of 1 or more`},
		{"a\nGO x", `line 2: "GO x": GO takes one count of 1 or more`},
		{"a\nGO $(n)", `line 2: $(n) is not defined: set it with :setvar n "value"`},
		{"a\nGO 1 2", `line 2: "GO 1 2": GO takes one count of 1 or more`},
		{"a\n'b\nGO\n", "line 2: the string that begins here is never closed"},
		{"/* /* */\n", "line 1: the comment that begins here is never closed"},
		{"\n:r other.sql", "line 2: the sqlcmd command :r is not supported (GO, :setvar and $(name) are)"},
		{":setvar x a b", ":setvar x: put a value with blanks or quotes in double quotes"},
	}
	for _, tt := range tests {
		_, err := Split(tt.text, nil)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %q", tt.text, err, tt.want)
		}
	}
}

func TestDecode(t *testing.T) {
	utf16 := func(bom string, swap bool) []byte {
		b := []byte(bom)
		for _, r := range "é1" {
			if swap {
				b = append(b, byte(r>>8), byte(r))
			} else {
				b = append(b, byte(r), byte(r>>8))
			}
		}
		return b
	}
	for name, raw := range map[string][]byte{
		"plain":    []byte("é1"),
		"utf-8":    []byte("\xEF\xBB\xBFé1"),
		"utf-16le": utf16("\xFF\xFE", false),
		"utf-16be": utf16("\xFE\xFF", true),
	} {
		if got, err := Decode(raw); err != nil || got != "é1" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for raw, want := range map[string]string{
		"a\nb\xE9c":  "line 2: byte 0xE9 is not UTF-8: save the file as UTF-8",
		"a\x00b\x00": "line 1 holds a zero byte: save the file as UTF-8, or as UTF-16 with a byte order mark",
		"\xFF\xFEa":  "the file is UTF-16 but its length of 3 bytes is odd",
	} {
		if _, err := Decode([]byte(raw)); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", raw, err, want)
		}
	}
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{"a\nGO 3\n:setvar x 1\n$(x)", "'/*[\"--", "GO", "$(", "/*/*", ":r\n\r\nGO;\n[]]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Split(text, map[string]string{"x": "1"})
		if err != nil {
			return
		}
		total := strings.Count(text, "\n") + 1
		for _, b := range s.Batches {
			if b.Line < 1 || b.Line > total || b.Count < 1 {
				t.Fatalf("batch %+v of a text with %d lines", b, total)
			}
			Tokens(b.Text)
		}
	})
}

// A loader's default for rows does not beat --rows, and is still a check of the line itself.
func TestSplitFixedVariable(t *testing.T) {
	for _, line := range []string{":setvar rows 4000000", ":SETVAR Rows 7", ":setvar rows"} {
		s, err := Split(line+"\nSELECT $(rows), $(other)", map[string]string{"rows": "10", "other": "x"}, "rows")
		if err != nil || len(s.Batches) != 1 || !strings.Contains(s.Batches[0].Text, "SELECT 10, x") || !s.Used["rows"] {
			t.Errorf("%s: %+v, %v", line, s, err)
		}
	}
	if _, err := Split(":setvar rows a b\nSELECT 1", map[string]string{"rows": "10"}, "rows"); err == nil {
		t.Error("a faulty :setvar line is accepted")
	}
}

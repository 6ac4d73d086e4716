package documented

import (
	"strings"

	"scanfrag/internal/script"
)

// words notes what the parser does not know or does not tell: virtual columns, which it refuses, and numbers of trace
// flags. It returns the text with virtual columns as plain names.
func (c *collector) words(text string) string {
	toks := script.Tokens(text)
	for i, t := range toks {
		switch {
		case t.Text == "%" && i+4 < len(toks) && toks[i+1].Text == "%" && toks[i+2].Word && toks[i+3].Text == "%" && toks[i+4].Text == "%":
			c.add(aColumn, "%%"+toks[i+2].Text+"%%", t.Line)
		case !t.Word || t.Quoted:
		case t.Text == "traceon" || t.Text == "querytraceon":
			c.flags(toks[i+1:])
		}
	}
	return virtual.ReplaceAllString(text, "  $1  ")
}

// flags notes the numbers that follow TRACEON ( or QUERYTRACEON. A flag in a variable is not known.
func (c *collector) flags(toks []script.Token) {
	for i, t := range toks {
		switch {
		case t.Text == "(" || t.Text == ",":
		case t.Text == "-": // -1: for all sessions
			return
		case t.Text[0] >= '0' && t.Text[0] <= '9':
			c.add(aFlag, t.Text, t.Line)
		case strings.HasPrefix(t.Text, "@") && i <= 1:
			c.add(aFlag, t.Text, t.Line)
		default:
			return
		}
	}
}

// everyWord notes each word of a text without a syntax tree: only names known to be undocumented will count.
func (c *collector) everyWord(text string) {
	toks := script.Tokens(text)
	for i, t := range toks {
		if !t.Word {
			continue
		}
		c.add(aWord, t.Text, t.Line)
		if t.Text == "dbcc" && !t.Quoted && i+1 < len(toks) {
			c.add(aCommand, toks[i+1].Text, t.Line)
		}
	}
}

package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Markdown prints tables as GitHub takes them. It is written here and not by the
// table library, which escapes neither | nor line ends.
func Markdown(w io.Writer, tables ...Table) error {
	var b bytes.Buffer
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		markdown(&b, t)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func markdown(b *bytes.Buffer, t Table) {
	if t.Title != "" {
		fmt.Fprintf(b, "## %s\n\n", escape(t.Title))
	}
	if len(t.Columns) > 0 {
		for _, c := range t.Columns {
			fmt.Fprintf(b, "| %s ", escape(c.Name))
		}
		b.WriteString("|\n")
		for _, c := range t.Columns {
			if c.Number {
				b.WriteString("| ---: ")
			} else {
				b.WriteString("| --- ")
			}
		}
		b.WriteString("|\n")
		for _, r := range t.Rows {
			for _, c := range r {
				fmt.Fprintf(b, "| %s ", escape(c))
			}
			b.WriteString("|\n")
		}
	}
	if len(t.Notes) > 0 {
		b.WriteByte('\n')
		for _, n := range t.Notes {
			fmt.Fprintf(b, "- %s\n", escape(n))
		}
	}
	for _, n := range t.Foot { // paragraphs: a list right after a list would be one
		fmt.Fprintf(b, "\n%s\n", escape(n))
	}
}

var markdownSpecial = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "~", `\~`, "[", `\[`)

func escape(s string) string { return markdownSpecial.Replace(clean(s)) }

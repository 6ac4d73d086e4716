package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Text prints tables for reading, in ASCII. The tables are rendered into memory
// first, because the table library swallows write errors.
func Text(w io.Writer, tables ...Table) error {
	var b bytes.Buffer
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		if err := text(&b, t); err != nil {
			return err
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func text(b *bytes.Buffer, t Table) error {
	if t.Title != "" {
		fmt.Fprintf(b, "%s\n", t.Title)
	}
	if len(t.Columns) > 0 {
		if err := grid(b, t); err != nil {
			return fmt.Errorf("render table: %w", err)
		}
	}
	for _, n := range t.Notes {
		fmt.Fprintf(b, "%s\n", n)
	}
	if len(t.Foot) > 0 {
		b.WriteByte('\n')
	}
	for _, n := range t.Foot {
		fmt.Fprintf(b, "%s\n", n)
	}
	return nil
}

func grid(b *bytes.Buffer, t Table) error {
	align := make([]tw.Align, len(t.Columns))
	head := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		align[i], head[i] = tw.AlignLeft, clean(c.Name)
		if c.Number {
			align[i] = tw.AlignRight
		}
	}
	var out bytes.Buffer
	table := tablewriter.NewTable(&out,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders: tw.Border{Left: tw.Off, Right: tw.Off, Top: tw.Off, Bottom: tw.Off},
			Symbols: tw.NewSymbols(tw.StyleASCII),
			Settings: tw.Settings{
				Separators: tw.Separators{BetweenColumns: tw.On, BetweenRows: tw.Off},
				Lines:      tw.Lines{ShowHeaderLine: tw.On},
			},
		})),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
	)
	table.Header(head...)
	for _, r := range t.Rows {
		row := make([]string, len(r))
		for i, c := range r {
			row[i] = clean(c)
		}
		if err := table.Append(row); err != nil {
			return err
		}
	}
	if err := table.Render(); err != nil {
		return err
	}
	for line := range strings.Lines(out.String()) {
		b.WriteString(strings.TrimRight(line, " \n"))
		b.WriteByte('\n')
	}
	return nil
}

// clean keeps a cell on one line.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			return ' '
		case r < ' ' || r == 0x7F:
			return -1
		}
		return r
	}, s)
}

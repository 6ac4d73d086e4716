package main

import (
	"database/sql"
	"io"

	"scanfrag/internal/report"
	"scanfrag/internal/script"
)

// tableRows is how many rows are laid out at a time; a longer result set is
// printed in several tables so that memory stays bounded.
const tableRows = 1000

// sqlText prints result sets as tables on standard output and messages, as
// sqlcmd words them, on standard error.
type sqlText struct {
	e     env
	quiet bool
	any   bool // a result set was printed before
	open  bool // table is not printed yet
	table report.Table
	types []string
	shown int
}

func (s *sqlText) begin(bool) error { return nil }

func (s *sqlText) message(m script.Message) {
	if !s.quiet || m.Severity > 10 {
		s.e.say("%s", m)
	}
}

func (s *sqlText) columns(cols []*sql.ColumnType) error {
	if err := s.print(); err != nil {
		return err
	}
	if s.any { // a blank line between result sets
		if _, err := io.WriteString(s.e.stdout, "\n"); err != nil {
			return err
		}
	}
	s.any, s.open, s.shown = true, true, 0
	s.table = report.Table{}
	s.types = s.types[:0]
	for _, c := range cols {
		typ := c.DatabaseTypeName()
		s.types = append(s.types, typ)
		s.table.Columns = append(s.table.Columns, report.Column{Name: c.Name(), Number: numeric[typ]})
	}
	return nil
}

var numeric = map[string]bool{"TINYINT": true, "SMALLINT": true, "INT": true, "BIGINT": true, "DECIMAL": true, "MONEY": true,
	"SMALLMONEY": true, "FLOAT": true, "REAL": true, "BIT": true}

func (s *sqlText) row(vals []any) error {
	cells := make([]string, len(vals))
	for i, v := range vals {
		cells[i] = "NULL"
		if v != nil {
			cells[i], _ = sqlValue(v, s.types[i])
		}
	}
	s.table.Rows = append(s.table.Rows, cells)
	if len(s.table.Rows) < tableRows {
		return nil
	}
	err := report.Text(s.e.stdout, s.table)
	s.shown += len(s.table.Rows)
	s.table.Rows = s.table.Rows[:0]
	return err
}

func (s *sqlText) affected(n int64) {
	if s.quiet {
		return
	}
	if err := s.print(); err != nil {
		return // seen again by flush
	}
	s.e.say("(%d row%s affected)", n, plural(n))
}

func plural(n int64) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// print puts out the table that is open, also when it has no rows.
func (s *sqlText) print() error {
	if !s.open {
		return nil
	}
	s.open = false
	if len(s.table.Rows) == 0 && s.shown > 0 {
		return nil
	}
	return report.Text(s.e.stdout, s.table)
}

func (s *sqlText) flush(bool) error { return s.print() }
func (s *sqlText) end() error       { return nil }

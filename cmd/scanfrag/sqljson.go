package main

import (
	"database/sql"
	"encoding/json"
	"io"
	"strings"

	"scanfrag/internal/script"
)

// sqlJSON writes {"batches": [...]}, one entry per batch; a batch that GO repeats
// is one entry, its last run. Entries are written as they are finished, and the
// document is closed whatever happens, so that it always parses.
type sqlJSON struct {
	e       env
	w       io.Writer
	quiet   bool
	started bool
	batch   jsonBatch
	types   []string
}

type jsonBatch struct {
	Results      []jsonResult  `json:"results"`
	Messages     []jsonMessage `json:"messages"`
	RowsAffected *int64        `json:"rows_affected"` // sum of the counts; null when none came
}

type jsonResult struct {
	Columns []jsonColumn        `json:"columns"`
	Rows    [][]json.RawMessage `json:"rows"`
}

type jsonColumn struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

type jsonMessage struct {
	Number   int32  `json:"number"`
	Severity uint8  `json:"severity"`
	Line     int32  `json:"line"`
	Text     string `json:"text"`
}

func (s *sqlJSON) begin() {
	s.batch = jsonBatch{Results: []jsonResult{}, Messages: []jsonMessage{}}
}

func (s *sqlJSON) message(m script.Message) {
	s.batch.Messages = append(s.batch.Messages, jsonMessage{m.Number, m.Severity, m.Line, m.Text})
	if m.Severity > 10 {
		s.e.say("%s", m)
	}
}

func (s *sqlJSON) columns(cols []*sql.ColumnType) error {
	r := jsonResult{Columns: []jsonColumn{}, Rows: [][]json.RawMessage{}}
	s.types = s.types[:0]
	for _, c := range cols {
		s.types = append(s.types, c.DatabaseTypeName())
		r.Columns = append(r.Columns, jsonColumn{c.Name(), strings.ToLower(c.DatabaseTypeName())})
	}
	s.batch.Results = append(s.batch.Results, r)
	return nil
}

func (s *sqlJSON) row(vals []any) error {
	row := make([]json.RawMessage, len(vals))
	for i, v := range vals {
		row[i] = sqlJSONValue(v, s.types[i])
	}
	r := &s.batch.Results[len(s.batch.Results)-1]
	r.Rows = append(r.Rows, row)
	return nil
}

func (s *sqlJSON) affected(n int64) {
	if s.batch.RowsAffected == nil {
		s.batch.RowsAffected = new(int64)
	}
	*s.batch.RowsAffected += n
}

// flush writes the entry after the last run of a batch.
func (s *sqlJSON) flush(last bool) error {
	if !last {
		return nil
	}
	head := ",\n"
	if !s.started {
		head = "{\"batches\": [\n"
		s.started = true
	}
	raw, err := json.Marshal(s.batch)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(s.w, head); err != nil {
		return err
	}
	_, err = s.w.Write(raw)
	return err
}

func (s *sqlJSON) end() error {
	if !s.started {
		_, err := io.WriteString(s.w, "{\"batches\": []}\n")
		return err
	}
	_, err := io.WriteString(s.w, "\n]}\n")
	return err
}

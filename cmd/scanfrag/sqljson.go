package main

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"scanfrag/internal/script"
)

// sqlJSON writes {"batches": [...]}, one entry per batch; a batch that GO repeats
// is one entry, its last run. Rows are written as they come, so that a result of any
// length takes no memory; only those of a repeated batch wait for its end, on disk when they are many. The
// document is closed whatever happens, so that it always parses.
type sqlJSON struct {
	e       env
	w       io.Writer
	started bool

	out      *bufio.Writer // of the entry being written
	run      *spool        // what out writes to, when another run may replace this one
	types    []string
	results  int
	rows     int    // of the open result; -1: none is open
	messages *spool // comma-separated
	said     int
	failed   error  // of keeping a message; told by flush
	counted  *int64 // sum of the counts; nil when none came
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

func (s *sqlJSON) begin(repeats bool) error {
	s.messages.close()
	s.results, s.rows, s.messages, s.said, s.counted = 0, -1, &spool{}, 0, nil
	var w io.Writer = s.w
	if repeats {
		s.run.close()
		s.run = &spool{}
		w = s.run
	} else if err := s.head(); err != nil {
		return err
	}
	s.out = bufio.NewWriterSize(w, 64<<10)
	_, err := s.out.WriteString(`{"results":[`)
	return err
}

// head goes before an entry.
func (s *sqlJSON) head() error {
	head := ",\n"
	if !s.started {
		head = "{\"batches\": [\n"
		s.started = true
	}
	_, err := io.WriteString(s.w, head)
	return err
}

func (s *sqlJSON) message(m script.Message) {
	if m.Severity > 10 {
		s.e.say("%s", m)
	}
	raw, err := json.Marshal(jsonMessage{m.Number, m.Severity, m.Line, m.Text})
	if err == nil && s.said > 0 {
		raw = append([]byte{','}, raw...)
	}
	s.said++
	if err == nil && s.failed == nil {
		_, err = s.messages.Write(raw)
	}
	if s.failed == nil {
		s.failed = err
	}
}

func (s *sqlJSON) columns(cols []*sql.ColumnType) error {
	list := []jsonColumn{}
	s.types = s.types[:0]
	for _, c := range cols {
		s.types = append(s.types, c.DatabaseTypeName())
		list = append(list, jsonColumn{c.Name(), strings.ToLower(c.DatabaseTypeName())})
	}
	raw, err := json.Marshal(list)
	if err != nil {
		return err
	}
	s.closeResult()
	if s.results > 0 {
		s.out.WriteByte(',')
	}
	s.results++
	s.rows = 0
	_, err = fmt.Fprintf(s.out, `{"columns":%s,"rows":[`, raw)
	return err
}

func (s *sqlJSON) closeResult() {
	if s.rows >= 0 {
		s.out.WriteString("]}") // a failure stays in the writer until its next flush
		s.rows = -1
	}
}

func (s *sqlJSON) row(vals []any) error {
	if s.rows > 0 {
		s.out.WriteByte(',')
	}
	s.rows++
	s.out.WriteByte('[')
	for i, v := range vals {
		if i > 0 {
			s.out.WriteByte(',')
		}
		s.out.Write(sqlJSONValue(v, s.types[i]))
	}
	return s.out.WriteByte(']')
}

func (s *sqlJSON) affected(n int64) {
	if s.counted == nil {
		s.counted = new(int64)
	}
	*s.counted += n
}

// flush ends the entry; that of a run which another follows is forgotten.
func (s *sqlJSON) flush(last bool) error {
	if !last {
		return nil
	}
	if s.failed != nil {
		return s.failed
	}
	s.closeResult()
	s.out.WriteString(`],"messages":[`)
	if err := s.messages.copyTo(s.out); err != nil {
		return err
	}
	count, err := json.Marshal(s.counted)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, `],"rows_affected":%s}`, count)
	if err := s.out.Flush(); err != nil || s.run == nil {
		return err
	}
	defer func() { s.run = nil }()
	if err := s.head(); err != nil {
		s.run.close()
		return err
	}
	return s.run.copyTo(s.w)
}

func (s *sqlJSON) end() error {
	s.run.close()
	s.messages.close()
	if !s.started {
		_, err := io.WriteString(s.w, "{\"batches\": []}\n")
		return err
	}
	_, err := io.WriteString(s.w, "\n]}\n")
	return err
}

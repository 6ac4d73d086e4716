package sysviews

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// The messages that the engine's source has, a line each: number, severity, text. A test writes the file.
//
//go:embed messages.txt
var messagesText string

type messageRow struct {
	id, severity int
	text         string
}

// messages is messages.txt, parsed when it is first asked for; a malformed line there is our own broken invariant.
var messages = sync.OnceValue(func() (list []messageRow) {
	for line := range strings.Lines(messagesText) {
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 3)
		id, err := strconv.Atoi(f[0])
		severity, serr := strconv.Atoi(f[1])
		if err != nil || serr != nil || len(f) < 3 {
			panic("sysviews: messages.txt: malformed line: " + line)
		}
		list = append(list, messageRow{id, severity, f[2]})
	}
	return list
})

func init() {
	view("sys", "messages", fields[messageRow](
		col("message_id", tInt, func(m messageRow) value { return num(m.id) }),
		always[messageRow](tSmall, num(1033), "language_id"),
		opt("severity", tTiny, func(m messageRow) value { return num(m.severity) }),
		zeros[messageRow]("is_event_logged"),
		col("text", sqltype.NVarCharOf(2048), func(m messageRow) value { return str(m.text) }),
	), func(_ *system.Call, _ []value, yield func(messageRow) bool) error {
		for _, m := range messages() {
			if !yield(m) {
				break
			}
		}
		return nil
	})
}

package server

import (
	"errors"
	"fmt"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

var (
	// errAttention is a sink's answer once attention has arrived.
	errAttention = errors.New("the client sent attention")
	// errClosing ends a connection after its last response was sent.
	errClosing = errors.New("the connection is closed by the server")
)

// Numbers of SQL Server's own messages sent here.
const (
	msgLoginFailed     = 18456
	msgIntegrated      = 18452
	msgCannotOpen      = 4060
	msgTooManySessions = 17809
	msgBadStream       = 4002
	msgBadRPC          = 8009
	msgTooManyParams   = 8003
	msgNoPrepared      = 8179
	msgNotSupported    = 40510 // "Statement '%s' is not supported in this version of SQL Server."
	msgShutdown        = 6005
	msgAssertion       = 3624
	msgInternal        = 8630 // "Internal Query Processor Error"
	msgNoDTC           = 8501
	msgTooLong         = 103
	msgBadSyntax       = 102
	msgBadBulk         = 4804 // bulk load, "premature end-of-message" and kin
	msgDatabaseContext = 5701
	msgLanguage        = 5703
)

// errorMessage is a message of the server's own, state 1, line 1.
func errorMessage(number int32, class uint8, format string, args ...any) tsql.Message {
	return tsql.Message{Number: number, State: 1, Class: class, Line: 1, Text: fmt.Sprintf(format, args...)}
}

// assertionFailed is what a client is told of a panic.
func assertionFailed(what string) tsql.Message {
	return errorMessage(msgAssertion, 20, "A system assertion check has failed in the server: %s", what)
}

// messageOf turns an error of a session into what the client is told. Errors of
// the engine and of types carry their number; anything else is ours and says so.
func messageOf(err error) tsql.Message {
	if e := engine.AsError(err); e != nil {
		return tsql.Message{Number: e.Number, State: e.State, Class: e.Class, Line: 1, Text: err.Error()}
	}
	var t *sqltype.Error
	if errors.As(err, &t) {
		return tsql.Message{Number: t.Number, State: t.State, Class: t.Class, Line: 1, Text: err.Error()}
	}
	return errorMessage(msgInternal, 16, "internal error: %v", err)
}

// message is m as sent, with the server's name.
func (s *Server) message(m tsql.Message) tds.Message {
	return tds.Message{Number: m.Number, State: m.State, Class: m.Class, Line: m.Line, Proc: m.Proc, Text: m.Text, Server: s.cfg.ServerName}
}

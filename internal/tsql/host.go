package tsql

import (
	"math/rand/v2"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/system"
)

// The session as system objects, expressions and statements see it.

// ID is the session's spid.
func (s *Session) ID() int { return s.opt.ID }

// Login, Host and App are what the client said of itself.
func (s *Session) Login() string { return s.opt.Login }

// Host is the client's host name.
func (s *Session) Host() string { return s.opt.Host }

// App is the client program's name.
func (s *Session) App() string { return s.opt.App }

// Server is the state shared with the other sessions.
func (s *Session) Server() *system.Server { return s.srv }

// Instance is the engine.
func (s *Session) Instance() *engine.Instance { return s.inst }

// Database is the current database.
func (s *Session) Database() *engine.Database { return s.db }

// Options are the SET options, by reference.
func (s *Session) Options() *system.Options { return &s.set }

// SchemaChanged makes cached plans stale.
func (s *Session) SchemaChanged() { s.srv.SchemaChanged() }

// LineFailed notes the line of the node whose compilation fails.
func (s *Session) LineFailed(line int32) {
	if s.failLine == 0 {
		s.failLine = line
	}
}

// StatementMemory is what a statement's hashes may keep in memory.
func (s *Session) StatementMemory() int64 { return s.opt.Memory }

// Now is the local time.
func (s *Session) Now() time.Time { return time.Now() }

// Rand is the next random number.
func (s *Session) Rand() float64 { return s.rng.Float64() }

// Seed restarts the sequence: one seed, one sequence, as RAND(seed) promises. The numbers are not SQL Server's.
func (s *Session) Seed(seed int32) float64 {
	s.rng = rand.New(rand.NewPCG(uint64(uint32(seed)), 0x9E3779B97F4A7C15))
	return s.rng.Float64()
}

// NewSequentialID is greater than every earlier one of the instance.
func (s *Session) NewSequentialID() [16]byte { return s.srv.NewSequentialID() }

// NewID is a random (version 4) GUID in storage order.
func (s *Session) NewID() (id [16]byte) {
	for i := 0; i < 16; i += 8 {
		u := s.rng.Uint64()
		for j := range 8 {
			id[i+j] = byte(u >> (8 * j))
		}
	}
	// The third group is little-endian in storage: its high byte carries the version.
	id[7] = id[7]&0x0F | 0x40
	id[8] = id[8]&0x3F | 0x80
	return id
}

// RowCount is @@ROWCOUNT.
func (s *Session) RowCount() int64 { return s.rowCount }

// LastError is @@ERROR.
func (s *Session) LastError() int32 { return s.lastError }

// Identity is @@IDENTITY.
func (s *Session) Identity() sqltype.Value { return numeric(s.identity.last, s.identity.hasLast) }

// ScopeIdentity is SCOPE_IDENTITY().
func (s *Session) ScopeIdentity() sqltype.Value {
	return numeric(s.identity.scope, s.identity.hasScope)
}

func numeric(i int64, ok bool) sqltype.Value {
	if !ok {
		return sqltype.NullOf(sqltype.Decimal)
	}
	return sqltype.DecimalValue(decimal.NewFromInt(i))
}

// Inserted notes an identity value given to a row.
func (s *Session) Inserted(v int64) {
	s.identity.given, s.identity.hasGiven = v, true
}

// IdentityInsert reports SET IDENTITY_INSERT t ON.
func (s *Session) IdentityInsert(t *engine.Table) bool {
	return s.idInsert != nil && s.idInsert.ID == t.ID && s.idInsert.Database() == t.Database()
}

// caughtError is the error a CATCH block handles.
type caughtError struct {
	info expr.ErrorInfo
	msg  Message
}

// Caught is the error of the innermost CATCH block.
func (s *Session) Caught() *expr.ErrorInfo {
	if len(s.caught) == 0 {
		return nil
	}
	return &s.caught[len(s.caught)-1].info
}

// Option reports a SET option expressions depend on.
func (s *Session) Option(name string) bool {
	switch name {
	case "CONCAT_NULL_YIELDS_NULL":
		return s.set.ConcatNull
	case "ANSI_WARNINGS":
		return s.set.AnsiWarnings
	case "ARITHABORT":
		return s.set.ArithAbort
	case "ANSI_NULLS":
		return s.set.AnsiNulls
	case "ANSI_PADDING":
		return s.set.AnsiPadding
	case "QUOTED_IDENTIFIER":
		return s.set.QuotedIdentifier
	}
	return false
}

// DateFirst is @@DATEFIRST.
func (s *Session) DateFirst() int { return s.set.DateFirst }

// DateFormat is SET DATEFORMAT.
func (s *Session) DateFormat() string { return s.set.DateFormat }

// Global answers @@variables that are not the expression package's own.
func (s *Session) Global(name string) (sqltype.Value, sqltype.Type, bool) {
	name = strings.ToUpper(name)
	switch name {
	case "@@SPID":
		return sqltype.IntOf(sqltype.SmallInt, int64(s.opt.ID)), sqltype.Of(sqltype.SmallInt), true
	case "@@NESTLEVEL":
		return sqltype.IntOf(sqltype.Int, int64(s.nest)), sqltype.Of(sqltype.Int), true
	case "@@FETCH_STATUS":
		return sqltype.IntOf(sqltype.Int, s.fetchStatus), sqltype.Of(sqltype.Int), true
	case "@@CURSOR_ROWS":
		return sqltype.IntOf(sqltype.Int, s.cursorRows), sqltype.Of(sqltype.Int), true
	case "@@LOCK_TIMEOUT":
		return sqltype.IntOf(sqltype.Int, s.set.LockTimeout), sqltype.Of(sqltype.Int), true
	case "@@TEXTSIZE":
		return sqltype.IntOf(sqltype.Int, s.set.TextSize), sqltype.Of(sqltype.Int), true
	case "@@LANGUAGE":
		return sqltype.StringOf(sqltype.NVarChar, s.set.Language), sqltype.NVarCharOf(128), true
	case "@@PROCID":
		id := int64(0)
		if f := s.call; f != nil && f.module != nil {
			id = int64(f.module.ID)
		}
		return sqltype.IntOf(sqltype.Int, id), sqltype.Of(sqltype.Int), true
	}
	f := system.FindFunc(name)
	if f == nil {
		return sqltype.Value{}, sqltype.Type{}, false
	}
	v, err := f.Run(s.systemCall(), nil)
	if err != nil {
		v = sqltype.NullOf(f.Type.Kind)
	}
	return v, f.Type, true
}

// MetaFunc answers metadata functions from the registry.
func (s *Session) MetaFunc(name string, args []sqltype.Value) (sqltype.Value, error) {
	f := system.FindFunc(name)
	if f == nil {
		return sqltype.Value{}, sqltype.Errorf(195, "'%s' is not a recognized built-in function name.", name)
	}
	return f.Run(s.systemCall(), args)
}

func (s *Session) systemCall() *system.Call {
	c := &system.Call{Session: s, Database: s.db}
	if f := s.call; f != nil {
		c.Ctx, c.Sink, c.Line = f.ctx, f.sink, f.line
	}
	return c
}

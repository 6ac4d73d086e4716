package expr

import (
	"sync"
	"time"

	"scanfrag/internal/sqltype"
)

// Env is what an expression is evaluated against. One Env serves one goroutine.
type Env struct {
	// Vars are the batch's variables by slot. Each value's Kind is its declared
	// type's, NULLs included.
	Vars []sqltype.Value
	// Rows are the current rows, one per table source of the query; which index
	// is which is the scope's affair, as is the use of Rec or Vals.
	Rows []Row
	// Aggs holds results of aggregates and window functions for the current
	// group or row, by index handed out by the scope.
	Aggs []sqltype.Value
	// Outer is the environment of the enclosing query in a correlated subquery.
	Outer *Env
	// Session answers for everything that outlives a statement.
	Session Session
	// Stmt holds what must stay the same during one statement. Workers of one
	// statement share it.
	Stmt *Stmt
	// Ext belongs to the caller.
	Ext any
}

// Row is one current row: the record's bytes, or decoded values, or both.
type Row struct {
	Rec  []byte
	Vals []sqltype.Value
	// Place is where the row's record lies, as %%physloc%% gives it: page number, file, slot from the lowest byte
	// on. Set only when it is asked for.
	Place uint64
	// Null marks the missing side of an outer join: all its columns are NULL.
	Null bool
}

// Stmt caches runtime constants: GETDATE() and each RAND() in the text are
// evaluated once per statement, as SQL Server does (NEWID() is not one of them).
// The zero value is ready; Reset before each statement.
type Stmt struct {
	mu    sync.Mutex
	now   time.Time
	rands map[any]sqltype.Value
}

// Reset forgets the previous statement's constants.
func (s *Stmt) Reset() {
	if s.now.IsZero() && s.rands == nil {
		return
	}
	s.now, s.rands = time.Time{}, nil
}

// Now is the statement's time, read from the session at first use.
func (s *Stmt) Now(sess Session) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now.IsZero() {
		s.now = sess.Now()
	}
	return s.now
}

func (s *Stmt) once(site any, f func() (sqltype.Value, error)) (sqltype.Value, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.rands[site]; ok {
		return v, nil
	}
	v, err := f()
	if err != nil {
		return v, err
	}
	if s.rands == nil {
		s.rands = map[any]sqltype.Value{}
	}
	s.rands[site] = v
	return v, nil
}

// Session is the state behind @@variables and niladic functions.
type Session interface {
	// Now is the local time with its zone; GETDATE and SYSUTCDATETIME come from it.
	Now() time.Time
	// Rand is the next number in [0,1); Seed restarts the sequence as RAND(seed)
	// does and returns its first number. NewID fills 16 random bytes.
	Rand() float64
	Seed(seed int32) float64
	NewID() [16]byte

	RowCount() int64
	TranCount() int
	XactState() int               // 1, 0, -1
	LastError() int32             // @@ERROR
	Identity() sqltype.Value      // @@IDENTITY, numeric(38,0) or NULL
	ScopeIdentity() sqltype.Value // numeric(38,0) or NULL
	Caught() *ErrorInfo           // the error a CATCH block handles, nil outside one
	Global(name string) (v sqltype.Value, t sqltype.Type, ok bool)
	// MetaFunc answers metadata functions (OBJECT_ID, DB_NAME, SERVERPROPERTY …);
	// name is upper case, args are as documented for the function, converted to
	// its parameter types.
	MetaFunc(name string, args []sqltype.Value) (sqltype.Value, error)
	// Option reports whether a SET option is on: "CONCAT_NULL_YIELDS_NULL",
	// "ANSI_WARNINGS", "ARITHABORT", "ANSI_NULLS"; upper case. It is asked only where a
	// NULL or an error makes it matter.
	Option(name string) bool
	// DateFirst is @@DATEFIRST (7 for us_english); DateFormat is "mdy", "dmy", "ymd" …
	DateFirst() int
	DateFormat() string
}

// SequentialIDs is an optional ability of a Session: the source of NEWSEQUENTIALID().
type SequentialIDs interface {
	// NewSequentialID is greater than every earlier one in uniqueidentifier order.
	NewSequentialID() [16]byte
}

// ErrorInfo is what ERROR_NUMBER() and its kin report.
type ErrorInfo struct {
	sqltype.Error
	Line int32
	Proc string // "" outside procedures: ERROR_PROCEDURE() is NULL
}

package system

// Isolation is a transaction isolation level, numbered as sys.dm_exec_sessions shows it.
type Isolation int

// The isolation levels.
const (
	ReadUncommitted Isolation = 1
	ReadCommitted   Isolation = 2
	RepeatableRead  Isolation = 3
	Serializable    Isolation = 4
	Snapshot        Isolation = 5
)

// Options are a session's SET options. The zero value is not the default: see DefaultOptions.
type Options struct {
	NoCount, XactAbort, ImplicitTransactions                bool
	AnsiNulls, AnsiWarnings, AnsiPadding, AnsiNullDfltOn    bool
	ArithAbort, ArithIgnore, ConcatNull, QuotedIdentifier   bool
	NumericRoundAbort, CursorCloseOnCommit, NoExec, FmtOnly bool
	ParseOnly, StatisticsIO, StatisticsTime, StatisticsXML  bool
	RowCount                                                int64 // SET ROWCOUNT; 0 = all
	TextSize                                                int64
	LockTimeout                                             int64 // ms; -1 waits for ever
	DateFirst                                               int
	DateFormat, Language                                    string
	DeadlockPriority                                        int
	Isolation                                               Isolation
	TraceFlags                                              []int // DBCC TRACEON of this session, in order; replaced, never changed in place
}

// DefaultOptions are those of a go-mssqldb, ODBC or SSMS connection.
func DefaultOptions() Options {
	return Options{
		AnsiNulls: true, AnsiWarnings: true, AnsiPadding: true, AnsiNullDfltOn: true,
		ArithAbort: true, ConcatNull: true, QuotedIdentifier: true,
		TextSize: 2147483647, LockTimeout: -1, DateFirst: 7, DateFormat: "mdy", Language: "us_english",
		Isolation: ReadCommitted,
	}
}

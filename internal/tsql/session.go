package tsql

import (
	"math/rand/v2"
	"strings"
	"time"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/system"
	_ "scanfrag/internal/tsql/sysviews" // the system surface
)

// Options fix what a session knows of its client.
type Options struct {
	Database string // initial database; "" is master
	Login    string
	Host     string
	App      string
	ID       int // session id (spid), from 51 up; 0: the lowest free one
	// Connection is what sys.dm_exec_connections tells of the client; its ID is made here.
	Connection Connection
	// Memory bounds what one statement's hashes keep in memory, in bytes; 0 is query.DefaultMemory.
	Memory int64
}

// Session is one connection's state: current database, SET options,
// transaction, temp tables. It is used by one goroutine at a time.
type Session struct {
	inst *engine.Instance
	srv  *system.Server
	opt  Options
	info *system.SessionInfo
	db   *engine.Database
	set  system.Options
	tran tran
	rng  *rand.Rand
	temp map[string]tempTable // by lower-case #name

	requests    uint64 // batches and calls from the client so far
	rowCount    int64
	lastError   int32
	identity    identityState
	idInsert    *engine.Table // SET IDENTITY_INSERT … ON
	caught      []*caughtError
	call        *frame // the innermost running frame
	failLine    int32  // see LineFailed
	nest        int
	working     int                           // statements under way: one, and those of functions it calls
	cursors     cursors                       // GLOBAL ones
	fetchStatus int64                         // @@FETCH_STATUS
	cursorRows  int64                         // @@CURSOR_ROWS
	tableVars   map[uint32]bool               // object ids in tempdb
	tableSeq    int                           // table variables made so far
	unchecked   bool                          // see Unchecked
	varTx       *engine.Txn                   // of the running statement, see tablevar.go
	varIdle     *engine.Txn                   // ended, kept for Restart
	routines    map[*engine.Module][]*routine // compiled and not running
	tempSeq     int                           // temp tables made so far
	texts       textCache
	compiling   map[*engine.Module]*engine.Table // what multi-statement functions being compiled return
}

// identityState is @@IDENTITY and SCOPE_IDENTITY(). What the running statement gives to its rows counts when it
// ends: INSERT child (parent) VALUES (SCOPE_IDENTITY()) takes the parent's value though child has an identity too.
type identityState struct {
	last, scope, given          int64
	hasLast, hasScope, hasGiven bool
}

// settleIdentity ends a statement that may have given identity values.
func (s *Session) settleIdentity() {
	if i := &s.identity; i.hasGiven {
		s.identity = identityState{last: i.given, scope: i.given, hasLast: true, hasScope: true}
	}
}

// enterScope begins a scope of SCOPE_IDENTITY(), a module's or a dynamic batch's; the function returned ends it.
func (s *Session) enterScope() (leave func()) {
	scope, has := s.identity.scope, s.identity.hasScope
	s.identity.hasScope = false
	return func() { s.identity.scope, s.identity.hasScope = scope, has }
}

// NewSession opens a session. An unknown database is error 4060, one that could not be opened 945.
func NewSession(inst *engine.Instance, opt Options) (*Session, error) {
	name := opt.Database
	if name == "" {
		name = "master"
	}
	db := inst.Database(name)
	if u := inst.Unopened(name); db == nil && u != nil {
		return nil, u.Refusal()
	}
	if db == nil {
		e := sqltype.Errorf(4060, "Cannot open database \"%s\" requested by the login. The login failed.", name)
		e.Class = 11
		return nil, e
	}
	inst.SetComputer(func(t *engine.Table, c *engine.Column) (func([]byte) (sqltype.Value, error), error) {
		return query.Computed(t.Columns, c)
	})
	s := &Session{inst: inst, srv: system.ServerOf(inst), opt: opt, db: db, set: system.DefaultOptions(), temp: map[string]tempTable{}}
	if s.opt.Memory <= 0 {
		s.opt.Memory = query.DefaultMemory
	}
	if s.opt.ID == 0 {
		s.opt.ID = s.srv.FreeID()
	}
	if err := s.mayUse(db); err != nil {
		return nil, err
	}
	s.rng = rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), uint64(s.opt.ID)))
	s.info = &system.SessionInfo{ID: s.opt.ID, Login: opt.Login, Host: opt.Host, App: opt.App, LoginTime: time.Now(), Connection: opt.Connection}
	s.info.Connection.ID = s.NewID()
	s.info.DatabaseID.Store(int64(db.ID()))
	s.srv.Attach(s.info)
	return s, nil
}

// Reset is sp_reset_connection: rolls back, drops temp tables, restores SET
// options and the initial database.
func (s *Session) Reset() error {
	err := s.rollbackAll()
	s.dropRoutines()
	s.cursors.close()
	s.dropTemps()
	s.set = system.DefaultOptions()
	s.rowCount, s.lastError, s.identity, s.idInsert = 0, 0, identityState{}, nil
	name := s.opt.Database
	if name == "" {
		name = "master"
	}
	if db := s.inst.Database(name); db != nil {
		s.use(db)
	}
	return err
}

// Close rolls back and releases everything.
func (s *Session) Close() error {
	err := s.rollbackAll()
	s.dropRoutines()
	s.cursors.close()
	s.dropTemps()
	s.srv.Detach(s.opt.ID)
	return err
}

func (s *Session) use(db *engine.Database) {
	s.db = db
	s.info.DatabaseID.Store(int64(db.ID()))
}

// tempTable is a temp table that was made, and perhaps dropped.
type tempTable struct {
	real string // its name in tempdb
	seq  int    // its number among all that the session made
}

// tempName is the name a temp table has in tempdb: unique to the session.
func (s *Session) tempName(name string) string {
	return s.temp[strings.ToLower(name)].real
}

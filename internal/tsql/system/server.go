package system

import (
	"net/netip"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"scanfrag/internal/engine"
)

// Server is the state shared by all sessions of one instance.
type Server struct {
	inst    *engine.Instance
	Started time.Time
	schema  atomic.Uint64
	Queries QueryStats
	Config  Config
	Trace   TraceFlags

	lastID atomic.Int64 // of NEWSEQUENTIALID

	mu       sync.Mutex
	sessions map[int]*SessionInfo
}

type serverKey struct{}

// ServerOf is the instance's server state, made on first use.
func ServerOf(inst *engine.Instance) *Server {
	return inst.Value(serverKey{}, func() any {
		s := &Server{inst: inst, Started: time.Now(), sessions: map[int]*SessionInfo{}, Config: Config{m: newSettings(inst)}}
		s.lastID.Store(firstID())
		return s
	}).(*Server)
}

// Instance is the engine behind the server.
func (s *Server) Instance() *engine.Instance { return s.inst }

// SchemaVersion changes with every DDL statement of any session; compiled plans compare it.
func (s *Server) SchemaVersion() uint64 { return s.schema.Load() }

// SchemaChanged advances the version.
func (s *Server) SchemaChanged() { s.schema.Add(1) }

// SessionInfo is what sys.dm_exec_sessions shows of a session. The counters are atomic,
// the other fields fixed or guarded by the session's own goroutine through Set.
type SessionInfo struct {
	ID               int
	Login, Host, App string
	LoginTime        time.Time
	Connection       Connection

	Reads, Writes, LogicalReads atomic.Int64 // pages
	CPU, Elapsed                atomic.Int64 // nanoseconds
	Rows                        atomic.Int64 // of the last statement
	TranCount                   atomic.Int64
	DatabaseID                  atomic.Int64
	Running                     atomic.Bool
	LastStart, LastEnd          atomic.Int64 // unix nanoseconds
	Batch                       atomic.Pointer[string]
}

// Connection is what is known of how a session's client is connected. Without a network all but ID is empty.
type Connection struct {
	ID            [16]byte
	Transport     string // "TCP"; "Shared memory" within the process
	Encrypted     bool
	Client, Local netip.AddrPort
	PacketSize    int
	Version       uint32 // of TDS
	Library       string // the client's
	ClientPID     uint32
}

// Attach lists a session; Detach removes it.
func (s *Server) Attach(i *SessionInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[i.ID] = i
}

// ConnectionOf is the connection of a session that is listed.
func (s *Server) ConnectionOf(id int) Connection {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := s.sessions[id]; i != nil {
		return i.Connection
	}
	return Connection{}
}

// Detach removes a session from the list.
func (s *Server) Detach(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.sessions, id)
}

// FreeID is the lowest session id from 51 up that no attached session has.
func (s *Server) FreeID() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := 51
	for s.sessions[id] != nil {
		id++
	}
	return id
}

// InUse reports that d is the current database of a session other than the one with id except.
func (s *Server) InUse(d *engine.Database, except int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, i := range s.sessions {
		if id != except && i.DatabaseID.Load() == int64(d.ID()) {
			return true
		}
	}
	return false
}

// Sessions lists the attached sessions by id.
func (s *Server) Sessions() []*SessionInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]*SessionInfo, 0, len(s.sessions))
	for _, i := range s.sessions {
		out = append(out, i)
	}
	sort.Slice(out, func(a, b int) bool { return out[a].ID < out[b].ID })
	return out
}

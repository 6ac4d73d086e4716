package system

import (
	"fmt"
	"sort"
	"strings"
	"sync"

	"scanfrag/internal/sqltype"
)

// Table is a virtual table (Params nil: a view) or a table-valued system function.
type Table struct {
	Schema  string // "sys", "dbo"; dbo ones are found without a schema too, like sysobjects
	Name    string
	OnlyIn  string // database that has it ("master" for spt_values); "" = every one
	Columns []Column
	// Params of a table function; an argument left out or DEFAULT takes its Default.
	Params []Param
	// Rows produces the rows in order until yield says stop. A row is valid during the call only,
	// and its values' kinds are the columns'. Args are converted to the parameters' types.
	// The error is *sqltype.Error, *engine.Error, or ctx's.
	Rows func(c *Call, args []sqltype.Value, yield func(row []sqltype.Value) bool) error
	// Uncorrelated says that a function takes no columns of rows to its left (error 413).
	Uncorrelated bool
	// Static says that the rows never change while the server runs: they may be read once and kept.
	Static bool
}

// Param is a parameter of a table function or procedure.
type Param struct {
	Name       string // with its @ for procedures
	Type       sqltype.Type
	Default    sqltype.Value
	HasDefault bool
	Output     bool
}

// Proc is a system procedure. It runs in the caller's transaction; result sets
// and messages go to Call.Sink. Args are in the order of Params, converted.
type Proc struct {
	Name   string // without schema: found in sys and dbo of every database
	Params []Param
	Run    func(c *Call, args []Arg) (status int32, err error)
}

// Arg is one argument of a procedure.
type Arg struct {
	Value sqltype.Value
	Given bool // false: the default
	// Out, when not nil, is where the caller wants the OUTPUT value.
	Out *sqltype.Value
}

// DBCC is one DBCC command. Args are literals as written (identifiers as
// nvarchar); with holds the WITH options in upper case.
type DBCC struct {
	Name string // upper case
	Run  func(c *Call, args []sqltype.Value, with []string) error
}

// Func is a metadata function (OBJECT_ID, SERVERPROPERTY …) or, with no
// parameters, a global variable (@@VERSION).
type Func struct {
	Name string // upper case; global variables with their @@
	Type sqltype.Type
	Run  func(c *Call, args []sqltype.Value) (sqltype.Value, error)
}

type registry[T any] struct {
	what string
	mu   sync.RWMutex
	m    map[string]*T
}

func (r *registry[T]) add(key string, v *T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key = strings.ToLower(key)
	if _, dup := r.m[key]; dup {
		panic(fmt.Sprintf("%s %s registered twice", r.what, key))
	}
	if r.m == nil {
		r.m = map[string]*T{}
	}
	r.m[key] = v
}

func (r *registry[T]) get(key string) *T {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.m[strings.ToLower(key)]
}

func (r *registry[T]) all() []*T {
	r.mu.RLock()
	defer r.mu.RUnlock()
	names := make([]string, 0, len(r.m))
	for n := range r.m {
		names = append(names, n)
	}
	sort.Strings(names)
	out := make([]*T, len(names))
	for i, n := range names {
		out[i] = r.m[n]
	}
	return out
}

var (
	tables = registry[Table]{what: "virtual table"}
	procs  = registry[Proc]{what: "procedure"}
	dbccs  = registry[DBCC]{what: "DBCC command"}
	funcs  = registry[Func]{what: "function"}
)

// RegisterTable adds a virtual table; a duplicate panics.
func RegisterTable(t *Table) { tables.add(t.Schema+"."+t.Name, t) }

// RegisterProc adds a procedure.
func RegisterProc(p *Proc) { procs.add(p.Name, p) }

// RegisterDBCC adds a DBCC command.
func RegisterDBCC(d *DBCC) { dbccs.add(d.Name, d) }

// RegisterFunc adds a metadata function or global variable.
func RegisterFunc(f *Func) { funcs.add(f.Name, f) }

// FindTable finds a virtual table visible in database db. Schema "" searches dbo
// only: sys views need their schema, as in SQL Server.
func FindTable(db, schema, name string) *Table {
	if schema == "" {
		schema = "dbo"
	}
	t := tables.get(schema + "." + name)
	if t != nil && t.OnlyIn != "" && !strings.EqualFold(t.OnlyIn, db) {
		return nil
	}
	return t
}

// FindProc finds a procedure by its base name; FindDBCC a command; FindFunc a function.
func FindProc(name string) *Proc { return procs.get(name) }

// FindDBCC finds a DBCC command.
func FindDBCC(name string) *DBCC { return dbccs.get(name) }

// FindFunc finds a metadata function or global variable.
func FindFunc(name string) *Func { return funcs.get(name) }

// Tables, Procs and DBCCs list what is registered, by name.
func Tables() []*Table { return tables.all() }

// Procs lists the procedures.
func Procs() []*Proc { return procs.all() }

// DBCCs lists the DBCC commands.
func DBCCs() []*DBCC { return dbccs.all() }

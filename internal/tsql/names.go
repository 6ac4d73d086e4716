package tsql

import (
	"context"
	"fmt"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/system"
)

// FindTable resolves a one- to three-part name. A name that begins with # is the
// session's temp table; ## ones are shared.
func (s *Session) FindTable(parts ...string) *engine.Table {
	if len(parts) == 0 || len(parts) > 3 {
		return nil
	}
	name := parts[len(parts)-1]
	if strings.HasPrefix(name, "#") {
		return s.findTemp(name)
	}
	if strings.HasPrefix(name, "@") && len(parts) == 1 {
		return s.findVariable(name)
	}
	db, schema, name := system.Locate(s.inst, s.db, parts)
	if db == nil {
		return nil
	}
	return db.Table(schema, name)
}

// noDatabase is the error for a database that is not there: 945 when it could not be opened, else 911.
func (s *Session) noDatabase(name string) error {
	if u := s.inst.Unopened(name); u != nil {
		return u.Refusal()
	}
	return errorf(911, 16, "Database '%s' does not exist. Make sure that the name is entered correctly.", name)
}

// mayUse is error 924 for a database that is another session's alone.
func (s *Session) mayUse(db *engine.Database) error {
	if v, _ := db.Config(engine.UserAccess); v == engine.SingleUser && s.srv.InUse(db, s.ID()) {
		return errorf(924, 14, "Database '%s' is already open and can only have one user at a time.", db.Name())
	}
	return nil
}

func (s *Session) findTemp(name string) *engine.Table {
	db := s.inst.Database("tempdb")
	if strings.HasPrefix(name, "##") {
		return db.Table("dbo", name)
	}
	if t := s.tempName(name); t != "" {
		return db.Table("dbo", t)
	}
	return nil
}

// Place is the database, schema and name under which CREATE TABLE makes a table. Temp tables go to tempdb under a
// name of their own per session, as in SQL Server.
func (s *Session) Place(parts []string) (db *engine.Database, schema, name string, err error) {
	db, schema, name = system.Locate(s.inst, s.db, parts)
	if len(parts) == 2 && parts[0] == tableVariables {
		return s.inst.Database("tempdb"), system.DefaultSchema, name, nil
	}
	if strings.HasPrefix(name, "#") {
		db, schema = s.inst.Database("tempdb"), system.DefaultSchema
		if !strings.HasPrefix(name, "##") {
			if len(name) > 116 {
				return nil, "", "", errorf(193, 15, "The object or column name starting with '%s' is too long. The maximum length is 116 characters.", name)
			}
			real := fmt.Sprintf("%s%s%012X", name, strings.Repeat("_", 116-len(name)), s.opt.ID)
			if s.findTemp(name) == nil {
				s.tempSeq++
				s.temp[strings.ToLower(name)] = tempTable{real, s.tempSeq}
			}
			name = real
		}
		return db, schema, name, nil
	}
	switch {
	case len(parts) > 3:
		return nil, "", "", errorf(117, 15, "The object name '%s' contains more than the maximum number of prefixes. The maximum is 2.", strings.Join(parts, "."))
	case db == nil:
		return nil, "", "", s.noDatabase(parts[0])
	}
	if sc := db.Schema(schema); sc != nil {
		schema = sc.Name // letters as in its creation; one that is missing is the engine's to refuse
	}
	return db, schema, name, nil
}

// dropInner drops the temp tables made after the one with number outer: those of a dynamic batch end with it. In a transaction
// that cannot go on they are left to its rollback.
func (f *frame) dropInner(outer int) {
	s := f.s
	for name, temp := range s.temp {
		if temp.seq <= outer || s.tran.doomed {
			continue
		}
		t := s.findTemp(name)
		if t == nil {
			continue
		}
		_, _ = f.atomically(func() (int64, error) { // one that cannot be dropped goes with the session
			tx, err := s.Txn()
			if err != nil {
				return 0, err
			}
			return 0, tx.DropTable(context.WithoutCancel(f.ctx), t)
		})
		s.SchemaChanged()
	}
}

// dropTemps drops the session's temp tables.
func (s *Session) dropTemps() {
	if len(s.temp) == 0 {
		return
	}
	db := s.inst.Database("tempdb")
	for _, temp := range s.temp {
		t := db.Table("dbo", temp.real)
		if t == nil {
			continue
		}
		tx := s.inst.Begin()
		if err := tx.DropTable(context.Background(), t); err != nil {
			tx.Rollback()
			continue
		}
		tx.Commit()
	}
	s.temp = map[string]tempTable{}
	s.SchemaChanged()
}

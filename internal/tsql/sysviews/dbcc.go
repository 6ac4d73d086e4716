package sysviews

import (
	"slices"
	"strconv"
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// msgDone ends every DBCC command unless NO_INFOMSGS was given.
const (
	msgDone  = 2528
	textDone = "DBCC execution completed. If DBCC printed error messages, contact your system administrator."
)

// dbccOptions are the WITH options, without underscores: the parser spells some of them out.
type dbccOptions []string

func (o dbccOptions) has(name string) bool {
	return slices.ContainsFunc(o, func(w string) bool { return strings.EqualFold(strings.ReplaceAll(w, "_", ""), name) })
}

func (o dbccOptions) quiet() bool { return o.has("NoInfoMsgs") || o.has("NoInfoMessages") }

// dbcc registers a command. Its last message is sent here.
func dbcc(name string, run func(c *system.Call, a args, with dbccOptions) error) {
	system.RegisterDBCC(&system.DBCC{Name: name, Run: func(c *system.Call, a []value, with []string) error {
		o := dbccOptions(with)
		if err := run(c, a, o); err != nil {
			return err
		}
		if o.quiet() {
			return nil
		}
		return c.Info(msgDone, textDone)
	}})
}

// intArg is argument i as a number: an integer, or text that is one.
func (a args) intArg(i int) (int64, bool) {
	v := a.at(i)
	switch {
	case v.Null:
		return 0, false
	case v.Kind.IsInt():
		return v.I, true
	case v.Kind == sqltype.Decimal:
		return v.D.IntPart(), true
	}
	n, err := strconv.ParseInt(strings.TrimSpace(v.S), 10, 64)
	return n, err == nil
}

func badDBCC(what string) error {
	return sqltype.Errorf(2526, "Incorrect DBCC statement. Check the documentation for the correct DBCC syntax and options. (%s)", what)
}

// dbccTable is the table that argument i names, or whose object id it is: error 2501.
func dbccTable(c *system.Call, a args, i int) (*engine.Table, error) {
	v := a.at(i)
	if id, ok := a.intArg(i); ok && !v.Kind.IsString() {
		if t := database(c).TableByID(uint32(id)); t != nil && id > 0 {
			return t, nil
		}
		return nil, sqltype.Errorf(2501, "Cannot find a table or object with the name \"%d\". Check the system catalog.", id)
	}
	o, ok := findObject(c, v.S)
	if !ok || o.table == nil || o.typ != "U" {
		return nil, sqltype.Errorf(2501, "Cannot find a table or object with the name \"%s\". Check the system catalog.", v.S)
	}
	return o.table, nil
}

// dbccIndex is the index of t that argument i names or numbers: error 7999.
func dbccIndex(t *engine.Table, a args, i int) (*engine.Index, error) {
	v := a.at(i)
	id, number := a.intArg(i)
	for _, ix := range t.Indexes {
		if number && !v.Kind.IsString() && int64(ix.ID) == id || v.Kind.IsString() && ix.ID > 0 && strings.EqualFold(ix.Name, v.S) {
			return ix, nil
		}
	}
	if number && id == 0 {
		return t.Indexes[0], nil
	}
	name := v.S
	if number {
		name = strconv.FormatInt(id, 10)
	}
	return nil, sqltype.Errorf(7999, "Could not find any index named '%s' for table '%s'.", name, t.Name)
}

// dbccDatabase is the database that argument i names or numbers, the current one without it
// and for 0: error 2560 or 911.
func dbccDatabase(c *system.Call, a args, i int) (*engine.Database, error) {
	v := a.at(i)
	if i >= len(a) || v.Null {
		return database(c), nil
	}
	if id, ok := a.intArg(i); ok && !v.Kind.IsString() {
		if id == 0 {
			return database(c), nil
		}
		if d := databaseByID(c, id); d != nil {
			return d, nil
		}
		return nil, sqltype.Errorf(2560, "Parameter %d is incorrect for this DBCC statement.", i+1)
	}
	if d := c.Session.Instance().Database(v.S); d != nil {
		return d, nil
	}
	if u := c.Session.Instance().Unopened(v.S); u != nil {
		return nil, u.Refusal()
	}
	return nil, sqltype.Errorf(911, "Database '%s' does not exist. Make sure that the name is entered correctly.", v.S)
}

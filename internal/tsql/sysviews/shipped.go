package sysviews

import (
	"strings"
	"sync"

	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/system"
)

// shipped are the system objects, the same in every database: those that are registered, then the names of SQL Server's
// catalog that stand for nothing here.
type shipped struct {
	list   []object // without database
	byID   map[int64]int
	byName map[string]int // schema.name in lower case
}

// shippedObjects is made when it is first asked for, when all has been registered.
var shippedObjects = sync.OnceValue(func() *shipped {
	s := &shipped{byID: map[int64]int{}, byName: map[string]int{}}
	for _, v := range system.Tables() {
		if v.OnlyIn != "" || v.Schema == "dbo" && system.FindTable("", "sys", v.Name) != nil {
			continue
		}
		o := viewObject(nil, v)
		if t := system.CatalogType(v.Schema, v.Name); t != "" {
			o.typ = t
		}
		s.add(o)
	}
	for _, p := range system.Procs() {
		o := object{schema: "sys", name: p.Name, typ: "P", proc: p}
		if t := system.CatalogType("sys", p.Name); t != "" {
			o.typ = t
		}
		s.add(o)
	}
	columns := documentedColumns()
	for _, n := range system.Catalog() {
		key := strings.ToLower(n.Schema + "." + n.Name)
		if _, here := s.byName[key]; !here {
			s.add(object{schema: n.Schema, name: n.Name, typ: n.Type, columns: columns[key]})
		}
		delete(columns, key)
	}
	for name := range columns {
		panic("sysviews: documentedcolumns.txt: " + name + " is not in the catalog")
	}
	return s
})

func (s *shipped) add(o object) {
	for o.id = systemID(o.schema, o.name); ; o.id-- {
		if _, taken := s.byID[o.id]; !taken {
			break
		}
	}
	s.byID[o.id], s.byName[strings.ToLower(o.schema+"."+o.name)] = len(s.list), len(s.list)
	s.list = append(s.list, o)
}

func (s *shipped) at(d *engine.Database, i int) object {
	o := s.list[i]
	o.db = d
	return o
}

// named finds an object by its name. Procedures and the views of SQL Server 2000 are found without a schema too.
func (s *shipped) named(d *engine.Database, schema, name string, short bool) (object, bool) {
	i, ok := s.byName[strings.ToLower(schema+"."+name)]
	if !ok && short {
		i, ok = s.byName[strings.ToLower("sys."+name)]
		ok = ok && (s.list[i].procedure() || system.CatalogType("", name) != "")
	}
	if !ok {
		return object{}, false
	}
	return s.at(d, i), true
}

// procedure reports what EXECUTE takes.
func (o *object) procedure() bool { return o.typ == "P" || o.typ == "X" || o.typ == "PC" }

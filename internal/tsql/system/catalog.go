package system

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed catalog.txt
var catalogText string

// CatalogName is a system object of SQL Server's catalog. Most are names alone: what this engine has of them is registered.
type CatalogName struct {
	Schema, Name string
	Type         string // as in sys.all_objects
}

// catalog is catalog.txt, parsed when it is first asked for; a malformed line there is our own broken invariant.
var catalog = sync.OnceValues(func() (list []CatalogName, byName map[string]string) {
	byName = map[string]string{}
	schema, typ := "sys", ""
	for line := range strings.Lines(catalogText) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if head, ok := strings.CutPrefix(line, "["); ok {
			typ, schema, _ = strings.Cut(strings.TrimSuffix(head, "]"), " ")
			if schema == "" {
				schema = "sys"
			}
			continue
		}
		for _, name := range strings.Fields(line) {
			key := strings.ToLower(schema + "." + name)
			if byName[key] != "" || typ == "" {
				panic("system: catalog.txt: " + key + " stands twice, or before a section")
			}
			byName[key] = typ
			list = append(list, CatalogName{schema, name, typ})
		}
	}
	return list, byName
})

// Catalog lists the system objects that SQL Server's catalog names.
func Catalog() []CatalogName {
	list, _ := catalog()
	return list
}

// CatalogType is the type of the system object with that name in SQL Server's catalog; "" when there is none. Without a
// schema, and in dbo, the views of SQL Server 2000 are found: sysobjects.
func CatalogType(schema, name string) string {
	_, byName := catalog()
	if schema == "" || strings.EqualFold(schema, "dbo") {
		if lower := strings.ToLower(name); !strings.HasPrefix(lower, "sys") || strings.HasPrefix(lower, "system_") {
			return ""
		}
		if typ := byName[strings.ToLower("sys."+name)]; typ == "V" {
			return typ
		}
		return ""
	}
	return byName[strings.ToLower(schema+"."+name)]
}

// IsProcedure reports that EXECUTE takes the system object sys.name.
func IsProcedure(name string) bool {
	switch CatalogType("sys", name) {
	case "P", "X", "PC":
		return true
	}
	return false
}

package ddl

import (
	"strings"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// moduleKinds are the names of kinds of modules in texts of errors, and their word in DROP.
var moduleKinds = map[string][2]string{
	engine.Procedure: {"procedure", "PROCEDURE"}, engine.ScalarFunction: {"function", "FUNCTION"}, engine.View: {"view", "VIEW"},
	engine.InlineFunction: {"table valued function", "FUNCTION"}, engine.TableFunction: {"table valued function", "FUNCTION"},
	engine.Synonym: {"synonym", "SYNONYM"},
}

// KindWord is the word in DROP of a kind of module, "" of a type.
func KindWord(kind string) string { return moduleKinds[kind][1] }

// kindOf is the kind of the object that has a name: both empty when there is none.
func kindOf(h Host, parts []string) (noun, word string) {
	db, schema, name := system.Locate(h.Instance(), h.Database(), parts)
	if db == nil {
		return "", ""
	}
	if m := db.Module(schema, name); m != nil {
		k := moduleKinds[m.Kind]
		return k[0], k[1]
	}
	switch {
	case db.Table(schema, name) != nil:
		return "table", "TABLE"
	case db.Sequence(schema, name) != nil:
		return "sequence", "SEQUENCE"
	}
	return "", ""
}

// OtherKind is error 3705 for an object that DROP word names and does not drop; nil when there is no object of the name.
func OtherKind(h Host, word string, parts []string) error {
	noun, other := kindOf(h, parts)
	if other == "" || other == word {
		return nil
	}
	name := strings.Join(parts, ".")
	return sqltype.Errorf(3705, "Cannot use DROP %s with '%s' because '%s' is a %s. Use DROP %s.", word, name, name, noun, other)
}

// notTable is the error for an object that is no table where one is wanted, by the error for one that is missing there: 4902
// ALTER TABLE, 4701 TRUNCATE TABLE, 1088 CREATE INDEX.
func notTable(missing int32, name string) error {
	switch missing {
	case 4902:
		return sqltype.Errorf(4909, "Cannot alter '%s' because it is not a table.", name)
	case 4701:
		return sqltype.Errorf(4708, "Could not truncate object '%s' because it is not a table.", name)
	}
	return sqltype.Errorf(1914, "Index cannot be created on object '%s' because the object is not a user table or view.", name)
}

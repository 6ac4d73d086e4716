package sysviews

import (
	_ "embed"
	"strconv"
	"strings"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

//go:embed documentedcolumns.txt
var documentedColumnsText string

// documentedColumns are the columns of documentedcolumns.txt by schema.view in lower case. Whether they take NULLs is not known. A
// malformed entry there is our own broken invariant.
func documentedColumns() map[string][]system.Column {
	shared := map[string][]system.Column{"@object": columnsIn(objectFields()), "@column": columnsIn(columnFields())}
	out := map[string][]system.Column{}
	name := ""
	for line := range strings.Lines(documentedColumnsText) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			name = ""
		case words[0] == "#":
		case name == "":
			name = strings.ToLower(words[0])
		default:
			for i := 0; i < len(words); i++ {
				if all := shared[words[i]]; all != nil {
					out[name] = append(out[name], all...)
					continue
				}
				out[name] = append(out[name], system.Column{Name: words[i], Type: typeNamed(words[i+1])})
				i++
			}
		}
	}
	return out
}

func columnsIn[T any](fs []field[T]) (out []system.Column) {
	for _, f := range fs {
		out = append(out, system.Column{Name: f.name, Type: f.typ})
	}
	return out
}

// typeNamed is a type as a declaration has it.
func typeNamed(s string) sqltype.Type {
	name, list, _ := strings.Cut(strings.TrimSuffix(s, ")"), "(")
	var args []int
	for a := range strings.SplitSeq(list, ",") {
		switch n, err := strconv.Atoi(a); {
		case a == "":
		case a == "max":
			args = append(args, sqltype.MaxArg)
		case err != nil:
			panic("sysviews: documentedcolumns.txt: type " + s)
		default:
			args = append(args, n)
		}
	}
	t, err := sqltype.FromName(name, args...)
	if err != nil {
		panic("sysviews: documentedcolumns.txt: " + err.Error())
	}
	return t
}

package sysviews_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"scanfrag/internal/sqltype"
)

var update = flag.Bool("update", false, "rewrite messages.txt")

// messages.txt has the messages of the source: most, so that a new one need not be written there at once.
func TestMessages(t *testing.T) {
	found := map[int]string{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if id, severity, text := message(n); id > 0 && id < 40000 && id != 8630 && found[id] == "" {
				found[id] = fmt.Sprintf("%d %d %s", id, severity, text)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	ids := slices.Sorted(maps.Keys(found))
	if *update {
		var b strings.Builder
		for _, id := range ids {
			b.WriteString(found[id] + "\n")
		}
		if err := os.WriteFile("messages.txt", []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile("messages.txt")
	if err != nil {
		t.Fatal(err)
	}
	have := strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n")
	missing := 0
	for _, id := range ids {
		if !slices.Contains(have, found[id]) {
			missing++
		}
	}
	if len(ids) < 300 || missing > len(ids)/3 {
		t.Errorf("%d of the source's %d messages are not in messages.txt: go test -run TestMessages -update ./internal/tsql/sysviews writes it", missing, len(ids))
	}
}

var verb = regexp.MustCompile(`%[-+# 0-9.*]*[a-zA-Z]`)

// message reads a call of Errorf(number, text …) or errorf(number, severity, text …), or a literal with the fields Number and Text.
func message(n ast.Node) (id, severity int, text string) {
	severity = 16
	set := func(e ast.Expr) {
		if c, ok := e.(*ast.CallExpr); ok && len(c.Args) > 0 { // fmt.Sprintf
			e = c.Args[0]
		}
		if b, ok := e.(*ast.BasicLit); ok && b.Kind == token.STRING {
			text, _ = strconv.Unquote(b.Value)
		}
	}
	number := func(e ast.Expr) (n int) {
		if b, ok := e.(*ast.BasicLit); ok && b.Kind == token.INT {
			n, _ = strconv.Atoi(b.Value)
		}
		return n
	}
	switch n := n.(type) {
	case *ast.CallExpr:
		name := ""
		switch f := n.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			name = f.Sel.Name
		}
		if !strings.EqualFold(name, "errorf") || len(n.Args) < 2 {
			return 0, 0, ""
		}
		id = number(n.Args[0])
		if class := number(n.Args[1]); class > 0 && len(n.Args) > 2 {
			severity = class
			set(n.Args[2])
		} else {
			severity = int(sqltype.Errorf(int32(id), "").Class)
			set(n.Args[1])
		}
	case *ast.CompositeLit:
		for _, e := range n.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			switch key, _ := kv.Key.(*ast.Ident); {
			case key == nil:
			case key.Name == "Number":
				id = number(kv.Value)
			case key.Name == "Class":
				severity = number(kv.Value)
			case key.Name == "Text":
				set(kv.Value)
			}
		}
	}
	if text == "" || strings.Contains(text, "\n") {
		return 0, 0, ""
	}
	text = verb.ReplaceAllStringFunc(text, func(v string) string {
		if strings.HasSuffix(v, "d") {
			return "%d"
		}
		return "%.*ls"
	})
	return id, severity, text
}

package loaders_test

import (
	"os"
	"strings"
	"testing"

	. "scanfrag/loaders" // the README's code is a file of that package
)

// The loader in Go that the README shows, as it stands there but for the name of its init: it may be registered
// from a copy of the README's.

func register() { Register(ordered{}) }

type ordered struct{}

func (ordered) Name() string  { return "ordered" }
func (ordered) About() string { return "Full pages in the order of the key: the fastest there is." }
func (ordered) TSQL(rows int64) (string, error) {
	return `
CREATE TABLE dbo.test (c1 int NOT NULL PRIMARY KEY, c2 char(1000) NOT NULL);
INSERT dbo.test (c1, c2)
SELECT TOP ($(rows)) ROW_NUMBER() OVER (ORDER BY (SELECT NULL)), 'x'
FROM sys.all_objects AS a CROSS JOIN sys.all_objects AS b;`, nil
}

func TestReadmeLoader(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(readme), "    package loaders\n")
	shown, _, found := strings.Cut(shown, "\nOptional methods:")
	if !found {
		t.Fatal("README.md shows no loader in Go")
	}
	here, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSpace(strings.ReplaceAll(shown, "\n    ", "\n"))
	if !strings.Contains(string(here), strings.Replace(want, "func init()", "func register()", 1)) {
		t.Errorf("the README shows another loader:\n%s", want)
	}
	if !Taken("ordered") {
		register()
	}
	if ls, err := Find("ordered"); err != nil || len(ls) != 1 || ls[0].About() != (ordered{}).About() {
		t.Errorf("found %v, %v", ls, err)
	}
}

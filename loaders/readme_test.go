package loaders

import (
	"os"
	"strings"
	"testing"
)

// The loader in Go that the README shows, as it stands there.

func init() { Register(mine{}) }

type mine struct{}

func (mine) Name() string                    { return "mine" }
func (mine) About() string                   { return "One sentence: the layout, and why a scan of it is slow." }
func (mine) TSQL(rows int64) (string, error) { return "CREATE TABLE dbo.test ...; -- $(rows)", nil }

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
	if want := strings.TrimSpace(strings.ReplaceAll(shown, "\n    ", "\n")); !strings.Contains(string(here), want) {
		t.Errorf("the README shows another loader:\n%s", want)
	}
	if ls, err := Find("mine"); err != nil || len(ls) != 1 || ls[0] != (mine{}) {
		t.Errorf("found %v, %v", ls, err)
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"scanfrag/internal/report"
	"scanfrag/loaders"
)

func loadersCommand(fs *pflag.FlagSet) action {
	rows := fs.Int64("rows", loaders.PublishedRows, "rows in the script that show prints")
	return func(ctx context.Context, e env, args []string) error {
		if len(args) == 0 {
			args = []string{"list"}
		}
		switch {
		case args[0] == "list" && len(args) == 1:
			return listLoaders(e)
		case args[0] == "show" && len(args) == 2:
			return showLoader(e, args[1], *rows)
		case args[0] == "new" && len(args) == 2:
			return newLoader(e, args[1])
		case args[0] == "show" || args[0] == "new":
			return usageError(fmt.Errorf("loaders %s needs one name", args[0]))
		}
		return usageError(fmt.Errorf("loaders does not know %q%s", args[0], suggestion(args[0], []string{"list", "show", "new"})))
	}
}

func listLoaders(e env) error {
	t := report.Table{Columns: []report.Column{{Name: "loader"}, {Name: "by default"}, {Name: "good twin"}, {Name: "theory"}}}
	for _, name := range loaders.Names() {
		l, _ := loaders.Lookup(name)
		byDefault, twin := "-", "-"
		if slices.Contains(loaders.Default(), name) {
			byDefault = "yes"
		}
		if tw, ok := loaders.TwinOf(l); ok {
			twin = tw.Name()
		}
		t.Add(name, byDefault, twin, l.About())
	}
	return report.Text(e.stdout, t)
}

func showLoader(e env, name string, rows int64) error {
	found, err := loaders.Find(name)
	if err != nil {
		return usageError(err)
	}
	if rows < 1 {
		return usageError(fmt.Errorf("--rows %d: at least 1 is needed", rows))
	}
	for _, l := range found {
		text, err := l.TSQL(rows)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(e.stdout, "-- name: %s\n-- about: %s\n-- sqlcmd: :setvar sets what $(rows) stands for; scanfrag's --rows does\n%s\n", l.Name(), l.About(), strings.TrimSuffix(settable(text, rows), "\n")); err != nil {
			return err
		}
	}
	return nil
}

// settable gives a script its own :setvar, so that sqlcmd and SSMS run it as it
// stands.
func settable(text string, rows int64) string {
	if !strings.Contains(text, "$(rows)") {
		return text
	}
	return fmt.Sprintf(":setvar rows %d\n%s", rows, text)
}

const newText = `-- name: %s
-- author:
-- about: %s
--
-- The script runs in an empty database of its own. It must leave dbo.test behind:
--   the first column an int or bigint with every value 1 to $(rows) exactly once,
--   all columns of fixed-length types, 980 to 1020 bytes in all, no NULL,
--   $(rows) rows, page density above 50 %%, no undocumented feature.
-- GO, GO n, :setvar and $(name) are understood; $(rows) is what --rows says.
-- Try it:   scanfrag validate --rows 20000 --loader %s
-- Rank it:  scanfrag run --loader baseline --loader %s

SET NOCOUNT ON;
CREATE TABLE dbo.test (
    c1 int NOT NULL,
    c2 int NOT NULL,
    c3 char(1000) NOT NULL DEFAULT ' '
);
CREATE CLUSTERED INDEX cx_test ON dbo.test (c2);
GO

SET NOCOUNT ON;
DECLARE @i int = 1, @n int = $(rows);
BEGIN TRANSACTION;
WHILE @i <= @n
BEGIN
    -- change the order of the keys here: this one is ascending, the best there is
    INSERT INTO dbo.test (c1, c2) VALUES (@i, @i);
    IF @i %% 100000 = 0
    BEGIN
        COMMIT TRANSACTION;
        BEGIN TRANSACTION;
    END;
    SET @i += 1;
END;
COMMIT TRANSACTION;
`

func newLoader(e env, name string) error {
	name = strings.TrimSuffix(name, ".sql")
	if name == "" || strings.ContainsAny(name, "/\\\n'\"") {
		return usageError(fmt.Errorf("%q is not a name for a loader: a plain word is wanted", name))
	}
	if loaders.Taken(name) {
		return usageError(fmt.Errorf("%s is a built-in loader: choose another name", name))
	}
	path := name + ".sql"
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists already and is left alone", path)
	}
	if err != nil {
		return fmt.Errorf("write a new loader: %w", err)
	}
	_, err = fmt.Fprintf(f, newText, name, loaders.AboutPlaceholder, path, path)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	_, err = fmt.Fprintln(e.stdout, path)
	return err
}

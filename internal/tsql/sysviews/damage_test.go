package sysviews_test

import (
	"strings"
	"testing"

	"scanfrag/internal/page"
)

// A damaged chain is reported page by page, counted, and does not end the batch.
func TestCheckDBReportsDamage(t *testing.T) {
	e := open(t)
	e.run("CREATE TABLE t (a int NOT NULL, b char(4000) NOT NULL DEFAULT '') CREATE CLUSTERED INDEX cix ON t (a)")
	e.run("DECLARE @i int = 0 WHILE @i < 20 BEGIN INSERT t (a) VALUES (@i) SET @i += 1 END")
	d := e.inst.Database("d")
	var leaf page.ID
	d.Store().Resident(func(id page.ID, _ bool) {
		ref, err := d.Store().Get(id, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer ref.Release()
		if p := ref.Page; p.Type() == page.TypeData && p.IndexID() == 1 && p.Next() != 0 && p.Prev() != 0 {
			leaf = id
		}
	})
	if leaf == 0 {
		t.Fatal("no leaf page in the pool")
	}
	change := func(next func(page.ID) page.ID) {
		ref, err := d.Store().Get(leaf, nil)
		if err != nil {
			t.Fatal(err)
		}
		ref.Dirty()
		ref.Page.SetNext(next(ref.Page.Next()))
		ref.Release()
	}
	var was page.ID
	change(func(n page.ID) page.ID { was = n; return leaf })
	a := e.try("DBCC CHECKDB DBCC CHECKTABLE ('t') SELECT 1 AS one")
	text := a.text()
	found := 0
	for _, m := range a.messages {
		if m.Class == 16 {
			found++
			if m.Number != 8936 || !strings.Contains(m.Text, " (type In-row data). B-tree chain linkage mismatch. "+leaf.String()+"->next = "+leaf.String()+", but ") {
				t.Errorf("finding %q", m.Text)
			}
		}
	}
	if found == 0 || len(a.sets) != 1 || !strings.Contains(text, "CHECKDB found 0 allocation errors and ") ||
		strings.Contains(text, "CHECKDB found 0 allocation errors and 0 ") || !strings.Contains(text, "CHECKTABLE found 0 allocation errors and ") {
		t.Errorf("got\n%s", text)
	}
	change(func(page.ID) page.ID { return was })
	e.want("DBCC CHECKDB WITH NO_INFOMSGS", "")
}

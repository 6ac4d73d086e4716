package btree

import (
	"slices"
	"testing"

	"scanfrag/internal/page"
)

func TestDirection(t *testing.T) {
	for _, c := range []struct {
		name                string
		hints               []page.ID
		leaf, before, after page.ID
		down, ok            bool
	}{
		{"from the leaf before", []page.ID{7, 0, 9}, 10, 9, 11, false, true},
		{"from the leaf after", []page.ID{7, 11, 0}, 10, 9, 11, true, true},
		{"from afar", []page.ID{7, 12, 3}, 10, 9, 11, false, false},
		{"from both", []page.ID{11, 9}, 10, 9, 11, true, false},
		{"nothing known", []page.ID{0, 0}, 10, 0, 0, false, false},
		{"first of its parent", []page.ID{11}, 10, 0, 11, true, true},
		{"last of its parent", []page.ID{0, 9}, 10, 9, 0, false, true},
	} {
		hs := make([]hint, len(c.hints))
		for i, id := range c.hints {
			hs[i].leaf = id
		}
		down, ok := direction(hs, c.leaf, c.before, c.after)
		if ok != c.ok || ok && down != c.down {
			t.Errorf("%s: down %v, ok %v", c.name, down, ok)
		}
	}
}

// TestCourses_step follows descents to leaves past a course that knows 101…110.
func TestCourses_step(t *testing.T) {
	for _, c := range []struct {
		name    string
		leaves  []page.ID
		at      page.ID // of the course afterwards; a leaf that is not its next one leaves it where it was
		left    int     // leaves it knows after at
		matched []bool
	}{
		{"one by one", []page.ID{101, 102, 103}, 103, 7, []bool{true, true, true}},
		{"one left out", []page.ID{102, 104}, 104, 6, []bool{true, true}},
		{"two left out", []page.ID{103}, 100, 10, []bool{false}},
		{"random leaves between", []page.ID{101, 500, 3, 102}, 102, 8, []bool{true, false, false, true}},
		{"backwards", []page.ID{99}, 100, 10, []bool{false}},
		{"to the end and beyond", []page.ID{102, 104, 106, 108, 110, 111}, 110, 0, []bool{true, true, true, true, true, false}},
	} {
		var cs courses
		k := cs.start(100, false)
		for id := page.ID(101); id <= 110; id++ {
			k.ahead = append(k.ahead, id)
		}
		for i, leaf := range c.leaves {
			if got := cs.step(leaf) == k; got != c.matched[i] {
				t.Errorf("%s: step to %d: %v", c.name, leaf, got)
			}
		}
		if k.at != c.at || len(k.ahead) != c.left {
			t.Errorf("%s: at %d with %d leaves ahead, want %d and %d", c.name, k.at, len(k.ahead), c.at, c.left)
		}
	}
}

// TestCourse_due walks over leaves 1, 2, 3 …: what is read when.
func TestCourse_due(t *testing.T) {
	var cs courses
	c := cs.start(1, false)
	for id := page.ID(2); id <= 200; id++ {
		c.ahead = append(c.ahead, id)
	}
	if cs.live(c) {
		t.Error("a course that has not moved on is read ahead")
	}
	type read struct{ at, from, to page.ID }
	var got []read
	for leaf := page.ID(2); leaf <= 60; leaf++ {
		if cs.step(leaf) != c {
			t.Fatalf("leaf %d is not the course's next", leaf)
		}
		if c.due(32) {
			ids := c.issue(nil)
			got = append(got, read{leaf, ids[0], ids[len(ids)-1]})
		}
	}
	want := []read{
		{2, 3, 10},   // the limit is 8
		{6, 11, 22},  // 16
		{14, 23, 46}, // 32
		{30, 47, 62}, // 32 at most
		{46, 63, 78},
	}
	if !slices.Equal(got, want) {
		t.Errorf("reads %v, want %v", got, want)
	}
}

// TestCourses_start replaces the course that moved longest ago, and idle ones are not read ahead.
func TestCourses_start(t *testing.T) {
	var cs courses
	for i := range page.ID(maxCourses) {
		c := cs.start(100*(i+1), false)
		c.ahead = append(c.ahead, 100*(i+1)+1)
		if cs.step(100*(i+1)+1) != c {
			t.Fatal("no step")
		}
		c.due(lastLimit)
	}
	if cs.step(101) != nil {
		t.Error("a leaf passed is ahead again")
	}
	for range idleSteps - maxCourses {
		cs.step(5)
	}
	live := 0
	for i := range cs.list {
		if cs.live(&cs.list[i]) {
			live++
		}
	}
	if live != maxCourses-1 {
		t.Errorf("%d courses live, want %d", live, maxCourses-1)
	}
	if c := cs.start(900, true); c != &cs.list[0] || !c.down || len(c.ahead)+len(c.parents.ids) != 0 {
		t.Errorf("course %+v at %d", *c, slices.Index([]*course{&cs.list[0], &cs.list[1], &cs.list[2], &cs.list[3]}, c))
	}
	cs.clear()
	if cs.live(&cs.list[0]) || cs.live(&cs.list[3]) {
		t.Error("courses live after clear")
	}
}

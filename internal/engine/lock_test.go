package engine

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func begin(i *Instance, spid int) *Txn {
	tx := i.Begin()
	tx.SetProcess(spid)
	return tx
}

func mustLock(t *testing.T, tx *Txn, lk *lock, m lockMode) {
	t.Helper()
	if err := tx.acquire(context.Background(), lk, m, true); err != nil {
		t.Fatal(err)
	}
}

func TestLock_sharedTogetherExclusiveAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := &Instance{}
		var lk lock
		a, b, c := begin(i, 1), begin(i, 2), begin(i, 3)
		mustLock(t, a, &lk, shared)
		mustLock(t, b, &lk, shared)
		var order []string
		go func() {
			mustLock(t, c, &lk, exclusive)
			order = append(order, "c")
		}()
		synctest.Wait()
		d := begin(i, 4)
		go func() {
			mustLock(t, d, &lk, shared)
			order = append(order, "d")
		}()
		synctest.Wait()
		a.end()
		b.end()
		synctest.Wait()
		if len(order) != 1 || order[0] != "c" {
			t.Fatalf("granted %v, want c alone: requests are served in order", order)
		}
		c.end()
		synctest.Wait()
		if len(order) != 2 {
			t.Fatalf("granted %v", order)
		}
		d.end()
		if lk.x != nil || len(lk.s) != 0 || len(lk.queue) != 0 {
			t.Errorf("lock left as %+v", &lk)
		}
	})
}

func TestLock_upgradeAndRepeat(t *testing.T) {
	i := &Instance{}
	var lk lock
	a := begin(i, 1)
	mustLock(t, a, &lk, shared)
	mustLock(t, a, &lk, exclusive)
	mustLock(t, a, &lk, shared)
	mustLock(t, a, &lk, exclusive)
	if lk.x != a || len(lk.s) != 0 || len(a.held) != 1 {
		t.Errorf("%+v, held %+v", &lk, a.held)
	}
	a.end()
}

func TestLock_upgradeGoesBeforeWaiters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := &Instance{}
		var lk lock
		a, b, c := begin(i, 1), begin(i, 2), begin(i, 3)
		mustLock(t, a, &lk, shared)
		mustLock(t, b, &lk, shared)
		go func() { mustLock(t, c, &lk, exclusive); c.end() }()
		synctest.Wait()
		done := false
		go func() { mustLock(t, a, &lk, exclusive); done = true }()
		synctest.Wait()
		b.end()
		synctest.Wait()
		if !done || lk.x != a {
			t.Fatal("the upgrade was not granted before the waiter")
		}
		a.end()
	})
}

func TestLock_waitEndsWithContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := &Instance{}
		var lk lock
		a, b, c := begin(i, 1), begin(i, 2), begin(i, 3)
		mustLock(t, a, &lk, shared)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		var err error
		go func() { err = b.acquire(ctx, &lk, exclusive, true) }()
		synctest.Wait()
		granted := false
		go func() { mustLock(t, c, &lk, shared); granted = true }()
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		if !granted {
			t.Error("the waiter behind the cancelled one still waits")
		}
		a.end()
		c.end()
		b.end()
	})
}

func TestLock_deadlockOfTwo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := &Instance{}
		var x, y lock
		a, b := begin(i, 51), begin(i, 52)
		mustLock(t, a, &x, exclusive)
		mustLock(t, b, &y, exclusive)
		got := false
		go func() { mustLock(t, a, &y, exclusive); got = true }()
		synctest.Wait()
		err := b.acquire(context.Background(), &x, shared, true)
		var e *Error
		if !errors.As(err, &e) || e.Number != 1205 || e.Class != 13 ||
			e.Text != "Transaction (Process ID 52) was deadlocked on lock resources with another process and has been chosen as the deadlock victim. Rerun the transaction." {
			t.Fatalf("error %v", err)
		}
		b.end()
		synctest.Wait()
		if !got {
			t.Error("the survivor did not go on")
		}
		a.end()
	})
}

func TestLock_deadlockOfUpgrades(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := &Instance{}
		var x lock
		a, b := begin(i, 1), begin(i, 2)
		mustLock(t, a, &x, shared)
		mustLock(t, b, &x, shared)
		go func() { mustLock(t, a, &x, exclusive) }()
		synctest.Wait()
		if err := b.acquire(context.Background(), &x, exclusive, true); err == nil {
			t.Fatal("both upgrades were granted")
		}
		b.end()
		synctest.Wait()
		a.end()
	})
}

// Whoever rolls back is never the victim: the reader that waits for it is.
func TestLock_rollbackIsNoVictim(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		i := &Instance{}
		var data, pages lock
		writer, reader := begin(i, 1), begin(i, 2)
		mustLock(t, writer, &data, exclusive)
		mustLock(t, reader, &pages, shared)
		var err error
		go func() {
			err = reader.acquire(context.Background(), &data, shared, false)
			reader.end()
		}()
		synctest.Wait()
		writer.undoing = true
		mustLock(t, writer, &pages, exclusive)
		synctest.Wait()
		var e *Error
		if !errors.As(err, &e) || e.Number != 1205 {
			t.Errorf("the reader got %v", err)
		}
		writer.end()
	})
}

// Two transactions that create a table of one name wait for each other.
func TestLock_names(t *testing.T) {
	e := newEngine(t, Options{})
	def := TableDef{Schema: "dbo", Name: "t", Columns: testColumns()}
	a := e.i.Begin()
	_, err := a.CreateTable(bg, e.d, def)
	e.must(err)
	got := make(chan error)
	go func() {
		b := e.i.Begin()
		_, err := b.CreateTable(bg, e.d, def)
		if err == nil {
			err = b.Commit()
		}
		got <- err
	}()
	time.Sleep(5 * time.Millisecond)
	select {
	case err := <-got:
		t.Fatalf("the second did not wait: %v", err)
	default:
	}
	e.must(a.Rollback())
	if err := <-got; err != nil {
		t.Errorf("%v", err)
	}
	if len(e.d.names) != 0 || len(e.d.Tables()) != 1 {
		t.Errorf("%d name locks, %d tables", len(e.d.names), len(e.d.Tables()))
	}
}

package query

import (
	"context"
	"time"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
)

// AwaitLock takes t's lock ahead of its use when SET LOCK_TIMEOUT bounds the wait: error 1222
// when it passes. Without a bound it does nothing.
func (x *Exec) AwaitLock(t *engine.Table, exclusive bool) error {
	ms := x.Host.Options().LockTimeout
	if ms < 0 {
		return nil
	}
	tx, err := x.Txn(t)
	if err != nil {
		return err
	}
	// A timeout of 0 fails at once; the lock manager needs a moment to look.
	ctx, cancel := context.WithTimeout(x.Ctx, max(time.Duration(ms)*time.Millisecond, time.Millisecond))
	defer cancel()
	err = tx.Lock(ctx, t, exclusive, exclusive)
	if err != nil && ctx.Err() != nil && x.Ctx.Err() == nil {
		e := sqltype.Errorf(1222, "Lock request time out period exceeded.")
		e.State = 51
		return e
	}
	return err
}

package sysviews

import (
	"fmt"

	"scanfrag/internal/engine"
	"scanfrag/internal/page"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

const msgIdentity = 7998

// DBCC CHECKIDENT (table [, NORESEED | RESEED [, value]]). Without NORESEED an identity value that
// lies behind the column's greatest value is moved up to it.
func init() {
	dbcc("CHECKIDENT", func(c *system.Call, a args, with dbccOptions) error {
		t, err := dbccTable(c, a, 0)
		if err != nil {
			return err
		}
		var id *engine.Column
		for i := range t.Columns {
			if t.Columns[i].Identity != nil {
				id = &t.Columns[i]
			}
		}
		if id == nil {
			return sqltype.Errorf(7997, "'%s' does not contain an identity column.", t.Name)
		}
		reseed := len(a) < 2 || sameName(a.at(1), "RESEED")
		if !reseed && !sameName(a.at(1), "NORESEED") {
			return badDBCC("CHECKIDENT takes RESEED or NORESEED")
		}
		was := fmt.Sprint(t.LastIdentity())
		if len(a) > 2 {
			v, ok := a.intArg(2)
			if !ok {
				return badDBCC("the new identity value is a number")
			}
			t.Reseed(v)
			return identityInfo(c, with, fmt.Sprintf("Checking identity information: current identity value '%s'.", was))
		}
		top, any, err := greatest(c, t, id)
		if err != nil {
			return err
		}
		column := "NULL"
		if any {
			column = fmt.Sprint(top)
			if reseed {
				t.NoteIdentity(top)
			}
		}
		return identityInfo(c, with, fmt.Sprintf("Checking identity information: current identity value '%s', current column value '%s'.", was, column))
	})
}

func identityInfo(c *system.Call, with dbccOptions, text string) error {
	if with.quiet() {
		return nil
	}
	return c.Info(msgIdentity, text)
}

// greatest scans for the column's greatest value, the smallest where the increment is negative.
func greatest(c *system.Call, t *engine.Table, col *engine.Column) (top int64, any bool, err error) {
	tx, err := c.Session.Txn()
	if err != nil {
		return 0, false, err
	}
	rows, err := tx.Scan(c.Ctx, engine.ScanSpec{Table: t})
	if err != nil {
		return 0, false, err
	}
	defer rows.Close()
	for rows.Next() {
		rec := rows.Record()
		if page.IsNull(rec, col.Bit) {
			continue
		}
		v := sqltype.Fixed(col.Type, rec[col.Offset:col.Offset+col.Type.FixedLen()])
		n := v.I
		if v.Kind == sqltype.Decimal {
			n = v.D.IntPart()
		}
		if !any || (n > top) == (col.Identity.Increment > 0) {
			top, any = n, true
		}
	}
	return top, any, rows.Err()
}

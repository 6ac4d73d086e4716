package sysviews

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/tsql/system"
)

// unit is one row of sys.allocation_units: an index's, or what a deferred drop has not given back yet.
type unit struct {
	index
	dropped *engine.DeferredDrop
}

// number is the id; that of a dropped unit is its first IAM page, since its object may have a new unit by now.
func (u unit) number() int64 {
	if u.dropped != nil {
		return int64(u.dropped.FirstIAM)
	}
	return u.index.unit()
}

func (u unit) pages() engine.Space {
	if u.dropped != nil {
		n := u.dropped.Pages
		return engine.Space{Reserved: n.Reserved, Used: n.Used}
	}
	return u.space()
}

// either is a column that a dropped unit has another value of.
func either(dropped value, f func(u unit) value) func(unit) value {
	return func(u unit) value {
		if u.dropped != nil {
			return dropped
		}
		return f(u)
	}
}

func init() {
	view("sys", "allocation_units", fields[unit](
		col("allocation_unit_id", tBig, func(u unit) value { return num(u.number()) }),
		col("type", tTiny, either(num(0), func(unit) value { return num(1) })),
		col("type_desc", tDesc, either(str("DROPPED"), func(unit) value { return str("IN_ROW_DATA") })),
		col("container_id", tBig, either(num(0), func(u unit) value { return num(u.index.unit()) })),
		col("data_space_id", tInt, either(num(1), func(u unit) value { return num(u.dataSpace()) })),
		opt("total_pages", tBig, func(u unit) value { return num(u.pages().Reserved) }),
		opt("used_pages", tBig, func(u unit) value { return num(u.pages().Used) }),
		opt("data_pages", tBig, func(u unit) value { return num(u.pages().Data) }),
	), func(c *system.Call, args []value, yield func(unit) bool) error {
		stopped := false
		err := eachRowset(c, args, func(i index) bool {
			stopped = !yield(unit{index: i})
			return !stopped
		})
		if err != nil || stopped {
			return err
		}
		for _, d := range database(c).DeferredDrops() {
			if !yield(unit{dropped: &d}) {
				break
			}
		}
		return nil
	})
}

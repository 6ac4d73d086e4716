package sysviews

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
)

func sequenceObject(d *engine.Database, s *engine.Sequence) object {
	return object{db: d, id: int64(s.ID), schema: s.Schema, name: s.Name, typ: "SO", sequence: s}
}

func init() {
	of := func(i func(s *engine.Sequence) int64) func(object) value {
		return func(o object) value { return sqltype.IntOf(sqltype.BigInt, i(o.sequence)) }
	}
	view("sys", "sequences", fields[object](
		objectFields(),
		col("start_value", tBig, of(func(s *engine.Sequence) int64 { return s.Start })),
		col("increment", tBig, of(func(s *engine.Sequence) int64 { return s.Increment })),
		col("minimum_value", tBig, of(func(s *engine.Sequence) int64 { return s.Min })),
		col("maximum_value", tBig, of(func(s *engine.Sequence) int64 { return s.Max })),
		col("is_cycling", tBit, func(o object) value { return bit(o.sequence.Cycle) }),
		col("is_cached", tBit, func(o object) value { return bit(o.sequence.Cache == nil || *o.sequence.Cache > 0) }),
		opt("cache_size", tInt, func(o object) value {
			if c := o.sequence.Cache; c != nil && *c > 0 {
				return num(*c)
			}
			return null
		}),
		col("current_value", tBig, of(func(s *engine.Sequence) int64 { v, _ := s.Last(); return v })),
		col("is_exhausted", tBit, func(o object) value { _, out := o.sequence.Last(); return bit(out) }),
	), objectsWhere(func(o object) bool { return o.sequence != nil }))
}

package sysviews

import (
	"math"

	"scanfrag/internal/engine"
	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/system"
)

// out is an OUTPUT parameter that may be left out.
func out(name string, t sqltype.Type) system.Param {
	return system.Param{Name: name, Type: t, Default: sqltype.NullOf(t.Kind), HasDefault: true, Output: true}
}

func init() {
	proc("sp_sequence_get_range", []system.Param{
		must("@sequence_name", sqltype.NVarCharOf(776)), must("@range_size", tBig),
		{Name: "@range_first_value", Type: tVariant, Output: true}, out("@range_last_value", tVariant), out("@range_cycle_count", tInt),
		out("@sequence_increment", tVariant), out("@sequence_min_value", tVariant), out("@sequence_max_value", tVariant),
	}, func(c *system.Call, a procArgs) error {
		name, _ := a.text(0)
		s, err := sequenceNamed(c, name)
		if err != nil {
			return err
		}
		if a[1].Value.Null || a[1].Value.I <= 0 {
			return sqltype.Errorf(11733, "Parameter '%s' must be a positive integer.", "@range_size")
		}
		first, last, cycles, err := s.Range(a[1].Value.I)
		if err != nil {
			return err
		}
		of := func(n int64) value { return sqltype.IntOf(s.Type.Kind, n) }
		for i, v := range []value{of(first), of(last), sqltype.IntOf(sqltype.Int, int64(min(cycles, math.MaxInt32))), of(s.Increment), of(s.Min), of(s.Max)} {
			*a[2+i].Out = v
		}
		return nil
	})
}

// sequenceNamed is the sequence with a name of one to three parts: error 208 when there is none, 11726 when that is something else.
func sequenceNamed(c *system.Call, name string) (*engine.Sequence, error) {
	if o, ok := findObject(c, name); ok {
		if o.sequence == nil {
			return nil, sqltype.Errorf(11726, "Object '%s' is not a sequence object.", name)
		}
		return o.sequence, nil
	}
	return nil, sqltype.Errorf(208, "Invalid object name '%s'.", name)
}

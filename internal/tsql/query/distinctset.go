package query

import (
	"slices"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/spool"
)

// distinctSet tells values seen before from new ones. Integers are kept as sets of their low 16 bits by their high 48:
// a sorted list up to listMax values, then a bitmap, so that a dense column of millions takes a few bits a value. Beyond the
// statement's memory further new values go to a sorter and are told apart at the end.
type distinctSet struct {
	ints map[int64]*chunk
	strs map[string]struct{}
	over *spool.Sorter
	key  []byte
}

const listMax = 2048

type chunk struct {
	list []uint16
	bits *[1024]uint64
}

// add reports whether v is new. later says that it is not known yet: drain will give it if it is.
func (d *distinctSet) add(x *Exec, v sqltype.Value) (fresh bool, err error) {
	isInt := v.Kind.IsInt()
	if isInt && d.hasInt(v.I) {
		return false, nil
	}
	if !isInt {
		d.key = sqltype.AppendGroupKey(d.key[:0], v)
		if _, ok := d.strs[string(d.key)]; ok {
			return false, nil
		}
	}
	if d.over != nil {
		return false, d.spill(v)
	}
	size := 64 + len(v.S) + len(d.key)
	if isInt {
		size = d.growth(v.I)
	}
	if x.grab(size) != nil {
		x.mem -= int64(size)
		d.over = x.sorter()
		return false, d.spill(v)
	}
	if isInt {
		d.putInt(v.I)
		return true, nil
	}
	if d.strs == nil {
		d.strs = map[string]struct{}{}
	}
	d.strs[string(d.key)] = struct{}{}
	return true, nil
}

func (d *distinctSet) spill(v sqltype.Value) error {
	return d.over.Add(sqltype.AppendGroupKey(d.key[:0], v), spool.AppendValue(nil, v))
}

// drain gives the new values among those set aside, and forgets everything.
func (d *distinctSet) drain(f func(v sqltype.Value) error) error {
	if d.over == nil {
		return nil
	}
	defer d.over.Close()
	var last []byte
	first := true
	return d.over.Each(func(key, payload []byte) error {
		if !first && slices.Equal(last, key) {
			return nil
		}
		first, last = false, append(last[:0], key...)
		v, _, err := spool.Value(payload)
		if err != nil {
			return err
		}
		return f(v)
	})
}

func (d *distinctSet) hasInt(i int64) bool {
	c := d.ints[i>>16]
	if c == nil {
		return false
	}
	low := uint16(i)
	if c.bits != nil {
		return c.bits[low>>6]>>(low&63)&1 != 0
	}
	_, ok := slices.BinarySearch(c.list, low)
	return ok
}

// growth is about how many bytes putting i takes.
func (d *distinctSet) growth(i int64) int {
	c := d.ints[i>>16]
	switch {
	case c == nil:
		return 96
	case c.bits != nil:
		return 0
	case len(c.list) == listMax:
		return 8192
	}
	return 4
}

func (d *distinctSet) putInt(i int64) {
	if d.ints == nil {
		d.ints = map[int64]*chunk{}
	}
	c := d.ints[i>>16]
	if c == nil {
		c = &chunk{}
		d.ints[i>>16] = c
	}
	low := uint16(i)
	if c.bits == nil && len(c.list) >= listMax {
		c.bits = new([1024]uint64)
		for _, v := range c.list {
			c.bits[v>>6] |= 1 << (v & 63)
		}
		c.list = nil
	}
	if c.bits != nil {
		c.bits[low>>6] |= 1 << (low & 63)
		return
	}
	at, _ := slices.BinarySearch(c.list, low)
	c.list = slices.Insert(c.list, at, low)
}

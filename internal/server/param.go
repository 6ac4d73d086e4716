package server

import (
	"fmt"
	"math/big"

	"github.com/shopspring/decimal"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tds"
	"scanfrag/internal/tsql"
)

// toParams converts the parameters of a call.
func toParams(in []tds.RPCParam) ([]tsql.Param, error) {
	out := make([]tsql.Param, len(in))
	for i, p := range in {
		t, v, err := fromTDS(p.Type, p.Value)
		if err != nil {
			name := p.Name
			if name == "" {
				name = fmt.Sprint(i + 1)
			}
			return nil, fmt.Errorf("parameter %s: %w", name, err)
		}
		out[i] = tsql.Param{Name: p.Name, Type: t, Value: v, Output: p.ByRef}
	}
	return out, nil
}

// fromTDS converts one value and its type.
func fromTDS(ti tds.TypeInfo, raw tds.RawValue) (sqltype.Type, sqltype.Value, error) {
	t, err := typeOf(ti)
	if err != nil {
		return t, sqltype.Value{}, err
	}
	v, err := valueOf(ti, t, raw)
	return t, v, err
}

// valueOf converts one value; t is typeOf(ti). The result does not alias the message.
func valueOf(ti tds.TypeInfo, t sqltype.Type, raw tds.RawValue) (v sqltype.Value, err error) {
	if raw.Null {
		return sqltype.NullOf(t.Kind), nil
	}
	if ti.ID == tds.TypeVariant {
		inner, data, err := tds.Variant(raw.B)
		if err != nil {
			return v, err
		}
		_, v, err := fromTDS(inner, tds.RawValue{B: data})
		return v, err
	}
	v.Kind = t.Kind
	switch formOf[t.Kind] {
	case formInt:
		v.I, err = tds.Int(raw.B)
		if t.Kind == sqltype.Bit && v.I != 0 {
			v.I = 1
		}
	case formFloat:
		var f float64
		if f, err = tds.Float(raw.B); t.Kind == sqltype.Real {
			v = sqltype.RealOf(f)
		} else {
			v = sqltype.FloatOf(f)
		}
	case formMoney:
		v.I, err = tds.Money(raw.B)
	case formDecimal:
		v.D, err = decimalOf(ti, raw.B)
	case formSmallDateTime:
		var days, minutes uint16
		days, minutes, err = tds.SmallDateTime(raw.B)
		v.I = int64(days)*1440 + int64(minutes)
	case formDateTime:
		var days int32
		var ticks uint32
		days, ticks, err = tds.DateTime(raw.B)
		v.I = int64(days)*ticksPerDay + int64(ticks)
	case formDate:
		v.I, err = tds.Date(raw.B)
	case formTime:
		v.I, err = tds.Time(raw.B, ti.Scale)
	case formDateTime2:
		v.I, err = tds.DateTime2(raw.B, ti.Scale)
	case formDateTimeOffset:
		v.I, v.Off, err = tds.DateTimeOffset(raw.B, ti.Scale)
	case formChar:
		v.S = sqltype.FromCP1252(raw.B)
	case formNChar:
		v.S = tds.DecodeUTF16(raw.B)
	case formGUID:
		if len(raw.B) != 16 {
			err = fmt.Errorf("uniqueidentifier of %d bytes", len(raw.B))
		}
		v.S = string(raw.B)
	case formBinary:
		v.S = string(raw.B)
	}
	if v.Kind == sqltype.Char || v.Kind == sqltype.NChar || v.Kind == sqltype.Binary {
		pad(&v, t)
	}
	return v, err
}

// pad fills a fixed-length value up to its length, which clients may not send.
func pad(v *sqltype.Value, t sqltype.Type) {
	have, unit, fill := len(v.S), 1, byte(' ')
	switch t.Kind {
	case sqltype.Char:
		have = sqltype.UTF16Len(v.S) // one byte a character in the code page
	case sqltype.NChar:
		have, unit = 2*sqltype.UTF16Len(v.S), 2
	case sqltype.Binary:
		fill = 0
	}
	if n := (int(t.Len) - have) / unit; n > 0 {
		b := make([]byte, n)
		for i := range b {
			b[i] = fill
		}
		v.S += string(b)
	}
}

var maxDecimal = new(big.Int).Exp(big.NewInt(10), big.NewInt(38), nil)

func decimalOf(ti tds.TypeInfo, b []byte) (*decimal.Decimal, error) {
	neg, hi, lo, err := tds.Decimal(b)
	if err != nil {
		return nil, err
	}
	c := new(big.Int).SetUint64(hi)
	c.Lsh(c, 64).Or(c, new(big.Int).SetUint64(lo))
	if c.Cmp(maxDecimal) >= 0 {
		return nil, fmt.Errorf("decimal value %s has more than 38 digits", c)
	}
	if neg {
		c.Neg(c)
	}
	d := decimal.NewFromBigInt(c, -int32(ti.Scale))
	return &d, nil
}

package server

import (
	"encoding/binary"
	"fmt"
	"math/big"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tds"
)

// formOf is how values of each kind are held.
var formOf = [...]form{
	sqltype.Bit: formInt, sqltype.TinyInt: formInt, sqltype.SmallInt: formInt, sqltype.Int: formInt, sqltype.BigInt: formInt,
	sqltype.Decimal: formDecimal, sqltype.SmallMoney: formMoney, sqltype.Money: formMoney,
	sqltype.Real: formFloat, sqltype.Float: formFloat,
	sqltype.SmallDateTime: formSmallDateTime, sqltype.DateTime: formDateTime, sqltype.Date: formDate, sqltype.Time: formTime,
	sqltype.DateTime2: formDateTime2, sqltype.DateTimeOffset: formDateTimeOffset,
	sqltype.Char: formChar, sqltype.VarChar: formChar, sqltype.NChar: formNChar, sqltype.NVarChar: formNChar,
	sqltype.Binary: formBinary, sqltype.VarBinary: formBinary, sqltype.UniqueIdentifier: formGUID, sqltype.SQLVariant: formVariant,
}

// append encodes a value that is not NULL. A value that is not of the column's
// kind, or longer than declared, is an error: sending it would garble the stream.
func (c *column) append(dst []byte, v *sqltype.Value) ([]byte, error) {
	if f := formOf[v.Kind]; f != c.form && !(f == formChar && c.form == formNChar || f == formNChar && c.form == formChar) &&
		c.form != formVariant && !(c.form == formNull && f == formInt) {
		return dst, fmt.Errorf("column %q is %s but its value is %s", c.name, c.typ.Kind, v.Kind)
	}
	switch c.form {
	case formInt, formNull:
		if !intFits(v.I, c.ti.Len) {
			return dst, fmt.Errorf("column %q: %d is no %s", c.name, v.I, c.typ.Kind)
		}
		return tds.AppendInt(dst, v.I, c.ti.Len), nil
	case formDecimal:
		neg, hi, lo, err := decimalParts(v, c.ti.Prec, c.ti.Scale)
		if err != nil {
			return dst, fmt.Errorf("column %q: %w", c.name, err)
		}
		return tds.AppendDecimal(dst, neg, hi, lo, c.ti.Prec), nil
	case formMoney:
		return tds.AppendMoney(dst, v.I, c.ti.Len), nil
	case formFloat:
		return tds.AppendFloat(dst, v.Float(), c.ti.Len), nil
	case formSmallDateTime:
		return tds.AppendSmallDateTime(dst, uint16(v.I/1440), uint16(v.I%1440)), nil
	case formDateTime:
		days, ticks := splitDateTime(v.I)
		return tds.AppendDateTime(dst, days, ticks), nil
	case formDate:
		return tds.AppendDate(dst, v.I), nil
	case formTime:
		return tds.AppendTime(dst, v.I, c.ti.Scale), nil
	case formDateTime2:
		return tds.AppendDateTime2(dst, v.I, c.ti.Scale), nil
	case formDateTimeOffset:
		return tds.AppendDateTimeOffset(dst, v.I, v.Off, c.ti.Scale), nil
	case formGUID:
		if len(v.S) != 16 {
			return dst, fmt.Errorf("column %q: uniqueidentifier of %d bytes", c.name, len(v.S))
		}
		return tds.AppendGUID(dst, v.S), nil
	case formVariant:
		return appendVariant(dst, v)
	}
	dst, at := tds.BeginValue(dst, c.ti)
	switch c.form {
	case formChar:
		dst = sqltype.AppendCP1252(dst, v.S)
	case formNChar:
		dst = tds.AppendUTF16(dst, v.S)
	case formBinary:
		dst = append(dst, v.S...)
	}
	if n := len(dst) - at; n > c.ti.Len && c.ti.Len != tds.MaxLen {
		return dst, fmt.Errorf("column %q is %s but its value has %d bytes", c.name, c.typ, n)
	}
	return tds.EndValue(dst, c.ti, at), nil
}

// ticksPerDay is the datetime resolution of 1/300 s.
const ticksPerDay = 86400 * 300

// splitDateTime splits ticks since 1900 into days and ticks of the day; days
// before 1900 are negative, ticks never.
func splitDateTime(i int64) (days int32, ticks uint32) {
	d, t := i/ticksPerDay, i%ticksPerDay
	if t < 0 {
		d, t = d-1, t+ticksPerDay
	}
	return int32(d), uint32(t)
}

func intFits(v int64, size int) bool {
	switch size {
	case 1:
		return v >= 0 && v <= 255
	case 2:
		return v == int64(int16(v))
	case 4:
		return v == int64(int32(v))
	}
	return true
}

// decimalParts is the magnitude of v at a scale, which must hold it exactly.
func decimalParts(v *sqltype.Value, prec, scale uint8) (neg bool, hi, lo uint64, err error) {
	c := v.D.Coefficient()
	if shift := int(scale) + int(v.D.Exponent()); shift != 0 {
		p := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(shift, -shift))), nil)
		if shift > 0 {
			c.Mul(c, p)
		} else {
			var rest big.Int
			if c.QuoRem(c, p, &rest); rest.Sign() != 0 {
				return false, 0, 0, fmt.Errorf("decimal %s does not have scale %d", v.D, scale)
			}
		}
	}
	if c.BitLen() > 8*tds.DecimalLen(prec) {
		return false, 0, 0, fmt.Errorf("decimal %s does not have precision %d", v.D, prec)
	}
	neg = c.Sign() < 0
	var be [16]byte
	c.FillBytes(be[:])
	return neg, binary.BigEndian.Uint64(be[:]), binary.BigEndian.Uint64(be[8:]), nil
}

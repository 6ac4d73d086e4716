package sqltype

import "math"

// Neg is unary minus; t is v's type, see NegType for the result's.
func Neg(v Value, out Type) (Value, error) {
	if v.Null {
		return NullOf(out.Kind), nil
	}
	switch {
	case out.Kind.IsInt():
		i, err := ApplyInt(OpSub, 0, v.I, out.Kind)
		return IntOf(out.Kind, i), err
	case out.Kind == Decimal:
		d := v.D.Neg()
		return Value{Kind: Decimal, D: &d}, nil
	case out.Kind.IsApprox():
		v.I = int64(math.Float64bits(-v.Float()))
		return v, nil
	case out.Kind == Money || out.Kind == SmallMoney:
		return applyMoney(OpSub, Value{}, v, out)
	}
	panic("sqltype: no negation of " + out.String())
}

// NegType types unary minus: tinyint becomes smallint. Error 8117.
func NegType(t Type) (Type, error) {
	switch {
	case t.Kind == KindNull:
		return Of(Int), nil
	case t.Kind == TinyInt:
		return Of(SmallInt), nil
	case t.Kind.IsNumeric() && t.Kind != Bit:
		return t, nil
	}
	return Type{}, Errorf(8117, "Operand data type %s is invalid for minus operator.", t.Kind.messageName())
}

// BitNot is ~v for an integer kind; tinyint stays within its byte, bit flips.
func BitNot(v Value) Value {
	if v.Null {
		return v
	}
	switch v.Kind {
	case Bit:
		v.I ^= 1
	case TinyInt:
		v.I = int64(^uint8(v.I))
	default:
		v.I = ^v.I
	}
	return v
}

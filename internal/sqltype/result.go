package sqltype

// Op is a binary operator.
type Op uint8

// The binary operators.
const (
	OpAdd Op = iota
	OpSub
	OpMul
	OpDiv
	OpMod
	OpAnd
	OpOr
	OpXor
)

// opNames are the names in errors 402, 403 and 8117.
var opNames = [...]string{"add", "subtract", "multiply", "divide", "modulo", "'&'", "'|'", "'^'"}

// String is the operator's name in error messages.
func (o Op) String() string { return opNames[o] }

// Result types a binary operation: out is the result's type; inA and inB are the types the
// operands are converted to before (for decimals each keeps its own, brought to
// decimal). Errors: 8117 operand type invalid, 402 incompatible, 206 clash.
//
// The types of literals should carry the literal's own digits (see DecimalLiteral).
func Result(op Op, a, b Type) (out, inA, inB Type, err error) {
	if a.Kind == KindNull && b.Kind == KindNull {
		a, b = Of(Int), Of(Int)
	}
	if a.Kind == KindNull {
		a = b
	}
	if b.Kind == KindNull {
		b = a
	}
	if op == OpAdd && (a.Kind.IsString() || a.Kind.IsBinary()) && (b.Kind.IsString() || b.Kind.IsBinary()) {
		return concatResult(a, b)
	}
	k := a.Kind
	if Higher(b.Kind, k) {
		k = b.Kind
	}
	invalid := func(t Type) error {
		return Errorf(8117, "Operand data type %s is invalid for %s operator.", t.Kind.messageName(), op)
	}
	switch {
	case k == SQLVariant:
		return out, a, b, invalid(Of(SQLVariant))
	case op >= OpAnd:
		return bitResult(op, a, b, k, invalid)
	case k == DateTime || k == SmallDateTime:
		if op != OpAdd && op != OpSub {
			return out, a, b, invalid(Of(k))
		}
		for _, t := range []Type{a, b} {
			if err := CheckConversion(t, Of(k), false); err != nil {
				return out, a, b, err
			}
		}
		return Of(k), Of(k), Of(k), nil
	case k.IsDateTime():
		if a.Kind == b.Kind || a.Kind.IsDateTime() && b.Kind.IsDateTime() {
			return out, a, b, Errorf(8117, "Operand data type %s is invalid for %s operator.", k, op)
		}
		lo := a
		if a.Kind == k {
			lo = b
		}
		return out, a, b, errorState(206, 2, "Operand type clash: %s is incompatible with %s", k, lo.Kind)
	case !k.IsNumeric():
		return out, a, b, invalid(Of(k))
	}
	for _, t := range []Type{a, b} {
		if t.Kind == UniqueIdentifier || t.Kind.IsBinary() && k.IsApprox() {
			return out, a, b, CheckConversion(t, Of(k), false)
		}
	}
	incompatible := func() error {
		return Errorf(402, "The data types %s and %s are incompatible in the %s operator.", a.Kind.messageName(), b.Kind.messageName(), op)
	}
	switch {
	case k == Bit:
		if op == OpMul || op == OpDiv {
			return out, a, b, invalid(Of(Bit))
		}
		return out, a, b, incompatible()
	case k.IsApprox():
		if op == OpMod {
			if a.Kind.IsApprox() && b.Kind.IsApprox() {
				return out, a, b, invalid(Of(k))
			}
			return out, a, b, incompatible()
		}
		return Of(k), Of(k), Of(k), nil
	case k == Decimal:
		inA, inB = decimalOperand(a), decimalOperand(b)
		if !a.Kind.IsNumeric() {
			inA = b
		}
		if !b.Kind.IsNumeric() {
			inB = a
		}
		return decimalResult(op, inA, inB), inA, inB, nil
	}
	return Of(k), Of(k), Of(k), nil
}

func decimalOperand(t Type) Type {
	if t.Kind == Decimal || t.Kind.IsNumeric() {
		return AsDecimal(t)
	}
	return DecimalOf(38, 0)
}

// decimalResult is the documented precision and scale of decimal arithmetic.
func decimalResult(op Op, a, b Type) Type {
	p1, s1, p2, s2 := int(a.Prec), int(a.Scale), int(b.Prec), int(b.Scale)
	switch op {
	case OpAdd, OpSub:
		s, whole := max(s1, s2), max(p1-s1, p2-s2)
		p := s + whole + 1
		if p > 38 {
			// The sum's own digit may not fit; only the integral digits are kept.
			s = min(s, max(38-whole, 0))
			p = 38
		}
		return DecimalOf(p, s)
	case OpMul:
		return capProduct(p1+p2+1, s1+s2)
	case OpDiv:
		s := max(6, s1+p2+1)
		return capProduct(p1-s1+s2+s, s)
	}
	s := max(s1, s2)
	return capDecimal(min(p1-s1, p2-s2)+s, s, min(p1-s1, p2-s2))
}

func bitResult(op Op, a, b Type, k Kind, invalid func(Type) error) (out, inA, inB Type, err error) {
	if a.Kind.IsBinary() && b.Kind.IsBinary() {
		return out, a, b, Errorf(402, "The data types %s and %s are incompatible in the %s operator.", a.Kind, b.Kind, op)
	}
	if !k.IsInt() {
		return out, a, b, Errorf(402, "The data types %s and %s are incompatible in the %s operator.", a.Kind.messageName(), b.Kind.messageName(), op)
	}
	for _, t := range []Type{a, b} {
		if !t.Kind.IsInt() && !t.Kind.IsBinary() && !t.Kind.IsString() {
			return out, a, b, invalid(t)
		}
	}
	return Of(k), Of(k), Of(k), nil
}

// concatResult types string + string: lengths add up to 8000 bytes, (max) spreads.
func concatResult(a, b Type) (out, inA, inB Type, err error) {
	kind := a.Kind
	if Higher(b.Kind, kind) {
		kind = b.Kind
	}
	conv := func(t Type) Type { // the operand in the result's family, its own length
		switch {
		case t.Kind == kind || !t.Kind.IsString() && !kind.IsString():
			return t
		case t.Len == MaxLen:
			return charType(varKind(kind), MaxArg)
		case t.Kind == Char && kind == VarChar || t.Kind == NChar && kind == NVarChar:
			return t
		case t.Kind == Char && kind.IsNational():
			return charType(NChar, min(4000, t.Chars()))
		}
		return charType(varKind(kind), min(t.Chars(), limitOf(kind)))
	}
	inA, inB = conv(a), conv(b)
	if a.Len == MaxLen || b.Len == MaxLen {
		return charType(varKind(kind), MaxArg), inA, inB, nil
	}
	n := inA.Chars() + inB.Chars()
	if (kind == Char || kind == NChar || kind == Binary) && (inA.Kind != kind || inB.Kind != kind || n > limitOf(kind)) {
		kind = varKind(kind)
	}
	return charType(kind, min(n, limitOf(kind))), inA, inB, nil
}

func varKind(k Kind) Kind {
	switch k {
	case Char:
		return VarChar
	case NChar:
		return NVarChar
	case Binary:
		return VarBinary
	}
	return k
}

func limitOf(k Kind) int {
	if k.IsNational() {
		return 4000
	}
	return 8000
}

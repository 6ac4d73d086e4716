package sqltype

// precedence is SQL Server's data type precedence, highest first; an operation
// on two types works in the higher one.
var precedence = [...]uint8{
	SQLVariant: 30, DateTimeOffset: 28, DateTime2: 27, DateTime: 26, SmallDateTime: 25, Date: 24, Time: 23,
	Float: 22, Real: 21, Decimal: 20, Money: 19, SmallMoney: 18, BigInt: 17, Int: 16, SmallInt: 15, TinyInt: 14,
	Bit: 13, UniqueIdentifier: 9, NVarChar: 8, NChar: 7, VarChar: 6, Char: 5, VarBinary: 4, Binary: 3, KindNull: 0,
}

// Higher reports whether a takes precedence over b.
func Higher(a, b Kind) bool { return precedence[a] > precedence[b] }

// Common is the type two operands are brought to by a comparison, CASE,
// COALESCE, UNION or an IN list. Error 206 when neither converts to the other.
func Common(a, b Type) (Type, error) {
	if a == b {
		return a, nil
	}
	if b.Kind == KindNull || Higher(a.Kind, b.Kind) {
		a, b = b, a
	}
	// b has the higher precedence from here on
	if a.Kind == KindNull {
		return b, nil
	}
	if Allowed(a.Kind, b.Kind) == Never {
		return Type{}, errorState(206, 2, "Operand type clash: %s is incompatible with %s", a.Kind, b.Kind)
	}
	if Allowed(a.Kind, b.Kind) == Explicit {
		return Type{}, CheckConversion(a, b, false)
	}
	switch {
	case b.Kind.IsString() || b.Kind.IsBinary():
		return widerText(a, b), nil
	case b.Kind == Decimal:
		return widerDecimal(AsDecimal(a), b), nil
	case a.Kind.IsDateTime() && b.Kind.IsDateTime():
		if s := a.ColumnScale(); s > int(b.Scale) && (b.Kind == DateTime2 || b.Kind == DateTimeOffset || b.Kind == Time) {
			return timeType(b.Kind, uint8(s)), nil
		}
	}
	return b, nil
}

// widerText takes the longer length; b's kind wins (both character or binary,
// or a binary under a character kind).
func widerText(a, b Type) Type {
	if a.Len == MaxLen || b.Len == MaxLen {
		switch b.Kind {
		case NVarChar, NChar:
			return NVarCharOf(MaxArg)
		case VarChar, Char:
			return VarCharOf(MaxArg)
		case Binary, VarBinary:
			return VarBinaryOf(MaxArg)
		}
	}
	n := max(textChars(a), textChars(b))
	if b.Kind.IsNational() {
		n = min(n, 4000)
	}
	kind := b.Kind
	if a.Kind == VarChar && kind == NChar {
		kind = NVarChar
	}
	return charType(kind, n)
}

// textChars is the length a takes as text.
func textChars(a Type) int {
	if a.Kind.IsString() || a.Kind.IsBinary() {
		return a.Chars()
	}
	switch a.Kind {
	case UniqueIdentifier:
		return 36
	case KindNull:
		return 1
	}
	return 30
}

// AsDecimal is the decimal type that holds every value of a numeric type:
// int is decimal(10,0), money decimal(19,4).
func AsDecimal(t Type) Type {
	switch t.Kind {
	case Decimal:
		return t
	case Bit:
		return DecimalOf(1, 0)
	case TinyInt:
		return DecimalOf(3, 0)
	case SmallInt:
		return DecimalOf(5, 0)
	case Int:
		return DecimalOf(10, 0)
	case BigInt:
		return DecimalOf(19, 0)
	case Money:
		return DecimalOf(19, 4)
	case SmallMoney:
		return DecimalOf(10, 4)
	}
	return DecimalOf(18, 0)
}

func widerDecimal(a, b Type) Type {
	s := max(int(a.Scale), int(b.Scale))
	whole := max(int(a.Prec)-int(a.Scale), int(b.Prec)-int(b.Scale))
	return capDecimal(whole+s, s, whole)
}

// capDecimal brings a computed precision under 38. The integral digits are kept;
// for results of * and / the scale is not cut below 6.
func capDecimal(p, s, whole int) Type {
	if p > 38 {
		s = max(38-whole, 0)
		p = 38
	}
	return DecimalOf(p, s)
}

func capProduct(p, s int) Type {
	if p > 38 {
		s = max(38-(p-s), min(s, 6))
		p = 38
	}
	return DecimalOf(p, s)
}

package sqltype

// Convert converts v to type to, as CAST (explicit) or an assignment (implicit)
// does; style is CONVERT's, 0 for none. NULL stays NULL. Strings too long for
// their target are cut silently, as in CAST and assignment to a variable; see
// Store for columns. Errors are *Error: 206, 257, 529 not allowed; 245, 244, 248,
// 8114, 241, 242, 235, 8169 text that does not convert; 220, 232, 8115 overflow.
func Convert(v Value, to Type, style int, explicit bool) (Value, error) {
	return ConvertFrom(v, Of(v.Kind), to, style, explicit)
}

// ConvertFrom is Convert with the source type known: its scale sets the digits
// shown when a time kind becomes text.
func ConvertFrom(v Value, from, to Type, style int, explicit bool) (Value, error) {
	if from.Kind == SQLVariant && !v.Null {
		from = Of(v.Kind)
	}
	if err := CheckConversion(from, to, explicit); err != nil {
		return Value{}, err
	}
	return convert(v, from, to, style)
}

// convert assumes that the conversion is allowed.
func convert(v Value, from, to Type, style int) (Value, error) {
	if v.Null {
		return NullOf(to.Kind), nil
	}
	switch {
	case to.Kind.IsInt():
		return toInt(v, to)
	case to.Kind.IsString():
		return toString(v, from, to, style)
	case to.Kind == Decimal:
		return toDecimal(v, to)
	case to.Kind.IsApprox():
		return toFloat(v, to)
	case to.Kind == Money || to.Kind == SmallMoney:
		return toMoney(v, to)
	case to.Kind.IsDateTime():
		return toDate(v, to, style)
	case to.Kind.IsBinary():
		return toBinary(v, to, style)
	case to.Kind == UniqueIdentifier:
		return toGUID(v, to)
	}
	return v, nil // sql_variant, NULL
}

// failed is the error for text or another value that has no such value in the target.
func failed(v Value, to Type) error {
	return Errorf(245, "Conversion failed when converting the %s value '%s' to data type %s.", v.Kind, v.S, to.Kind.messageName())
}

func failedType(v Value, to Type) error {
	return errorState(8114, 5, "Error converting data type %s to %s.", v.Kind.messageName(), to.Kind.messageName())
}

func overflow(from Kind, to Type) error {
	return errorState(8115, 8, "Arithmetic overflow error converting %s to data type %s.", from.messageName(), to.Kind.messageName())
}

// Overflow is error 8115 for a computed value of type t.
func Overflow(t Type) error {
	return errorState(8115, 2, "Arithmetic overflow error converting expression to data type %s.", t.Kind.messageName())
}

// Store converts v for storing in a column of type to: an implicit conversion,
// but text or bytes that do not fit are error 8152 unless only trailing
// blanks (zero bytes for binary) would be lost. The caller that knows table and
// column may replace it by Truncated.
func Store(v Value, from, to Type) (Value, error) {
	if !v.Null && to.Len != MaxLen {
		var over bool
		switch {
		case from.Kind.IsString() && to.Kind.IsString():
			over = !fits(v.S, to.Chars())
		case from.Kind.IsBinary() && to.Kind.IsBinary():
			over = len(v.S) > int(to.Len) && !allZero(v.S[to.Len:])
		}
		if over {
			return Value{}, &Error{Number: 8152, State: 30, Class: 16, Text: "String or binary data would be truncated."}
		}
	}
	return ConvertFrom(v, from, to, 0, false)
}

func fits(s string, chars int) bool {
	if len(s) <= chars {
		return true
	}
	n := UTF16Len(s)
	for n > chars && s[len(s)-1] == ' ' {
		s, n = s[:len(s)-1], n-1
	}
	return n <= chars
}

func allZero(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] != 0 {
			return false
		}
	}
	return true
}

// Truncated is error 2628, which replaces 8152 since SQL Server 2019.
func Truncated(table, column string, v Value) *Error {
	s := v.S
	if v.Kind.IsBinary() {
		s = Hex(s, true)
	}
	if UTF16Len(s) > 100 {
		s = SliceUTF16(s, 0, 100)
	}
	return Errorf(2628, "String or binary data would be truncated in table '%s', column '%s'. Truncated value: '%s'.", table, column, s)
}

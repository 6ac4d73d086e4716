package sqltype

import "strings"

func toString(v Value, from, to Type, style int) (Value, error) {
	s := v.S
	if !v.Kind.IsString() {
		var err error
		if s, err = foreignText(v, from, to, style); err != nil {
			return Value{}, err
		}
	}
	if !to.Kind.IsNational() && (v.Kind.IsNational() || !v.Kind.IsString()) {
		s = ToCP1252Text(s)
	}
	return StringOf(to.Kind, fitText(s, to)), nil
}

// fitText cuts or pads s to the declared length.
func fitText(s string, to Type) string {
	if to.Len == MaxLen {
		return s
	}
	n := to.Chars()
	have := UTF16Len(s)
	if have > n {
		s, have = SliceUTF16(s, 0, n), n
	}
	if have < n && (to.Kind == Char || to.Kind == NChar) {
		return s + strings.Repeat(" ", n-have)
	}
	return s
}

// foreignText is the text of a value that is not text itself, with what
// SQL Server does when it is longer than the target.
func foreignText(v Value, from, to Type, style int) (string, error) {
	if v.Kind.IsBinary() {
		return binaryText(v, to, style)
	}
	s, err := FormatStyle(from, v, style)
	if err != nil || to.Len == MaxLen || len(s) <= to.Chars() {
		return s, err
	}
	switch {
	case v.Kind.IsInt():
		if to.Kind.IsNational() {
			return "", Overflow(to)
		}
		return "*", nil
	case v.Kind == UniqueIdentifier:
		return "", errorState(8170, 2, "Insufficient result space to convert uniqueidentifier value to char.")
	case v.Kind == Money || v.Kind == SmallMoney:
		return "", errorState(234, 2, "There is insufficient result space to convert a money value to %s.", to.Kind)
	case v.Kind.IsNumeric():
		return "", errorState(8115, 5, "Arithmetic overflow error converting %s to data type %s.", v.Kind.messageName(), to.Kind)
	}
	return s, nil // dates are cut
}

func binaryText(v Value, to Type, style int) (string, error) {
	switch style {
	case 1, 2:
		return Hex(v.S, style == 1), nil
	case 0:
	default:
		return "", Errorf(281, "%d is not a valid style number when converting from %s to a character string.", style, v.Kind)
	}
	if to.Kind.IsNational() {
		b := v.S
		if len(b)%2 != 0 {
			b += "\x00"
		}
		return FromUTF16([]byte(b)), nil
	}
	return FromCP1252([]byte(v.S)), nil
}

func toGUID(v Value, to Type) (Value, error) {
	switch {
	case v.Kind == UniqueIdentifier:
		return v, nil
	case v.Kind.IsBinary():
		b := v.S
		if len(b) > 16 {
			b = b[:16]
		}
		return Value{Kind: UniqueIdentifier, S: b + strings.Repeat("\x00", 16-len(b))}, nil
	case v.Kind.IsString():
		if b, ok := parseGUID(v.S); ok {
			return Value{Kind: UniqueIdentifier, S: b}, nil
		}
		return Value{}, errorState(8169, 2, "Conversion failed when converting from a character string to uniqueidentifier.")
	}
	return Value{}, failedType(v, to)
}

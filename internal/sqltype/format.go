package sqltype

import "strconv"

// Format is the text an implicit conversion to varchar gives, and PRINT prints.
// NULL is "". t supplies the fractional digits of the time kinds.
func Format(t Type, v Value) string {
	s, err := FormatStyle(t, v, 0)
	if err != nil {
		return ""
	}
	return s
}

// FormatStyle is CONVERT(varchar(max), v, style). Error 281: bad style.
func FormatStyle(t Type, v Value, style int) (string, error) {
	if v.Null {
		return "", nil
	}
	if v.Kind != t.Kind {
		t = Of(v.Kind)
	}
	switch {
	case v.Kind.IsInt():
		return strconv.FormatInt(v.I, 10), nil
	case v.Kind.IsString():
		return v.S, nil
	}
	switch v.Kind {
	case Decimal:
		return formatDecimal(v), nil
	case Money, SmallMoney:
		return formatMoney(v.I, style), nil
	case Real:
		if style == 3 {
			return threeDigitExp(strconv.FormatFloat(v.Float(), 'e', 8, 32)), nil
		}
		return formatFloat(v.Float(), style), nil
	case Float:
		return formatFloat(v.Float(), style), nil
	case Binary, VarBinary:
		switch style {
		case 1:
			return Hex(v.S, true), nil
		case 2:
			return Hex(v.S, false), nil
		}
		return FromCP1252([]byte(v.S)), nil
	case UniqueIdentifier:
		return FormatGUID(v.S), nil
	}
	if v.Kind.IsDateTime() {
		return formatDate(t, v, style)
	}
	return "", nil
}

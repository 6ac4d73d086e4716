package sqltype

// AppendVar appends v, converted to t before and not NULL, as stored in the
// variable part of a record.
func AppendVar(dst []byte, t Type, v Value) []byte {
	switch t.Kind {
	case VarChar:
		return AppendCP1252(dst, v.S)
	case NVarChar:
		return AppendUTF16(dst, v.S)
	case VarBinary:
		return append(dst, v.S...)
	}
	panic("sqltype: " + t.String() + " is not stored in the variable part")
}

// Var reads the value AppendVar wrote.
func Var(t Type, b []byte) Value {
	switch t.Kind {
	case VarChar:
		return Value{Kind: VarChar, S: FromCP1252(b)}
	case NVarChar:
		return Value{Kind: NVarChar, S: FromUTF16(b)}
	case VarBinary:
		return Value{Kind: VarBinary, S: string(b)}
	}
	panic("sqltype: " + t.String() + " is not stored in the variable part")
}

// AppendRow appends v in t's row form, fixed or variable.
func AppendRow(dst []byte, t Type, v Value) []byte {
	if !t.IsFixed() {
		return AppendVar(dst, t, v)
	}
	n := len(dst)
	dst = append(dst, make([]byte, t.Len)...)
	PutFixed(dst[n:], t, v)
	return dst
}

// FromRow reads t's row form, fixed or variable.
func FromRow(t Type, b []byte) Value {
	if t.IsFixed() {
		return Fixed(t, b)
	}
	return Var(t, b)
}

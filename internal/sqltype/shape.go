package sqltype

// Of gives the type of a kind that takes no arguments, or with its default ones:
// decimal(18,0), time(7), char(1).
func Of(k Kind) Type {
	switch k {
	case Bit, TinyInt:
		return Type{Kind: k, Len: 1}
	case SmallInt:
		return Type{Kind: k, Len: 2}
	case Int, Real, SmallMoney, SmallDateTime:
		t := Type{Kind: k, Len: 4}
		if k == Real {
			t.Prec = 24
		}
		return t
	case BigInt, Money, Float, DateTime:
		t := Type{Kind: k, Len: 8}
		if k == Float {
			t.Prec = 53
		}
		return t
	case Decimal:
		return DecimalOf(18, 0)
	case Date:
		return Type{Kind: k, Len: 3}
	case Time, DateTime2, DateTimeOffset:
		return timeType(k, 7)
	case NChar, NVarChar:
		return Type{Kind: k, Len: 2}
	case Char, VarChar, Binary, VarBinary:
		return Type{Kind: k, Len: 1}
	case UniqueIdentifier:
		return Type{Kind: k, Len: 16}
	case SQLVariant:
		return Type{Kind: k, Len: 8016}
	}
	return Type{Kind: k}
}

// DecimalOf is decimal(p,s).
func DecimalOf(p, s int) Type {
	return Type{Kind: Decimal, Len: decimalLen(uint8(p)), Prec: uint8(p), Scale: uint8(s)}
}

// VarCharOf, NVarCharOf, CharOf, NCharOf and VarBinaryOf take lengths in
// characters (bytes for binary); MaxArg gives (max).
func VarCharOf(n int) Type { return charType(VarChar, n) }

// NVarCharOf is nvarchar(n).
func NVarCharOf(n int) Type { return charType(NVarChar, n) }

// CharOf is char(n).
func CharOf(n int) Type { return charType(Char, n) }

// NCharOf is nchar(n).
func NCharOf(n int) Type { return charType(NChar, n) }

// BinaryOf is binary(n).
func BinaryOf(n int) Type { return charType(Binary, n) }

// VarBinaryOf is varbinary(n).
func VarBinaryOf(n int) Type { return charType(VarBinary, n) }

func charType(k Kind, n int) Type {
	if n == MaxArg {
		return Type{Kind: k, Len: MaxLen}
	}
	if k.IsNational() {
		n *= 2
	}
	return Type{Kind: k, Len: int32(n)}
}

func timeType(k Kind, scale uint8) Type {
	t := Type{Kind: k, Scale: scale, Len: timeLen(scale)}
	switch k {
	case DateTime2:
		t.Len += 3
	case DateTimeOffset:
		t.Len += 5
	}
	return t
}

func timeLen(scale uint8) int32 {
	switch {
	case scale <= 2:
		return 3
	case scale <= 4:
		return 4
	}
	return 5
}

func decimalLen(p uint8) int32 {
	switch {
	case p <= 9:
		return 5
	case p <= 19:
		return 9
	case p <= 28:
		return 13
	}
	return 17
}

// Chars is the declared length in characters (bytes for binary), MaxLen for (max).
func (t Type) Chars() int {
	if t.Kind.IsNational() && t.Len != MaxLen {
		return int(t.Len / 2)
	}
	return int(t.Len)
}

// IsMax reports varchar(max) and its kin.
func (t Type) IsMax() bool { return t.Len == MaxLen }

// IsFixed reports types stored in the fixed-length part of a record.
func (t Type) IsFixed() bool {
	switch t.Kind {
	case VarChar, NVarChar, VarBinary, SQLVariant, KindNull:
		return false
	}
	return true
}

// FixedLen is the number of bytes in the fixed part of a record; 0 for
// variable-length types. Bit counts 1 here; packing eight to a byte is the
// record layout's affair.
func (t Type) FixedLen() int {
	if !t.IsFixed() {
		return 0
	}
	return int(t.Len)
}

// MaxLength, Precision and ColumnScale are sys.columns' max_length, precision and scale.
func (t Type) MaxLength() int { return int(t.Len) }

// Precision is sys.columns.precision.
func (t Type) Precision() int {
	switch t.Kind {
	case Bit:
		return 1
	case TinyInt:
		return 3
	case SmallInt:
		return 5
	case Int, SmallMoney, Date:
		return 10
	case BigInt, Money:
		return 19
	case Decimal:
		return int(t.Prec)
	case Real:
		return 24
	case Float:
		return 53
	case SmallDateTime:
		return 16
	case DateTime:
		return 23
	case Time:
		return fraction(8, t.Scale)
	case DateTime2:
		return fraction(19, t.Scale)
	case DateTimeOffset:
		return fraction(26, t.Scale)
	}
	return 0
}

func fraction(width int, scale uint8) int {
	if scale == 0 {
		return width
	}
	return width + 1 + int(scale)
}

// ColumnScale is sys.columns.scale.
func (t Type) ColumnScale() int {
	switch t.Kind {
	case Decimal, Time, DateTime2, DateTimeOffset:
		return int(t.Scale)
	case Money, SmallMoney:
		return 4
	case DateTime:
		return 3
	}
	return 0
}

package sqltype

import (
	"math/big"
	"strings"
)

// IntLiteral types an integer constant of the text: int when it fits,
// otherwise numeric(digits,0), never bigint. Error 1007 beyond 38 digits.
func IntLiteral(s string) (Type, Value, error) {
	if i, ok, overflow := parseInt(s); ok && !overflow && i <= 1<<31-1 {
		return Of(Int), IntOf(Int, i), nil
	}
	return DecimalLiteral(s)
}

// DecimalLiteral types a constant such as 1.50: numeric with its own digits,
// numeric(3,2); leading zeros do not count.
func DecimalLiteral(s string) (Type, Value, error) {
	coef, scale, ok, overflow := parseDecimal(s)
	if !ok {
		return Type{}, Value{}, Errorf(102, "Incorrect syntax near '%s'.", s)
	}
	if point := strings.IndexByte(s, '.'); overflow || scale > 38 || point >= 0 && len(strings.TrimLeft(s[:point], "0"))+scale > 38 {
		return Type{}, Value{}, Errorf(1007, "The number '%s' is out of the range for numeric representation (maximum precision 38).", s)
	}
	return DecimalOf(literalPrec(coef, scale), scale), decOf(coef, scale), nil
}

func literalPrec(coef *big.Int, scale int) int {
	return max(digits(coef), scale, 1)
}

// FloatLiteral types a constant with an exponent: float. Error 168 out of range.
func FloatLiteral(s string) (Type, Value, error) {
	f, ok, overflow := parseFloat(s)
	if overflow {
		return Type{}, Value{}, Errorf(168, "The floating point value '%s' is out of the range of computer representation (8 bytes).", s)
	}
	if !ok {
		return Type{}, Value{}, Errorf(102, "Incorrect syntax near '%s'.", s)
	}
	return Of(Float), FloatOf(f), nil
}

// MoneyLiteral types a constant with a currency sign: money.
func MoneyLiteral(s string) (Type, Value, error) {
	i, ok, overflow := parseMoney(s)
	if overflow {
		return Type{}, Value{}, errorState(293, 0, "Cannot convert a char value to smallmoney. The char value has incorrect syntax.")
	}
	if !ok {
		return Type{}, Value{}, Errorf(102, "Incorrect syntax near '%s'.", s)
	}
	return Of(Money), Value{Kind: Money, I: i}, nil
}

// BinaryLiteral types 0x…: varbinary(bytes); an odd number of digits gets a leading zero.
func BinaryLiteral(s string) (Type, Value, error) {
	digits := s
	if len(s) >= 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') {
		digits = s[2:]
	}
	if len(digits)%2 != 0 {
		digits = "0" + digits
	}
	b, ok := ParseHex(digits)
	if !ok {
		return Type{}, Value{}, Errorf(102, "Incorrect syntax near '%s'.", s)
	}
	n := max(1, len(b))
	if n > 8000 {
		n = MaxArg
	}
	return VarBinaryOf(n), Value{Kind: VarBinary, S: b}, nil
}

// StringLiteral types 'text' and N'text': varchar or nvarchar of its own
// length (at least 1), (max) beyond 8000 bytes.
func StringLiteral(s string, national bool) (Type, Value) {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if national {
		n := max(1, UTF16Len(s))
		if n > 4000 {
			n = MaxArg
		}
		return NVarCharOf(n), StringOf(NVarChar, s)
	}
	s = ToCP1252Text(s)
	n := max(1, UTF16Len(s))
	if n > 8000 {
		n = MaxArg
	}
	return VarCharOf(n), StringOf(VarChar, s)
}

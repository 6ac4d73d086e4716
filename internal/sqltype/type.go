// Package sqltype holds the T-SQL scalar types: how a value is represented in
// memory, how it is laid out in a row, how two are compared, and how it prints.
//
// A Type is a kind with length, precision and scale; a Value carries its kind alone. Result and Common give the type
// of an operation, Apply computes it, Convert and Store convert. Row forms (PutFixed, AppendVar) are what pages hold,
// little endian; AppendKey makes of one bytes that order as the value does. Errors are *Error, with SQL Server's number
// and text.
package sqltype

// Kind names a T-SQL system type.
type Kind uint8

// The supported kinds. KindNull is the type of an untyped NULL literal.
const (
	KindNull Kind = iota
	Bit
	TinyInt
	SmallInt
	Int
	BigInt
	Decimal // numeric too
	SmallMoney
	Money
	Real
	Float
	SmallDateTime
	DateTime
	Date
	Time
	DateTime2
	DateTimeOffset
	Char
	VarChar
	NChar
	NVarChar
	Binary
	VarBinary
	UniqueIdentifier
	SQLVariant // only inside expressions and system views
)

// MaxLen marks varchar(max), nvarchar(max) and varbinary(max) in Type.Len.
const MaxLen = -1

// Type is a T-SQL type with its length, precision and scale.
type Type struct {
	Kind Kind
	// Len is max_length in bytes as sys.columns reports it: nchar(10) has 20,
	// varchar(max) has MaxLen, int has 4.
	Len   int32
	Prec  uint8 // decimal: 1..38; float: 24 or 53
	Scale uint8 // decimal scale; time/datetime2/datetimeoffset fractional digits
	// RowVersion marks binary(8) that is declared as timestamp or rowversion: a column of it takes a new value with every change
	// of its row. Everything else is binary(8)'s.
	RowVersion bool `json:",omitempty"`
}

// RowVersion is the type timestamp, or rowversion.
var RowVersion = Type{Kind: Binary, Len: 8, RowVersion: true}

// IsInt reports bit, tinyint, smallint, int and bigint: values held in Value.I as numbers.
func (k Kind) IsInt() bool { return k >= Bit && k <= BigInt }

// IsExact reports the exact numerics other than the integers.
func (k Kind) IsExact() bool { return k == Decimal || k == Money || k == SmallMoney }

// IsApprox reports real and float.
func (k Kind) IsApprox() bool { return k == Real || k == Float }

// IsNumeric reports every kind arithmetic works on.
func (k Kind) IsNumeric() bool { return k >= Bit && k <= Float }

// IsDateTime reports the date and time kinds.
func (k Kind) IsDateTime() bool { return k >= SmallDateTime && k <= DateTimeOffset }

// IsString reports character kinds.
func (k Kind) IsString() bool { return k >= Char && k <= NVarChar }

// IsNational reports nchar and nvarchar.
func (k Kind) IsNational() bool { return k == NChar || k == NVarChar }

// IsBinary reports binary and varbinary.
func (k Kind) IsBinary() bool { return k == Binary || k == VarBinary }

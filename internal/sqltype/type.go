// Package sqltype holds the T-SQL scalar types: how a value is represented in
// memory, how it is laid out in a row, how two are compared, and how it prints.
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
}

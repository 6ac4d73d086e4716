package sqltype

import "github.com/shopspring/decimal"

// Value is one scalar. It is passed by value and never mutated in place.
//
//	kind                                      held in
//	Bit TinyInt SmallInt Int BigInt           I
//	Money SmallMoney                          I, in ten-thousandths
//	Real Float                                I, as math.Float64bits
//	DateTime                                  I, days since 1900-01-01 * 25,920,000 + 1/300 s ticks
//	SmallDateTime                             I, minutes since 1900-01-01
//	Date                                      I, days since 0001-01-01
//	Time                                      I, 100 ns units since midnight
//	DateTime2                                 I, 100 ns units since 0001-01-01
//	DateTimeOffset                            I, UTC as DateTime2; offset minutes in Off
//	Char VarChar NChar NVarChar               S, Go UTF-8 text
//	Binary VarBinary UniqueIdentifier         S, raw bytes
//	Decimal                                   D
type Value struct {
	Kind Kind
	Null bool
	Off  int16 // datetimeoffset: minutes east of UTC
	I    int64
	S    string
	D    *decimal.Decimal // immutable once set
}

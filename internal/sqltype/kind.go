package sqltype

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

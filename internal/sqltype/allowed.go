package sqltype

// Conversion says whether SQL Server converts one type to another.
type Conversion uint8

// How a conversion may happen.
const (
	Never Conversion = iota
	Explicit
	Implicit
)

// Allowed is the published conversion chart for the supported types.
func Allowed(from, to Kind) Conversion {
	switch {
	case from == to, from == KindNull, to == SQLVariant, from.IsString() && to.IsString():
		return Implicit
	case from == SQLVariant:
		return Explicit
	case from.IsString():
		if to.IsBinary() {
			return Explicit
		}
		return Implicit
	case from.IsNumeric():
		return allowedNumeric(from, to)
	case from.IsDateTime():
		return allowedDate(from, to)
	case from.IsBinary():
		switch {
		case to.IsApprox():
			return Never
		case to == Date || to == Time || to == DateTime2 || to == DateTimeOffset:
			return Explicit
		}
		return Implicit
	case from == UniqueIdentifier:
		if to.IsString() || to.IsBinary() {
			return Implicit
		}
	}
	return Never
}

func allowedNumeric(from, to Kind) Conversion {
	switch {
	case to.IsNumeric(), to == DateTime, to == SmallDateTime:
		return Implicit
	case to.IsString():
		if from == Money || from == SmallMoney {
			return Explicit
		}
		return Implicit
	case to.IsBinary():
		if from.IsApprox() {
			return Explicit
		}
		return Implicit
	}
	return Never
}

func allowedDate(from, to Kind) Conversion {
	old := from == DateTime || from == SmallDateTime
	switch {
	case from == Date && to == Time, from == Time && to == Date:
		return Never
	case to.IsDateTime(), to.IsString():
		return Implicit
	case to.IsBinary():
		return Explicit
	case to.IsNumeric() && old:
		return Explicit
	}
	return Never
}

// CheckConversion is nil when from converts to to. Errors: 206 operand type
// clash, 257 only explicitly, 529 not even explicitly.
func CheckConversion(from, to Type, explicit bool) error {
	a := Allowed(from.Kind, to.Kind)
	switch {
	case a == Implicit, a == Explicit && explicit:
		return nil
	case a == Explicit:
		return errorState(257, 3, "Implicit conversion from data type %s to %s is not allowed. Use the CONVERT function to run this query.",
			from.Kind, to.Kind)
	case explicit:
		return errorState(529, 2, "Explicit conversion from data type %s to %s is not allowed.", from.Kind, to.Kind)
	}
	return errorState(206, 2, "Operand type clash: %s is incompatible with %s", from.Kind, to.Kind)
}

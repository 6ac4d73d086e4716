package sqltype

import (
	"fmt"
	"strconv"
	"strings"
)

// names in sys.types order of Kind; empty for KindNull.
var names = [...]string{
	KindNull: "NULL", Bit: "bit", TinyInt: "tinyint", SmallInt: "smallint", Int: "int", BigInt: "bigint",
	Decimal: "decimal", SmallMoney: "smallmoney", Money: "money", Real: "real", Float: "float",
	SmallDateTime: "smalldatetime", DateTime: "datetime", Date: "date", Time: "time",
	DateTime2: "datetime2", DateTimeOffset: "datetimeoffset",
	Char: "char", VarChar: "varchar", NChar: "nchar", NVarChar: "nvarchar",
	Binary: "binary", VarBinary: "varbinary", UniqueIdentifier: "uniqueidentifier", SQLVariant: "sql_variant",
}

// String is the name in sys.types.
func (k Kind) String() string {
	if int(k) < len(names) {
		return names[k]
	}
	return "kind " + strconv.Itoa(int(k))
}

// messageName is the name error messages use: numeric for decimal.
func (k Kind) messageName() string {
	if k == Decimal {
		return "numeric"
	}
	return k.String()
}

// String is the declaration form: "decimal(10,2)", "varchar(max)", "int".
func (t Type) String() string {
	switch t.Kind {
	case Decimal:
		return fmt.Sprintf("decimal(%d,%d)", t.Prec, t.Scale)
	case Time, DateTime2, DateTimeOffset:
		return fmt.Sprintf("%s(%d)", t.Kind, t.Scale)
	case Char, VarChar, NChar, NVarChar, Binary, VarBinary:
		if t.RowVersion {
			return "timestamp"
		}
		if t.Len == MaxLen {
			return t.Kind.String() + "(max)"
		}
		return fmt.Sprintf("%s(%d)", t.Kind, t.Chars())
	}
	return t.Kind.String()
}

// synonyms map ISO and older names to system types.
var synonyms = map[string]Kind{
	"dec": Decimal, "numeric": Decimal, "integer": Int, "character": Char,
	"char varying": VarChar, "character varying": VarChar, "national char": NChar, "national character": NChar,
	"national char varying": NVarChar, "national character varying": NVarChar, "binary varying": VarBinary,
	"double precision": Float, "sysname": NVarChar,
}

// KindByName finds a system type by name or synonym, any case.
func KindByName(name string) (Kind, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	for k, n := range names {
		if n == name && Kind(k) != KindNull {
			return Kind(k), true
		}
	}
	k, ok := synonyms[name]
	return k, ok
}

// MaxArg is the argument that stands for (max) in FromName.
const MaxArg = -1

// FromName builds a type as a declaration does: FromName("decimal", 10, 2),
// FromName("varchar", MaxArg), FromName("int"). Omitted arguments take T-SQL's
// declaration defaults (varchar is varchar(1); in CAST it is 30, see FromNameCast).
// Errors: 243 unknown type, 1001/1002/131/2716/2717/2750/2751/192 bad arguments.
func FromName(name string, args ...int) (Type, error) { return fromName(name, 1, args) }

// FromNameCast is FromName with the defaults of CAST and CONVERT: length 30.
func FromNameCast(name string, args ...int) (Type, error) { return fromName(name, 30, args) }

func fromName(name string, defLen int, args []int) (Type, error) {
	k, ok := KindByName(name)
	if !ok {
		return Type{}, Errorf(243, "Type %s is not a defined system type.", name)
	}
	if strings.EqualFold(name, "sysname") {
		return NVarCharOf(128), nil
	}
	switch k {
	case Decimal:
		return decimalFromArgs(args)
	case Float:
		return floatFromArgs(args)
	case Time, DateTime2, DateTimeOffset:
		if len(args) == 0 {
			return timeType(k, 7), nil
		}
		if len(args) > 1 {
			return Type{}, badArgs(k)
		}
		if args[0] < 0 || args[0] > 7 {
			return Type{}, Errorf(1002, "Line 1: Specified scale %d is invalid.", args[0])
		}
		return timeType(k, uint8(args[0])), nil
	case Char, VarChar, NChar, NVarChar, Binary, VarBinary:
		return stringFromArgs(k, defLen, args)
	}
	if len(args) > 0 {
		return Type{}, badArgs(k)
	}
	return Of(k), nil
}

func badArgs(k Kind) error {
	return Errorf(2716, "Cannot specify a column width on data type %s.", k)
}

func decimalFromArgs(args []int) (Type, error) {
	p, s := 18, 0
	if len(args) > 0 {
		p = args[0]
	}
	if len(args) > 1 {
		s = args[1]
	}
	switch {
	case len(args) > 2:
		return Type{}, badArgs(Decimal)
	case p < 1 || p > 38:
		return Type{}, Errorf(2750, "Specified column precision %d is greater than the maximum precision of 38.", p)
	case s < 0 || s > p:
		return Type{}, Errorf(192, "The scale must be less than or equal to the precision.")
	}
	return DecimalOf(p, s), nil
}

func floatFromArgs(args []int) (Type, error) {
	switch {
	case len(args) == 0:
		return Of(Float), nil
	case len(args) > 1:
		return Type{}, badArgs(Float)
	case args[0] < 1 || args[0] > 53:
		return Type{}, Errorf(2750, "Specified column precision %d is greater than the maximum precision of 53.", args[0])
	case args[0] <= 24:
		return Of(Real), nil
	}
	return Of(Float), nil
}

func stringFromArgs(k Kind, defLen int, args []int) (Type, error) {
	limit, width := 8000, int32(1)
	if k.IsNational() {
		limit, width = 4000, 2
	}
	n := defLen
	if len(args) > 0 {
		n = args[0]
	}
	variable := k == VarChar || k == NVarChar || k == VarBinary
	switch {
	case len(args) > 1:
		return Type{}, badArgs(k)
	case n == MaxArg && variable:
		return Type{Kind: k, Len: MaxLen}, nil
	case n < 1:
		return Type{}, Errorf(1001, "Line 1: Length or precision specification %d is invalid.", n)
	case n > limit:
		return Type{}, Errorf(131, "The size (%d) given to the type '%s' exceeds the maximum allowed for any data type (%d).", n, k, 8000)
	}
	return Type{Kind: k, Len: int32(n) * width}, nil
}

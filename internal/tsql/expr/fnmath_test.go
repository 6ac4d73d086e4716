package expr

import "testing"

func TestMathFunctions(t *testing.T) {
	check(t, show, []pair{
		{"ABS(-5)", "5"}, {"ABS(-2147483647 - 1)", "error 8115: Arithmetic overflow error converting expression to data type int."}, {"ABS(-1.5)", "1.5"},
		{"CEILING(1.2)", "2"}, {"CEILING(-1.2)", "-1"}, {"FLOOR(-1.2)", "-2"}, {"FLOOR(7)", "7"}, {"CEILING($1.5)", "2.00"}, {"FLOOR(1.9e0)", "1"},
		{"ROUND(748.58, -1)", "750.00"}, {"ROUND(748.58, -2)", "700.00"}, {"ROUND(748.58, -3)", "error 8115: Arithmetic overflow error converting expression to data type numeric."},
		{"ROUND(123.9994, 3)", "123.9990"}, {"ROUND(123.9995, 3)", "124.0000"}, {"ROUND(150.75, 0)", "151.00"}, {"ROUND(150.75, 0, 1)", "150.00"}, {"ROUND(1256, -2)", "1300"}, {"ROUND(2.5e0, 0)", "3"},
		{"POWER(2, 10)", "1024"}, {"POWER(2.5, 2)", "6.3"}, {"POWER(2e0, 0.5)", "1.41421"}, {"POWER(10, 2)", "100"}, {"POWER(0, -1)", "error 8134: Divide by zero error encountered."},
		{"POWER(2, 31)", "error 232: Arithmetic overflow error for type int, value = 2147483648.000000."},
		{"SQRT(9)", "3"}, {"SQUARE(3)", "9"}, {"SQRT(-1)", "error 3623: An invalid floating point operation occurred."}, {"EXP(1)", "2.71828"}, {"LOG(10)", "2.30259"},
		{"LOG(8, 2)", "3"}, {"LOG10(1000)", "3"}, {"LOG(0)", "error 3623: An invalid floating point operation occurred."}, {"SIGN(-3)", "-1"}, {"SIGN(0.5)", "1.0"}, {"PI()", "3.14159"},
		{"SIN(0)", "0"}, {"COS(0)", "1"}, {"ATN2(1, 1)", "0.785398"}, {"DEGREES(PI())", "180"}, {"RADIANS(90)", "1"}, {"DEGREES(1)", "57"},
		{"RAND(1024)", "1"}, {"RAND()", "0.0625"}, {"RAND() + RAND()", "0.1875"},
		{"ISNUMERIC('1e5')", "1"}, {"ISNUMERIC('$1,000')", "1"}, {"ISNUMERIC('abc')", "0"}, {"ISNUMERIC('')", "0"}, {"ISNUMERIC(NULL)", "0"}, {"ISNUMERIC(1)", "1"},
		{"CHECKSUM(5)", "5"}, {"CHECKSUM('abc') - CHECKSUM('ABC')", "0"}, {"BINARY_CHECKSUM(5)", "5"},
		{"ABS(CHECKSUM(NEWID())) % 1", "0"}, {"NEWID()", "00000000-0000-4000-8000-000000000001"},
		{"LEFT(CAST(NEWSEQUENTIALID() AS varchar(36)), 0)", "error 302: The newsequentialid() built-in function can only be used in a DEFAULT expression for a column of type 'uniqueidentifier' in a CREATE TABLE or ALTER TABLE statement. It cannot be combined with other operators to form a complex scalar expression."},
		{"ABS('x')", "error 8114: Error converting data type varchar to float."}, {"ABS(GETDATE())", "error 8116: Argument data type datetime is invalid for argument 1 of abs function."},
	})
}

func TestRandIsOnePerStatement(t *testing.T) {
	n, err := parseScalar("RAND()")
	if err != nil {
		t.Fatal(err)
	}
	e, err := Compile(testScope{}, n)
	if err != nil {
		t.Fatal(err)
	}
	env := testEnv()
	a, _ := e.Eval(env)
	b, _ := e.Eval(env)
	env.Stmt.Reset()
	c, _ := e.Eval(env)
	if a != b || a == c {
		t.Fatalf("same statement %v %v, next statement %v", a.Float(), b.Float(), c.Float())
	}
}

package tds

import "encoding/binary"

// AppendReturnStatus writes the return code of a procedure.
func AppendReturnStatus(dst []byte, code int32) []byte {
	return binary.LittleEndian.AppendUint32(append(dst, tokenReturnStatus), uint32(code))
}

// AppendReturnValue writes RETURNVALUE up to its value, which the caller
// appends next with the function for the type. ordinal counts parameters from 0.
func AppendReturnValue(dst []byte, ordinal int, name string, t TypeInfo) []byte {
	dst = append(dst, tokenReturnValue, byte(ordinal), byte(ordinal>>8))
	dst = appendBVarchar(dst, name)
	dst = append(dst, 1)          // status: output parameter
	dst = append(dst, 0, 0, 0, 0) // user type
	dst = append(dst, colNullable, 0)
	return AppendTypeInfo(dst, t)
}

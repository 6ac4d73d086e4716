package tds

import "encoding/binary"

// Message is the content of ERROR (Class above 10) and INFO.
type Message struct {
	Number int32
	State  uint8
	Class  uint8 // severity
	Text   string
	Server string
	Proc   string
	Line   int32 // from 1; 0: not from a statement
}

// maxMessageText keeps the token below its 16-bit length with the names at
// their longest. SQL Server cuts at 2,047 (errors) or 4,000 (PRINT).
const maxMessageText = 30000

// AppendMessage writes ERROR or INFO, by class.
func AppendMessage(dst []byte, m Message) []byte {
	token := byte(tokenInfo)
	if m.Class > 10 {
		token = tokenError
	}
	dst = append(dst, token, 0, 0)
	at := len(dst)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(m.Number))
	dst = append(dst, m.State, m.Class)
	dst = appendUSVarchar(dst, m.Text, maxMessageText)
	dst = appendBVarchar(dst, m.Server)
	dst = appendBVarchar(dst, m.Proc)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(m.Line))
	return patch16(dst, at)
}

// patch16 writes the length of dst[at:] into the two bytes before it.
func patch16(dst []byte, at int) []byte {
	binary.LittleEndian.PutUint16(dst[at-2:], uint16(len(dst)-at))
	return dst
}

package tds

import "encoding/binary"

// LoginAck is the server's acceptance of a login.
type LoginAck struct {
	Version uint32 // protocol version, as LOGIN7 had it
	Program string // at most 100 characters: a client computes with a byte
	Product [4]byte
}

// AppendLoginAck writes LOGINACK.
func AppendLoginAck(dst []byte, a LoginAck) []byte {
	dst = append(dst, tokenLoginAck, 0, 0)
	at := len(dst)
	dst = append(dst, 1) // interface: T-SQL
	dst = binary.BigEndian.AppendUint32(dst, a.Version)
	dst = appendBVarchar(dst, truncateUTF16(a.Program, 100))
	return patch16(append(dst, a.Product[:]...), at)
}

// AppendFeatureExtAck answers FEATUREEXT with no feature granted.
func AppendFeatureExtAck(dst []byte) []byte {
	return append(dst, tokenFeatureExtAck, featureTerminator)
}

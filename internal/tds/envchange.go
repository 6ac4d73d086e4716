package tds

import (
	"encoding/binary"
	"strconv"
)

// ENVCHANGE types.
const (
	envDatabase     = 1
	envLanguage     = 2
	envPacketSize   = 4
	envCollation    = 7
	envBeginTran    = 8
	envCommitTran   = 9
	envRollbackTran = 10
	envResetAck     = 18
)

func beginEnvChange(dst []byte, typ byte) ([]byte, int) {
	dst = append(dst, tokenEnvChange, 0, 0)
	return append(dst, typ), len(dst)
}

func appendEnvStrings(dst []byte, typ byte, new, old string) []byte {
	dst, at := beginEnvChange(dst, typ)
	return patch16(appendBVarchar(appendBVarchar(dst, new), old), at)
}

// AppendEnvDatabase tells of a new current database.
func AppendEnvDatabase(dst []byte, new, old string) []byte {
	return appendEnvStrings(dst, envDatabase, new, old)
}

// AppendEnvLanguage tells of a new language.
func AppendEnvLanguage(dst []byte, new, old string) []byte {
	return appendEnvStrings(dst, envLanguage, new, old)
}

// AppendEnvPacketSize tells the negotiated packet size; it holds from the next
// message on.
func AppendEnvPacketSize(dst []byte, new, old int) []byte {
	return appendEnvStrings(dst, envPacketSize, strconv.Itoa(new), strconv.Itoa(old))
}

// AppendEnvCollation tells the server's collation.
func AppendEnvCollation(dst []byte, c Collation) []byte {
	dst, at := beginEnvChange(dst, envCollation)
	dst = append(append(dst, byte(len(c))), c[:]...)
	return patch16(append(dst, 0), at)
}

// AppendEnvBeginTran tells the descriptor of a transaction just begun.
func AppendEnvBeginTran(dst []byte, descriptor uint64) []byte {
	dst, at := beginEnvChange(dst, envBeginTran)
	dst = binary.LittleEndian.AppendUint64(append(dst, 8), descriptor)
	return patch16(append(dst, 0), at)
}

// AppendEnvEndTran tells that the transaction ended, by commit or rollback.
func AppendEnvEndTran(dst []byte, descriptor uint64, committed bool) []byte {
	typ := byte(envRollbackTran)
	if committed {
		typ = envCommitTran
	}
	dst, at := beginEnvChange(dst, typ)
	dst = binary.LittleEndian.AppendUint64(append(dst, 0, 8), descriptor)
	return patch16(dst, at)
}

// AppendEnvResetAck acknowledges a reset of the connection.
func AppendEnvResetAck(dst []byte) []byte {
	dst, at := beginEnvChange(dst, envResetAck)
	return patch16(append(dst, 0, 0), at)
}

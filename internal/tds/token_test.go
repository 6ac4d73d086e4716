package tds

import (
	"encoding/hex"
	"strings"
	"testing"
)

// Literal bytes, written down from the specification's tables.
func TestTokens(t *testing.T) {
	cols := []Column{
		{Name: "a", Type: TypeInfo{ID: TypeIntN, Len: 4}, Nullable: true},
		{Name: "b", Type: TypeInfo{ID: TypeBigVarChar, Len: 300, Collation: Latin1CICollation}, Identity: true},
		{Name: "c", Type: TypeInfo{ID: TypeNVarChar, Len: MaxLen, Collation: Latin1CICollation}},
		{Name: "d", Type: TypeInfo{ID: TypeDecimalN, Len: 9, Prec: 18, Scale: 4}},
		{Name: "e", Type: TypeInfo{ID: TypeTimeN, Scale: 3}},
	}
	row, at := BeginNBCRow(nil, 10)
	SetNull(row, at, 1)
	SetNull(row, at, 9)
	for name, tt := range map[string]struct {
		got  []byte
		want string
	}{
		"done":       {AppendDone(nil, Done, DoneCount|DoneMore, 0xC1, 0x0102030405060708), "fd 1100 c100 0807060504030201"},
		"doneproc":   {AppendDone(nil, DoneProc, DoneAttention, 0, 0), "fe 2000 0000 0000000000000000"},
		"doneinproc": {AppendDone(nil, DoneInProc, DoneServerError|DoneError, 0, 0), "ff 0201 0000 0000000000000000"},
		"error": {AppendMessage(nil, Message{Number: 208, State: 1, Class: 16, Text: "x", Server: "s", Proc: "p", Line: 7}),
			"aa 1400 d0000000 01 10 0100 7800 01 7300 01 7000 07000000"},
		"info": {AppendMessage(nil, Message{Number: 5701, State: 2, Class: 10, Text: "", Server: "", Line: 1}),
			"ab 0e00 45160000 02 0a 0000 00 00 01000000"},
		"database":     {AppendEnvDatabase(nil, "ab", "c"), "e3 0900 01 02 61006200 01 6300"},
		"packet size":  {AppendEnvPacketSize(nil, 512, 4096), "e3 1100 04 03 350031003200 04 3400300039003600"},
		"collation":    {AppendEnvCollation(nil, Latin1CICollation), "e3 0800 07 05 0904d00034 00"},
		"begin":        {AppendEnvBeginTran(nil, 0x0102), "e3 0b00 08 08 0201000000000000 00"},
		"commit":       {AppendEnvEndTran(nil, 0x0102, true), "e3 0b00 09 00 08 0201000000000000"},
		"rollback":     {AppendEnvEndTran(nil, 0x0102, false), "e3 0b00 0a 00 08 0201000000000000"},
		"reset":        {AppendEnvResetAck(nil), "e3 0300 12 00 00"},
		"loginack":     {AppendLoginAck(nil, LoginAck{Version: Version74, Program: "p", Product: [4]byte{16, 0, 3, 232}}), "ad 0c00 01 74000004 01 7000 100003e8"},
		"features":     {AppendFeatureExtAck(nil), "ae ff"},
		"returnstatus": {AppendReturnStatus(nil, -6), "79 faffffff"},
		"returnvalue":  {AppendReturnValue(nil, 3, "@a", TypeInfo{ID: TypeIntN, Len: 8}), "ac 0300 02 40006100 01 00000000 0100 26 08"},
		"columns": {AppendColMetadata(nil, cols), "81 0500" +
			"00000000 0100 26 04 01 6100" +
			"00000000 1000 a7 2c01 0904d00034 01 6200" +
			"00000000 0000 e7 ffff 0904d00034 01 6300" +
			"00000000 0000 6a 09 12 04 01 6400" +
			"00000000 0000 29 03 01 6500"},
		"row":         {AppendInt(BeginRow(nil), -1, 2), "d1 02 ffff"},
		"nbcrow":      {row, "d2 02 02"},
		"null plp":    {AppendNull(nil, cols[2].Type), "ffffffffffffffff"},
		"null short":  {AppendNull(nil, cols[1].Type), "ffff"},
		"null byte":   {AppendNull(nil, cols[0].Type), "00"},
		"plp":         {AppendNVarChar(nil, cols[2].Type, "ab"), "0400000000000000 04000000 61006200 00000000"},
		"plp empty":   {AppendNVarChar(nil, cols[2].Type, ""), "0000000000000000 00000000"},
		"varchar":     {AppendBytes(nil, cols[1].Type, "a\x80"), "0200 61 80"},
		"money":       {AppendMoney(nil, 0x0102030405060708, 8), "08 04030201 08070605"},
		"null varian": {AppendNull(nil, TypeInfo{ID: TypeVariant}), "00000000"},
	} {
		if got, want := hex.EncodeToString(tt.got), strings.ReplaceAll(tt.want, " ", ""); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

func TestLongTextsAreCut(t *testing.T) {
	long := strings.Repeat("é", 70000)
	b := AppendMessage(nil, Message{Class: 16, Text: long, Server: long, Proc: long})
	if n := int(b[1]) | int(b[2])<<8; n != len(b)-3 {
		t.Errorf("message token says %d bytes, has %d", n, len(b)-3)
	}
	b = AppendColMetadata(nil, []Column{{Name: long, Type: TypeInfo{ID: TypeIntN, Len: 4}}})
	if b[11] != 255 || len(b) != 12+510 {
		t.Errorf("column name of %d units in %d bytes", b[11], len(b))
	}
	b = AppendLoginAck(nil, LoginAck{Program: long})
	if b[8] != 100 {
		t.Errorf("program name of %d units", b[8])
	}
}

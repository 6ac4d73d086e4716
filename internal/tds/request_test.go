package tds

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

var testHeaders = Headers{Transaction: 0x1122334455667788, Requests: 3}

func TestBatchRoundTrip(t *testing.T) {
	b := AppendBatch(nil, testHeaders, "SELECT N'ü' -- 𝄞")
	h, text, err := DecodeBatch(b)
	if err != nil || h != testHeaders || text != "SELECT N'ü' -- 𝄞" {
		t.Fatalf("got %+v %q %v", h, text, err)
	}
	for cut := 0; cut < 22; cut++ {
		if _, _, err := DecodeBatch(b[:cut]); err == nil {
			t.Errorf("%d bytes accepted", cut)
		}
	}
	if _, _, err := DecodeBatch(b[:23]); err == nil {
		t.Error("half a character accepted")
	}
}

func TestHeadersBad(t *testing.T) {
	for name, b := range map[string][]byte{
		"total too small":     {3, 0, 0, 0},
		"total too large":     {5, 0, 0, 0},
		"header of 5 bytes":   {9, 0, 0, 0, 5, 0, 0, 0, 2},
		"header beyond":       {10, 0, 0, 0, 7, 0, 0, 0, 2, 0},
		"transaction cut off": {10, 0, 0, 0, 6, 0, 0, 0, 2, 0},
	} {
		if _, _, err := DecodeBatch(b); err == nil {
			t.Errorf("%s accepted", name)
		}
	}
}

func TestTranRequestRoundTrip(t *testing.T) {
	for _, r := range []TranRequest{
		{Type: TranBegin, Isolation: 4, Name: "t1"},
		{Type: TranCommit, Name: "t2"},
		{Type: TranRollback, Restart: true, NewIsolation: 2, NewName: "t3"},
		{Type: TranSave, Name: "s"},
	} {
		b := AppendTranRequest(nil, testHeaders, r)
		h, got, err := DecodeTranRequest(b)
		if err != nil || h != testHeaders || got != r {
			t.Errorf("got %+v %v, want %+v", got, err, r)
		}
		for cut := range b {
			if _, _, err := DecodeTranRequest(b[:cut]); err == nil {
				t.Errorf("request %d: %d of %d bytes accepted", r.Type, cut, len(b))
			}
		}
	}
}

// rpcSample is one parameter of each type, with its bytes as they must be read.
var rpcSample = []struct {
	p     RPCParam
	value func([]byte) []byte
	want  string // bytes of the value; "NULL"
}{
	{RPCParam{Name: "@n", Type: TypeInfo{ID: TypeNull}}, func(b []byte) []byte { return b }, "NULL"},
	{RPCParam{Name: "@i1", Type: TypeInfo{ID: TypeIntN, Len: 1}}, func(b []byte) []byte { return AppendInt(b, 200, 1) }, "\xc8"},
	{RPCParam{Name: "@i2", Type: TypeInfo{ID: TypeIntN, Len: 2}}, func(b []byte) []byte { return AppendInt(b, -2, 2) }, "\xfe\xff"},
	{RPCParam{Name: "@i4", ByRef: true, Type: TypeInfo{ID: TypeIntN, Len: 4}}, func(b []byte) []byte { return AppendInt(b, -3, 4) }, "\xfd\xff\xff\xff"},
	{RPCParam{Name: "@i8", Type: TypeInfo{ID: TypeIntN, Len: 8}}, func(b []byte) []byte { return AppendInt(b, 0x0102030405060708, 8) }, "\x08\x07\x06\x05\x04\x03\x02\x01"},
	{RPCParam{Name: "@i0", Default: true, Type: TypeInfo{ID: TypeIntN, Len: 4}}, func(b []byte) []byte { return append(b, 0) }, "NULL"},
	{RPCParam{Name: "@f4", Type: TypeInfo{ID: TypeFlt4, Len: 4}}, func(b []byte) []byte { return append(b, 1, 2, 3, 4) }, "\x01\x02\x03\x04"},
	{RPCParam{Name: "@dec", Type: TypeInfo{ID: TypeDecimalN, Len: 17, Prec: 38, Scale: 5}}, func(b []byte) []byte { return AppendDecimal(b, true, 2, 1, 38) }, "\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00"},
	{RPCParam{Name: "@g", Type: TypeInfo{ID: TypeGUID, Len: 16}}, func(b []byte) []byte { return AppendGUID(b, "0123456789abcdef") }, "0123456789abcdef"},
	{RPCParam{Name: "@dt", Type: TypeInfo{ID: TypeDateTimeN, Len: 8}}, func(b []byte) []byte { return AppendDateTime(b, -1, 5) }, "\xff\xff\xff\xff\x05\x00\x00\x00"},
	{RPCParam{Name: "@dto", Type: TypeInfo{ID: TypeDateTimeOffsetN, Len: 9, Scale: 3}}, func(b []byte) []byte { return AppendDateTimeOffset(b, 3*unitsPerDay+20000, -60, 3) }, "\x02\x00\x00\x00\x03\x00\x00\xc4\xff"},
	{RPCParam{Name: "@nv", Type: TypeInfo{ID: TypeNVarChar, Len: 20, Collation: Latin1CICollation}}, func(b []byte) []byte { return AppendNVarChar(b, TypeInfo{ID: TypeNVarChar, Len: 20}, "hé") }, "h\x00\xe9\x00"},
	{RPCParam{Name: "@vc", Type: TypeInfo{ID: TypeBigVarChar, Len: 3, Collation: Latin1CICollation}}, func(b []byte) []byte { return AppendBytes(b, TypeInfo{ID: TypeBigVarChar, Len: 3}, "h\x80") }, "h\x80"},
	{RPCParam{Name: "@b", Type: TypeInfo{ID: TypeBigBinary, Len: 2}}, func(b []byte) []byte { return append(b, 0xFF, 0xFF) }, "NULL"},
	{RPCParam{Name: "@max", Type: TypeInfo{ID: TypeBigVarBin, Len: MaxLen}}, func(b []byte) []byte { return AppendBytes(b, TypeInfo{Len: MaxLen}, "\x01\x02\x03") }, "\x01\x02\x03"},
	{RPCParam{Name: "@max0", Type: TypeInfo{ID: TypeBigVarBin, Len: MaxLen}}, func(b []byte) []byte { return AppendBytes(b, TypeInfo{Len: MaxLen}, "") }, ""},
	{RPCParam{Name: "@maxn", Type: TypeInfo{ID: TypeBigVarBin, Len: MaxLen}}, func(b []byte) []byte { return AppendNull(b, TypeInfo{ID: TypeBigVarBin, Len: MaxLen}) }, "NULL"},
	{RPCParam{Name: "@chunks", Type: TypeInfo{ID: TypeNVarChar, Len: MaxLen}}, func(b []byte) []byte {
		b = append(b, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF)
		return append(b, 3, 0, 0, 0, 'a', 0, 'b', 1, 0, 0, 0, 0, 0, 0, 0, 0)
	}, "a\x00b\x00"},
	{RPCParam{Name: "@txt", Type: TypeInfo{ID: TypeNText, Len: 100}}, func(b []byte) []byte { return append(b, 2, 0, 0, 0, 'z', 0) }, "z\x00"},
	{RPCParam{Name: "@var", Type: TypeInfo{ID: TypeVariant, Len: VariantMaxLen}}, func(b []byte) []byte { return AppendVariantInt(b, TypeInt4, 7) }, "\x38\x00\x07\x00\x00\x00"},
}

func rpcSampleBytes() []byte {
	var params []RPCParam
	for _, s := range rpcSample {
		params = append(params, s.p)
	}
	return AppendRPC(nil, testHeaders, "sp_executesql", params, func(b []byte, i int) []byte { return rpcSample[i].value(b) })
}

func TestRPCRoundTrip(t *testing.T) {
	h, calls, err := DecodeRPC(rpcSampleBytes())
	if err != nil || h != testHeaders || len(calls) != 1 || calls[0].Proc != "sp_executesql" || len(calls[0].Params) != len(rpcSample) {
		t.Fatalf("got %+v %+v %v", h, calls, err)
	}
	for i, s := range rpcSample {
		got := calls[0].Params[i]
		val := string(got.Value.B)
		if got.Value.Null {
			val = "NULL"
		}
		got.Value = RawValue{}
		if !reflect.DeepEqual(got, s.p) || val != s.want {
			t.Errorf("%s: %+v value % x, want %+v value % x", s.p.Name, got, val, s.p, s.want)
		}
	}
}

func TestRPCSeveralCalls(t *testing.T) {
	one := TypeInfo{ID: TypeIntN, Len: 4}
	val := func(b []byte, i int) []byte { return AppendInt(b, 9, 4) }
	b := AppendRPCByID(nil, testHeaders, ProcExecute, []RPCParam{{Type: one}}, val)
	b = append(b, rpcBatchSeparator)
	b = append(b, AppendRPC(nil, testHeaders, "p", nil, val)[22:]...)
	_, calls, err := DecodeRPC(b)
	if err != nil || len(calls) != 2 || calls[0].ProcID != ProcExecute || calls[0].Proc != "sp_execute" ||
		len(calls[0].Params) != 1 || calls[1].Proc != "p" || len(calls[1].Params) != 0 {
		t.Fatalf("got %+v %v", calls, err)
	}
}

func TestRPCBad(t *testing.T) {
	full := rpcSampleBytes()
	last := 0
	for cut := range full {
		if _, _, err := DecodeRPC(full[:cut]); err == nil {
			last = cut // a cut between two parameters is a shorter valid call
		}
	}
	if last == len(full)-1 {
		t.Error("last byte not needed")
	}
	num := func(b []byte, i int) []byte { return append(b, 2, 1, 1) }
	for name, tt := range map[string]struct {
		b    []byte
		want string
	}{
		"length against type": {AppendRPC(nil, testHeaders, "p", []RPCParam{{Name: "@a", Type: TypeInfo{ID: TypeIntN, Len: 4}}}, num), "parameter @a: value of type intn(4): 2 bytes"},
		"bad intn":            {AppendRPC(nil, testHeaders, "p", []RPCParam{{Type: TypeInfo{ID: TypeIntN, Len: 3}}}, num), "parameter 1: type intn: length 3"},
		"table-valued":        {AppendRPC(nil, testHeaders, "p", []RPCParam{{Type: TypeInfo{ID: typeTVP}}}, num), "table-valued parameter is not supported"},
		"unknown type":        {AppendRPC(nil, testHeaders, "p", []RPCParam{{Type: TypeInfo{ID: 0x99}}}, num), "type 0x99 is not supported"},
		"unknown number":      {AppendRPCByID(nil, testHeaders, 99, nil, num), "unknown procedure number 99"},
	} {
		_, _, err := DecodeRPC(tt.b)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	many := make([]RPCParam, maxRPCParams+1)
	for i := range many {
		many[i].Type = TypeInfo{ID: TypeNull}
	}
	_, _, err := DecodeRPC(AppendRPC(nil, testHeaders, "p", many, func(b []byte, i int) []byte { return b }))
	if !errors.Is(err, ErrTooManyParams) {
		t.Errorf("%d parameters: %v", len(many), err)
	}
}

func FuzzBatch(f *testing.F) {
	f.Add(AppendBatch(nil, testHeaders, "SELECT 1"))
	f.Fuzz(func(t *testing.T, b []byte) { DecodeBatch(b) })
}

func FuzzTranRequest(f *testing.F) {
	f.Add(AppendTranRequest(nil, testHeaders, TranRequest{Type: TranCommit, Restart: true, NewName: "x"}))
	f.Fuzz(func(t *testing.T, b []byte) { DecodeTranRequest(b) })
}

func FuzzRPC(f *testing.F) {
	f.Add(rpcSampleBytes())
	f.Add(AppendRPCByID(nil, testHeaders, ProcPrepare, nil, nil))
	f.Fuzz(func(t *testing.T, b []byte) { DecodeRPC(b) })
}

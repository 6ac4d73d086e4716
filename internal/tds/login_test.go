package tds

import (
	"reflect"
	"testing"
)

func TestPreloginRoundTrip(t *testing.T) {
	p := Prelogin{Version: [6]byte{16, 0, 3, 0xE8, 0, 7}, Encryption: EncryptOn, Instance: "MSSQLServer", MARS: true}
	got, err := DecodePrelogin(AppendPrelogin([]byte("x"), p)[1:])
	if err != nil || !reflect.DeepEqual(got, p) {
		t.Fatalf("got %+v, %v", got, err)
	}
}

func TestPreloginBad(t *testing.T) {
	for name, b := range map[string][]byte{
		"empty":            {},
		"no terminator":    {0, 0, 6, 0, 0},
		"table cut":        {0, 0, 6},
		"data beyond":      {1, 0, 6, 0, 1, 0xFF},
		"empty encryption": {1, 0, 6, 0, 0, 0xFF},
		"offset beyond":    {1, 0xFF, 0xFF, 0, 1, 0xFF},
	} {
		if _, err := DecodePrelogin(b); err == nil {
			t.Errorf("%s accepted", name)
		}
	}
}

func sampleLogin() Login7 {
	return Login7{
		Version: Version74, PacketSize: 16384, ClientVersion: 0x01020304, ClientPID: 4711,
		HostName: "host", UserName: "usér", Password: "p@ss#w/:?%+ é;{}𝄞", AppName: "app", ServerName: "srv",
		Library: "lib", Language: "us_english", Database: "tëst", ReadOnly: true,
		Extended: true, Features: []byte{1, 5, 10},
	}
}

func TestLogin7RoundTrip(t *testing.T) {
	for _, l := range []Login7{sampleLogin(), {Version: Version73B, Integrated: true, ChangePassword: true}} {
		got, err := DecodeLogin7(AppendLogin7([]byte("xyz"), l)[3:])
		if err != nil || !reflect.DeepEqual(got, l) {
			t.Errorf("got  %+v\nwant %+v\n%v", got, l, err)
		}
	}
}

// The obfuscated form of "sa" as any sniffer shows it.
func TestUnscramble(t *testing.T) {
	if got := DecodeUTF16(unscramble([]byte{0x92, 0xA5, 0xB3, 0xA5})); got != "sa" {
		t.Errorf("got %q", got)
	}
}

func TestLogin7EveryTruncation(t *testing.T) {
	b := AppendLogin7(nil, sampleLogin())
	for cut := range b {
		if _, err := DecodeLogin7(b[:cut]); err == nil {
			t.Fatalf("accepted %d of %d bytes", cut, len(b))
		}
	}
}

func FuzzPrelogin(f *testing.F) {
	f.Add(AppendPrelogin(nil, Prelogin{Encryption: EncryptOff}))
	f.Add([]byte{0xFF})
	f.Fuzz(func(t *testing.T, b []byte) { DecodePrelogin(b) })
}

func FuzzLogin7(f *testing.F) {
	f.Add(AppendLogin7(nil, sampleLogin()))
	f.Fuzz(func(t *testing.T, b []byte) { DecodeLogin7(b) })
}

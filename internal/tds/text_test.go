package tds

import (
	"testing"
	"unicode/utf16"
)

func TestUTF16RoundTrip(t *testing.T) {
	for _, s := range []string{"", "a", "abcdefgh", "é", "日本語", "𝄞", "a𝄞b", "\x00"} {
		b := AppendUTF16(nil, s)
		if got := DecodeUTF16(b); got != s {
			t.Errorf("%q came back as %q", s, got)
		}
		if n := len(utf16.Encode([]rune(s))); len(b) != 2*n {
			t.Errorf("%q: %d bytes of %d units", s, len(b), n)
		}
	}
	for in, want := range map[string]string{
		"\x00\xd8":         "\uFFFD",  // high surrogate alone
		"\x00\xdc":         "\uFFFD",  // low surrogate alone
		"\x00\xd8a\x00":    "\uFFFDa", // high surrogate before a letter
		"a\x00b":           "a",       // odd byte
		"\x34\xd8\x1e\xdd": "𝄞",
	} {
		if got := DecodeUTF16([]byte(in)); got != want {
			t.Errorf("% x: %q, want %q", in, got, want)
		}
	}
}

func TestTruncateUTF16(t *testing.T) {
	for _, tt := range []struct {
		s    string
		max  int
		want string
	}{{"abc", 2, "ab"}, {"é𝄞", 2, "é"}, {"é𝄞", 3, "é𝄞"}, {"", 0, ""}} {
		if got := truncateUTF16(tt.s, tt.max); got != tt.want {
			t.Errorf("%q to %d: %q, want %q", tt.s, tt.max, got, tt.want)
		}
	}
}

package tds

import (
	"unicode/utf16"
	"unicode/utf8"
)

// AppendUTF16 appends s as UTF-16LE. Bytes that are not UTF-8 become U+FFFD.
func AppendUTF16(dst []byte, s string) []byte {
	i := 0
	for ; i < len(s) && s[i] < utf8.RuneSelf; i++ {
		dst = append(dst, s[i], 0)
	}
	for _, r := range s[i:] {
		if r >= 0x10000 {
			hi, lo := utf16.EncodeRune(r)
			dst = append(dst, byte(hi), byte(hi>>8), byte(lo), byte(lo>>8))
			continue
		}
		dst = append(dst, byte(r), byte(r>>8))
	}
	return dst
}

// DecodeUTF16 reads UTF-16LE. A lone surrogate becomes U+FFFD; an odd last
// byte is dropped (callers that care check the length first).
func DecodeUTF16(b []byte) string {
	ascii := true
	for i := 0; i+1 < len(b); i += 2 {
		if b[i+1] != 0 || b[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	out := make([]byte, 0, len(b)/2)
	if ascii {
		for i := 0; i+1 < len(b); i += 2 {
			out = append(out, b[i])
		}
		return string(out)
	}
	for i := 0; i+1 < len(b); i += 2 {
		r := rune(b[i]) | rune(b[i+1])<<8
		if utf16.IsSurrogate(r) {
			var lo rune
			if i+3 < len(b) {
				lo = rune(b[i+2]) | rune(b[i+3])<<8
			}
			if r = utf16.DecodeRune(r, lo); r != utf8.RuneError {
				i += 2
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return string(out)
}

// truncateUTF16 cuts s to at most max code units, at a rune boundary.
func truncateUTF16(s string, max int) string {
	if len(s) <= max {
		return s // a byte is never less than a code unit
	}
	n := 0
	for i, r := range s {
		w := 1
		if r >= 0x10000 {
			w = 2
		}
		if n+w > max {
			return s[:i]
		}
		n += w
	}
	return s
}

// appendBVarchar appends a B_VARCHAR, cut to 255 code units.
func appendBVarchar(dst []byte, s string) []byte {
	s = truncateUTF16(s, 255)
	at := len(dst)
	dst = AppendUTF16(append(dst, 0), s)
	dst[at] = byte((len(dst) - at - 1) / 2)
	return dst
}

// appendUSVarchar appends a US_VARCHAR, cut to max code units (at most 65535).
func appendUSVarchar(dst []byte, s string, max int) []byte {
	s = truncateUTF16(s, max)
	at := len(dst)
	dst = AppendUTF16(append(dst, 0, 0), s)
	n := (len(dst) - at - 2) / 2
	dst[at], dst[at+1] = byte(n), byte(n>>8)
	return dst
}

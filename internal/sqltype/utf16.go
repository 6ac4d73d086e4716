package sqltype

import (
	"unicode/utf16"
	"unicode/utf8"
)

// UTF16Len counts UTF-16 code units: what LEN and declared lengths count.
func UTF16Len(s string) int {
	if isASCII(s) {
		return len(s)
	}
	n := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c < 0x80 || c >= 0xC0 && c < 0xF0:
			n++
		case c >= 0xF0:
			n += 2
		}
	}
	return n
}

// AppendUTF16 appends text as UTF-16LE.
func AppendUTF16(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			dst = append(dst, c, 0)
			i++
			continue
		}
		r, w := utf8.DecodeRuneInString(s[i:])
		i += w
		if r > 0xFFFF {
			hi, lo := utf16.EncodeRune(r)
			dst = append(dst, byte(hi), byte(hi>>8), byte(lo), byte(lo>>8))
			continue
		}
		dst = append(dst, byte(r), byte(r>>8))
	}
	return dst
}

// FromUTF16 decodes UTF-16LE; lone surrogates become U+FFFD, an odd last byte is dropped.
func FromUTF16(b []byte) string {
	out := make([]byte, 0, len(b)/2+8)
	for i := 0; i+1 < len(b); i += 2 {
		u := rune(b[i]) | rune(b[i+1])<<8
		if u < utf8.RuneSelf {
			out = append(out, byte(u))
			continue
		}
		if u >= 0xD800 && u < 0xDC00 && i+3 < len(b) {
			if r := utf16.DecodeRune(u, rune(b[i+2])|rune(b[i+3])<<8); r != utf8.RuneError {
				out = utf8.AppendRune(out, r)
				i += 2
				continue
			}
		}
		out = utf8.AppendRune(out, u) // a surrogate is written as U+FFFD
	}
	return string(out)
}

// SliceUTF16 cuts UTF-16 units [from, to) out of s. A cut through a surrogate
// pair leaves U+FFFD, since Go text cannot hold half of one.
func SliceUTF16(s string, from, to int) string {
	if isASCII(s) {
		from, to = min(from, len(s)), min(to, len(s))
		return s[from:to]
	}
	u := utf16.Encode([]rune(s))
	from, to = min(from, len(u)), min(to, len(u))
	return string(utf16.Decode(u[from:to]))
}

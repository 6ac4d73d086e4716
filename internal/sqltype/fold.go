package sqltype

import (
	"strings"
	"unicode"
)

func foldUnit(u uint16) uint16 {
	if u >= 0xD800 && u < 0xE000 {
		return u
	}
	r := unicode.ToLower(rune(u))
	if r > 0xFFFF {
		return u
	}
	return uint16(r)
}

// Upper and Lower map case character by character, never changing a string's
// length ('ß' stays), as UPPER and LOWER do.
func Upper(s string) string { return mapCase(s, unicode.ToUpper, 'a', 'z') }

// Lower is LOWER's case mapping.
func Lower(s string) string { return mapCase(s, unicode.ToLower, 'A', 'Z') }

func mapCase(s string, f func(rune) rune, lo, hi byte) string {
	if isASCII(s) {
		for i := 0; i < len(s); i++ {
			if s[i] >= lo && s[i] <= hi {
				b := []byte(s)
				for ; i < len(b); i++ {
					if b[i] >= lo && b[i] <= hi {
						b[i] ^= 0x20
					}
				}
				return string(b)
			}
		}
		return s
	}
	return strings.Map(func(r rune) rune {
		m := f(r)
		if (m > 0xFFFF) != (r > 0xFFFF) {
			return r
		}
		if _, was := cp1252Byte(r); was { // µ and ƒ have partners outside the code page
			if _, is := cp1252Byte(m); !is {
				return r
			}
		}
		return m
	}, s)
}

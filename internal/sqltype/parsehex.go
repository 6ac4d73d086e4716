package sqltype

import "strings"

// parseGUID reads xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx, with or without
// braces; text after it is ignored, as SQL Server does.
func parseGUID(s string) (string, bool) {
	s = strings.TrimLeft(s, " ")
	braced := strings.HasPrefix(s, "{")
	s = strings.TrimPrefix(s, "{")
	if len(s) < 36 || braced && (len(s) < 37 || s[36] != '}') {
		return "", false
	}
	var b [16]byte
	pos := [16]int{6, 4, 2, 0, 11, 9, 16, 14, 19, 21, 24, 26, 28, 30, 32, 34}
	for i, p := range pos {
		hi, lo := hexValue(s[p]), hexValue(s[p+1])
		if hi < 0 || lo < 0 {
			return "", false
		}
		b[i] = byte(hi<<4 | lo)
	}
	if s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return "", false
	}
	return string(b[:]), true
}

// ParseHex reads hex digits, an even number of them.
func ParseHex(s string) (string, bool) {
	if len(s)%2 != 0 {
		return "", false
	}
	b := make([]byte, len(s)/2)
	for i := range b {
		hi, lo := hexValue(s[2*i]), hexValue(s[2*i+1])
		if hi < 0 || lo < 0 {
			return "", false
		}
		b[i] = byte(hi<<4 | lo)
	}
	return string(b), true
}

func hexValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

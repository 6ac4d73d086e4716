// Package script reads T-SQL files as sqlcmd does (GO, :setvar, $(name)) and
// sends their batches over database/sql, messages included.
package script

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// Decode turns the bytes of a script file into text. UTF-8 with or without a
// byte order mark and UTF-16 of either order with one are understood. Anything
// else is an error that says where it stops being text, because guessing a code
// page would change string literals silently.
func Decode(raw []byte) (string, error) {
	switch {
	case bytes.HasPrefix(raw, []byte{0xEF, 0xBB, 0xBF}):
		raw = raw[3:]
	case bytes.HasPrefix(raw, []byte{0xFF, 0xFE}):
		return decode16(raw, unicode.LittleEndian)
	case bytes.HasPrefix(raw, []byte{0xFE, 0xFF}):
		return decode16(raw, unicode.BigEndian)
	}
	if i := bytes.IndexByte(raw, 0); i >= 0 {
		return "", fmt.Errorf("line %d holds a zero byte: save the file as UTF-8, or as UTF-16 with a byte order mark", lineAt(raw, i))
	}
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && n == 1 {
			return "", fmt.Errorf("line %d: byte 0x%02X is not UTF-8: save the file as UTF-8", lineAt(raw, i), raw[i])
		}
		i += n
	}
	return string(raw), nil
}

func decode16(raw []byte, order unicode.Endianness) (string, error) {
	if len(raw)%2 != 0 {
		return "", fmt.Errorf("the file is UTF-16 but its length of %d bytes is odd", len(raw))
	}
	out, err := unicode.UTF16(order, unicode.UseBOM).NewDecoder().Bytes(raw)
	if err != nil {
		return "", fmt.Errorf("decode UTF-16: %w", err)
	}
	return string(out), nil
}

func lineAt(raw []byte, i int) int { return 1 + bytes.Count(raw[:i], []byte{'\n'}) }

package tds

import "fmt"

// DecodeBatch reads a SQL batch: ALL_HEADERS, then the text in UTF-16.
func DecodeBatch(b []byte) (Headers, string, error) {
	h, rest, err := decodeHeaders(b)
	if err != nil {
		return h, "", fmt.Errorf("SQL batch: %w", err)
	}
	if len(rest)%2 != 0 {
		return h, "", fmt.Errorf("SQL batch: text of %d bytes is not UTF-16", len(rest))
	}
	return h, DecodeUTF16(rest), nil
}

// AppendBatch writes a SQL batch.
func AppendBatch(dst []byte, h Headers, text string) []byte {
	return AppendUTF16(appendHeaders(dst, h), text)
}

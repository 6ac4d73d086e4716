package tds

import (
	"encoding/binary"
	"fmt"
)

// Headers is the ALL_HEADERS block that begins batches, RPC and transaction
// manager requests since TDS 7.2.
type Headers struct {
	Transaction uint64 // descriptor the client believes in; 0: none
	Requests    uint32 // outstanding requests
}

const headerTransaction = 2

// decodeHeaders reads ALL_HEADERS and returns what follows it: a total length
// that includes itself, then headers of length (inclusive), type, data.
func decodeHeaders(b []byte) (Headers, []byte, error) {
	var h Headers
	if len(b) < 4 {
		return h, nil, fmt.Errorf("ALL_HEADERS: need 4 bytes, have %d", len(b))
	}
	total := binary.LittleEndian.Uint32(b)
	if total < 4 || uint64(total) > uint64(len(b)) {
		return h, nil, fmt.Errorf("ALL_HEADERS: length %d in a message of %d bytes", total, len(b))
	}
	rest := b[total:]
	for p := b[4:total]; len(p) > 0; {
		if len(p) < 6 {
			return h, nil, fmt.Errorf("ALL_HEADERS: %d stray bytes", len(p))
		}
		n := binary.LittleEndian.Uint32(p)
		if n < 6 || uint64(n) > uint64(len(p)) {
			return h, nil, fmt.Errorf("ALL_HEADERS: header of %d bytes where %d are left", n, len(p))
		}
		if binary.LittleEndian.Uint16(p[4:]) == headerTransaction {
			if n != 18 {
				return h, nil, fmt.Errorf("ALL_HEADERS: transaction descriptor of %d bytes, not 18", n)
			}
			h.Transaction = binary.LittleEndian.Uint64(p[6:])
			h.Requests = binary.LittleEndian.Uint32(p[14:])
		}
		p = p[n:]
	}
	return h, rest, nil
}

// appendHeaders writes the block with its transaction descriptor.
func appendHeaders(dst []byte, h Headers) []byte {
	dst = append(dst, 22, 0, 0, 0, 18, 0, 0, 0, headerTransaction, 0)
	dst = binary.LittleEndian.AppendUint64(dst, h.Transaction)
	return binary.LittleEndian.AppendUint32(dst, h.Requests)
}

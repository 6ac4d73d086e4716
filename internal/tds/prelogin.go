package tds

import (
	"encoding/binary"
	"fmt"
)

// Encryption is the ENCRYPTION option of PRELOGIN.
type Encryption byte

// What each end offers or asks for.
const (
	EncryptOff    Encryption = 0 // available; only the login is encrypted
	EncryptOn     Encryption = 1 // the whole session
	EncryptNotSup Encryption = 2
	EncryptReq    Encryption = 3
)

const (
	preVersion    = 0
	preEncryption = 1
	preInstance   = 2
	preThreadID   = 3
	preMARS       = 4
	preTerminator = 0xFF
)

// Prelogin is the first message in either direction.
type Prelogin struct {
	Version    [6]byte // major, minor, build (big-endian), sub-build
	Encryption Encryption
	Instance   string // client: the instance asked for
	ThreadID   uint32
	MARS       bool
	// FedAuth: the client asked whether federated authentication is required.
	FedAuth bool
}

// AppendPrelogin writes a server's answer. Its option table is five bytes an
// entry (token, offset, length; big-endian, offsets from the message's start)
// closed by 0xFF, the data follows. No option is empty: clients reject an
// offset at the end of the message.
func AppendPrelogin(dst []byte, p Prelogin) []byte {
	start := len(dst)
	opts := [...]struct {
		token byte
		data  []byte
	}{
		{preVersion, p.Version[:]},
		{preEncryption, []byte{byte(p.Encryption)}},
		{preInstance, append([]byte(p.Instance), 0)},
		{preMARS, []byte{boolByte(p.MARS)}},
	}
	for _, o := range opts {
		dst = append(dst, o.token, 0, 0)
		dst = binary.BigEndian.AppendUint16(dst, uint16(len(o.data)))
	}
	dst = append(dst, preTerminator)
	for i, o := range opts {
		binary.BigEndian.PutUint16(dst[start+5*i+1:], uint16(len(dst)-start))
		dst = append(dst, o.data...)
	}
	return dst
}

// DecodePrelogin reads either end's message. Unknown options are skipped.
func DecodePrelogin(b []byte) (Prelogin, error) {
	var p Prelogin
	p.Encryption = EncryptNotSup
	for off := 0; ; off += 5 {
		if off >= len(b) {
			return p, fmt.Errorf("PRELOGIN: no terminator in %d bytes", len(b))
		}
		token := b[off]
		if token == preTerminator {
			return p, nil
		}
		if off+5 > len(b) {
			return p, fmt.Errorf("PRELOGIN: option table cut off at byte %d", off)
		}
		at, n := int(binary.BigEndian.Uint16(b[off+1:])), int(binary.BigEndian.Uint16(b[off+3:]))
		if at+n > len(b) {
			return p, fmt.Errorf("PRELOGIN: option %d at %d, length %d, exceeds %d bytes", token, at, n, len(b))
		}
		data := b[at : at+n]
		switch token {
		case preVersion:
			copy(p.Version[:], data)
		case preEncryption:
			if n < 1 {
				return p, fmt.Errorf("PRELOGIN: empty ENCRYPTION option")
			}
			p.Encryption = Encryption(data[0])
		case preInstance:
			for i, ch := range data {
				if ch == 0 {
					data = data[:i]
					break
				}
			}
			p.Instance = string(data)
		case preThreadID:
			if n == 4 {
				p.ThreadID = binary.BigEndian.Uint32(data)
			}
		case preMARS:
			p.MARS = n > 0 && data[0] == 1
		case 6:
			p.FedAuth = true
		}
	}
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

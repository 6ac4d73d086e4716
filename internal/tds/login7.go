package tds

import (
	"encoding/binary"
	"fmt"
)

// Protocol versions as LOGIN7 carries them.
const (
	Version72  uint32 = 0x72090002
	Version73A uint32 = 0x730A0003
	Version73B uint32 = 0x730B0003
	Version74  uint32 = 0x74000004
	Version80  uint32 = 0x08000000
)

// Login7 is the client's login record.
type Login7 struct {
	Version        uint32
	PacketSize     uint32
	ClientVersion  uint32
	ClientPID      uint32
	HostName       string
	UserName       string
	Password       string
	AppName        string
	ServerName     string
	Library        string
	Language       string
	Database       string
	ChangePassword bool // a new password is sent along
	Integrated     bool // Windows authentication, SSPI data follows
	ReadOnly       bool
	Extended       bool   // FEATUREEXT present: the answer needs FEATUREEXTACK
	Features       []byte // ids of the features asked for
}

const (
	login7Fixed = 94 // bytes before the variable part

	login7IntegratedSecurity = 0x80 // OptionFlags2
	login7ChangePassword     = 0x01 // OptionFlags3
	login7Extension          = 0x10 // OptionFlags3
	login7ReadOnlyIntent     = 0x20 // TypeFlags

	featureTerminator = 0xFF
)

// DecodeLogin7 reads LOGIN7. The fixed part is
//
//	 0 length   4 TDS version   8 packet size   12 client version   16 pid
//	20 connection id   24 OptionFlags1   25 OptionFlags2   26 TypeFlags
//	27 OptionFlags3   28 time zone   32 LCID   36 pairs (offset, length)
//
// with offsets in bytes from the message's start and lengths in UTF-16 units.
func DecodeLogin7(b []byte) (Login7, error) {
	var l Login7
	if len(b) < login7Fixed {
		return l, fmt.Errorf("LOGIN7: need %d bytes, have %d", login7Fixed, len(b))
	}
	length := binary.LittleEndian.Uint32(b)
	if uint64(length) > uint64(len(b)) || length < login7Fixed {
		return l, fmt.Errorf("LOGIN7: length field %d in a message of %d bytes", length, len(b))
	}
	b = b[:length]
	l.Version = binary.LittleEndian.Uint32(b[4:])
	l.PacketSize = binary.LittleEndian.Uint32(b[8:])
	l.ClientVersion = binary.LittleEndian.Uint32(b[12:])
	l.ClientPID = binary.LittleEndian.Uint32(b[16:])
	l.Integrated = b[25]&login7IntegratedSecurity != 0
	l.ReadOnly = b[26]&login7ReadOnlyIntent != 0
	l.ChangePassword = b[27]&login7ChangePassword != 0

	for _, f := range []struct {
		name string
		at   int // position of the (offset, length) pair
		to   *string
	}{
		{"host name", 36, &l.HostName}, {"user name", 40, &l.UserName}, {"password", 44, &l.Password},
		{"application name", 48, &l.AppName}, {"server name", 52, &l.ServerName},
		{"library name", 60, &l.Library}, {"language", 64, &l.Language}, {"database", 68, &l.Database},
	} {
		p, err := login7Field(b, f.at, f.name)
		if err != nil {
			return l, err
		}
		if f.at == 44 {
			p = unscramble(p)
		}
		*f.to = DecodeUTF16(p)
	}
	if b[27]&login7Extension == 0 {
		return l, nil
	}
	l.Extended = true
	at, n := int(binary.LittleEndian.Uint16(b[56:])), int(binary.LittleEndian.Uint16(b[58:]))
	if n < 4 || at+4 > len(b) {
		return l, fmt.Errorf("LOGIN7: extension at %d, length %d, in a message of %d bytes", at, n, len(b))
	}
	features, err := decodeFeatures(b, int64(binary.LittleEndian.Uint32(b[at:])))
	l.Features = features
	return l, err
}

func login7Field(b []byte, pair int, name string) ([]byte, error) {
	at, n := int(binary.LittleEndian.Uint16(b[pair:])), 2*int(binary.LittleEndian.Uint16(b[pair+2:]))
	if n == 0 {
		return nil, nil // offset of an empty field is not always sensible
	}
	if at < login7Fixed-4 || at+n > len(b) {
		return nil, fmt.Errorf("LOGIN7: %s at %d, %d bytes, in a message of %d bytes", name, at, n, len(b))
	}
	return b[at : at+n], nil
}

// decodeFeatures walks the FEATUREEXT block: id, 4-byte length, data; 0xFF ends it.
func decodeFeatures(b []byte, at int64) ([]byte, error) {
	var ids []byte
	for {
		if at >= int64(len(b)) || at < login7Fixed-4 {
			return nil, fmt.Errorf("LOGIN7: feature extension at %d in a message of %d bytes", at, len(b))
		}
		id := b[at]
		if id == featureTerminator {
			return ids, nil
		}
		if at+5 > int64(len(b)) {
			return nil, fmt.Errorf("LOGIN7: feature 0x%02x cut off", id)
		}
		ids = append(ids, id)
		at += 5 + int64(binary.LittleEndian.Uint32(b[at+1:]))
	}
}

// unscramble undoes the password obfuscation: nibbles swapped, then XOR 0xA5.
func unscramble(p []byte) []byte {
	out := make([]byte, len(p))
	for i, ch := range p {
		ch ^= 0xA5
		out[i] = ch<<4 | ch>>4
	}
	return out
}

// AppendLogin7 writes a login record, the mirror of DecodeLogin7; Features are
// sent with empty data.
func AppendLogin7(dst []byte, l Login7) []byte {
	start := len(dst)
	dst = append(dst, make([]byte, login7Fixed)...)
	put32 := func(at int, v uint32) { binary.LittleEndian.PutUint32(dst[start+at:], v) }
	put16 := func(at int, v int) { binary.LittleEndian.PutUint16(dst[start+at:], uint16(v)) }
	put32(4, l.Version)
	put32(8, l.PacketSize)
	put32(12, l.ClientVersion)
	put32(16, l.ClientPID)
	if l.Integrated {
		dst[start+25] |= login7IntegratedSecurity
	}
	if l.ReadOnly {
		dst[start+26] |= login7ReadOnlyIntent
	}
	if l.ChangePassword {
		dst[start+27] |= login7ChangePassword
	}
	for _, f := range []struct {
		at int
		s  string
	}{
		{36, l.HostName}, {40, l.UserName}, {44, l.Password}, {48, l.AppName}, {52, l.ServerName},
		{60, l.Library}, {64, l.Language}, {68, l.Database},
	} {
		at := len(dst)
		put16(f.at, at-start)
		dst = AppendUTF16(dst, f.s)
		put16(f.at+2, (len(dst)-at)/2)
		if f.at == 44 {
			for i := at; i < len(dst); i++ {
				dst[i] = (dst[i]<<4 | dst[i]>>4) ^ 0xA5
			}
		}
	}
	if l.Extended {
		dst[start+27] |= login7Extension
		at := len(dst) - start
		put16(56, at)
		put16(58, 4)
		dst = binary.LittleEndian.AppendUint32(dst, uint32(at+4))
		for _, id := range l.Features {
			dst = append(dst, id, 0, 0, 0, 0)
		}
		dst = append(dst, featureTerminator)
	}
	binary.LittleEndian.PutUint32(dst[start:], uint32(len(dst)-start))
	return dst
}

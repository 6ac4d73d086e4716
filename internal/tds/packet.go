package tds

import (
	"encoding/binary"
	"fmt"
	"io"
)

// PacketType is the first byte of a packet header.
type PacketType byte

// The packet types a server can meet or send.
const (
	PacketBatch     PacketType = 0x01 // SQL batch
	PacketRPC       PacketType = 0x03
	PacketReply     PacketType = 0x04 // every response of the server
	PacketAttention PacketType = 0x06
	PacketBulk      PacketType = 0x07
	PacketFedAuth   PacketType = 0x08
	PacketTran      PacketType = 0x0E // transaction manager request
	PacketLogin7    PacketType = 0x10
	PacketSSPI      PacketType = 0x11
	PacketPrelogin  PacketType = 0x12 // also carries the TLS handshake
)

var packetNames = map[PacketType]string{
	PacketBatch: "SQL batch", PacketRPC: "RPC", PacketReply: "reply", PacketAttention: "attention",
	PacketBulk: "bulk load", PacketFedAuth: "federated authentication token", PacketTran: "transaction manager request",
	PacketLogin7: "LOGIN7", PacketSSPI: "SSPI", PacketPrelogin: "PRELOGIN",
}

func (t PacketType) String() string {
	if s, ok := packetNames[t]; ok {
		return s
	}
	return fmt.Sprintf("packet type 0x%02x", byte(t))
}

// Status is the bit field in the second byte of a packet header.
type Status byte

// Status bits. The reset bits count in the first packet of a message only.
// Intermediate packets of a response must carry status 0: clients exist that
// take any other value for the end of the message.
const (
	StatusEOM           Status = 0x01
	StatusIgnore        Status = 0x02 // with EOM: drop the whole message
	StatusReset         Status = 0x08 // sp_reset_connection before the request
	StatusResetKeepTran Status = 0x10 // the same, an open transaction stays
)

// Sizes in bytes, header included.
const (
	HeaderSize        = 8
	MinPacketSize     = 512
	DefaultPacketSize = 4096
	MaxPacketSize     = 32767
	MaxTLSPacketSize  = 16383 // one TLS record a packet
)

// Header begins every packet.
//
//	0 type | 1 status | 2-3 length, big-endian, header included |
//	4-5 session id, big-endian | 6 sequence number mod 256 | 7 window, 0
type Header struct {
	Type   PacketType
	Status Status
	Length uint16
	SPID   uint16
	Seq    byte
	Window byte
}

// Append writes the 8 bytes of the header.
func (h Header) Append(dst []byte) []byte {
	dst = append(dst, byte(h.Type), byte(h.Status))
	dst = binary.BigEndian.AppendUint16(dst, h.Length)
	dst = binary.BigEndian.AppendUint16(dst, h.SPID)
	return append(dst, h.Seq, h.Window)
}

// ParseHeader reads a header; a length outside 8 to MaxPacketSize is an error.
func ParseHeader(b []byte) (Header, error) {
	if len(b) < HeaderSize {
		return Header{}, fmt.Errorf("packet header: need %d bytes, have %d", HeaderSize, len(b))
	}
	h := Header{
		Type: PacketType(b[0]), Status: Status(b[1]),
		Length: binary.BigEndian.Uint16(b[2:]), SPID: binary.BigEndian.Uint16(b[4:]),
		Seq: b[6], Window: b[7],
	}
	if h.Length < HeaderSize || h.Length > MaxPacketSize {
		return h, fmt.Errorf("packet header: length %d outside %d..%d", h.Length, HeaderSize, MaxPacketSize)
	}
	return h, nil
}

// ReadPacket reads one packet into buf, which must hold MaxPacketSize bytes,
// and returns its header and its payload (a part of buf). At a packet boundary
// the end of input is io.EOF, inside a packet io.ErrUnexpectedEOF.
func ReadPacket(r io.Reader, buf []byte) (Header, []byte, error) {
	if _, err := io.ReadFull(r, buf[:HeaderSize]); err != nil {
		return Header{}, nil, err
	}
	h, err := ParseHeader(buf)
	if err != nil {
		return h, nil, err
	}
	if _, err := io.ReadFull(r, buf[HeaderSize:h.Length]); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return h, nil, err
	}
	return h, buf[HeaderSize:h.Length], nil
}

package tds

import (
	"bytes"
	"errors"
	"io"
	"math/rand"
	"testing"
	"testing/iotest"

	"scanfrag/internal/testseed"
)

func seed(t *testing.T) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewSource(testseed.Of(t)))
}

func TestHeaderRoundTrip(t *testing.T) {
	h := Header{Type: PacketRPC, Status: StatusEOM | StatusReset, Length: 0x0123, SPID: 0x4567, Seq: 0x89, Window: 0xAB}
	b := h.Append(nil)
	if want := []byte{3, 9, 0x01, 0x23, 0x45, 0x67, 0x89, 0xAB}; !bytes.Equal(b, want) {
		t.Fatalf("header % x, want % x", b, want)
	}
	got, err := ParseHeader(b)
	if err != nil || got != h {
		t.Fatalf("parsed %+v, %v", got, err)
	}
}

func TestHeaderLengthOutOfRange(t *testing.T) {
	for _, n := range []uint16{0, 7, MaxPacketSize + 1, 0xFFFF} {
		if _, err := ParseHeader(Header{Type: PacketBatch, Length: n}.Append(nil)); err == nil {
			t.Errorf("length %d accepted", n)
		}
	}
}

func TestReadPacketPartial(t *testing.T) {
	raw := append(Header{Type: PacketBatch, Status: StatusEOM, Length: 13}.Append(nil), "hello"...)
	buf := make([]byte, MaxPacketSize)
	h, p, err := ReadPacket(iotest.OneByteReader(bytes.NewReader(raw)), buf)
	if err != nil || h.Type != PacketBatch || string(p) != "hello" {
		t.Fatalf("got %v %q %v", h, p, err)
	}
	for cut := range raw {
		_, _, err := ReadPacket(bytes.NewReader(raw[:cut]), buf)
		want := io.ErrUnexpectedEOF
		if cut == 0 {
			want = io.EOF
		}
		if !errors.Is(err, want) {
			t.Errorf("cut at %d: %v, want %v", cut, err, want)
		}
	}
}

// readMessage joins packets up to the end of a message, checking what a client
// relies on: intermediate status 0, rising sequence, no empty packet.
func readMessage(t *testing.T, r io.Reader, size int) []byte {
	t.Helper()
	var msg []byte
	buf := make([]byte, MaxPacketSize)
	for seq := byte(1); ; seq++ {
		h, p, err := ReadPacket(r, buf)
		if err != nil {
			t.Fatal(err)
		}
		if h.Seq != seq || len(p) == 0 || int(h.Length) > size || h.Type != PacketReply || h.SPID != 77 {
			t.Fatalf("header %+v, payload %d bytes, sequence wanted %d", h, len(p), seq)
		}
		msg = append(msg, p...)
		if h.Status == StatusEOM {
			return msg
		}
		if h.Status != 0 {
			t.Fatalf("intermediate packet with status %d", h.Status)
		}
		if int(h.Length) != size {
			t.Fatalf("intermediate packet of %d bytes, not %d", h.Length, size)
		}
	}
}

func TestWriterRandomTokens(t *testing.T) {
	rnd := seed(t)
	for i := 0; i < 200; i++ {
		size := MinPacketSize + rnd.Intn(600)
		var out bytes.Buffer
		w := NewWriter(&out, size)
		w.SetSPID(77)
		var want []byte
		for n := 1 + rnd.Intn(30); n > 0; n-- {
			tok := make([]byte, 1+rnd.Intn(3*size))
			rnd.Read(tok)
			want = append(want, tok...)
			if rnd.Intn(5) == 0 {
				_ = append(w.Buf(), tok...) // dropped: never put
			}
			if err := w.Put(append(w.Buf(), tok...)); err != nil {
				t.Fatal(err)
			}
			if len(w.Buf()) > size {
				t.Fatalf("%d bytes held back at packet size %d", len(w.Buf()), size)
			}
		}
		if err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		if got := readMessage(t, &out, size); !bytes.Equal(got, want) {
			t.Fatalf("message of %d bytes differs from the %d bytes put", len(got), len(want))
		}
	}
}

func TestWriterExactFit(t *testing.T) {
	for _, n := range []int{MinPacketSize - HeaderSize, 2 * (MinPacketSize - HeaderSize)} {
		var out bytes.Buffer
		w := NewWriter(&out, MinPacketSize)
		w.SetSPID(77)
		if err := w.Put(append(w.Buf(), make([]byte, n)...)); err != nil {
			t.Fatal(err)
		}
		if err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		if got := readMessage(t, &out, MinPacketSize); len(got) != n {
			t.Errorf("%d bytes came out of %d", len(got), n)
		}
	}
}

type failingWriter struct{ left int }

func (f *failingWriter) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("gone")
	}
	return len(p), nil
}

func TestWriterErrorSticks(t *testing.T) {
	w := NewWriter(&failingWriter{left: 1}, MinPacketSize)
	if err := w.Put(append(w.Buf(), make([]byte, 3*MinPacketSize)...)); err == nil {
		t.Fatal("second packet went to a dead writer")
	}
	if w.Put(append(w.Buf()[:HeaderSize], 1)) == nil || w.Finish() == nil || w.Err() == nil {
		t.Fatal("error did not stick")
	}
}

func FuzzReadPacket(f *testing.F) {
	f.Add(Header{Type: PacketBatch, Status: StatusEOM, Length: 8}.Append(nil))
	f.Add([]byte{1, 1, 0xFF, 0xFF, 0, 0, 1, 0, 9})
	f.Fuzz(func(t *testing.T, b []byte) {
		buf := make([]byte, MaxPacketSize)
		r := bytes.NewReader(b)
		for {
			if _, _, err := ReadPacket(r, buf); err != nil {
				return
			}
		}
	})
}

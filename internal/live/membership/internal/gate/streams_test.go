package gate

import (
	"bytes"
	"io"
	"net"
	"slices"
	"testing"

	"bellwether/internal/live/membership/internal/packet"
)

// FuzzBounds reads a packet, and a stream of a caller. What is passed on is the beginning of
// what was sent.
func FuzzBounds(f *testing.F) {
	f.Add([]byte{packet.KindCompound, 1, 0, 3, packet.KindAck, 0x80, 0})
	f.Add(append([]byte{packet.KindLabel, 1, 'x', packet.KindPushPull, 0x83}, "\xa5Nodes\x02\xacUserStateLen\x09\xa4Join\xc3\x81\xa4Name\xa1x\x80goodbyes!"...))
	f.Add([]byte{packet.KindPing, 0xDE, 0, 1, 0xA4, 'N', 'o', 'd', 'e', 0xDA, 4, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		if packet.Check(b) == nil && len(b) > packet.PacketLimit {
			t.Error("a long packet")
		}
		got, _ := io.ReadAll(new(bounded).bound(sent{from: bytes.NewReader(b)}, nil))
		if !bytes.HasPrefix(b, got) {
			t.Errorf("%q of %q", got, b)
		}
	})
}

// FuzzOpened opens packets that Check accepts, as admitted does, and packs what is in them again:
// the messages are the same.
func FuzzOpened(f *testing.F) {
	f.Add([]byte{packet.KindCompound, 1, 0, 3, packet.KindAck, 0x80, 0}, "")
	f.Add([]byte{packet.KindLabel, 1, 'x', packet.KindCompound, 2, 0, 1, 0, 1, packet.KindUser, packet.KindUser}, "x")
	f.Add([]byte{packet.KindLabel, 0, packet.KindAck}, "")
	f.Add([]byte{packet.KindChecksum, 0, 0, 0, 0, packet.KindAck, 0x80}, "")
	f.Fuzz(func(t *testing.T, b []byte, label string) {
		if packet.Check(b) != nil || len(label) > 255 {
			return
		}
		messages, why := packet.Opened(b, label)
		if why != packet.Accepted {
			return
		}
		again, why := packet.Opened(packet.Packed(messages, label), label)
		if why != packet.Accepted || len(messages) > 1 && !slices.EqualFunc(messages, again, bytes.Equal) {
			t.Errorf("%q holds %q, and %q packed again (%v)", b, messages, again, why)
		}
	})
}

// A push/pull comes through whole, without what follows it.
func TestAPushPullComesThrough(t *testing.T) {
	whole := append([]byte{packet.KindLabel, 1, 'x', packet.KindPushPull, 0x83}, "\xa5Nodes\x02\xacUserStateLen\x09\xa4Join\xc3\x81\xa4Name\xa1x\x80goodbyes!"...)
	got, err := io.ReadAll(new(bounded).bound(sent{from: bytes.NewReader(append(whole[:len(whole):len(whole)], "more"...))}, nil))
	if err != nil || !bytes.Equal(got, whole) {
		t.Errorf("got %q, %v", got, err)
	}
}

// A sent is a connection that delivers these bytes.
type sent struct {
	net.Conn
	from io.Reader
}

func (s sent) Read(b []byte) (int, error) { return s.from.Read(b) }

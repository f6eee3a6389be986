package agent

import (
	"bytes"
	"testing"

	"bellwether/protocol"
)

func TestAPacketArrivesAsSent(t *testing.T) {
	sent := packet{stack: 1, from: 2, to: 3, incarnation: 4, frame: 5, sent: 6, wall: -7, message: []byte("message")}
	wire := sent.append(nil)
	if len(wire) != headerBytes+len(sent.message) {
		t.Errorf("%d bytes on the wire", len(wire))
	}
	got, err := parsePacket(wire)
	if err != nil {
		t.Fatal(err)
	}
	if got.stack != 1 || got.from != 2 || got.to != 3 || got.incarnation != 4 || got.frame != 5 ||
		got.sent != 6 || got.wall != -7 || string(got.message) != "message" {
		t.Errorf("got %+v", got)
	}
}

func FuzzParsePacket(f *testing.F) {
	f.Add((&packet{from: 1, to: protocol.Nobody, message: []byte{1}}).append(nil))
	f.Add([]byte{packetVersion})
	f.Fuzz(func(t *testing.T, wire []byte) {
		p, err := parsePacket(wire)
		if err == nil && !bytes.Equal(p.append(nil), wire) {
			t.Errorf("%x became %x", wire, p.append(nil))
		}
	})
}

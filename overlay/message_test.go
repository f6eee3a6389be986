package overlay_test

import (
	"reflect"
	"slices"
	"testing"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/aodv"
	"bellwether/overlay/internal/flood"
	"bellwether/overlay/internal/hello"
	"bellwether/overlay/internal/link"
	"bellwether/overlay/internal/olsr"
	"bellwether/overlay/internal/ring"
	"bellwether/overlay/internal/routing"
	"bellwether/protocol"
)

// kinds are all messages of the overlay, and one to carry.
func kinds() []protocol.MessageKind {
	return slices.Concat([]protocol.MessageKind{smallworld.NoteKind()},
		ring.Kinds(), flood.Kinds(), hello.Kinds(), []protocol.MessageKind{hello.LadenKind()}, link.Kinds(), aodv.Kinds(), olsr.Kinds(), overlay.MonitorKinds())
}

func codec(t testing.TB) *protocol.Codec {
	c, err := protocol.NewCodec(kinds()...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestMessagesSurviveTheWire(t *testing.T) {
	note := smallworld.Note{N: 5}
	envelope := flood.Envelope{Origin: 1, Destination: 2, Seq: 3, Hops: 4, Copy: 1, Inner: note}
	for _, row := range []struct {
		m     protocol.Message
		bytes int
	}{
		{hello.Greeting{Boot: 1 << 31}, 5},
		{hello.Laden{Boot: 1 << 31, Inner: note}, 10},
		{ring.Pull{Seq: 7}, 5},
		{ring.Answer{Seq: 8}, 5},
		{envelope, 20},
		{link.Numbered{Origin: 9, Session: 10, Seq: 11, Repeat: 12, Inner: envelope}, 34},
		{link.Receipt{Session: 13, Seq: 14}, 9},
		{routing.Packet{Origin: 1, Destination: 2, Hops: 3, Inner: note}, 15},
		{aodv.RouteRequest{Flags: 1, TTL: 2, Hops: 3, Number: 4, Destination: 5, DestinationSeq: 6, Origin: 7, OriginSeq: 8}, 24}, // RFC 3561 §5.1
		{aodv.RouteReply{Flags: 1, Hops: 2, Destination: 3, DestinationSeq: 4, Origin: 5, Lifetime: 6}, 19},
		{aodv.RouteError{Lost: []aodv.Unreachable{{Destination: 1, Seq: 2}, {Destination: 3}}}, 3 + 2*8},
		{aodv.RouteHello{Seq: 1}, 5},
		{aodv.HopAck{}, 1},
		{olsr.Hello{Holds: 1, Links: []olsr.Said{{Code: 6, ID: 2}, {Code: 9, ID: 3}}}, 4 + 2*5},
		{olsr.TC{Holds: 1, Origin: 2, TTL: 3, Hops: 4, Seq: 5, ANSN: 6, Links: []protocol.ID{7, 8}}, 14 + 2*4},
		{overlay.LeaderAnnouncement{Capability: protocol.Capability{Value: -1, ID: 15}}, 13},
	} {
		wire := protocol.Marshal(nil, row.m)
		if len(wire) != row.bytes || protocol.Size(row.m) != row.bytes {
			t.Errorf("%T is %d bytes and says %d, want %d", row.m, len(wire), protocol.Size(row.m), row.bytes)
		}
		if got, err := codec(t).Unmarshal(wire); err != nil || !reflect.DeepEqual(got, row.m) {
			t.Errorf("%v came back as %v, %v", row.m, got, err)
		}
	}
}

// A repetition is charged as routing: it has no origin.
func TestRepetitionsAreNobodysWord(t *testing.T) {
	note := smallworld.Note{N: 5}
	for _, row := range []struct {
		m    protocol.Carrier
		want protocol.ID
	}{
		{flood.Envelope{Origin: 3, Inner: note}, 3},
		{flood.Envelope{Origin: 3, Copy: 1, Inner: note}, protocol.Nobody},
		{link.Numbered{Origin: 3, Inner: note}, 3},
		{link.Numbered{Origin: 3, Repeat: 1, Inner: note}, protocol.Nobody},
	} {
		if origin, inner := row.m.Carried(); origin != row.want || inner != note {
			t.Errorf("%+v carries %v of %v", row.m, inner, origin)
		}
	}
}

func FuzzDecode(f *testing.F) {
	c := codec(f)
	f.Add(protocol.Marshal(nil, link.Receipt{Session: 1, Seq: 2}))
	f.Add(protocol.Marshal(nil, link.Numbered{Inner: flood.Envelope{Inner: smallworld.Note{N: 1}}}))
	f.Add(protocol.Marshal(nil, aodv.RouteError{Lost: []aodv.Unreachable{{Destination: 1, Seq: 2}}}))
	f.Add(protocol.Marshal(nil, olsr.Hello{Links: []olsr.Said{{Code: 6, ID: 2}}}))
	f.Add(protocol.Marshal(nil, olsr.TC{Origin: 2, TTL: 3, Links: []protocol.ID{7}}))
	f.Add(protocol.Marshal(nil, routing.Packet{Hops: 1, Inner: smallworld.Note{N: 1}}))
	deep := protocol.Message(smallworld.Note{N: 1})
	for range 6 {
		deep = flood.Envelope{Inner: deep}
	}
	f.Add(protocol.Marshal(nil, deep))
	f.Fuzz(func(t *testing.T, wire []byte) {
		m, err := c.Unmarshal(wire)
		if err != nil {
			return
		}
		if again := protocol.Marshal(nil, m); string(again) != string(wire) || protocol.Size(m) != len(wire) {
			t.Errorf("% x decodes to %v, of %d bytes, which encodes to % x", wire, m, protocol.Size(m), again)
		}
	})
}

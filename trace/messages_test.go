package trace

import (
	"testing"

	"bellwether/protocol"
)

// The messages of the tests: as an algorithm and an overlay would have them.

// grow grows the tree.
type grow struct {
	Computation protocol.Computation
	Hops        uint8
}

func (grow) Kind() protocol.Kind { return 1 }
func (m grow) Fields(w *protocol.Wire) protocol.Message {
	w.Computation(&m.Computation)
	w.Uint8(&m.Hops)
	return protocol.Done(w, m)
}

// best carries a capability and has a field that is not on the wire.
type best struct {
	Best   protocol.Capability
	LeadID protocol.ID
	Final  bool
	secret int
}

func (best) Kind() protocol.Kind { return 2 }
func (m best) Fields(w *protocol.Wire) protocol.Message {
	w.Capability(&m.Best)
	w.ID(&m.LeadID)
	w.Bool(&m.Final)
	return protocol.Done(w, m)
}

// ping is a message that is not a struct.
type ping uint16

func (ping) Kind() protocol.Kind { return 3 }
func (m ping) Fields(w *protocol.Wire) protocol.Message {
	w.Uint16((*uint16)(&m))
	return protocol.Done(w, m)
}

// routed is an envelope with a name of its own.
type routed struct {
	Origin protocol.ID
	Seen   []protocol.ID
	Inner  protocol.Message
}

func (routed) Kind() protocol.Kind { return 200 }
func (m routed) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&m.Origin)
	protocol.Count(w, &m.Seen, 255)
	for i := range m.Seen {
		w.ID(&m.Seen[i])
	}
	w.Message(&m.Inner)
	return protocol.Done(w, m)
}

// receipt is empty.
type receipt struct{}

func (receipt) Kind() protocol.Kind                        { return 201 }
func (m receipt) Fields(w *protocol.Wire) protocol.Message { return protocol.Done(w, m) }

func testCodec(t testing.TB) *protocol.Codec {
	t.Helper()
	codec, err := protocol.NewCodec(
		protocol.MessageKind{Message: grow{}, Name: "election"},
		protocol.MessageKind{Message: best{}, Name: "ack"},
		protocol.MessageKind{Message: ping(0), Name: "ping"},
		protocol.MessageKind{Message: routed{}, Name: "routed"},
		protocol.MessageKind{Message: receipt{}, Name: "ack"}, // as an overlay may also name it
	)
	if err != nil {
		t.Fatal(err)
	}
	return codec
}

// everything is one record of every kind, with the fields that its kind uses and no others,
// of a possible run.
func everything() []Record {
	index := protocol.Computation{Num: 2, Source: 1}
	election := grow{index, 1}
	return []Record{
		{Kind: Boot, Node: 1, Value: 1},
		{Kind: Absent, Node: 9, Why: WhyTrace},
		{Kind: Move, Node: 1, X: 1.5, Y: -2, VX: 0.1, VY: 1e-9, Value: 3e9},
		{Kind: Altitude, Node: 1, X: 60.5, VX: -0.25, Value: 3e9},
		{Kind: Capability, Node: 1, Value: -7, Name: "it is idle"},
		{Kind: LinkUp, Node: 1, Peer: 2},
		{Kind: NeighbourUp, Node: 2, Peer: 1},
		{Kind: Component, Node: 1, Peer: 1},
		{Kind: Sample, Value: 2},
		{Kind: Truth, Name: TruthExamined, Value: 200_000_000},
		{At: 1e9, Kind: Fault, Node: 0, Name: "partition", Why: WhyCommon, Value: 3},
		{At: 1e9, Kind: Electing, Node: 1, Computation: index},
		{At: 1e9, Kind: Send, Node: 1, Message: 1, Class: protocol.ClassElection, Bytes: 10, Frame: 5, Content: election},
		{At: 1e9, Kind: Transmit, Node: 1, Why: WhyData, Class: protocol.ClassElection, Bytes: 44, Frame: 5, Value: 1},
		{At: 1002e6, Kind: Receive, Node: 2, Peer: 1, Message: 1, Bytes: 10, Frame: 5, Content: election},
		{At: 1002e6, Kind: Lost, Node: 3, Peer: 1, Why: WhyLoss, Message: 1, Frame: 5, Content: election},
		{At: 1003e6, Kind: State, Node: 2, Name: "parent", Value: 1},
		{At: 1003e6, Kind: Timer, Node: 2, Value: 4, Frame: 500e6},
		{At: 1004e6, Kind: Elected, Node: 2, Peer: 5, Computation: index},
		{At: 1004e6, Kind: Elected, Node: 2, Frame: 5, Computation: index},
		{At: 1004e6, Kind: Suspect, Node: 2, Peer: 5},
		{At: 1005e6, Kind: Trust, Node: 2, Peer: 5},
		{At: 1005e6, Kind: Energy, Node: 2, X: 1.25, Y: 0.5, Value: 4000000},
		{At: 1005e6, Kind: Spent, Class: protocol.ClassBeacon, X: -0.5},
		{At: 1006e6, Kind: Crash, Node: 1, Why: WhyBattery},
		{At: 1006e6, Kind: NeighbourDown, Node: 2, Peer: 1},
		{At: 1006e6, Kind: LinkDown, Node: 1, Peer: 2},
		{At: 1007e6, Kind: Strike, Name: "jam", Frame: 3, Bytes: 2, Value: 15e8, X: 0.5, Y: 0.25, VX: -40},
		{At: 1007e6, Kind: Region, Frame: 3, Name: "circle", X: 10, Y: -5, VX: 50, VY: 50},
		{At: 1007e6, Kind: Group, Frame: 3, Node: 4, Value: 1},
		{At: 1007e6, Kind: Affected, Frame: 3, Node: 1, Peer: 2},
		{At: 1007e6, Kind: Intervened, Node: 3, Peer: 1, Name: "spare", Frame: 5, Value: 2},
		{At: 1007e6, Kind: Mute, Node: 2, Why: WhyDuty, Frame: 1002e6, Value: 1006e6},
		{At: 1007e6, Kind: Held, Node: 1, Peer: 2, Class: protocol.ClassElection, Frame: 5, Value: 3},
		{At: 1007e6, Kind: Named, Node: 1, Peer: 2, Name: "own"},
		{At: 15e8, Kind: Over, Name: "jam", Frame: 3},
		{At: 2e9, Kind: End},
	}
}

package hunt

import (
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// parcel is a message that counts its hops, as packets of AODV do.
type parcel struct {
	protocol.Message
	origin protocol.ID
	hops   int
	inner  protocol.Message
}

func (p parcel) Carried() (protocol.ID, protocol.Message) { return p.origin, p.inner }
func (p parcel) Taken() int                               { return p.hops }

type phrase struct {
	protocol.Message
	says int
}

// A packet may come to a node again, since routes change, but not a third time, and takes at most
// twice as many hops as there are nodes.
func TestCircles(t *testing.T) {
	line := make([]protocol.ID, 41)
	for i := range line {
		line[i] = protocol.ID(i + 1)
	}
	for _, c := range []struct {
		of       string
		nodes    int
		diameter int
		way      []protocol.ID
		convicts bool
	}{
		{"the last hop that is allowed, on a line", 40, 35, line[:36], false},
		{"the last hop that is allowed, in a small net", 7, 4, []protocol.ID{4, 5, 7, 6, 1}, false},
		{"a way that turns back once", 7, 5, []protocol.ID{1, 2, 1, 2, 3}, false},
		{"a loop of two in a small net", 7, 5, []protocol.ID{1, 2, 3, 2, 3, 2, 3}, true},
		{"a loop of two through the origin", 7, 6, []protocol.ID{1, 2, 1, 2, 1, 2, 1}, true},
		{"a loop of three in a large net", 40, 35, []protocol.ID{1, 2, 3, 4, 2, 3, 4, 2, 3}, true},
		{"twice as many hops as nodes", 4, 35, []protocol.ID{1, 2, 3, 4, 1, 2, 3, 4, 1}, false},
		{"more", 4, 35, []protocol.ID{1, 2, 3, 4, 2, 3, 4, 2, 3, 4}, true},
	} {
		law := newCircles(c.nodes, overlay.AODVOptions{NetDiameter: c.diameter})
		sink := withContents(law)
		for i := range c.way[1:] {
			frame := uint64(i + 1)
			var p protocol.Message = parcel{origin: c.way[0], hops: i + 1, inner: phrase{says: 7}}
			if c.way[i] == c.way[0] {
				p = phrase{says: 7} // what the origin sends is recorded as itself
			}
			sink.Record(&trace.Record{Kind: trace.Send, Node: c.way[i], Frame: frame, Content: p})
			sink.Record(&trace.Record{Kind: trace.Receive, Node: c.way[i+1], Frame: frame})
		}
		if (law.why != "") != c.convicts {
			t.Errorf("%s: %q", c.of, law.why)
		}
	}
	law := newCircles(7, overlay.AODVOptions{NetDiameter: 4})
	sink := withContents(law)
	for frame := range uint64(20) { // many packets with the same content
		sink.Record(&trace.Record{Kind: trace.Send, Node: 2, Frame: frame, Content: parcel{origin: 1, hops: 2, inner: phrase{says: 1}}})
		sink.Record(&trace.Record{Kind: trace.Receive, Node: 3, Frame: frame})
	}
	if law.why != "" {
		t.Errorf("many packets: %s", law.why)
	}
}

// In a real emulation the law can follow ways: of each packet over two hops or more it knows
// the hop before.
func TestCirclesFollowWays(t *testing.T) {
	s, err := scenarios.Read("line.yaml", []byte("schema: 2\nduration: 20s\nnodes: 7\nradio: {model: graph, topology: line}\n"+
		"routing: {service: aodv, net_diameter: 6}\ncapability: {values: [1, 2, 3, 4, 5, 6, 7]}\nstart: {elect: [1]}\nalgorithms: [bully]\n"), scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Config(s.Algorithms[0], s.Seed)
	if err != nil {
		t.Fatal(err)
	}
	law := newCircles(c.Nodes, *c.Services.AODV)
	c.Sinks = []trace.Sink{withContents(law)}
	c.Until = 20 * time.Second
	world, err := emulator.New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(t.Context()); err != nil || law.why != "" {
		t.Fatalf("%v; %q", err, law.why)
	}
	longest, whole := 0, 0
	for _, s := range law.sent {
		hops := 0
		for at := s; at != nil; at = at.before {
			hops++
		}
		longest = max(longest, hops)
		if hops == s.packet.Taken()-1 { // the first is recorded as what it carries
			whole++
		}
	}
	if longest != 5 || whole < len(law.sent) {
		t.Errorf("of %d packets %d ways are known whole, the longest of %d hops, want all and 5", len(law.sent), whole, longest)
	}
}

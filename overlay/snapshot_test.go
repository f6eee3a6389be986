package overlay_test

import (
	"testing"
	"time"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/aodv"
	"bellwether/overlay/internal/flood"
	"bellwether/overlay/internal/hello"
	"bellwether/overlay/internal/link"
	"bellwether/overlay/internal/olsr"
	"bellwether/overlay/internal/ring"
	"bellwether/protocol"
)

// Each of these actions changes what a layer will do, and so its snapshot: in a stack of
// that layer alone, around a probe that shows nothing.
func TestSnapshotsTellStatesApart(t *testing.T) {
	type action struct {
		name string
		do   func(w *smallworld.Lab)
	}
	note := smallworld.Note{N: 1}
	for _, row := range []struct {
		name     string
		needs    protocol.Needs
		services overlay.Services
		actions  []action
	}{
		{"hello", protocol.NeedsNeighbours, withHello, []action{
			{"an election wanted", func(w *smallworld.Lab) { w.Elect(1) }},
			{"a neighbour", func(w *smallworld.Lab) { w.Inject(1, 2, hello.Greeting{Boot: 1}) }},
			{"another life of it", func(w *smallworld.Lab) { w.Inject(1, 2, hello.Greeting{Boot: 2}) }},
			{"a second neighbour", func(w *smallworld.Lab) { w.Inject(1, 3, hello.Greeting{Boot: 1}) }},
			{"a first greeting", func(w *smallworld.Lab) { w.Run(time.Second - 1) }},
			{"the election passed on", func(w *smallworld.Lab) { w.Run(1) }},
		}},
		{"flood", protocol.NeedsRouting, withFlood, []action{
			{"an envelope that came by", func(w *smallworld.Lab) {
				w.Inject(1, 2, flood.Envelope{Origin: 2, Destination: 9, Seq: 1, Inner: note})
			}},
			{"another of the same origin", func(w *smallworld.Lab) {
				w.Inject(1, 2, flood.Envelope{Origin: 2, Destination: 9, Seq: 2, Inner: note})
			}},
			{"one of its own", func(w *smallworld.Lab) { w.RouteNotes(1, 3, 1) }},
			{"one to itself", func(w *smallworld.Lab) { w.RouteNotes(1, 1, 1) }},
		}},
		{"olsr", protocol.NeedsRouting, overlay.Services{OLSR: &overlay.OLSROptions{MaxJitter: -1}}, []action{
			{"a node that is heard", func(w *smallworld.Lab) { w.Inject(1, 2, olsr.Hello{Holds: 0x86}) }},
			{"and hears", func(w *smallworld.Lab) {
				w.Inject(1, 2, olsr.Hello{Holds: 0x86, Links: []olsr.Said{{Code: 1, ID: 1}}})
			}},
			{"a neighbour of it", func(w *smallworld.Lab) {
				w.Inject(1, 2, olsr.Hello{Holds: 0x86, Links: []olsr.Said{{Code: 6, ID: 1}, {Code: 6, ID: 3}}})
			}},
			{"a relay of it", func(w *smallworld.Lab) {
				w.Inject(1, 2, olsr.Hello{Holds: 0x86, Links: []olsr.Said{{Code: 10, ID: 1}, {Code: 6, ID: 3}}})
			}},
			{"a list", func(w *smallworld.Lab) {
				w.Inject(1, 2, olsr.TC{Holds: 0xe7, Origin: 3, TTL: 1, Seq: 1, ANSN: 1, Links: []protocol.ID{4}})
			}},
			{"a newer list", func(w *smallworld.Lab) {
				w.Inject(1, 2, olsr.TC{Holds: 0xe7, Origin: 3, TTL: 1, Seq: 2, ANSN: 2, Links: []protocol.ID{4, 5}})
			}},
			{"a table computed", func(w *smallworld.Lab) { w.RouteNotes(1, 4, 1) }},
			{"a hello of its own", func(w *smallworld.Lab) { w.Run(2 * time.Second) }},
			{"one to itself", func(w *smallworld.Lab) { w.RouteNotes(1, 1, 1) }},
		}},
		{"aodv", protocol.NeedsRouting, overlay.Services{AODV: &overlay.AODVOptions{Detection: "acknowledgement", ReplyAck: true}}, []action{
			{"a request that came by", func(w *smallworld.Lab) {
				w.Inject(1, 2, aodv.RouteRequest{TTL: 1, Number: 1, Destination: 9, Origin: 3, OriginSeq: 5})
			}},
			{"another, fresher", func(w *smallworld.Lab) {
				w.Inject(1, 2, aodv.RouteRequest{TTL: 1, Number: 2, Destination: 9, Origin: 3, OriginSeq: 6})
			}},
			{"a reply", func(w *smallworld.Lab) {
				w.Inject(1, 2, aodv.RouteReply{Destination: 7, DestinationSeq: 8, Origin: 1, Lifetime: 60000})
			}},
			{"a packet that waits for its answer", func(w *smallworld.Lab) { w.RouteNotes(1, 7, 1) }},
			{"its answer", func(w *smallworld.Lab) { w.Inject(1, 2, aodv.HopAck{}) }},
			{"a broken route", func(w *smallworld.Lab) {
				w.Inject(1, 2, aodv.RouteError{Lost: []aodv.Unreachable{{Destination: 7, Seq: 9}}})
			}},
			{"a packet that waits for a route", func(w *smallworld.Lab) { w.RouteNotes(1, 8, 1) }},
			{"one to itself", func(w *smallworld.Lab) { w.RouteNotes(1, 1, 1) }},
		}},
		{"link", protocol.NeedsNeighbours, withLink, []action{
			{"a message in flight", func(w *smallworld.Lab) { w.SendNotes(1, 3, 1) }},
			{"another waiting", func(w *smallworld.Lab) { w.SendNotes(1, 3, 2) }},
			{"a repetition", func(w *smallworld.Lab) { w.Run(60 * time.Millisecond) }},
			{"a message taken", func(w *smallworld.Lab) {
				w.Inject(1, 2, link.Numbered{Origin: 2, Session: 5, Seq: 1, Inner: note})
			}},
			{"a new session", func(w *smallworld.Lab) {
				w.Inject(1, 2, link.Numbered{Origin: 2, Session: 6, Seq: 1, Inner: note})
			}},
		}},
		{"ring", protocol.NeedsRing, overlay.Services{}, []action{
			{"a pull open", func(w *smallworld.Lab) { w.Run(4 * time.Second) }},
			{"the successor suspected", func(w *smallworld.Lab) { w.Run(8 * time.Second) }},
		}},
	} {
		w := smallworld.Probes(row.needs, row.services, smallworld.Options{Nodes: 3})
		w.Boot(1)
		seen := map[string]string{string(w.Machine(1).Snapshot(nil)): "boot"}
		for _, d := range row.actions {
			d.do(w)
			s := string(w.Machine(1).Snapshot(nil))
			if again := string(w.Machine(1).Snapshot(nil)); again != s {
				t.Errorf("%s: two snapshots of one state differ", row.name)
			}
			if former, known := seen[s]; known {
				t.Errorf("%s: %s looks like %s", row.name, d.name, former)
			}
			seen[s] = d.name
		}
	}
}

// A message received again changes nothing, nor does an answer to no question: equal states
// have equal bytes.
func TestSnapshotsOfEqualStatesAreEqual(t *testing.T) {
	w := smallworld.Probes(protocol.NeedsRing, withFlood, smallworld.Options{Nodes: 3})
	w.Boot(1)
	e := flood.Envelope{Origin: 2, Destination: 9, Seq: 1, Inner: smallworld.Note{N: 1}}
	w.Inject(1, 2, e)
	first := string(w.Machine(1).Snapshot(nil))
	w.Inject(1, 3, e)
	w.Inject(1, 2, flood.Envelope{Origin: 1, Destination: 3, Seq: 7, Inner: smallworld.Note{N: 1}})
	w.Inject(1, 2, ring.Answer{Seq: 99})
	if string(w.Machine(1).Snapshot(nil)) != first {
		t.Error("a duplicate, an echo or a stale answer changed the state")
	}
}

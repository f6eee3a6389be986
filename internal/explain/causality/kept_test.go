package causality

import (
	"math"
	"strings"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
)

// The description of a wait names what kept messages from the node: links that broke at one
// instant together, crashes of nodes that it had heard, losses by sender. It does not name
// orders, or faults of other nodes.
func TestSilenceTellsWhatKeptMessagesAway(t *testing.T) {
	records := []trace.Record{{Kind: trace.Absent, Node: 9}}
	for _, node := range []protocol.ID{1, 2, 3, 4, 5, 6} {
		records = append(records, trace.Record{Kind: trace.Boot, Node: node})
	}
	records = append(records,
		trace.Record{At: 1 * second, Kind: trace.Elected, Node: 1, Peer: 6},
		trace.Record{At: 2 * second, Kind: trace.Send, Node: 2, Frame: 1}, trace.Record{At: 2 * second, Kind: trace.Receive, Node: 1, Peer: 2, Frame: 1},
		trace.Record{At: 3 * second, Kind: trace.Fault, Node: 2, Name: "crash", Value: 1}, trace.Record{At: 3 * second, Kind: trace.Crash, Node: 2, Why: trace.WhyFault},
		trace.Record{At: 3 * second, Kind: trace.Fault, Node: 5, Name: "crash", Value: 2}, trace.Record{At: 3 * second, Kind: trace.Crash, Node: 5, Why: trace.WhyFault},
		trace.Record{At: 3 * second, Kind: trace.Fault, Node: 3, Name: "elect", Value: 3}, trace.Record{At: 3 * second, Kind: trace.Fault, Node: 3, Name: "pause", Value: 4},
		trace.Record{At: 4 * second, Kind: trace.Fault, Name: "partition", Value: 5},
		trace.Record{At: 4 * second, Kind: trace.LinkDown, Node: 1, Peer: 3}, trace.Record{At: 4 * second, Kind: trace.LinkDown, Node: 1, Peer: 4},
		trace.Record{At: 4 * second, Kind: trace.LinkDown, Node: 3, Peer: 4}, trace.Record{At: 5 * second, Kind: trace.LinkDown, Node: 1, Peer: 6},
		trace.Record{At: 5 * second, Kind: trace.Lost, Node: 1, Peer: 3, Frame: 7}, trace.Record{At: 5 * second, Kind: trace.Lost, Node: 1, Peer: 4, Frame: 8},
		trace.Record{At: 5 * second, Kind: trace.Lost, Node: 1, Peer: 4, Frame: 9}, trace.Record{At: 5 * second, Kind: trace.Lost, Node: 3, Peer: 4, Frame: 9},
		trace.Record{At: 6 * second, Kind: trace.Crash, Node: 6, Why: trace.WhyBattery},
		trace.Record{At: 8 * second, Kind: trace.Timer, Node: 1, Frame: uint64(6 * second)},
		trace.Record{At: 8 * second, Kind: trace.Electing, Node: 1, Computation: protocol.Computation{Num: 1, Source: 1}},
	)
	got := follow(t, written(t, trace.WriterOptions{}, records...), 1, math.MaxInt64)
	const want = "\nWhile it waited: at 3s 2 crashes; at 4s fault 5: partition; at 4s 3, 4 go out of reach; at 5s 6 goes out of reach; at 6s 6 stops with an empty battery; 3 messages to it lost, of 4, 3."
	if !strings.Contains(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
}

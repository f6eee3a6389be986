package aodv_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/aodv"
	"bellwether/overlay/internal/routing"
	"bellwether/protocol"
)

// lab returns a lab of probes that route by AODV without jitter: a hop takes a millisecond.
func lab(nodes int, o overlay.AODVOptions) *smallworld.Lab {
	o.Jitter = -1
	return smallworld.Probes(protocol.NeedsRouting, overlay.Services{AODV: &o}, smallworld.Options{Nodes: nodes})
}

// said counts the messages by kind, and lists them in short: "1* rreq" is a broadcast.
func said(w *smallworld.Lab, from int) (counts map[string]int, list []string) {
	counts = map[string]int{}
	for _, s := range w.Said[from:] {
		name := ""
		switch m := s.Message.(type) {
		case aodv.RouteRequest:
			name = "rreq"
		case aodv.RouteReply:
			name = "rrep"
		case aodv.RouteError:
			name = "rerr"
			for _, u := range m.Lost {
				name += fmt.Sprintf(" %v", u.Destination)
			}
		case routing.Packet:
			name = "packet"
		case aodv.RouteHello:
			name = "hello"
		case aodv.RouteRepaired:
			name = "rerr-n"
		case aodv.HopAck:
			name = "ack"
		}
		to := "*"
		if s.Op == protocol.OpSend {
			to = fmt.Sprintf(">%v", s.To)
		}
		list = append(list, fmt.Sprintf("%v%s %s", s.From, to, name))
		counts[name]++
	}
	return counts, list
}

// A line of five, nothing known. Ring TTL 1: 1's request, which 2 does not relay. TTL 3: 1,
// 2, 3; 4 hears it with TTL 1. TTL 5: 1, 2, 3, 4; 5 answers along 4, 3, 2. So there are 1 + 3
// + 4 requests, 4 replies and 4 transmissions of the packet, after waits of 2·40·(1+2) and
// 2·40·(3+2) ms (RFC 3561 §6.4, §10).
func TestAODVSearchesALineByRings(t *testing.T) {
	w := lab(5, overlay.AODVOptions{Detection: "neighbours"})
	w.Line().Boot()
	w.RouteNotes(1, 5, 42)
	w.Run(240*time.Millisecond - 1)
	if got, _ := said(w, 0); got["rreq"] != 1 {
		t.Errorf("in the first ring: %v", got)
	}
	w.Run(400 * time.Millisecond)
	if got, _ := said(w, 0); got["rreq"] != 4 {
		t.Errorf("with the second ring: %v", got)
	}
	w.Run(20 * time.Millisecond)
	if got, list := said(w, 0); got["rreq"] != 8 || got["rrep"] != 4 || got["packet"] != 4 || len(list) != 16 {
		t.Errorf("%v\n%v", got, list)
	}
	if got := w.Received(5); !slices.Equal(got, []string{"1 {42}"}) {
		t.Errorf("5 received %v", got)
	}
	if own, all := w.CountClass(protocol.ClassElection), len(w.Said); own != 1 {
		t.Errorf("%d of %d charged to the message, want its origin's alone", own, all)
	}
	// The way back is known, and the second packet needs no search.
	mark := len(w.Said)
	w.RouteNotes(5, 1, 1)
	w.RouteNotes(1, 5, 2)
	w.Run(10 * time.Millisecond)
	if got, list := said(w, mark); got["packet"] != 8 || len(list) != 8 {
		t.Errorf("%v", list)
	}
}

// cutLine is a line of six on which 1 has just sent a packet to 6, and whose link 3-4 is
// then cut. It returns what was said, until a while after 1 sent another packet.
func cutLine(o overlay.AODVOptions) (w *smallworld.Lab, mark int) {
	w = lab(6, o)
	w.Line().Boot()
	w.RouteNotes(1, 6, 1)
	w.Run(2 * time.Second)
	mark = len(w.Said)
	w.Cut(3, 4)
	w.RouteNotes(1, 6, 2)
	return w, mark
}

// A broken link is told up the path: 3 to 2, its only precursor, and 2 to 1, each by
// unicast, with every destination beyond (§6.11). 4 tells 5, which used the way back.
func TestAODVTellsOfABreak(t *testing.T) {
	for _, row := range []struct {
		detection string
		within    time.Duration
	}{
		{"neighbours", 10 * time.Millisecond},
		{"acknowledgement", 60 * time.Millisecond}, // NEXT_HOP_WAIT is 50ms
		{"hello", 2100 * time.Millisecond},         // two hellos of a second each
		{"both", 60 * time.Millisecond},
	} {
		w, mark := cutLine(overlay.AODVOptions{Detection: row.detection})
		w.Run(row.within)
		_, list := said(w, mark)
		for _, want := range []string{"3>2 rerr 4 6", "2>1 rerr 6"} {
			if !slices.ContainsFunc(list, func(s string) bool { return s == want || s == "3>2 rerr 6" && want[0] == '3' }) {
				t.Errorf("%s: no %q in %v", row.detection, want, list)
			}
		}
		if got := w.Received(6); len(got) != 1 {
			t.Errorf("%s: 6 received %v", row.detection, got)
		}
		for _, id := range []protocol.ID{1, 2, 3} {
			if next, is := overlay.NextHop(w.Machine(id), w.Now, 6); is {
				t.Errorf("%s: %v still leads to 6 over %v", row.detection, id, next)
			}
		}
		w.Link(3, 4)
		w.Run(20 * time.Second) // all has expired
		w.RouteNotes(1, 6, 3)
		w.Run(20 * time.Second)
		if got := w.Received(6); len(got) != 2 {
			t.Errorf("%s: once healed 6 received %v", row.detection, got)
		}
	}
}

// Nobody answers: requests with TTL 1, 3, 5, 7, 35, 35, and then the packets are dropped
// and nobody is told. In the RFC the last wait is twice as long (§6.3); draft 3 has no
// TIMEOUT_BUFFER: 80 + 240 + 400 + 560 + 2800 + 2800 ms (GloMoSim). In it a second search
// begins at full TTL and has no repetition left: 2.80 s.
func TestAODVGivesUp(t *testing.T) {
	for _, row := range []struct {
		draft         int
		first, second time.Duration
		again         int
	}{
		{0, 240*time.Millisecond + 400*time.Millisecond + 560*time.Millisecond + 720*time.Millisecond + 2800*time.Millisecond + 5600*time.Millisecond, 10320 * time.Millisecond, 6},
		{overlay.Draft3, 6880 * time.Millisecond, 2800 * time.Millisecond, 1},
	} {
		w := lab(2, overlay.AODVOptions{Draft: row.draft})
		w.Boot()
		dropped := func() (n int64) {
			optional.Inspect(w.Machine(1), func(name string, value int64) {
				if name == "dropped" {
					n = value
				}
			})
			return n
		}
		var ttls []uint8
		for k, wait := range []time.Duration{row.first, row.second} {
			mark := len(w.Said)
			w.RouteNotes(1, 2, 7)
			if w.Run(wait - 1); dropped() != int64(k) {
				t.Errorf("draft %d: given up before %v", row.draft, wait)
			}
			if w.Run(1); dropped() != int64(k+1) {
				t.Errorf("draft %d: not given up after %v", row.draft, wait)
			}
			w.Run(time.Minute)
			for _, s := range w.Said[mark:] {
				ttls = append(ttls, s.Message.(aodv.RouteRequest).TTL)
			}
		}
		want := append([]uint8{1, 3, 5, 7, 35, 35}, []uint8{1, 3, 5, 7, 35, 35}...)
		if row.draft == overlay.Draft3 {
			want = []uint8{1, 3, 5, 7, 35, 35, 35}
		}
		if !slices.Equal(ttls, want) {
			t.Errorf("draft %d: requests with TTL %v, want %v", row.draft, ttls, want)
		}
	}
}

// "Expanding ring search: … until the TTL set in the RREQ reaches TTL_THRESHOLD, beyond which a TTL =
// NET_DIAMETER is used" (§6.4): no ring is wider, also where that is less than the threshold.
func TestAODVRingsWithinTheDiameter(t *testing.T) {
	for _, draft := range []int{0, overlay.Draft3} {
		w := lab(2, overlay.AODVOptions{Draft: draft, NetDiameter: 4, RREQRetries: 4})
		w.Boot()
		w.RouteNotes(1, 2, 7)
		w.Run(time.Minute)
		var ttls []uint8
		for _, s := range w.Said {
			ttls = append(ttls, s.Message.(aodv.RouteRequest).TTL)
		}
		if want := []uint8{1, 3, 4, 4, 4, 4}; !slices.Equal(ttls, want) {
			t.Errorf("draft %d: requests with TTL %v, want %v", draft, ttls, want)
		}
	}
}

// GloMoSim's stall: A and B, two hops apart, seek each other at once. Each has a route to the
// other from its request; the reply to the later search is no fresher, so its packet stays,
// and so do those that come after it once the route has expired. RFC 3561 lets them go as
// soon as there is a route.
func TestDraft3Stalls(t *testing.T) {
	for _, row := range []struct{ draft, arrive int }{{0, 2}, {overlay.Draft3, 1}} {
		w := lab(2, overlay.AODVOptions{Draft: row.draft})
		w.Complete().Boot()
		// B's number has risen before: its reply is not fresher than its request.
		w.RouteNotes(1, 2, 1)
		w.RouteNotes(2, 1, 1)
		w.Run(11 * time.Second)
		w.RouteNotes(1, 2, 2)
		w.Run(time.Minute)
		if got := w.Received(2); len(got) != row.arrive {
			t.Errorf("draft %d: 2 received %v, want %d", row.draft, got, row.arrive)
		}
	}
}

// A node that boots during the run asks, answers and relays nothing for DELETE_PERIOD, and
// tells who sends it packets for others, which begins the wait anew (§6.13).
func TestAODVWaitsAfterABoot(t *testing.T) {
	w := lab(3, overlay.AODVOptions{Detection: "neighbours"})
	w.Line().Boot()
	w.RouteNotes(1, 3, 1)
	w.Run(time.Second)
	w.Crash(2)
	w.Boot(2)
	mark := len(w.Said)
	w.Inject(2, 1, routing.Packet{Origin: 1, Destination: 3, Hops: 1, Inner: smallworld.Note{N: 2}})
	w.Run(15*time.Second - time.Millisecond)
	if _, list := said(w, mark); !slices.Equal(list, []string{"2>1 rerr 3"}) {
		t.Errorf("said %v", list)
	}
	w.Run(time.Second)
	w.RouteNotes(1, 3, 3)
	w.Run(time.Second)
	if got := w.Received(3); !slices.Equal(got, []string{"1 {1}", "1 {3}"}) {
		t.Errorf("3 received %v", got)
	}
}

// A node with a fresh route answers for the destination, and tells it the way to the origin
// (§6.6.2, §6.6.3): 3 need not seek 1. With flag D only the destination answers.
func TestAODVAnswersForOthers(t *testing.T) {
	for _, only := range []bool{false, true} {
		w := lab(3, overlay.AODVOptions{Detection: "neighbours", DestinationOnly: only})
		w.Line().Boot()
		w.RouteNotes(2, 3, 1)
		w.Run(100 * time.Millisecond)
		mark := len(w.Said)
		w.RouteNotes(1, 3, 2)
		w.Run(100 * time.Millisecond)
		_, list := said(w, mark)
		want := []string{"1* rreq", "2>1 rrep", "2>3 rrep", "1>2 packet", "2>3 packet"}
		if only {
			want = []string{"1* rreq"} // TTL 1 does not reach 3
		}
		if !slices.Equal(list, want) {
			t.Errorf("destination only %t: %v", only, list)
		}
	}
}

// MAX_QUEUE_LEN drops the oldest, and RREQ_RATELIMIT puts requests off.
func TestAODVIsBounded(t *testing.T) {
	w := lab(20, overlay.AODVOptions{Detection: "neighbours", MaxQueueLen: 3})
	w.Link(1, 2)
	w.Boot()
	w.Cut(1, 2)
	w.RouteNotes(1, 2, 1, 2, 3, 4, 5)
	w.Link(1, 2)
	w.Run(time.Second)
	if got := w.Received(2); !slices.Equal(got, []string{"1 {3}", "1 {4}", "1 {5}"}) {
		t.Errorf("2 received %v", got)
	}
	w.Run(time.Minute)
	mark := len(w.Said)
	for to := protocol.ID(3); to <= 20; to++ {
		w.RouteNotes(1, to, 1)
	}
	w.Run(time.Second - 1)
	if got, _ := said(w, mark); got["rreq"] != 10 {
		t.Errorf("%d requests in a second, want 10", got["rreq"])
	}
}

// A next hop that acknowledges no reply is blacklisted (§6.8): of two ways the one whose first
// link works both ways is taken.
func TestAODVBlacklistsOneWayLinks(t *testing.T) {
	for _, ack := range []bool{false, true} {
		w := lab(4, overlay.AODVOptions{Detection: "neighbours", ReplyAck: ack, TTLStart: 3})
		for _, l := range [][2]protocol.ID{{1, 2}, {2, 4}, {1, 3}, {3, 4}} {
			w.Link(l[0], l[1])
		}
		w.Boot()
		w.Drop = func(from, to protocol.ID, m protocol.Message) bool { return from == 4 && to == 2 } // 2 hears nothing of 4
		w.RouteNotes(1, 4, 1)
		w.Run(3 * time.Second)
		if got := w.Received(4); (len(got) == 1) != ack {
			t.Errorf("replies acknowledged %t: 4 received %v", ack, got)
		}
	}
}

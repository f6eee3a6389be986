package olsr_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/overlay/internal/olsr"
	"bellwether/overlay/internal/routing"
	"bellwether/protocol"
)

// lab returns a lab of probes that route by OLSR: a hop takes a millisecond.
func lab(nodes int, o overlay.OLSROptions) *smallworld.Lab {
	return smallworld.Probes(protocol.NeedsRouting, overlay.Services{OLSR: &o}, smallworld.Options{Nodes: nodes})
}

// The values of RFC 3626 §18.3: REFRESH_INTERVAL 2 s is 0x05, 5 s 0x46, NEIGHB_HOLD_TIME 6 s
// 0x86, TOP_HOLD_TIME 15 s 0xe7, DUP_HOLD_TIME 30 s 0xe8. Others are rounded up.
func TestOLSRStatesTimesInAByte(t *testing.T) {
	for _, row := range []struct {
		d    time.Duration
		want byte
	}{{2 * time.Second, 0x05}, {5 * time.Second, 0x46}, {6 * time.Second, 0x86}, {15 * time.Second, 0xe7}, {30 * time.Second, 0xe8}} {
		if got, says := olsr.HoldOf(row.d); got != row.want || says != row.d {
			t.Errorf("%v is %#x, which says %v, want %#x", row.d, got, says, row.want)
		}
	}
	for d := time.Millisecond; d < 3968*time.Second; d = d*101/100 + 1 {
		_, says := olsr.HoldOf(d)
		if low := max(d+d/16, 66*time.Millisecond); says < d || says > low {
			t.Errorf("%v is rounded to %v", d, says)
		}
	}
}

// A line of five. Each of 2, 3 and 4 was chosen by both of its neighbours, except that 2 and 4
// choose 3 alone; a list of one of them is sent by all three: 9 transmissions an interval. The
// ends were chosen by nobody, and advertise and relay nothing.
func TestOLSRFloodsByRelaysAlone(t *testing.T) {
	w := lab(5, overlay.OLSROptions{MaxJitter: -1})
	w.Line().Boot()
	w.Run(30 * time.Second)
	for id, want := range map[protocol.ID][]protocol.ID{1: {2}, 2: {3}, 3: {2, 4}, 4: {3}, 5: {4}} {
		if got, _ := olsr.Relays(w.Machine(id)); !slices.Equal(got, want) {
			t.Errorf("%v chose %v, want %v", id, got, want)
		}
	}
	mark := len(w.Said)
	w.Run(50 * time.Second)
	hellos, by := 0, map[protocol.ID]int{}
	for _, s := range w.Said[mark:] {
		switch m := s.Message.(type) {
		case olsr.Hello:
			hellos++
		case olsr.TC:
			by[s.From]++
			if want := map[protocol.ID][]protocol.ID{2: {1, 3}, 3: {2, 4}, 4: {3, 5}}[m.Origin]; !slices.Equal(m.Links, want) {
				t.Errorf("%v advertises %v, want %v", m.Origin, m.Links, want)
			}
		}
	}
	if hellos != 5*25 || by[1]+by[5] != 0 || by[2] != 30 || by[3] != 30 || by[4] != 30 {
		t.Errorf("%d hellos, lists by %v", hellos, by)
	}
	w.RouteNotes(1, 5, 7)
	w.Run(4 * time.Millisecond)
	if got := w.Received(5); !slices.Equal(got, []string{"1 {7}"}) {
		t.Errorf("after four hops: %v", got)
	}
}

// randomGraph links nodes at random, and returns its lab.
func randomGraph(seed uint64, o overlay.OLSROptions) *smallworld.Lab {
	g := rand.New(rand.NewPCG(seed, 0x6f6c7372)) // "olsr"
	n := 5 + g.IntN(16)
	w := lab(n, o)
	for range n + g.IntN(2*n) {
		w.Link(protocol.ID(1+g.IntN(n)), protocol.ID(1+g.IntN(n)))
	}
	w.Boot()
	return w
}

// Once all is told, every way is a shortest one (RFC 3626 §8.3: MPRs suffice for that), it
// leads over nodes that agree, and nobody knows a way to whom nobody can reach. Relays cover
// all nodes two hops away, as often as asked where that can be.
func TestOLSRFindsShortestWays(t *testing.T) {
	for seed := range uint64(40) {
		o := overlay.OLSROptions{MPRCoverage: 1 + int(seed%3), TCRedundancy: int(seed / 3 % 3)}
		w := randomGraph(seed, o)
		w.Run(40 * time.Second)
		for _, wrong := range wrongWays(w) {
			t.Errorf("seed %d: %s", seed, wrong)
		}
		for _, from := range w.Members() {
			covers(t, w, from, o.MPRCoverage)
		}
	}
}

// wrongWays tells which packets would not arrive over a shortest way, or would leave for a node
// that cannot be reached.
func wrongWays(w *smallworld.Lab) (wrong []string) {
	for _, from := range w.Members() {
		for _, to := range w.Members() {
			if !w.Up(from) {
				continue
			}
			hops, linked := w.Distance(from, to)
			at, walked := from, 0
			for at != to && walked <= w.Nodes && w.Up(at) {
				next, is := olsr.Way(w.Machine(at), w.Now, at, to)
				if !is {
					break
				}
				at, walked = next, walked+1
			}
			if arrives := at == to; arrives != linked || arrives && walked != hops || !arrives && walked > 0 {
				wrong = append(wrong, fmt.Sprintf("from %v to %v over %d hops to %v, want %d, %v", from, to, walked, at, hops, linked))
			}
		}
	}
	return wrong
}

// covers checks the relays of a node against the graph.
func covers(t *testing.T, w *smallworld.Lab, of protocol.ID, coverage int) {
	t.Helper()
	relays, _ := olsr.Relays(w.Machine(of))
	for _, far := range w.Members() {
		if hops, linked := w.Distance(of, far); !linked || hops != 2 {
			continue
		}
		could, do := 0, 0
		for _, near := range w.Members() {
			if a, _ := w.Distance(of, near); a != 1 {
				continue
			}
			if b, _ := w.Distance(near, far); b == 1 {
				could++
				if slices.Contains(relays, near) {
					do++
				}
			}
		}
		if do < min(could, coverage) {
			t.Errorf("%v chose %v: %d of them are beside %v, of %d neighbours; want %d", of, relays, do, far, could, min(could, coverage))
		}
	}
}

// A ring of six loses a link. Both ends miss it after NEIGHB_HOLD_TIME; then all go round the
// other way. Before, packets for the other end are lost.
func TestOLSRGoesRoundABreak(t *testing.T) {
	w := lab(6, overlay.OLSROptions{})
	w.Line().Link(1, 6)
	w.Boot()
	w.Run(40 * time.Second)
	w.Cut(1, 6)
	w.Run(time.Second)
	w.RouteNotes(1, 6, 1)
	w.Run(time.Second)
	if got := w.Received(6); len(got) != 0 {
		t.Errorf("over a link that is cut: %v", got)
	}
	w.Run(18 * time.Second) // NEIGHB_HOLD_TIME, a hello by which relays are chosen, a list, and its flood
	mark := len(w.Said)
	w.RouteNotes(1, 6, 2)
	w.Run(10 * time.Millisecond)
	packets := 0
	for _, s := range w.Said[mark:] {
		if _, is := s.Message.(routing.Packet); is {
			packets++
		}
	}
	if got := w.Received(6); !slices.Equal(got, []string{"1 {2}"}) || packets != 5 {
		t.Errorf("received %v over %d hops", got, packets)
	}
}

// A node that boots again is believed at once: its list has a greater number than before.
func TestOLSRBelievesANodeThatBootedAgain(t *testing.T) {
	w := lab(4, overlay.OLSROptions{})
	w.Line().Boot()
	w.Run(60 * time.Second)
	w.Cut(3, 4) // 3 has nobody to advertise
	w.Run(30 * time.Second)
	w.Link(3, 4)
	w.Run(30 * time.Second)
	w.Crash(3)
	w.Cut(3, 4)
	w.Run(200 * time.Millisecond)
	w.Boot(3)
	w.Link(1, 3) // 3 is elsewhere now
	w.Run(8 * time.Second)
	before := olsr.TC{}
	for _, s := range w.Said {
		m, is := s.Message.(olsr.TC)
		if !is || m.Origin != 3 || s.From != 3 {
			continue
		}
		if rose := int16(m.ANSN - before.ANSN); rose < 0 || rose == 0 && !slices.Equal(m.Links, before.Links) {
			t.Errorf("number %d of %v after %d of %v", m.ANSN, m.Links, before.ANSN, before.Links)
		}
		before = m
	}
	if before.Seq == 0 {
		t.Error("3 advertised nothing")
	}
}

// A link in one direction is heard, told, and not used.
func TestOLSRUsesNoLinkOfOneDirection(t *testing.T) {
	w := lab(2, overlay.OLSROptions{})
	w.Boot()
	for range 5 {
		w.Inject(1, 2, olsr.Hello{Holds: 0x86, Links: []olsr.Said{{Code: 6, ID: 9}}})
		w.Run(2 * time.Second)
	}
	if next, is := olsr.Way(w.Machine(1), w.Now, 1, 2); is {
		t.Errorf("a way to 2 over %v", next)
	}
	last := olsr.Hello{}
	for _, s := range w.Said {
		if m, is := s.Message.(olsr.Hello); is && s.From == 1 {
			last = m
		}
	}
	if want := []olsr.Said{{Code: 1, ID: 2}}; !slices.Equal(last.Links, want) {
		t.Errorf("1 says %v, want %v", last.Links, want)
	}
}

// What a node was told by somebody who is no neighbour counts for nothing (§9.5).
func TestOLSRTakesListsFromNeighboursAlone(t *testing.T) {
	w := lab(2, overlay.OLSROptions{})
	w.Boot()
	w.Run(time.Second)
	mark := len(w.Said)
	w.Inject(1, 2, olsr.TC{Holds: 0xe7, Origin: 2, TTL: 9, Seq: 1, ANSN: 1, Links: []protocol.ID{1, 7}})
	w.Run(time.Second)
	if _, is := olsr.Way(w.Machine(1), w.Now, 1, 7); is {
		t.Error("a way to 7")
	}
	for _, s := range w.Said[mark:] {
		if _, is := s.Message.(olsr.TC); is {
			t.Errorf("passed on: %v", s)
		}
	}
}

func TestOLSROptionsAreChecked(t *testing.T) {
	for _, o := range []overlay.OLSROptions{
		{HelloInterval: -1}, {TCInterval: 100 * time.Millisecond}, {MaxJitter: 1100 * time.Millisecond}, {NeighbHoldTime: time.Second},
		{TopHoldTime: 2 * time.Hour}, {MPRCoverage: -1}, {TCRedundancy: 3},
	} {
		if o.Validate() == nil {
			t.Errorf("%+v is taken", o)
		}
	}
	if err := (overlay.OLSROptions{}).Validate(); err != nil {
		t.Error(err)
	}
	if got := (overlay.OLSROptions{TCInterval: 400 * time.Millisecond}).Whole(); got.MaxJitter != 100*time.Millisecond || got.Validate() != nil {
		t.Errorf("a short interval of topology messages has the jitter %v: %v", got.MaxJitter, got.Validate())
	}
	if got, want := fmt.Sprintf("%+v", overlay.OLSROptions{}.Whole()),
		"{HelloInterval:2s TCInterval:5s NeighbHoldTime:6s TopHoldTime:15s DupHoldTime:30s MaxJitter:500ms MPRCoverage:1 TCRedundancy:0}"; got != want {
		t.Errorf("defaults %s, want %s", got, want)
	}
}

// A list that a newer one overtook is left out, and numbers go on from 0 after the greatest
// (§9.5, §19). Without news a list ends with its time, and what a hello said with its own.
func TestOLSRKeepsTheNewerList(t *testing.T) {
	w := lab(2, overlay.OLSROptions{})
	w.Boot()
	greet := func() {
		w.Inject(1, 2, olsr.Hello{Holds: 0x86, Links: []olsr.Said{{Code: 6, ID: 1}, {Code: 6, ID: 3}}})
	}
	known := func(id protocol.ID) bool {
		next, is := olsr.Way(w.Machine(1), w.Now, 1, id)
		return is && next == 2
	}
	greet()
	seq := uint16(0)
	for _, row := range []struct {
		ansn uint16
		says protocol.ID
		want protocol.ID
	}{{5, 7, 7}, {4, 8, 7}, {5, 7, 7}, {6, 8, 8}, {65535, 7, 8}, {32768, 9, 9}, {65535, 10, 10}, {1, 11, 11}} {
		seq++
		w.Inject(1, 2, olsr.TC{Holds: 0xe7, Origin: 3, TTL: 1, Seq: seq, ANSN: row.ansn, Links: []protocol.ID{row.says}})
		for id := protocol.ID(7); id <= 11; id++ {
			if known(id) != (id == row.want) {
				t.Errorf("after list %d of %v: a way to %v: %v", row.ansn, row.says, id, known(id))
			}
		}
	}
	w.Run(6*time.Second - 1)
	if !known(3) || !known(2) {
		t.Error("before the hello's time was over")
	}
	w.Run(1)
	if known(3) || known(2) {
		t.Error("after the hello's time was over")
	}
	w.Run(4 * time.Second)
	greet()
	if !known(11) {
		t.Error("before the list's time was over")
	}
	w.Run(5 * time.Second)
	if known(11) || !known(3) {
		t.Error("after the list's time was over")
	}
	// A link that is lost, a neighbour of the neighbour that is gone.
	w.Inject(1, 2, olsr.Hello{Holds: 0x86, Links: []olsr.Said{{Code: 6, ID: 1}, {Code: 3, ID: 3}}})
	if known(3) || !known(2) {
		t.Error("2 has lost 3")
	}
	greet()
	w.Inject(1, 2, olsr.Hello{Holds: 0x86, Links: []olsr.Said{{Code: 3, ID: 1}, {Code: 6, ID: 3}}})
	if known(3) || known(2) {
		t.Error("2 has lost 1")
	}
}

// A packet that goes round between two nodes that believe in each other ends.
func TestOLSREndsPacketsThatGoRound(t *testing.T) {
	w := lab(2, overlay.OLSROptions{})
	w.Line().Boot()
	w.Run(10 * time.Second)
	for id := range protocol.ID(2) {
		w.Inject(id+1, 2-id, olsr.TC{Holds: 0xe7, Origin: 2 - id, TTL: 1, Seq: 1, ANSN: 60000, Links: []protocol.ID{9}})
		w.Inject(id+1, 2-id, olsr.Hello{Holds: 0x86, Links: []olsr.Said{{Code: 6, ID: id + 1}, {Code: 6, ID: 9}}})
	}
	mark := len(w.Said)
	w.RouteNotes(1, 9, 1)
	w.Run(500 * time.Millisecond)
	packets := 0
	for _, s := range w.Said[mark:] {
		if _, is := s.Message.(routing.Packet); is {
			packets++
		}
	}
	if packets != 64 {
		t.Errorf("%d transmissions, want 64", packets)
	}
}

// The heuristic's ties and its last step by hand: 1 has the neighbours 2,
// 3 and 4; 2 reaches 5, 3 reaches 5 and 6, 4 reaches 6 and 7. 4 is the only way to 7 and covers
// 6; then 2 and 3 reach 5 each, and 3 has more neighbours.
func TestOLSRChoosesByReachThenNeighbours(t *testing.T) {
	w := lab(7, overlay.OLSROptions{})
	w.Link(1, 2)
	w.Link(1, 3)
	w.Link(1, 4)
	w.Link(2, 5)
	w.Link(3, 5)
	w.Link(3, 6)
	w.Link(4, 6)
	w.Link(4, 7)
	w.Boot()
	w.Run(15 * time.Second)
	if got, _ := olsr.Relays(w.Machine(1)); !slices.Equal(got, []protocol.ID{3, 4}) {
		t.Errorf("1 chose %v, want 3 and 4", got)
	}
	// Here 2 reaches most and comes first. Then 3 is needed for 10 and 5 for 11, as they have more
	// neighbours than 4 and 6, and what 2 reaches they reach: 2 is spared.
	w = lab(11, overlay.OLSROptions{})
	for _, p := range [][2]protocol.ID{{1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6}, {2, 7}, {2, 8}, {2, 9}, {3, 7}, {3, 8}, {3, 10}, {4, 10}, {5, 9}, {5, 11}, {6, 11}} {
		w.Link(p[0], p[1])
	}
	w.Boot()
	w.Run(15 * time.Second)
	if got, _ := olsr.Relays(w.Machine(1)); !slices.Equal(got, []protocol.ID{3, 5}) {
		t.Errorf("1 chose %v, want 3 and 5", got)
	}
}

// Of two ways of three hops that over the least number before the last hop is taken: 10 by 5, and
// so by 3.
func TestOLSRTakesTheLeastOfEqualWays(t *testing.T) {
	w := lab(10, overlay.OLSROptions{})
	for _, p := range [][2]protocol.ID{{1, 2}, {1, 3}, {2, 9}, {3, 5}, {9, 10}, {5, 10}} {
		w.Link(p[0], p[1])
	}
	w.Boot()
	w.Run(40 * time.Second)
	if next, is := olsr.Way(w.Machine(1), w.Now, 1, 10); !is || next != 3 {
		t.Errorf("to 10 over %v, want 3", next)
	}
}

// A node that everybody left tells an empty list for TOP_HOLD_TIME, so that others forget the
// last one, and then none. A neighbour that is silent is told as lost for NEIGHB_HOLD_TIME.
func TestOLSRTellsWhatItLost(t *testing.T) {
	w := lab(3, overlay.OLSROptions{})
	w.Line().Boot()
	w.Run(40 * time.Second)
	cut := w.Now
	w.Cut(2, 3)
	w.Run(60 * time.Second)
	empty, last, codes := 0, protocol.Time(0), map[byte]time.Duration{}
	for _, s := range w.Said {
		if s.From != 2 || s.At < cut {
			continue
		}
		switch m := s.Message.(type) {
		case olsr.TC:
			if len(m.Links) == 0 {
				empty++
			}
			last = s.At
		case olsr.Hello:
			for _, l := range m.Links {
				if l.ID == 3 {
					codes[byte(l.Code)] = s.At.Sub(cut)
				}
			}
		}
	}
	// The last list with a link is 6 s old at most when it ends, and is told up to 5 s later.
	if empty < 2 || last.Sub(cut) > 30*time.Second {
		t.Errorf("%d empty lists, the last %v after the cut", empty, last.Sub(cut))
	}
	if lost := codes[3]; lost < 8*time.Second || lost > 12*time.Second {
		t.Errorf("3 is told as lost until %v after the cut: %v", lost, codes)
	}
}

// Intervals are shorter by up to MAXJITTER, and differ.
func TestOLSRKeepsOutOfStep(t *testing.T) {
	w := lab(2, overlay.OLSROptions{})
	w.Line().Boot()
	w.Run(100 * time.Second)
	var before protocol.Time
	least, most := time.Hour, time.Duration(0)
	for _, s := range w.Said {
		if _, is := s.Message.(olsr.Hello); is && s.From == 1 {
			if before != 0 {
				least, most = min(least, s.At.Sub(before)), max(most, s.At.Sub(before))
			}
			before = s.At
		}
	}
	if least < 1500*time.Millisecond || least > 1600*time.Millisecond || most < 1900*time.Millisecond || most > 2*time.Second {
		t.Errorf("intervals from %v to %v, want 1.5 s to 2 s", least, most)
	}
}

// Also after eighty minutes without a change (48 000 tenths of a second, beyond 2^15) a node that boots again is believed at once.
func TestOLSRBelievesANodeThatRanForLong(t *testing.T) {
	w := lab(4, overlay.OLSROptions{})
	w.Line().Boot()
	w.Run(80 * time.Minute)
	w.Crash(3)
	w.Run(time.Second)
	w.Boot(3)
	mark := len(w.Said)
	w.Run(10 * time.Second)
	for _, s := range w.Said[:mark] {
		if m, is := s.Message.(olsr.TC); is && m.Origin == 3 && s.From == 3 {
			for _, again := range w.Said[mark:] {
				if n, is := again.Message.(olsr.TC); is && n.Origin == 3 && int16(n.ANSN-m.ANSN) <= 0 {
					t.Fatalf("number %d after %d", n.ANSN, m.ANSN)
				}
			}
		}
	}
}

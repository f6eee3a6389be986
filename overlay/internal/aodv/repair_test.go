package aodv_test

import (
	"slices"
	"testing"
	"time"

	"bellwether/overlay"
	"bellwether/overlay/internal/aodv"
)

// A line of six, and 7 beside the link of 3 and 4, which is then cut. 3 seeks 6 itself with
// TTL 3 + 2, finds it over 7 and is a hop farther than before: so it says that, with the flag N, and
// 2 passes it on. 1 seeks nothing. Where 3 misses its neighbour when it has the packet at
// hand, the packet waits; where it misses an acknowledgement, that packet is lost (§6.12).
func TestAODVRepairsABreakWhereItIs(t *testing.T) {
	for _, row := range []struct {
		detection string
		arrives   []string
	}{
		{"neighbours", []string{"1 {1}", "1 {2}", "1 {3}"}},
		{"acknowledgement", []string{"1 {1}", "1 {3}"}},
	} {
		w := lab(7, overlay.AODVOptions{Detection: row.detection, LocalRepair: true})
		for id := range 5 {
			w.Link(w.Members()[id], w.Members()[id+1])
		}
		w.Link(3, 7)
		w.Link(4, 7)
		w.Boot()
		w.RouteNotes(1, 6, 1)
		w.Run(2 * time.Second)
		mark := len(w.Said)
		w.Cut(3, 4)
		w.RouteNotes(1, 6, 2)
		w.Run(52 * time.Millisecond) // the acknowledgement of 4 was due
		w.RouteNotes(1, 6, 3)
		w.Run(time.Second)
		_, list := said(w, mark)
		asked := false // 1 relays what others ask
		for _, s := range w.Said[mark:] {
			m, is := s.Message.(aodv.RouteRequest)
			asked = asked || is && m.Origin == 1
		}
		if got := w.Received(6); !slices.Equal(got, row.arrives) {
			t.Errorf("%s: 6 received %v, want %v\n%v", row.detection, got, row.arrives, list)
		}
		if !slices.Contains(list, "3* rreq") || asked || !slices.Contains(list, "3* rerr-n") || !slices.Contains(list, "2* rerr-n") {
			t.Errorf("%s: %v, want a request of 3 and none of 1, and that 3 and 2 tell of the longer route", row.detection, list)
		}
		if next, is := overlay.NextHop(w.Machine(1), w.Now, 6); !is || next != 2 {
			t.Errorf("%s: 1 has lost its route", row.detection)
		}
	}
}

// Without another way the users are told when the repair was in vain: after the wait for TTL 5,
// 2·40·(5+2) ms. Without LocalRepair they are told at once.
func TestAODVTellsOfARepairInVain(t *testing.T) {
	w, mark := cutLine(overlay.AODVOptions{Detection: "neighbours", LocalRepair: true})
	w.Run(550 * time.Millisecond)
	if got, list := said(w, mark); got["rerr 6"] != 0 || !slices.Contains(list, "3* rreq") {
		t.Errorf("%v", list)
	}
	w.Run(20 * time.Millisecond)
	if _, list := said(w, mark); !slices.Contains(list, "3>2 rerr 6") || !slices.Contains(list, "2>1 rerr 6") {
		t.Errorf("%v", list)
	}
}

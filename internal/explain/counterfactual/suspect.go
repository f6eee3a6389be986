package counterfactual

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"bellwether/internal/contract/messageid"
	"bellwether/internal/explain/causality"
	"bellwether/protocol"
	"bellwether/trace"
)

// A Suspect is a possible cause, with the intervention that leaves it out.
type Suspect struct {
	AtNs   protocol.Time `json:"at_ns"`
	What   string        `json:"what"`
	Change string        `json:"intervention"` // as an entry of a scenario

	class   class
	rarity  int // of losses: the binary logarithm of how many messages of the kind were sent
	related bool
	times   int           // of a fault: how often it struck
	last    protocol.Time // of a fault
}

// A class says how rare suspects are. Rare ones are tried first.
type class int

const (
	strike class = iota // of a fault, an empty battery
	lost                // a message, or a time-out that came late
	linked              // a link that broke or came up
)

// lateRarity puts late time-outs behind lost messages of a kind that was sent fewer than 32
// times, because a late time-out often follows from a lost message.
const lateRarity = 32

// before is how long before an effect lost messages and broken links are suspects: longer than the time-outs
// of all built-in scenarios. Faults are suspects from the beginning on.
const before = 30 * time.Second

// suspects lists the possible causes of an effect. Rare suspects come first, then suspects
// that concern its nodes, then late ones. since is the earliest instant that counts.
func suspects(h *causality.History, e *effect, since protocol.Time) []Suspect {
	g := &gathering{h: h, e: e, since: since, names: map[uint64]messageid.Sending{}, sends: map[string]int{}, seen: map[string]bool{}, struck: map[uint64]bool{}}
	g.concerned()
	g.late = lateTimeOuts(h)
	for i := range h.Events {
		g.take(i)
	}
	for i := range g.found {
		if g.found[i].class == lost {
			g.found[i].rarity = bits.Len(uint(g.found[i].rarity))
		}
	}
	slices.SortStableFunc(g.found, func(a, b Suspect) int {
		return cmp.Or(cmp.Compare(a.class, b.class), -compareBools(a.related, b.related), cmp.Compare(a.rarity, b.rarity), cmp.Compare(b.AtNs, a.AtNs))
	})
	return g.found
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// A gathering collects suspects.
type gathering struct {
	h      *causality.History
	e      *effect
	since  protocol.Time
	said   messageid.Sendings
	names  map[uint64]messageid.Sending // of messages, by frame; never ranged over
	sends  map[string]int               // by kind of message; never ranged over
	seen   map[string]bool              // changes that are listed; never ranged over
	struck map[uint64]bool              // instants of strikes; never ranged over
	near   []protocol.ID                // the nodes that the effect is about
	late   map[int][]protocol.Time      // how much too late a time-out came; never ranged over
	found  []Suspect
}

// concerned finds the nodes that an effect is about: its own nodes, and the nodes on the
// causal chains of their decisions.
func (g *gathering) concerned() {
	g.near = slices.Clone(g.e.Nodes)
	if g.e.Node != protocol.Nobody {
		g.near = append(g.near, g.e.Node)
	}
	last := -1
	for i := range g.h.Events {
		ev := &g.h.Events[i]
		if ev.At > g.e.From {
			break
		}
		if slices.Contains(g.near, ev.Node) && (ev.Kind == trace.Elected || ev.Kind == trace.Electing || ev.Kind == trace.Boot) {
			last = i
		}
	}
	if last < 0 {
		return
	}
	for _, i := range g.h.Back(last, g.since) {
		if id := g.h.Events[i].Node; !slices.Contains(g.near, id) {
			g.near = append(g.near, id)
		}
	}
}

// take looks at an event, in the order of the trace.
func (g *gathering) take(i int) {
	ev := &g.h.Events[i]
	set := ev.At
	if ev.Kind == trace.Timer {
		set -= protocol.Time(ev.Frame) // a time-out that is too late may come after the effect
	}
	if set >= g.e.End {
		return
	}
	recent := ev.At >= g.since
	switch ev.Kind {
	case trace.Send:
		g.names[ev.Frame] = g.said.Name(ev.Node, ev.At)
		g.sends[ev.Message]++
	case trace.Lost:
		name, known := g.names[ev.Frame]
		if known && recent && slices.Contains([]trace.Why{trace.WhyLoss, trace.WhyCollision, trace.WhyCapture, trace.WhyDeaf}, ev.Why) {
			g.add(Suspect{class: lost, rarity: g.sends[ev.Message], related: g.nearby(ev.Node, name.Node)}, i, "{spare: %v, receiver: %d}", name, ev.Node)
		}
	case trace.Fault:
		g.fault(i)
	case trace.Strike:
		g.struck[uint64(ev.At)] = true
		g.add(Suspect{class: strike, related: true}, i, "{leave_out_strike: %d}", ev.Frame)
	case trace.Crash:
		if ev.Why == trace.WhyBattery {
			g.add(Suspect{class: strike, related: true}, i, "{keep_battery: %d}", ev.Node)
		}
	case trace.LinkDown:
		if frames := g.h.Header.Origin.Measured.Frames; recent && frames != nil && !frames.Contended {
			g.link(i, "hold_up")
		}
	case trace.LinkUp:
		if recent && ev.At > 0 {
			g.link(i, "hold_down")
		}
	case trace.Timer:
		if !recent {
			return
		}
		for _, too := range g.late[i] {
			g.add(Suspect{class: lost, rarity: lateRarity, related: g.nearby(ev.Node, ev.Node)}, i, "{hasten: %d@%v, by: %v}", ev.Node, time.Duration(ev.At), time.Duration(too))
		}
	}
}

// link makes a suspect of a link that broke or came up, unless a fault did that.
func (g *gathering) link(i int, hold string) {
	ev := &g.h.Events[i]
	if g.struck[uint64(ev.At)] {
		return
	}
	g.add(Suspect{class: linked, related: g.nearby(ev.Node, ev.Peer)}, i, "{%s: [%d, %d], from: %v, until: %v}",
		hold, min(ev.Node, ev.Peer), max(ev.Node, ev.Peer), time.Duration(ev.At), time.Duration(g.e.End))
}

// fault makes a suspect of a fault without a strike, which has no duration: an order to elect,
// a restart, a recharge. Leaving it out leaves out everything that its entry does.
func (g *gathering) fault(i int) {
	ev := &g.h.Events[i]
	g.struck[uint64(ev.At)] = true
	if ev.Value < 1 || slices.Contains([]string{"crash", "flap", "resign", "pause", "drift", "radio-off", "partition", "jam", "duplicate", "reorder", trace.StorageLost}, ev.Name) {
		return
	}
	change := fmt.Sprintf("{leave_out: %d}", ev.Value)
	if k := slices.IndexFunc(g.found, func(s Suspect) bool { return s.Change == change }); k >= 0 {
		if again := &g.found[k]; ev.At > again.last {
			again.last = ev.At
			again.times++
			again.What = fmt.Sprintf("fault %d: %s, %d times, first", ev.Value, ev.Name, again.times)
		}
		return
	}
	g.add(Suspect{class: strike, related: true, times: 1, last: ev.At}, i, "%s", change)
}

func (g *gathering) nearby(a, b protocol.ID) bool {
	return len(g.near) == 0 || slices.Contains(g.near, a) || slices.Contains(g.near, b)
}

// add lists a suspect that is not listed yet.
func (g *gathering) add(s Suspect, i int, format string, args ...any) {
	s.AtNs, s.Change = g.h.Events[i].At, fmt.Sprintf(format, args...)
	if g.seen[s.Change] {
		return
	}
	g.seen[s.Change] = true
	s.What = g.h.Describe(i)
	if too := g.late[i]; too != nil {
		s.What = fmt.Sprintf("%s that comes %v later than half of its like", s.What, time.Duration(too[0]).Round(time.Millisecond))
	}
	g.found = append(g.found, s)
}

// Bounds of a late time-out: it took more than twice the median of its timer, which fired at
// least five times, and every other node waited less than 95 % of this time for it. So a
// detector that waits longer than a hello is not late.
const (
	lateBy   = 2
	likely   = 0.95
	fewAlike = 5
)

// A wait is a time-out that came after so long.
type wait struct {
	node  protocol.ID
	lasts protocol.Time
}

// lateTimeOuts finds time-outs that came much later than the time-outs of the same timer at
// other nodes, and by how much: more than the median, and more than the longest. Moved by the
// first amount the time-out may come before the deadline that the machine keeps, and changes
// nothing; moved by the second it may still be late.
func lateTimeOuts(h *causality.History) map[int][]protocol.Time {
	waits := map[int64][]wait{} // by timer; never ranged over
	for i := range h.Events {
		if e := &h.Events[i]; e.Kind == trace.Timer && e.Frame > 0 {
			waits[e.Value] = append(waits[e.Value], wait{e.Node, protocol.Time(e.Frame)})
		}
	}
	late := map[int][]protocol.Time{}
	sorted := map[int64]bool{} // never ranged over
	for i := range h.Events {
		e := &h.Events[i]
		of := waits[e.Value]
		if e.Kind != trace.Timer || e.Frame == 0 || len(of) < fewAlike {
			continue
		}
		if !sorted[e.Value] {
			sorted[e.Value] = true
			slices.SortFunc(of, func(a, b wait) int { return cmp.Or(cmp.Compare(a.lasts, b.lasts), cmp.Compare(a.node, b.node)) })
		}
		lasts := protocol.Time(e.Frame)
		if lasts <= lateBy*of[len(of)/2].lasts {
			continue
		}
		for k := len(of) - 1; k >= 0; k-- {
			if of[k].node == e.Node {
				continue
			}
			if float64(of[k].lasts) < likely*float64(lasts) {
				late[i] = []protocol.Time{lasts - of[len(of)/2].lasts, lasts - of[k].lasts}
			}
			break
		}
	}
	return late
}

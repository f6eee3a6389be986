package causality

import (
	"fmt"
	"slices"

	"bellwether/internal/contract/eligibility"
	"bellwether/protocol"
	"bellwether/trace"
)

// mostLines bounds the lines of an answer; longer chains leave out their middle and count what
// they leave out.
const mostLines = 10

// An Answer is a few sentences, and the events behind them.
type Answer struct {
	Sentences []string     `json:"sentences"`
	Events    []shownEvent `json:"events"`
	Picture   *Picture     `json:"picture,omitempty"`
}

// shownEvent is an event that an answer shows.
type shownEvent struct {
	AtNs protocol.Time `json:"at_ns"`
	Node protocol.ID   `json:"node"`
	What string        `json:"what"`
	Took protocol.Time `json:"took_ns"` // since its cause
}

// Follow answers why a node follows its leader at the end of the history, or none.
func (h *History) Follow(node protocol.ID) (Answer, error) {
	last := nobody
	for i, e := range h.Events {
		if e.Node == node && (e.Kind == trace.Boot || e.Kind == trace.Elected || e.Kind == trace.Electing || e.Kind == trace.Crash || e.Kind == trace.Absent) {
			last = i
		}
	}
	if last == nobody {
		return Answer{}, fmt.Errorf("nothing is known of node %v up to there: the trace has %s", node, h.nodes())
	}
	e := &h.Events[last]
	var a Answer
	switch e.Kind {
	case trace.Boot:
		a.say("%v follows nobody: since it booted at %s it has heard of no leader.", node, instant(e.At))
	case trace.Crash, trace.Absent:
		a.say("%s at %s, and follows nobody.", h.Describe(last), instant(e.At))
	case trace.Electing:
		a.say("%v is in election %s since %s.", node, index(e.Computation), instant(e.At))
	case trace.Elected:
		switch {
		case e.Frame != 0:
			a.say("%v follows nobody since %s: it names %d, which is elected and not eligible.", node, instant(e.At), e.Frame)
		case e.Peer == protocol.Nobody:
			a.say("%v knows no leader since %s.", node, instant(e.At))
		default:
			a.say("%v follows %v since %s.", node, e.Peer, instant(e.At))
		}
	}
	begin := h.beginning(last)
	since := protocol.Time(0)
	if begin != nobody {
		since = h.Events[begin].At
	}
	chain := h.Back(last, since)
	whole := chain
	if h.Events[chain[0]].At < since {
		chain = chain[1:] // what began the election is told apart
	}
	a.chain(h, chain)
	told := len(a.Sentences)
	a.election(h, begin)
	a.offers(h, e)
	a.barred(h, node)
	if lacks := h.lacks(chain[0]); lacks != "" {
		a.say("%s", lacks)
	}
	a.draw(h, whole, begin, told)
	return a, nil
}

func (a *Answer) say(format string, args ...any) {
	a.Sentences = append(a.Sentences, fmt.Sprintf(format, args...))
}

// began returns the event by which the first node entered an election; nobody if it is not
// known.
func (h *History) began(c protocol.Computation) int {
	if c == (protocol.Computation{}) {
		return nobody
	}
	return slices.IndexFunc(h.Events, func(e Event) bool { return e.Kind == trace.Electing && e.Computation == c })
}

// chain describes what led to the last event of a chain. It names arrivals and time-outs only,
// because these caused the rest.
func (a *Answer) chain(h *History, chain []int) {
	for k, i := range chain {
		e := &h.Events[i]
		took := protocol.Time(0)
		if k > 0 {
			took = e.At - h.Events[chain[k-1]].At
		}
		a.Events = append(a.Events, shownEvent{e.At, e.Node, h.Describe(i), took})
	}
	lines := h.lines(chain)
	if over := len(lines) - mostLines; over > 1 {
		half := mostLines / 2
		lines = slices.Concat(lines[:half], []string{fmt.Sprintf("…  %d steps before", over)}, lines[len(lines)-half:])
	}
	a.Sentences = append(a.Sentences, lines...)
}

// lines describes the steps of a chain, the last first: arrivals, waits, its beginning and its
// end. Successive waits of a node for time-outs count as one.
func (h *History) lines(chain []int) (lines []string) {
	say := func(at protocol.Time, format string, args ...any) {
		lines = append(lines, instant(at)+"  "+fmt.Sprintf(format, args...))
	}
	for k := len(chain) - 1; k >= 0; k-- {
		i := chain[k]
		e := &h.Events[i]
		_, caused := h.Cause(i)
		switch {
		case k == 0 && caused: // what is before belongs to another question
			say(e.At, "%s", h.Describe(i))
		case k == 0 && (e.Kind == trace.Receive || e.Kind == trace.Timer):
			say(e.At, "%s; what led to it is not in the trace", h.Describe(i))
		case e.Kind == trace.Receive:
			say(e.At, "%s, sent %s before", h.Describe(i), span(e.At-h.Events[chain[k-1]].At))
		case e.Kind == trace.Timer:
			outs := 1
			for k > 1 && h.Events[chain[k-1]].Kind == trace.Timer {
				k, outs = k-1, outs+1
			}
			from := &h.Events[chain[k-1]]
			if outs == 1 {
				say(e.At, "%v has waited for %s, since %s", e.Node, span(e.At-from.At), h.Describe(chain[k-1]))
			} else {
				say(e.At, "%v has waited for %d time-outs one after another, %s, since %s", e.Node, outs, span(e.At-from.At), h.Describe(chain[k-1]))
			}
		case k == len(chain)-1 || k == 0 || e.Kind != trace.Send && h.Events[chain[k-1]].At < e.At:
			say(e.At, "%s", h.Describe(i))
		}
	}
	return lines
}

// election describes what began an election.
func (a *Answer) election(h *History, begin int) {
	if begin == nobody {
		return
	}
	e := &h.Events[begin]
	cause, caused := h.Cause(begin)
	began := fmt.Sprintf("%v began election %s at %s", e.Node, index(e.Computation), instant(e.At))
	switch {
	case !caused && h.lacks(begin) == "":
		a.say("%s, on an order from outside.", began)
		return
	case !caused:
		a.say("%s.", began)
		return
	}
	from, outs := cause, 0
	for h.Events[from].Kind == trace.Timer {
		c, caused := h.Cause(from)
		if !caused {
			break
		}
		from, outs = c, outs+1
	}
	waited := span(e.At - h.Events[from].At)
	switch outs {
	case 0:
		a.say("%s: %s.", began, h.Describe(cause))
		return
	case 1:
		a.say("%s, when it had waited for %s: at %s %s.", began, waited, instant(h.Events[from].At), h.Describe(from))
	default:
		a.say("%s, after %d time-outs one after another, %s in all: at %s %s.", began, outs, waited, instant(h.Events[from].At), h.Describe(from))
	}
	a.silence(h, from, cause)
}

// offers compares what the leader offers with what the others offer.
func (a *Answer) offers(h *History, e *Event) {
	if e.Kind != trace.Elected || e.Peer == protocol.Nobody {
		return
	}
	leader, goal := h.stands[e.Peer], protocol.Goal(h.Header.Origin.Measured.Goal)
	if leader == nil || goal != "" && goal != protocol.GoalBest { // others do not elect by offers
		return
	}
	where, able, all, better := "", "", 0, 0
	near := h.component(e.Peer)
	for id, s := range h.stands {
		switch {
		case !s.runs || !near[id]:
		case !eligibility.May(s.offer):
			able = "eligible "
		default:
			all++
			if s.offer > leader.offer {
				better++
			}
		}
	}
	if h.linked || leader.component != protocol.Nobody {
		where = " in its component"
	}
	switch {
	case !leader.runs:
		a.say("%v does not run any more.", e.Peer)
	case better == 0:
		a.say("%v can offer %d; of the %d %snodes%s none can offer more.", e.Peer, leader.offer, all, able, where)
	default:
		a.say("%v can offer %d; of the %d %snodes%s %d can offer more now.", e.Peer, leader.offer, all, able, where, better)
	}
}

// nodes lists the nodes that a history knows.
func (h *History) nodes() string {
	var ids []protocol.ID
	for id := range h.handled {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	if len(ids) == 0 {
		return "none"
	}
	return fmt.Sprintf("nodes %v to %v", ids[0], ids[len(ids)-1])
}

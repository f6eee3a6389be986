package causality

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"bellwether/protocol"
	"bellwether/trace"
)

// nobody marks an event whose cause is not in the trace.
const nobody = -1

// An Event is a record of a trace with its cause.
type Event struct {
	At          protocol.Time
	Kind        trace.Kind
	Why         trace.Why
	Node, Peer  protocol.ID
	Frame       uint64
	Value       int64
	Bytes       int32                // of a frame, with Transmit
	Computation protocol.Computation // of a message, too, if it names one
	Message     string               // with Send, Receive and Lost
	Name        string               // of a fault
	cause       int32                // index of an event, or nobody
}

// orders are the faults that a node handles as it handles a message. Other faults change the
// node or its surroundings without its code.
var orders = map[string]bool{"elect": true, "resign": true}

// A History is a trace, up to an instant, as events with causes.
type History struct {
	Header trace.Header
	Events []Event
	Last   protocol.Time // of the last record that was read
	Whole  bool          // the trace ends there

	handling map[protocol.ID]int32   // what each node handles, or handled last
	handled  map[protocol.ID][]int32 // all of it, in order
	sent     map[sending]int32       // the Send, or else the first Transmit, of each message
	fault    int32                   // the last one, or nobody
	stands   map[protocol.ID]*standing
	claimed  map[protocol.ID]int32 // by node, its newest Capability
	linked   bool                  // the trace tells of links
}

// standing is what is known of a node at the end.
type standing struct {
	runs      bool
	offer     int64                // what it claims
	barred    string               // the rules that it breaks; "": none are known
	links     map[protocol.ID]bool // nodes that hear it, and it them
	component protocol.ID          // the smallest member of its component, as recorded last; Nobody: not known
}

// sending names a message of a sender.
type sending struct {
	frame  uint64
	sender protocol.ID
}

// Read reads a trace, called name in errors, up to an instant.
func Read(file io.Reader, name string, until protocol.Time) (*History, error) {
	in, err := trace.NewReader(file, name)
	if err != nil {
		return nil, err
	}
	h := &History{Header: in.Header, handling: map[protocol.ID]int32{}, handled: map[protocol.ID][]int32{}, sent: map[sending]int32{}, fault: nobody, stands: map[protocol.ID]*standing{}, claimed: map[protocol.ID]int32{}}
	for {
		line, err := in.Next()
		if errors.Is(err, io.EOF) {
			h.Whole = true
			return h, nil
		}
		if err != nil {
			return nil, err
		}
		if line.Record.At > until {
			return h, nil
		}
		h.Last = line.Record.At
		h.take(line)
	}
}

// take adds a record, with its cause.
func (h *History) take(l *trace.Line) {
	r := &l.Record
	h.stand(r)
	at := int32(len(h.Events))
	e := Event{At: r.At, Kind: r.Kind, Why: r.Why, Node: r.Node, Peer: r.Peer, Frame: r.Frame, Value: r.Value, Bytes: r.Bytes,
		Computation: r.Computation, Message: l.Message, Name: r.Name, cause: nobody}
	handles := false
	switch r.Kind {
	case trace.Boot: // by a fault, if one restarts it
		e.cause, handles = h.struck(&e), true
	case trace.Receive:
		e.cause, handles = h.sentBy(r.Frame, r.Peer), true
		if e.cause != nobody {
			e.Computation = h.Events[e.cause].Computation // its content stands at its sending
		}
	case trace.Timer:
		e.cause, handles = h.setBy(&e), true
	case trace.NeighbourUp, trace.NeighbourDown, trace.Capability:
		e.cause, handles = h.now(&e), true
	case trace.Send:
		e.Computation = computation(l.Content)
		e.cause = h.now(&e)
		h.sent[sending{r.Frame, r.Node}] = at
	case trace.Elected:
		e.cause = h.qualified(&e, h.now(&e))
	case trace.Electing, trace.Suspect, trace.Trust:
		e.cause = h.now(&e)
	case trace.Fault:
		h.fault, handles = at, orders[r.Name]
	case trace.Crash, trace.Absent:
		e.cause = h.struck(&e)
	case trace.Transmit, trace.Lost, trace.LinkUp, trace.LinkDown, trace.Strike:
	default:
		return
	}
	h.Events = append(h.Events, e)
	if r.Kind == trace.Capability {
		h.claimed[r.Node] = at
	}
	if handles {
		h.handling[r.Node] = at
		h.handled[r.Node] = append(h.handled[r.Node], at)
	}
}

// stand keeps what is known of a node.
func (h *History) stand(r *trace.Record) {
	if r.Node == protocol.Nobody {
		return
	}
	s := h.standing(r.Node)
	switch r.Kind {
	case trace.Boot:
		s.runs = true
	case trace.Crash, trace.Absent:
		s.runs = false
	case trace.Capability:
		s.offer, s.barred = r.Value, r.Name
	case trace.LinkUp:
		s.links[r.Peer], h.standing(r.Peer).links[r.Node], h.linked = true, true, true
	case trace.LinkDown:
		delete(s.links, r.Peer)
		delete(h.standing(r.Peer).links, r.Node)
	case trace.Component:
		s.component = r.Peer
	}
}

// standing returns what is known of a node, to be changed.
func (h *History) standing(node protocol.ID) *standing {
	s := h.stands[node]
	if s == nil {
		s = &standing{links: map[protocol.ID]bool{}}
		h.stands[node] = s
	}
	return s
}

// component returns the running nodes that a node reaches over links at the end, itself too. A
// trace of live agents has no links but components, which are sampled; they may be older by
// one sampling interval.
func (h *History) component(node protocol.ID) map[protocol.ID]bool {
	if !h.linked {
		return h.sampled(node)
	}
	reached := map[protocol.ID]bool{node: true}
	for next := []protocol.ID{node}; len(next) > 0; {
		at := next[0]
		next = next[1:]
		for peer := range h.stands[at].links {
			if !reached[peer] && h.stands[peer].runs {
				reached[peer] = true
				next = append(next, peer)
			}
		}
	}
	return reached
}

// sampled returns the running nodes that were in the component of a node at the last record of
// components; all running nodes if no component is recorded.
func (h *History) sampled(node protocol.ID) map[protocol.ID]bool {
	members := map[protocol.ID]bool{}
	for id, s := range h.stands {
		members[id] = s.runs && s.component == h.stands[node].component
	}
	return members
}

// computation is the first that a message names, if any.
func computation(content []byte) (c protocol.Computation) {
	_, text, found := bytes.Cut(content, []byte(`{"num":`))
	if !found {
		return c
	}
	num, text, _ := bytes.Cut(text, []byte(`,"source":`))
	source, _, _ := bytes.Cut(text, []byte(`}`))
	n, err := strconv.ParseUint(string(num), 10, 32)
	id, also := strconv.ParseUint(string(source), 10, 32)
	if err != nil || also != nil {
		return c // of another form
	}
	return protocol.Computation{Num: uint32(n), Source: protocol.ID(id)}
}

// now returns what a node handles at the instant of an event; nobody if something outside the
// node caused the event. An agent's handler takes time, so whatever an agent does is
// attributed to what it handled last.
func (h *History) now(e *Event) int32 {
	if i, known := h.handling[e.Node]; known && (h.live() || h.Events[i].At == e.At) {
		return i
	}
	return nobody
}

// live reports whether live agents wrote the trace, each by its own clock.
func (h *History) live() bool { return h.Header.Zero != 0 }

// struck returns the fault that stops or restarts the node of an event; nobody if the reason
// is its battery, its movement, or the end of a fault.
func (h *History) struck(e *Event) int32 {
	if e.Why == trace.WhyBattery || e.Why == trace.WhyTrace {
		return nobody
	}
	if h.fault == nobody {
		return nobody
	}
	if f := &h.Events[h.fault]; f.At != e.At || f.Node != protocol.Nobody && f.Node != e.Node {
		return nobody
	}
	return h.fault
}

// sentBy returns the Send of a received message.
func (h *History) sentBy(frame uint64, sender protocol.ID) int32 {
	if i, known := h.sent[sending{frame, sender}]; known {
		return i
	}
	return nobody
}

// setBy returns the handler that set a timer to the instant at which it fires.
func (h *History) setBy(e *Event) int32 {
	if e.Frame == 0 {
		return nobody
	}
	set := e.At - protocol.Time(e.Frame)
	all := h.handled[e.Node]
	for i := len(all) - 1; i >= 0 && h.Events[all[i]].At >= set; i-- {
		if h.Events[all[i]].At == set {
			return all[i]
		}
	}
	return nobody
}

// Cause returns the index of an event's cause, and whether it has one.
func (h *History) Cause(i int) (int, bool) {
	c := h.Events[i].cause
	return int(c), c != nobody
}

// Back returns an event and the chain of causes that led to it. The first element of the chain
// has no cause, or lies before an instant.
func (h *History) Back(i int, since protocol.Time) []int {
	chain := []int{i}
	for c, caused := h.Cause(i); caused; c, caused = h.Cause(c) {
		chain = append(chain, c)
		if h.Events[c].At < since {
			break
		}
	}
	for a, b := 0, len(chain)-1; a < b; a, b = a+1, b-1 {
		chain[a], chain[b] = chain[b], chain[a]
	}
	return chain
}

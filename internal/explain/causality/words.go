package causality

import (
	"fmt"
	"time"

	"bellwether/protocol"
	"bellwether/trace"
)

// index writes a computation as traces in words do.
func index(c protocol.Computation) string { return fmt.Sprintf("⟨%d,%v⟩", c.Num, c.Source) }

// instant is a time of the run, to the millisecond.
func instant(at protocol.Time) string {
	return time.Duration(at).Round(time.Millisecond).String()
}

// span is a time that something took.
func span(d protocol.Time) string {
	s := time.Duration(d)
	switch {
	case s < time.Millisecond:
		return s.Round(time.Microsecond).String()
	case s < time.Second:
		return s.Round(10 * time.Microsecond).String()
	}
	return s.Round(time.Millisecond).String()
}

// said describes a message and the computation that it names.
func (e *Event) said() string {
	if e.Computation == (protocol.Computation{}) {
		return e.Message
	}
	return e.Message + " " + index(e.Computation)
}

// Describe says what happened in an event.
func (h *History) Describe(i int) string { return h.Events[i].words() }

// Tell says what happened in a record, in the words of [History.Describe]. It knows no names of
// messages.
func Tell(r *trace.Record) string {
	e := Event{At: r.At, Kind: r.Kind, Why: r.Why, Node: r.Node, Peer: r.Peer, Frame: r.Frame, Value: r.Value, Computation: r.Computation, Name: r.Name}
	return e.words()
}

// Election names a computation as all answers do.
func Election(c protocol.Computation) string { return index(c) }

// Instant writes a time of the run as all answers do, to the millisecond.
func Instant(at protocol.Time) string { return instant(at) }

func (e *Event) words() string {
	switch e.Kind {
	case trace.Boot:
		return fmt.Sprintf("%v boots", e.Node)
	case trace.Crash:
		if e.Why == trace.WhyBattery {
			return fmt.Sprintf("%v stops with an empty battery", e.Node)
		}
		return fmt.Sprintf("%v crashes", e.Node)
	case trace.Absent:
		if e.At == 0 {
			return fmt.Sprintf("%v has not arrived yet", e.Node)
		}
		return fmt.Sprintf("%v leaves", e.Node)
	case trace.Send:
		return fmt.Sprintf("%v sends %s", e.Node, e.said())
	case trace.Receive:
		return fmt.Sprintf("%v hears %s of %v", e.Node, e.said(), e.Peer)
	case trace.Lost:
		return fmt.Sprintf("%s of %v is lost on its way to %v (%s)", e.said(), e.Peer, e.Node, e.Why)
	case trace.Timer:
		return fmt.Sprintf("a time-out of %v", e.Node)
	case trace.NeighbourUp:
		return fmt.Sprintf("%v meets %v", e.Node, e.Peer)
	case trace.NeighbourDown:
		return fmt.Sprintf("%v parts from %v", e.Node, e.Peer)
	case trace.LinkUp:
		return fmt.Sprintf("%v and %v come into reach", e.Node, e.Peer)
	case trace.LinkDown:
		return fmt.Sprintf("%v and %v go out of reach", e.Node, e.Peer)
	case trace.Capability:
		return claims(e.Node, e.Value, e.Name)
	case trace.Electing:
		return fmt.Sprintf("%v enters election %s", e.Node, index(e.Computation))
	case trace.Elected:
		return e.elects()
	case trace.Suspect:
		return fmt.Sprintf("%v suspects %v", e.Node, e.Peer)
	case trace.Trust:
		return fmt.Sprintf("%v trusts %v again", e.Node, e.Peer)
	case trace.Strike:
		if e.Node == protocol.Nobody {
			return fmt.Sprintf("a fault strikes: %s", e.Name)
		}
		return fmt.Sprintf("a fault strikes %v: %s", e.Node, e.Name)
	case trace.Fault:
		return e.strikes()
	}
	return fmt.Sprintf("%s of %v", e.Kind, e.Node)
}

// strikes describes a fault, with its number in the scenario if it has one.
func (e *Event) strikes() string {
	switch {
	case orders[e.Name] && e.Node != protocol.Nobody:
		return fmt.Sprintf("fault %d tells %v to %s", e.Value, e.Node, e.Name)
	case e.Value == 0: // the end of another
		return e.Name
	case e.Node != protocol.Nobody:
		return fmt.Sprintf("fault %d: %s of %v", e.Value, e.Name, e.Node)
	}
	return fmt.Sprintf("fault %d: %s", e.Value, e.Name)
}

package causality

import (
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// mostSteps bounds the steps of a picture; a longer chain has one step for all of its middle.
const mostSteps = 24

// A Picture is an answer as a drawing shows it: steps that follow each other without a gap, and what
// kept messages away while a node waited.
type Picture struct {
	StartNs protocol.Time `json:"start_ns"` // shares are of the time from here to EndNs
	EndNs   protocol.Time `json:"end_ns"`
	// Election is that of most messages, like ⟨2,6⟩.
	Election string   `json:"election,omitempty"`
	Says     []string `json:"says,omitempty"` // sentences of the answer that the steps do not show
	Steps    []Step   `json:"steps"`
	Kept     []Kept   `json:"kept,omitempty"`
}

// A Step is a span of a picture. It is a message from one node to another, a wait of one node, or, in a trace of
// agents, the time in which it handles something.
type Step struct {
	FromNs protocol.Time `json:"from_ns"`
	ToNs   protocol.Time `json:"to_ns"`
	From   protocol.ID   `json:"from"`
	To     protocol.ID   `json:"to"`
	Kind   SpanKind      `json:"kind"`
	What   string        `json:"what,omitempty"`  // the message
	Count  int           `json:"count,omitempty"` // time-outs one after another, or steps that are left out
	Lost   int           `json:"lost,omitempty"`  // tries of the message that were lost
}

// Omitted is the kind of a step that stands for several.
const Omitted SpanKind = "omitted"

// Kept is something that kept messages from a node while it waited, or a node that was not
// there to send them.
type Kept struct {
	AtNs protocol.Time `json:"at_ns"`
	Node protocol.ID   `json:"node"` // that waited
	Kind KeptKind      `json:"kind"`
	Peer protocol.ID   `json:"peer,omitempty"` // whose message was lost, who crashed, left or went out of reach
	What string        `json:"what"`
}

// A KeptKind says what kept messages away.
type KeptKind string

// What keeps messages away.
const (
	KeptFault KeptKind = "fault"
	KeptGone  KeptKind = "gone" // crashed, or left
	KeptApart KeptKind = "apart"
	KeptLost  KeptKind = "lost"
)

// picture makes a picture of a chain. It begins with the wait that began the election, if one did; shares
// are of the time from start.
func (h *History) picture(chain []int, start protocol.Time) *Picture {
	last := &h.Events[chain[len(chain)-1]]
	p := &Picture{StartNs: max(start, h.Events[chain[0]].At), EndNs: last.At}
	if last.Computation != (protocol.Computation{}) {
		p.Election = index(last.Computation)
	}
	for k := 1; k < len(chain); k++ {
		p.add(h, chain[k-1], chain[k])
	}
	if over := len(p.Steps) - mostSteps; over > 0 {
		from, to := mostSteps/2, mostSteps/2+over+1
		first, last := p.Steps[from], p.Steps[to-1]
		p.Steps = slices.Replace(p.Steps, from, to, Step{FromNs: first.FromNs, ToNs: last.ToNs, From: first.From, To: last.To, Kind: Omitted, Count: over + 1})
		p.Kept = slices.DeleteFunc(p.Kept, func(k Kept) bool { return k.AtNs >= first.FromNs && k.AtNs < last.ToNs })
	}
	return p
}

// add adds the span from a cause to its effect. Waits of a node for one time-out after another are one.
func (p *Picture) add(h *History, from, to int) {
	cause, e := &h.Events[from], &h.Events[to]
	s := Step{FromNs: cause.At, ToNs: e.At, From: cause.Node, To: e.Node}
	switch e.Kind {
	case trace.Receive:
		s.Kind, s.What, s.Lost = Sending, e.said(), h.tries(from, to)
	case trace.Timer:
		s.Kind, s.Count = Waiting, 1
		p.Kept = append(p.Kept, h.kept(from, to)...)
		if n := len(p.Steps); n > 0 && p.Steps[n-1].Kind == Waiting {
			p.Steps[n-1].ToNs = e.At
			p.Steps[n-1].Count++
			return
		}
	default:
		if s.Kind = Handling; cause.At == e.At {
			return
		}
	}
	p.Steps = append(p.Steps, s)
}

// tries counts how often a message was lost on its way to the node that heard it.
func (h *History) tries(from, to int) (n int) {
	sent, heard := &h.Events[from], &h.Events[to]
	for i := from + 1; i < to; i++ {
		if e := &h.Events[i]; e.Kind == trace.Lost && e.Frame == sent.Frame && e.Peer == sent.Node && e.Node == heard.Node {
			n++
		}
	}
	return n
}

// draw adds the picture of the chain that led to an answer. began is the event that began the
// election, or nobody. says is the number of sentences before the ones that the picture does
// not show.
func (a *Answer) draw(h *History, chain []int, begin, says int) {
	start := h.Events[chain[0]].At
	if begin != nobody {
		start = h.Events[begin].At
		if waits := h.waited(begin); len(waits) > 0 {
			if k := slices.Index(chain, waits[len(waits)-1]); k >= 0 {
				chain = slices.Concat(waits, chain[k+1:])
			}
		}
	}
	a.Picture = h.picture(chain, start)
	a.Picture.Says = slices.Clone(a.Sentences[says:])
}

// waited returns the chain of waits that ends with the cause of an event; an empty one if this
// cause is not a time-out.
func (h *History) waited(i int) (chain []int) {
	cause, caused := h.Cause(i)
	for caused && h.Events[cause].Kind == trace.Timer {
		chain = append(chain, cause)
		cause, caused = h.Cause(cause)
	}
	if len(chain) > 0 && caused {
		chain = append(chain, cause)
	}
	slices.Reverse(chain)
	return chain
}

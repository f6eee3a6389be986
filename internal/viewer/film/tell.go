package film

import (
	"maps"
	"slices"

	"bellwether/protocol"
	"bellwether/trace"
)

// mostWords bounds the sentences of a film. Beyond it states that lasted for less time are
// left out, so that the shortest span that is told doubles.
const mostWords = 4096

// A Sentence says who leads whom from an instant on, until the next sentence.
type Sentence struct {
	AtNs int64  `json:"at_ns"`
	Text string `json:"text"`
	Why  string `json:"why,omitempty"` // the event before it that explains best what changed, in the words of "bellwether why"
}

// A teller follows the faults of nodes, and writes the sentences.
type teller struct {
	truth      *truth
	clock      *trace.Clock // whether components are followed: samples of them would be old between instants
	names      map[int]string
	gone       map[protocol.ID]trace.Record            // the crash or the leave of a node that does not run
	held       map[protocol.ID]map[uint64]trace.Record // strikes that hold a node, by number
	partitions map[uint64]bool                         // the strikes that part the network, by number
	length     length                                  // how much the sentence says
	bonds      map[protocol.ID]bond                    // whom a node follows and can reach
	in         map[protocol.ID]protocol.Computation    // the election that a node is in
	all        []Sentence
	dirty      bool
	at         protocol.Time               // of the last change that is not told
	first      protocol.Time               // of the first such change
	least      protocol.Time               // how long a state must last to be told
	moved      map[protocol.ID]bool        // the nodes that have changed since the last sentence
	was        map[protocol.ID]protocol.ID // whom a node followed last, at a sentence
	causes     []cause                     // what may explain a change, in the order of time
}

func newTeller(t *truth, c *trace.Clock, names map[int]string) *teller {
	return &teller{truth: t, clock: c, names: names, gone: map[protocol.ID]trace.Record{}, held: map[protocol.ID]map[uint64]trace.Record{},
		bonds: map[protocol.ID]bond{}, in: map[protocol.ID]protocol.Computation{},
		partitions: map[uint64]bool{}, moved: map[protocol.ID]bool{}, was: map[protocol.ID]protocol.ID{}}
}

// holding are the strikes that a sentence speaks of.
var holding = map[string]string{"pause": "sleeps", "radio-off": "has its radio off"}

// before tells what held until a record, if the state lasted. It is called before the truth takes the record.
func (t *teller) before(at protocol.Time) {
	if !t.dirty || at <= t.at {
		return
	}
	if at-t.at < t.least && at-t.first < 16*t.least {
		return
	}
	t.tell()
}

// after notes a record that the truth has taken; changed is whether it changed who leads whom.
func (t *teller) after(r *trace.Record, changed bool) {
	t.note(r)
	switch r.Kind {
	case trace.Crash, trace.Absent:
		t.gone[r.Node] = *r
		delete(t.held, r.Node)
	case trace.Boot:
		delete(t.gone, r.Node)
		delete(t.held, r.Node)
	case trace.Electing:
		t.in[r.Node] = r.Computation
	case trace.Strike:
		if r.Name == "partition" && r.Node == protocol.Nobody {
			t.partitions[r.Frame] = true
		}
		if holding[r.Name] != "" && r.Node != protocol.Nobody {
			if t.held[r.Node] == nil {
				t.held[r.Node] = map[uint64]trace.Record{}
			}
			t.held[r.Node][r.Frame], changed = *r, true
		}
	case trace.Over:
		delete(t.partitions, r.Frame)
		if _, known := t.held[r.Node][r.Frame]; known {
			delete(t.held[r.Node], r.Frame)
			changed = true
		}
	}
	if !changed {
		return
	}
	if r.Node != protocol.Nobody {
		t.moved[r.Node] = true
	}
	if !t.dirty {
		t.dirty, t.first = true, r.At
	}
	t.at = r.At
}

// tell writes the sentence of now, unless it is the one before.
func (t *teller) tell() {
	t.dirty = false
	defer t.settle()
	t.bind()
	text := t.sentence()
	if text == "" || len(t.all) > 0 && t.all[len(t.all)-1].Text == text {
		return
	}
	t.all = append(t.all, Sentence{AtNs: int64(t.at), Text: text, Why: t.because()})
	for len(t.all) >= mostWords {
		t.least = max(2*t.least, protocol.Time(firstBin))
		t.all = lasting(t.all, int64(t.least))
	}
}

// settle begins what changes until the next sentence.
func (t *teller) settle() {
	for id := range t.moved {
		if l := t.truth.nodes[id].leader; l != protocol.Nobody {
			t.was[id] = l
		}
	}
	clear(t.moved)
}

// lasting leaves sentences out that held for less time; the last one stays.
func lasting(all []Sentence, least int64) []Sentence {
	kept := all[:0]
	for i, s := range all {
		if i == len(all)-1 || all[i+1].AtNs-s.AtNs >= least {
			kept = append(kept, s)
		}
	}
	return kept
}

// finish returns all sentences, so many that fit reports true.
func (t *teller) finish(fit func([]Sentence) bool) []Sentence {
	if t.dirty {
		t.tell()
	}
	all := t.all
	for least := max(t.least, firstBin); len(all) > 1 && !fit(all); least *= 2 {
		all = lasting(all, int64(least))
	}
	if all == nil {
		return []Sentence{}
	}
	return all
}

func (t *teller) name(id protocol.ID) string {
	if n := t.names[int(id)]; n != "" {
		return n
	}
	return id.String()
}

// called is a node's name in a sentence: a number says that it is no count.
func (t *teller) called(id protocol.ID) string {
	if name := t.name(id); !numeric(name) {
		return name
	}
	return "node " + t.name(id)
}

// numeric is whether a name begins as a number does.
func numeric(name string) bool { return name != "" && name[0] >= '0' && name[0] <= '9' }

// strike is the strike that holds a node for longest, and whether there is one.
func (t *teller) strike(id protocol.ID) (found trace.Record, any bool) {
	for _, n := range slices.Sorted(maps.Keys(t.held[id])) {
		return t.held[id][n], true
	}
	return found, false
}

package replay

import (
	"fmt"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat/distuv"

	"bellwether/internal/formats/contacts"
	"bellwether/protocol"
)

// A tick is what was sent and received on a way within one interval of hellos.
type tick struct{ sent, received int32 }

// maxTicks bounds the ticks of a way: a day of hellos of a second. What comes later is
// counted, but belongs to no contact.
const maxTicks = 24 * 3600

// tickOf is the tick of an instant; nil if there are too many, or no hellos to go by.
func (l *link) tickOf(at protocol.Time, beat time.Duration) *tick {
	if beat == 0 {
		return nil
	}
	k := int(max(at, 0).Sub(0) / max(beat, time.Millisecond))
	if k >= maxTicks {
		return nil
	}
	for len(l.ticks) <= k {
		l.ticks = append(l.ticks, tick{})
	}
	return &l.ticks[k]
}

func (l *link) sends(at protocol.Time, beat time.Duration) {
	l.sent++
	if t := l.tickOf(at, beat); t != nil {
		t.sent++
	}
}

// receives counts a frame in the tick in which it was sent.
func (l *link) receives(sent protocol.Time, beat time.Duration) {
	l.received++
	if t := l.tickOf(sent, beat); t != nil {
		t.received++
	}
}

// silentTicks without a frame in either direction end a contact, as three intervals without
// a hello end a link of package overlay.
const silentTicks = 3

// changeLevel is the probability of taking any of the links of a network for one that
// changes if none does; it is divided among the pairs (Bonferroni).
const changeLevel = 0.001

// fewTicks are too few to tell a change from chance.
const fewTicks = 4 * silentTicks

// A Meeting is a time in which two members heard each other.
type Meeting struct{ From, Until time.Duration }

// meetings are the contacts of a pair, and whether its link changes: whether no constant loss
// explains the losses.
type meetings struct {
	spans       []stay
	changes     bool
	forth, back tick // within the contacts
	share       float64
}

// stay is a contact in ticks, the last one included.
type stay struct{ first, last int }

// meet finds the contacts of a pair. Losses of a constant link are binomial: the sum of
// (lost - expected)² / variance, over stretches of silentTicks and both directions, is then
// distributed as chi-squared (Pearson). A link changes if that sum is too great for the
// pairs of this network, and if both directions were silent for a while.
func meet(forth, back *link, pairs int) meetings {
	var m meetings
	var ran, up, silent int
	open := false
	var there, here bool // which directions were heard in this contact
	begun := stay{}
	for k := range max(len(forth.ticks), len(back.ticks)) {
		f, b := forth.tick(k), back.tick(k)
		if f.sent+b.sent == 0 && f.received+b.received == 0 {
			if open { // one of the two did not run
				silent++
			}
		} else if ran++; f.received+b.received > 0 {
			if !open {
				open, begun, there, here = true, stay{first: k}, false, false
			}
			begun.last, silent = k, 0
			there, here = there || f.received > 0, here || b.received > 0
		} else {
			silent++
		}
		if open && silent >= silentTicks {
			open = false
			if there && here {
				m.spans = append(m.spans, begun)
			}
		}
	}
	if open && there && here {
		m.spans = append(m.spans, begun)
	}
	for _, s := range m.spans {
		for k := s.first; k <= s.last; k++ {
			f, b := forth.tick(k), back.tick(k)
			m.forth = tick{m.forth.sent + f.sent, m.forth.received + min(f.received, f.sent)}
			m.back = tick{m.back.sent + b.sent, m.back.received + min(b.received, b.sent)}
			if f.sent+b.sent > 0 {
				up++
			}
		}
	}
	if ran > 0 {
		m.share = float64(up) / float64(ran)
	}
	m.changes = ran >= fewTicks && ran-up >= silentTicks && len(m.spans) > 0 && uneven(forth, back) < changeLevel/float64(max(pairs, 1))
	return m
}

func (l *link) tick(k int) tick {
	if k < len(l.ticks) {
		return l.ticks[k]
	}
	return tick{}
}

// uneven is the probability that constant losses are spread as unevenly over time as those
// of two ways.
func uneven(ways ...*link) float64 {
	var sum, freedom float64
	for _, l := range ways {
		var all tick
		for _, t := range l.ticks {
			all.sent, all.received = all.sent+t.sent, all.received+min(t.received, t.sent)
		}
		if all.sent == 0 || all.received == 0 || all.received == all.sent {
			continue
		}
		loss := 1 - float64(all.received)/float64(all.sent)
		stretches := 0
		for k := 0; k < len(l.ticks); k += silentTicks {
			var part tick
			for _, t := range l.ticks[k:min(k+silentTicks, len(l.ticks))] {
				part.sent, part.received = part.sent+t.sent, part.received+min(t.received, t.sent)
			}
			if part.sent == 0 {
				continue
			}
			stretches++
			off := float64(part.sent-part.received) - float64(float64(part.sent)*loss)
			sum += float64(off*off) / (float64(part.sent) * loss * (1 - loss))
		}
		freedom += float64(max(stretches-1, 0))
	}
	if freedom == 0 {
		return 1
	}
	return distuv.ChiSquared{K: freedom}.Survival(sum)
}

// times are the contacts as times since an instant. The first hello after a link came up is
// on average a third of an interval late, if each of two nodes sends one at a time of its
// own; a tick is counted whole instead.
func (m meetings) times(begin protocol.Time, beat time.Duration) []Meeting {
	var out []Meeting
	for _, s := range m.spans {
		from := max(time.Duration(s.first)*beat-begin.Sub(0), 0)
		until := max(time.Duration(s.last+1)*beat-begin.Sub(0), from)
		out = append(out, Meeting{From: from, Until: until})
	}
	return out
}

// Contacts are the links of the network over time, as a trace of contacts that a scenario
// can name.
func (n *Network) Contacts() (*contacts.Trace, error) {
	var names []string
	for _, m := range n.Nodes {
		names = append(names, fmt.Sprint(m.Number))
	}
	var list []contacts.Contact
	for _, p := range n.Pairs {
		a, b := int32(p.A), int32(p.B)
		switch {
		case p.Changes:
			for _, m := range p.Meetings {
				list = append(list, contacts.Contact{A: a, B: b, From: m.From, Until: m.Until})
			}
		case p.Linked:
			list = append(list, contacts.Contact{A: a, B: b, Until: contacts.Forever})
		}
	}
	for _, m := range n.Nodes { // a file of contacts lists only nodes that met, so the numbers of nodes would shift
		met := slices.ContainsFunc(list, func(c contacts.Contact) bool { return c.A == int32(m.Number) || c.B == int32(m.Number) })
		if !met {
			return nil, fmt.Errorf("%s heard nobody and nobody heard it: leave its traces out, then the others can be written as contacts", m.Name)
		}
	}
	return contacts.New(names, list)
}

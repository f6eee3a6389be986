package contacts

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/mobility"
)

// Forever is the end of a contact without end.
const Forever = mobility.Forever

// A Contact is a span in which two nodes hear each other: [From, Until).
type Contact struct {
	A, B        int32         // nodes, from 1 on, A < B
	From, Until time.Duration // in the time of the trace
}

// A Trace is who was in contact with whom, and when. It never changes.
type Trace struct {
	names    []string
	contacts []Contact // by pair, then time; one pair's neither overlap nor touch
	tally    Tally
}

// A Tally counts what was read.
type Tally struct {
	Rows     int           // sightings, or contacts of a file of events
	Empty    int           // those left out because they have no length
	OneSided int           // pairs in which only one saw the other; 0 of events
	Instants int           // beginnings and ends that the file states
	Grain    time.Duration // greatest common divisor of all instants' distances; 0 with one instant
}

// Advice returns what to do about sightings without length; "" without any, or if Scan gave
// them one.
func (y Tally) Advice() string {
	if y.Empty == 0 {
		return ""
	}
	scan := y.Grain
	if scan == 0 || scan > scanLimit {
		scan = defaultScan
	}
	return fmt.Sprintf("%d of %d sightings have no length, and are not contacts: if they come from periodic scans, --scan %v (scan: %v in a scenario) makes each hold until the next scan; all instants are multiples of %v apart",
		y.Empty, y.Rows, scan, scan, y.Grain)
}

// defaultScan is proposed if the file does not show its scan interval: SocioPatterns'
// badges report whom they met in each 20 s (C. Cattuto and others, PLoS ONE 5(7), 2010).
const defaultScan = 20 * time.Second

// New makes a trace of contacts between nodes with these names, in this order. Contacts of
// a pair that overlap or touch become one.
func New(names []string, list []Contact) (*Trace, error) {
	s := sightings{names: slices.Clone(names), list: slices.Clone(list)}
	for _, c := range list {
		if c.A < 1 || c.B < 1 || int(c.A) > len(names) || int(c.B) > len(names) || c.A == c.B || c.From < 0 || c.Until < c.From {
			return nil, errs.Mobility.Errorf("no contact of two of %d nodes: %+v", len(names), c)
		}
	}
	if len(list) == 0 {
		return nil, errs.Mobility.Errorf("no two nodes are ever in contact")
	}
	return s.joined(Rules{}), nil
}

// nothing is the error of a trace without contacts to write.
func (t *Trace) nothing() error {
	if advice := t.tally.Advice(); advice != "" {
		return errors.New("there are no contacts to write: " + advice)
	}
	return errors.New("there are no contacts to write")
}

// Nodes is how many nodes there are; they are numbered 1…n.
func (t *Trace) Nodes() int { return len(t.names) }

// Names are what the nodes are called: node i at i-1.
func (t *Trace) Names() []string { return slices.Clone(t.names) }

// Contacts are all contacts, by pair and then by time; contacts of one pair neither overlap
// nor touch. The slice is shared: do not modify it.
func (t *Trace) Contacts() []Contact { return t.contacts }

// Tally counts what was read.
func (t *Trace) Tally() Tally { return t.tally }

// Span is from the first beginning to the last stated beginning or end; 0 to 0 without
// contacts.
func (t *Trace) Span() (first, last time.Duration) {
	if len(t.contacts) == 0 {
		return 0, 0
	}
	first = Forever
	for _, c := range t.contacts {
		first, last = min(first, c.From), max(last, c.From)
		if c.Until != Forever {
			last = max(last, c.Until)
		}
	}
	return first, last
}

// After is the trace from an instant on, which becomes its time 0. A contact that began
// before begins at 0; one that ended before is gone.
func (t *Trace) After(begin time.Duration) *Trace {
	if begin <= 0 {
		return t
	}
	later := &Trace{names: t.names, tally: t.tally}
	for _, c := range t.contacts {
		if c.Until <= begin {
			continue
		}
		if c.Until != Forever {
			c.Until -= begin
		}
		c.From = max(c.From-begin, 0)
		later.contacts = append(later.contacts, c)
	}
	return later
}

// Before is the trace of the contacts that begin before an instant.
func (t *Trace) Before(end time.Duration) *Trace {
	begun := &Trace{names: t.names, tally: t.tally}
	for _, c := range t.contacts {
		if c.From < end {
			begun.contacts = append(begun.contacts, c)
		}
	}
	return begun
}

// Until is the trace up to an instant: contacts that begin later are gone, and those that
// last longer end then.
func (t *Trace) Until(end time.Duration) *Trace {
	cut := t.Before(end)
	for i := range cut.contacts {
		cut.contacts[i].Until = min(cut.contacts[i].Until, end)
	}
	return cut
}

// Among is the trace of nodes 1…n alone.
func (t *Trace) Among(n int) *Trace {
	if n >= len(t.names) {
		return t
	}
	few := &Trace{names: t.names[:n:n], tally: t.tally}
	for _, c := range t.contacts {
		if int(c.B) <= n {
			few.contacts = append(few.contacts, c)
		}
	}
	return few
}

// byTime lists the contacts by their beginning, then by pair.
func (t *Trace) byTime() []Contact {
	list := slices.Clone(t.contacts)
	slices.SortFunc(list, func(c, d Contact) int {
		return cmp.Or(cmp.Compare(c.From, d.From), cmp.Compare(c.A, d.A), cmp.Compare(c.B, d.B))
	})
	return list
}

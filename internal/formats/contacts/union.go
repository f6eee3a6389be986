package contacts

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Sides says what becomes of a sighting that only one side recorded.
type Sides string

// The sides.
const (
	Union Sides = "union" // a contact is while either saw the other
	Both  Sides = "both"  // a contact is only while both saw each other
)

// ParseSides reads the name of a Sides; "" is Union.
func ParseSides(word string) (Sides, error) {
	switch s := Sides(word); s {
	case "":
		return Union, nil
	case Union, Both:
		return s, nil
	}
	return Union, fmt.Errorf("%s: want union or both", text.Quote(word))
}

// Rules say how sightings become contacts.
type Rules struct {
	Scan     time.Duration // how long a sighting holds; default 0: until its end
	OneSided Sides         // default Union
	Notes    *text.Notes   // of the reading; nil: a bad row is an error
	Columns  text.Mapping  // which columns of a table mean what
}

// sightingLimit bounds the rows of one file: 24 bytes each.
const sightingLimit = 1 << 24

// sightings are the rows of a file. In a Contact, A saw B.
type sightings struct {
	names []string
	index map[string]int32
	list  []Contact
}

// node is the number of a name, in order of appearance.
func (s *sightings) node(word string) (int32, error) {
	if node, known := s.index[word]; known {
		return node, nil
	}
	name, err := text.Name(word)
	if err != nil {
		return 0, err
	}
	if len(s.names) == movetrace.MaxTraceNodes {
		return 0, text.Whole(fmt.Errorf("more than %d nodes", movetrace.MaxTraceNodes))
	}
	if s.index == nil {
		s.index = make(map[string]int32)
	}
	name = strings.Clone(name) // it may be part of a long line
	s.names = append(s.names, name)
	s.index[name] = int32(len(s.names))
	return s.index[name], nil
}

func (s *sightings) add(c Contact) error {
	if len(s.list) == sightingLimit {
		return text.Whole(fmt.Errorf("more than %d contacts", sightingLimit))
	}
	s.list = append(s.list, c)
	return nil
}

// trace makes contacts of all sightings, and orders the nodes.
func (s *sightings) trace(r Rules) (*Trace, error) {
	if len(s.list) == 0 {
		return nil, errors.New("the file ends and has no contacts")
	}
	s.number()
	return s.joined(r), nil
}

// joined makes contacts of sightings, and reuses their memory.
func (s *sightings) joined(r Rules) *Trace {
	t := &Trace{names: s.names, tally: s.tally()}
	seen := s.list[:0]
	for _, c := range s.list {
		if c.Until != Forever {
			c.Until += r.Scan
		}
		if c.Until > c.From {
			seen = append(seen, c)
		}
	}
	t.tally.Empty = t.tally.Rows - len(seen)
	slices.SortFunc(seen, func(c, d Contact) int {
		return cmp.Or(cmp.Compare(min(c.A, c.B), min(d.A, d.B)), cmp.Compare(max(c.A, c.B), max(d.A, d.B)), cmp.Compare(c.From, d.From))
	})
	kept := seen[:0] // a pair has at most as many contacts as sightings, so writing never overtakes reading
	for len(seen) > 0 {
		of := pairOf(seen)
		forth, back := joined(seen[:of], seen[0].A), joined(seen[:of], seen[0].B)
		if len(back) == 0 {
			t.tally.OneSided++
		}
		if r.OneSided == Both {
			kept = appendCommon(kept, forth, back)
		} else {
			kept = append(kept, joined(seen[:of], nobody)...)
		}
		seen = seen[of:]
	}
	t.contacts = slices.Clone(kept)
	return t
}

// tally counts rows and instants.
func (s *sightings) tally() Tally {
	y := Tally{Rows: len(s.list)}
	note := func(at time.Duration) {
		y.Instants++
		y.Grain = greatestDivisor(y.Grain, at-s.list[0].From)
	}
	for _, c := range s.list {
		note(c.From)
		if c.Until != Forever {
			note(c.Until)
		}
	}
	return y
}

// greatestDivisor is Euclid's, of a and |b|.
func greatestDivisor(a, b time.Duration) time.Duration {
	for b = max(b, -b); b != 0; {
		a, b = b, a%b
	}
	return a
}

// number numbers the nodes in the order of their names.
func (s *sightings) number() {
	order := make([]int32, len(s.names))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int { return movetrace.CompareNames(s.names[i], s.names[j]) })
	names, number := make([]string, len(order)), make([]int32, len(order)+1)
	for rank, i := range order {
		names[rank] = s.names[i]
		number[i+1] = int32(rank + 1)
	}
	s.names = names
	for i := range s.list {
		c := &s.list[i]
		c.A, c.B = number[c.A], number[c.B]
	}
}

// pairOf is how many sightings at the beginning of a list are of one pair.
func pairOf(seen []Contact) int {
	low, high := min(seen[0].A, seen[0].B), max(seen[0].A, seen[0].B)
	for i, c := range seen {
		if min(c.A, c.B) != low || max(c.A, c.B) != high {
			return i
		}
	}
	return len(seen)
}

// nobody is the seer that stands for both sides.
const nobody = 0

// joined is the union of a seer's sightings (of either side's if seer is nobody). The
// sightings are of one pair, in the order of their beginning.
func joined(of []Contact, seer int32) []Contact {
	var out []Contact
	for _, c := range of {
		if seer != nobody && c.A != seer {
			continue
		}
		if last := len(out) - 1; last >= 0 && c.From <= out[last].Until {
			out[last].Until = max(out[last].Until, c.Until)
			continue
		}
		c.A, c.B = min(c.A, c.B), max(c.A, c.B)
		out = append(out, c)
	}
	return out
}

// appendCommon appends the intersection of two lists of one pair.
func appendCommon(out, a, b []Contact) []Contact {
	for len(a) > 0 && len(b) > 0 {
		common := a[0]
		common.From, common.Until = max(a[0].From, b[0].From), min(a[0].Until, b[0].Until)
		if common.From < common.Until {
			out = append(out, common)
		}
		if a[0].Until < b[0].Until {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return out
}

package contacts

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/one"
	"bellwether/internal/formats/text"
)

// readEvents reads the CONN events of The ONE.
func readEvents(r io.Reader, in text.File, rules Rules) (*Trace, error) {
	if rules.OneSided == Both {
		return nil, errs.Mobility.Errorf("%s: events of The ONE do not say which side saw the other: \"both\" is not possible", in.Name)
	}
	if err := in.NoMapping(); err != nil {
		return nil, err
	}
	events, err := one.ReadContacts(r, in)
	if err != nil {
		return nil, err
	}
	in.DoubtAlike(events.Names)
	found := sightings{names: events.Names}
	begun := map[[2]int32]int{} // of pairs that are up: index of their contact in the list
	for _, e := range events.Events {
		pair := [2]int32{min(e.A, e.B), max(e.A, e.B)}
		since, up := begun[pair]
		switch {
		case e.Up == up:
		case e.Up:
			begun[pair] = len(found.list)
			found.list = append(found.list, Contact{A: pair[0], B: pair[1], From: e.At, Until: Forever})
		default:
			found.list[since].Until = e.At
			delete(begun, pair)
		}
	}
	events.Events = nil
	t, err := found.trace(rules)
	if err != nil {
		return nil, errs.Mobility.Errorf("%s: no CONN event comes up: %w", in.Name, err)
	}
	t.tally.OneSided = 0
	return t, nil
}

// writeEvents writes CONN events; at one instant, downs before ups.
func writeEvents(w io.Writer, t *Trace) error {
	for _, name := range t.names {
		if strings.ContainsAny(name, " \t") || strings.HasPrefix(name, "#") {
			return errs.Mobility.Errorf("events of The ONE have no room for the name %s", text.Quote(name))
		}
	}
	if len(t.contacts) == 0 {
		return errs.Mobility.Errorf("%w", t.nothing())
	}
	c := &one.Contacts{Names: t.names, Events: make([]one.Contact, 0, 2*len(t.contacts))}
	for _, of := range t.contacts {
		c.Events = append(c.Events, one.Contact{At: of.From, A: of.A, B: of.B, Up: true})
		if of.Until != Forever {
			c.Events = append(c.Events, one.Contact{At: of.Until, A: of.A, B: of.B})
		}
	}
	slices.SortFunc(c.Events, func(d, e one.Contact) int {
		return cmp.Or(cmp.Compare(d.At, e.At), cmp.Compare(rank(d), rank(e)), cmp.Compare(d.A, e.A), cmp.Compare(d.B, e.B))
	})
	return one.WriteContacts(w, c)
}

// rank sorts downs before ups.
func rank(c one.Contact) int {
	if c.Up {
		return 1
	}
	return 0
}

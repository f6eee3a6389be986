package scenarios

import (
	"bellwether/internal/formats/contacts"
	"bellwether/scenarios/internal/recorded"
	"bellwether/scenarios/internal/section"
)

// checkContacts refuses movement in a world without places.
func (r *reader) checkContacts() {
	s := r.s
	if s.Radio.Model != section.RadioContacts {
		return
	}
	for _, key := range []string{"mobility", "groups"} {
		if r.Given(key) {
			r.Fault(key, "nobody moves in a world of contacts: it has no places, and radio.file says who meets whom")
		}
	}
	if s.met != nil && s.Nodes > s.met.Nodes() && r.Sound("nodes") {
		r.Fault("nodes", "the contacts of %s are of %d nodes, not %d", s.Radio.File, s.met.Nodes(), s.Nodes)
	}
}

// Contacts are those that a run meets, from its beginning to its end. It is nil
// without a trace of contacts. It is for the command line: its type is internal.
func (s *Scenario) Contacts() *contacts.Trace {
	if s.met == nil {
		return nil
	}
	return recorded.PartOf(s.met, s.Nodes, &s.Radio, s.Duration.Std())
}

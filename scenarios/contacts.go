package scenarios

import (
	"bytes"
	"fmt"
	"strings"

	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/text"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
)

// readContacts reads the trace of contacts, if the radio goes by one.
func (r *reader) readContacts() {
	s := r.s
	if s.Radio.Model != section.RadioContacts || !r.Sound("radio.file", "radio.format", "radio.scan", "radio.one_sided") {
		return
	}
	if s.Radio.File == "" {
		if r.Sound("radio") {
			r.Fault("radio", "model contacts needs a file")
		}
		return
	}
	r.readFile("radio.file", s.Radio.File, func(data []byte) (err error) {
		s.met, err = r.meetings(data)
		return err
	})
}

// meetings reads the contacts of a file.
func (r *reader) meetings(data []byte) (*contacts.Trace, error) {
	of := r.s.Radio
	name, err := r.recognise("radio.file", sourceFile{of.File, of.Format, data})
	if err != nil {
		return nil, err
	}
	format, known := contacts.FormatByName(name)
	if !known {
		return nil, fmt.Errorf("%s says where nodes are (%s) and not whom they meet: it belongs into mobility: {model: trace, file: %s, format: %s}; format: %s says that it is of contacts all the same",
			of.File, name, of.File, name, strings.Join(contacts.FormatNames(), " or "))
	}
	notes := &text.Notes{Lenient: of.Lenient || r.o.Lenient}
	met, err := format.Read(bytes.NewReader(data), of.File, contacts.Rules{Scan: of.Scan.Std(), OneSided: contacts.Sides(of.OneSided), Notes: notes})
	if err == nil {
		r.note("radio.file", notes)
	}
	return met, err
}

// checkContacts refuses movement where nobody is anywhere.
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
	return s.upcoming().Before(s.Duration.Std())
}

// upcoming are the contacts of the first nodes from the beginning of a run on.
func (s *Scenario) upcoming() *contacts.Trace {
	met := s.met.Among(s.Nodes)
	if s.Radio.End > 0 {
		met = met.Until(s.Radio.End.Std())
	}
	return met.After(s.Radio.Begin.Std())
}

// makeMeetings makes the links of runs.
func (s *Scenario) makeMeetings() (err error) {
	met := s.Contacts().Contacts()
	links := make([]radio.Contact, 0, len(met))
	for _, c := range met {
		one := radio.Contact{A: protocol.ID(c.A), B: protocol.ID(c.B), From: protocol.Time(c.From), Until: radio.Never}
		if c.Until != contacts.Forever {
			one.Until = protocol.Time(c.Until)
		}
		links = append(links, one)
	}
	s.meetings, err = radio.NewContacts(radio.ContactOptions{Nodes: s.Nodes, Latency: s.Radio.Latency.Std(), List: links})
	return err
}

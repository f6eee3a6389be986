package recorded

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"bellwether/internal/formats/contacts"
	"bellwether/internal/formats/text"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
	"bellwether/scenarios/internal/sources"
)

// Contacts reads the contacts of a scenario.
type Contacts struct {
	File    *keys.File
	Files   *sources.Files
	Lenient bool
}

// Read reads the file of the radio; it returns nil after a fault.
func (c *Contacts) Read(of *section.Radio) (met *contacts.Trace) {
	if of.File == "" {
		if c.File.Sound("radio") {
			c.File.Fault("radio", "model contacts needs a file")
		}
		return nil
	}
	c.Files.ParseRadio(c.File, sources.Key{Path: "radio.file", Name: of.File}, func(data []byte) (err error) {
		met, err = c.parse(of, data)
		return err
	})
	return met
}

// parse reads the contacts of a file.
func (c *Contacts) parse(of *section.Radio, data []byte) (*contacts.Trace, error) {
	name, err := c.Files.Recognise("radio.file", sources.Input{Name: of.File, Format: of.Format, Data: data})
	if err != nil {
		return nil, err
	}
	format, known := contacts.FormatByName(name)
	if !known {
		return nil, fmt.Errorf("%s says where nodes are (%s) and not whom they meet: it belongs into mobility: {model: trace, file: %s, format: %s}; format: %s says that it is of contacts all the same",
			of.File, name, of.File, name, strings.Join(contacts.FormatNames(), " or "))
	}
	columns, err := text.ParseMapping(of.Columns)
	if err != nil {
		return nil, fmt.Errorf("columns: %w", err)
	}
	notes := &text.Notes{Lenient: of.Lenient || c.Lenient}
	met, err := format.Read(bytes.NewReader(data), of.File, contacts.Rules{Scan: of.Scan.Std(), OneSided: contacts.Sides(of.OneSided), Notes: notes, Columns: columns})
	if err == nil {
		c.Files.Remarks("radio.file", notes)
	}
	return met, err
}

// PartOf are the contacts of the first nodes that a run meets, from its beginning to its end.
func PartOf(met *contacts.Trace, nodes int, of *section.Radio, duration time.Duration) *contacts.Trace {
	return upcoming(met, nodes, of).Before(duration)
}

// upcoming are the contacts of the first nodes from the beginning of a run on.
func upcoming(met *contacts.Trace, nodes int, of *section.Radio) *contacts.Trace {
	met = met.Among(nodes)
	if of.End > 0 {
		met = met.Until(of.End.Std())
	}
	return met.After(of.Begin.Std())
}

// Meetings makes the links of runs from the contacts that they meet.
func Meetings(part *contacts.Trace, nodes int, latency time.Duration) (radio.Timetable, error) {
	met := part.Contacts()
	links := make([]radio.Contact, 0, len(met))
	for _, c := range met {
		one := radio.Contact{A: protocol.ID(c.A), B: protocol.ID(c.B), From: protocol.Time(c.From), Until: radio.Never}
		if c.Until != contacts.Forever {
			one.Until = protocol.Time(c.Until)
		}
		links = append(links, one)
	}
	return radio.NewContacts(radio.ContactOptions{Nodes: nodes, Latency: latency, List: links})
}

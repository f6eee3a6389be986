package foreign

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"bellwether/protocol"
)

// A Kind declares one kind of message.
type Kind struct {
	Name   string  `json:"name"`
	Class  string  `json:"class"` // election, announcement, beacon, probe or detector
	About  string  `json:"about,omitempty"`
	Fields []Field `json:"fields,omitempty"`
}

// kind is a declared kind with its number.
type kind struct {
	Kind
	number protocol.Kind
	class  protocol.Class
}

// message is a message of a declared kind.
type message struct {
	of     *kind
	values []value // by field
}

// Kind is the number of the kind.
func (m message) Kind() protocol.Kind { return m.of.number }

// Fields passes the declared fields through w.
func (m message) Fields(w *protocol.Wire) protocol.Message {
	if w.Reads() || m.values == nil {
		m.values = make([]value, len(m.of.Fields))
	}
	for i, f := range m.of.Fields {
		pass(w, f.Type, &m.values[i])
	}
	return protocol.Done(w, m)
}

// AppendContent appends the fields as JSON, without braces: package trace writes them.
func (m message) AppendContent(b []byte) []byte {
	for i, f := range m.of.Fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), f.Name...), `":`...)
		b = appendValue(b, f.Type, &m.values[i])
	}
	return b
}

// appendMessage appends a message as a program gets it.
func appendMessage(b []byte, m message) []byte {
	b = append(append(append(b, `{"kind":"`...), m.of.Name...), '"')
	if len(m.of.Fields) > 0 {
		b = m.AppendContent(append(b, ','))
	}
	return append(b, '}')
}

// readMessage reads a message that a program sends.
func (d *declared) readMessage(raw json.RawMessage) (m message, err error) {
	var fields map[string]json.RawMessage
	if err := strict(raw, &fields); err != nil || fields == nil {
		return m, fmt.Errorf("a message is %s: want an object with its kind and fields", excerpt(raw))
	}
	var name string
	if err := strict(fields["kind"], &name); err != nil {
		return m, errors.New(`a message has no "kind"`)
	}
	at := slices.IndexFunc(d.kinds, func(k *kind) bool { return k.Name == name })
	if at < 0 {
		return m, fmt.Errorf("a message has the kind %q, which was not declared", name)
	}
	m = message{d.kinds[at], make([]value, len(d.kinds[at].Fields))}
	for i, f := range m.of.Fields {
		given, has := fields[f.Name]
		if !has {
			return m, fmt.Errorf("%s lacks the field %s", name, f.Name)
		}
		if m.values[i], err = readValue(f.Type, given); err != nil {
			return m, fmt.Errorf("%s.%s: %w", name, f.Name, err)
		}
	}
	if len(fields) > 1+len(m.of.Fields) {
		for _, given := range slices.Sorted(maps.Keys(fields)) {
			if given != "kind" && !slices.ContainsFunc(m.of.Fields, func(f Field) bool { return f.Name == given }) {
				return m, fmt.Errorf("%s has the field %s, which was not declared", name, given)
			}
		}
	}
	return m, nil
}

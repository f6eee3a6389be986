package foreign

import (
	"errors"
	"fmt"
	"slices"

	"bellwether/protocol"
)

// A Kind declares one kind of message.
type Kind struct {
	Name   string  `json:"name" about:"of the kind"`
	Class  string  `json:"class" about:"what it is for: traffic is counted by class"`
	About  string  `json:"about,omitempty" about:"what it says, in one sentence"`
	Fields []Field `json:"fields,omitempty" about:"what is in it, in the order on the air"`
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

// Type is the name of the kind, which messages to users have in place of a Go type.
func (m message) Type() string { return m.of.Name }

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

// Named calls field for each declared field with its value in Go: stories write them.
func (m message) Named(field func(name string, value any)) {
	for i, f := range m.of.Fields {
		if of := item(f.Type); of != "" {
			field(f.Name, natives(of, m.values[i].list))
		} else {
			field(f.Name, native(f.Type, &m.values[i]))
		}
	}
}

// native is a value in Go.
func native(typ string, v *value) any {
	switch typ {
	case "bool":
		return v.number != 0
	case "id":
		return protocol.ID(v.number)
	case "time":
		return protocol.Time(v.number)
	case "capability":
		return v.capability
	case "computation":
		return v.computation
	case "int32", "int64":
		return int64(v.number)
	}
	return v.number
}

// natives is a list in Go.
func natives(typ string, list []value) any {
	switch typ {
	case "id":
		return each[protocol.ID](typ, list)
	case "time":
		return each[protocol.Time](typ, list)
	case "capability":
		return each[protocol.Capability](typ, list)
	case "computation":
		return each[protocol.Computation](typ, list)
	}
	return each[any](typ, list)
}

func each[T any](typ string, list []value) (out []T) {
	for i := range list {
		out = append(out, native(typ, &list[i]).(T))
	}
	return out
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
func (d *declared) readMessage(raw []byte) (m message, err error) {
	var few [12]pair
	pairs, err := object(raw, few[:0])
	if err != nil {
		return m, fmt.Errorf("a message is %s: want an object with its kind and fields: %w", excerpt(raw), err)
	}
	of, err := d.kindOf(pairs)
	if err != nil {
		return m, err
	}
	m = message{of, make([]value, len(of.Fields))}
	for i, f := range of.Fields {
		at := i + 1 // most programs write the kind, and the fields in their order
		if at >= len(pairs) || string(pairs[at].key) != f.Name {
			at = slices.IndexFunc(pairs, func(p pair) bool { return string(p.key) == f.Name })
		}
		if at < 0 {
			return m, fmt.Errorf("%s lacks the field %s", of.Name, f.Name)
		}
		if m.values[i], err = readValue(f.Type, pairs[at].raw); err != nil {
			return m, fmt.Errorf("%s.%s: %w", of.Name, f.Name, err)
		}
	}
	if len(pairs) > 1+len(of.Fields) {
		for _, p := range pairs {
			if string(p.key) != "kind" && !slices.ContainsFunc(of.Fields, func(f Field) bool { return f.Name == string(p.key) }) {
				return m, fmt.Errorf("%s has the field %s, which was not declared", of.Name, name(p.key))
			}
		}
	}
	return m, nil
}

// kindOf is the kind of a message.
func (d *declared) kindOf(pairs []pair) (*kind, error) {
	for _, p := range pairs {
		if string(p.key) != "kind" {
			continue
		}
		for _, k := range d.kinds {
			if isText(p.raw, k.Name) {
				return k, nil
			}
		}
		return nil, fmt.Errorf("a message has the kind %s, which was not declared", name(p.raw))
	}
	return nil, errors.New(`a message has no "kind"`)
}

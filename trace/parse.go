package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"bellwether/protocol"
)

// errNoTrace is of a file of something else.
var errNoTrace = errors.New(`not a trace: the first line has no "trace":"` + formatName + `"`)

func (t *Reader) header(text []byte) error {
	var format string
	err := object(text, func(key string, value json.RawMessage) error {
		switch key {
		case "trace":
			return parse(value, key, &format)
		case "version":
			return parse(value, key, &t.Header.Version)
		case "scenario":
			return parse(value, key, &t.Header.Scenario)
		case "algorithm":
			return parse(value, key, &t.Header.Algorithm)
		case "seed":
			return parse(value, key, &t.Header.Seed)
		case "zero_unix_ns":
			return parse(value, key, &t.Header.Zero)
		case "hello_timeout_ns":
			return parse(value, key, &t.Header.HelloTimeout)
		case "obstacles":
			return parse(value, key, &t.Header.Ground.Obstacles)
		case "obstacle_spans":
			return parse(value, key, &t.Header.Ground.Spans)
		case "obstacles_left_out":
			return parse(value, key, &t.Header.Ground.ObstaclesLeftOut)
		case "roads":
			return parse(value, key, &t.Header.Ground.Roads)
		case "roads_left_out":
			return parse(value, key, &t.Header.Ground.RoadsLeftOut)
		case "kinds":
			return t.messageNames(value)
		}
		if known, err := t.Header.Origin.Parse(key, value); known {
			return err
		}
		if format == "" {
			return errNoTrace
		}
		return fmt.Errorf("unknown key %q in the header", key)
	})
	switch {
	case err != nil:
		return err
	case format != formatName:
		return errNoTrace
	case t.Header.Version < oldestVersion || t.Header.Version > formatVersion:
		return fmt.Errorf("the trace has version %d, this program reads %d to %d", t.Header.Version, oldestVersion, formatVersion)
	}
	return nil
}

func (t *Reader) messageNames(text []byte) error {
	return object(text, func(name string, value json.RawMessage) error {
		var k protocol.Kind
		if err := parse(value, "kinds", &k); err != nil {
			return err
		}
		if _, twice := t.messages[name]; twice {
			return fmt.Errorf("two kinds of message are called %q", name)
		}
		t.messages[name] = k
		t.Header.Messages = append(t.Header.Messages, MessageName{k, name})
		return nil
	})
}

// record parses one line into t.line. The kind of record comes second, before
// the keys whose meaning depends on it.
func (t *Reader) record(text []byte) error {
	r := &t.line.Record
	at, seen := false, 0
	err := object(text, func(key string, value json.RawMessage) error {
		switch {
		case key == "at_ns" && !at:
			at = true
			return parse(value, key, &r.At)
		case key == "record" && r.Kind == 0:
			return t.kind(value)
		case r.Kind == 0:
			return fmt.Errorf("key %q stands before the kind of record", key)
		}
		columns := r.Kind.layout()
		i := slices.IndexFunc(columns, func(c column) bool { return c.key == key })
		switch {
		case i < 0:
			return fmt.Errorf("unknown key %q for a record of kind %s", key, r.Kind)
		case seen>>i&1 != 0:
			return fmt.Errorf("key %q comes twice", key)
		}
		seen |= 1 << i
		return t.field(columns[i], value)
	})
	if err != nil {
		return err
	}
	columns := r.Kind.layout()
	for i, c := range columns {
		if c.unsaid {
			seen |= 1 << i
		}
	}
	switch {
	case !at || r.Kind == 0:
		return errors.New(`a record needs "at_ns" and "record"`)
	case seen != 1<<len(columns)-1:
		i := slices.IndexFunc(columns, func(c column) bool { i := slices.Index(columns, c); return seen>>i&1 == 0 })
		return fmt.Errorf("a record of kind %s needs %q", r.Kind, columns[i].key)
	}
	return nil
}

func (t *Reader) kind(value json.RawMessage) error {
	var name string
	if err := parse(value, "record", &name); err != nil {
		return err
	}
	k, ok := parseKind(name)
	if !ok {
		return fmt.Errorf("unknown kind of record %q", name)
	}
	t.line.Record.Kind = k
	return nil
}

func (t *Reader) field(c column, value json.RawMessage) error {
	r := &t.line.Record
	switch c.field {
	case fieldNode:
		return parse(value, c.key, &r.Node)
	case fieldPeer:
		return parse(value, c.key, &r.Peer)
	case fieldWhy:
		return parseName(value, c.key, &r.Why, parseWhy)
	case fieldMessage:
		t.line.Message = "" // the name from another kind of record must not stay
		return t.message(value)
	case fieldClass:
		return parseName(value, c.key, &r.Class, parseClass)
	case fieldBytes:
		return parse(value, c.key, &r.Bytes)
	case fieldFrame:
		return parse(value, c.key, &r.Frame)
	case fieldValue:
		return parse(value, c.key, &r.Value)
	case fieldComputation:
		return parseComputation(value, c.key, &r.Computation)
	case fieldX:
		return parseNumber(value, c.key, &r.X)
	case fieldY:
		return parseNumber(value, c.key, &r.Y)
	case fieldVX:
		return parseNumber(value, c.key, &r.VX)
	case fieldVY:
		return parseNumber(value, c.key, &r.VY)
	case fieldName:
		return parse(value, c.key, &r.Name)
	case fieldContent:
		t.line.Content = bytes.Clone(value) // Show keeps the content for the receptions
		return nil
	}
	panic("trace: a layout names an unknown field")
}

// message reads the name of a kind of message: one of the header's, or "kind-7" as a Writer
// without a codec writes it.
func (t *Reader) message(value json.RawMessage) error {
	line := &t.line
	if err := parse(value, "message", &line.Message); err != nil {
		return err
	}
	if k, ok := t.messages[line.Message]; ok {
		line.Record.Message = k
		return nil
	}
	if _, err := fmt.Sscanf(line.Message, "kind-%d", &line.Record.Message); err != nil {
		return fmt.Errorf("the header has no message %q", line.Message)
	}
	return nil
}

// parseNumber reads a number; null is NaN, because a Writer writes null for one that is not
// finite.
func parseNumber(value json.RawMessage, key string, into *float64) error {
	if bytes.Equal(value, []byte("null")) {
		*into = math.NaN()
		return nil
	}
	return parse(value, key, into)
}

func parseName[T any](value json.RawMessage, key string, into *T, known func(string) (T, bool)) error {
	var name string
	if err := parse(value, key, &name); err != nil {
		return err
	}
	v, ok := known(name)
	if !ok {
		return fmt.Errorf("%q cannot be %.40q", key, name)
	}
	*into = v
	return nil
}

func parseClass(name string) (protocol.Class, bool) {
	for c := range protocol.Classes {
		if c.String() == name {
			return c, true
		}
	}
	return 0, false
}

func parseComputation(value json.RawMessage, key string, into *protocol.Computation) error {
	err := object(value, func(part string, value json.RawMessage) error {
		switch part {
		case "num":
			return parse(value, part, &into.Num)
		case "source":
			return parse(value, part, &into.Source)
		}
		return fmt.Errorf("unknown part %q", part)
	})
	if err != nil {
		return fmt.Errorf("%q: %w", key, err)
	}
	return nil
}

package foreign

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bellwether/protocol"
)

// A Field is one field of a message.
type Field struct {
	Name string `json:"name" about:"its key in messages"`
	Type string `json:"type" about:"of its value, or the type of the items of a list in brackets, as in [id]"`
}

// Types are the types of fields, with the bytes that each takes on the air.
func Types() []string {
	return []string{"bool", "uint8", "uint16", "uint32", "uint64", "int32", "int64", "id", "time", "capability", "computation"}
}

// maxItems bounds a list: a thousand capabilities are more than a frame holds.
const maxItems = 4096

// value is the value of a field: a number, a capability, a computation, or a list of these.
type value struct {
	number      uint64 // of integers, in two's complement; 1: true
	capability  protocol.Capability
	computation protocol.Computation
	list        []value
}

// pass passes a value through w.
func pass(w *protocol.Wire, typ string, v *value) {
	switch typ {
	case "bool":
		is := v.number != 0
		if w.Bool(&is); w.Reads() {
			v.number = uint64(protocol.Bit(is))
		}
	case "uint8":
		n := uint8(v.number)
		if w.Uint8(&n); w.Reads() {
			v.number = uint64(n)
		}
	case "uint16":
		n := uint16(v.number)
		if w.Uint16(&n); w.Reads() {
			v.number = uint64(n)
		}
	case "uint32", "id", "int32":
		n := uint32(v.number)
		if w.Uint32(&n); !w.Reads() {
			return
		}
		if v.number = uint64(n); typ == "int32" {
			v.number = uint64(int64(int32(n)))
		}
	case "uint64", "int64":
		w.Uint64(&v.number)
	case "time":
		t := protocol.Time(v.number)
		if w.Time(&t); w.Reads() {
			v.number = uint64(t)
		}
	case "capability":
		w.Capability(&v.capability)
	case "computation":
		w.Computation(&v.computation)
	default: // a list
		protocol.Count(w, &v.list, maxItems)
		for i := range v.list {
			pass(w, item(typ), &v.list[i])
		}
	}
}

// item is the type of the items of a list, "" of other types.
func item(typ string) string {
	if of, list := strings.CutPrefix(typ, "["); list {
		return strings.TrimSuffix(of, "]")
	}
	return ""
}

// validType reports whether a field may have a type.
func validType(typ string) bool {
	if of := item(typ); of != "" {
		return strings.HasSuffix(typ, "]") && slices.Contains(Types(), of)
	}
	return slices.Contains(Types(), typ)
}

// appendValue appends a value as JSON.
func appendValue(b []byte, typ string, v *value) []byte {
	switch typ {
	case "bool":
		return strconv.AppendBool(b, v.number != 0)
	case "int32", "int64", "time":
		return strconv.AppendInt(b, int64(v.number), 10)
	case "capability":
		b = strconv.AppendUint(append(b, `{"id":`...), uint64(v.capability.ID), 10)
		return append(strconv.AppendInt(append(b, `,"value":`...), v.capability.Value, 10), '}')
	case "computation":
		b = strconv.AppendUint(append(b, `{"num":`...), uint64(v.computation.Num), 10)
		return append(strconv.AppendUint(append(b, `,"source":`...), uint64(v.computation.Source), 10), '}')
	}
	of := item(typ)
	if of == "" {
		return strconv.AppendUint(b, v.number, 10)
	}
	b = append(b, '[')
	for i := range v.list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendValue(b, of, &v.list[i])
	}
	return append(b, ']')
}

// bitsOf are the bits of the whole numbers.
var bitsOf = map[string]int{"uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64, "id": 32, "int32": 32, "int64": 64, "time": 64}

// readValue reads a value from JSON.
func readValue(typ string, raw []byte) (v value, err error) {
	switch typ {
	case "bool":
		v.number = uint64(protocol.Bit(string(raw) == "true"))
		if string(raw) != "true" && string(raw) != "false" {
			err = errNumber
		}
	case "capability":
		err = readPair(raw, "id", func(id uint64, other []byte) error {
			value, err := integer(other, 64)
			v.capability = protocol.Capability{ID: protocol.ID(id), Value: value}
			return err
		})
	case "computation":
		err = readPair(raw, "source", func(source uint64, other []byte) error {
			num, err := whole(other, 32)
			v.computation = protocol.Computation{Num: uint32(num), Source: protocol.ID(source)}
			return err
		})
	case "int32", "int64", "time":
		var n int64
		n, err = integer(raw, bitsOf[typ])
		v.number = uint64(n)
	default:
		of := item(typ)
		if of == "" {
			v.number, err = whole(raw, bitsOf[typ])
			break
		}
		return readList(of, raw)
	}
	if err != nil {
		return value{}, fmt.Errorf("want %s, got %s", typ, excerpt(raw))
	}
	return v, nil
}

func readList(of string, raw []byte) (v value, err error) {
	err = list(raw, func(one []byte) error {
		if len(v.list) >= maxItems {
			return fmt.Errorf("a list has more than %d items", maxItems)
		}
		read, err := readValue(of, one)
		v.list = append(v.list, read)
		return err
	})
	if err != nil {
		return value{}, fmt.Errorf("want a list of %s: %w", of, err)
	}
	return v, nil
}

// otherOf is the other key of an object with an ID.
var otherOf = map[string]string{"id": "value", "source": "num"}

// readPair reads an object of an ID and another number, both of which must be there.
func readPair(raw []byte, id string, set func(id uint64, other []byte) error) error {
	var few [2]pair
	pairs, err := object(raw, few[:0])
	if err != nil {
		return err
	}
	if len(pairs) == 2 && string(pairs[1].key) == id {
		pairs[0], pairs[1] = pairs[1], pairs[0]
	}
	if len(pairs) != 2 || string(pairs[0].key) != id || string(pairs[1].key) != otherOf[id] {
		return errNumber
	}
	n, err := whole(pairs[0].raw, 32)
	if err != nil {
		return err
	}
	return set(n, pairs[1].raw)
}

// strict reads JSON into a value: one value, without fields that nobody knows.
func strict(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		var typed *json.UnmarshalTypeError
		if errors.As(err, &typed) {
			return fmt.Errorf("%s is a %s, which does not fit there", cmp.Or(typed.Field, "the value"), typed.Value)
		}
		return err
	}
	if _, err := d.Token(); err == nil {
		return fmt.Errorf("more follows the value")
	}
	return nil
}

// excerpt quotes the beginning of what a program wrote.
func excerpt(b []byte) string {
	const most = 80
	if len(b) > most {
		return fmt.Sprintf("%q…", b[:most])
	}
	return fmt.Sprintf("%q", b)
}

// name is a name or a number that a program wrote, as it stands if nothing in it is too long or obeyed by a
// terminal.
func name(raw []byte) string {
	if len(raw) <= 70 && plain(string(raw)) == string(raw) {
		return string(raw)
	}
	return excerpt(raw)
}

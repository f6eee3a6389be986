package trace

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"bellwether/protocol"
)

// maxContentDepth bounds structs within structs: envelopes nest at most four
// deep (see protocol), the structs within a message two.
const maxContentDepth = 12

// messageNames are the names of the kinds of messages by number.
type messageNames [256]string

var (
	messageType     = reflect.TypeFor[protocol.Message]()
	computationType = reflect.TypeFor[protocol.Computation]()
	capabilityType  = reflect.TypeFor[protocol.Capability]()
)

// appendContent appends the exported fields of m as a JSON object, in the order
// of their declaration, under their names in snake case; null for nil. A message
// that is not a struct has the one field "value". A message within another, as in an
// envelope, begins with its own name. It uses reflection, which is slow; only runs that
// write files pay for it.
func (n *messageNames) appendContent(b []byte, m protocol.Message) []byte {
	if m == nil {
		return append(b, "null"...)
	}
	return append(n.appendMessage(append(b, '{'), m, 0), '}')
}

// appendMessage appends the fields of m without the braces.
func (n *messageNames) appendMessage(b []byte, m protocol.Message, depth int) []byte {
	if d, is := m.(interface{ AppendContent(b []byte) []byte }); is {
		return d.AppendContent(b) // its fields are not those of a Go struct
	}
	v := reflect.ValueOf(m)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() == reflect.Struct {
		return n.appendFields(b, v, depth)
	}
	return n.appendValue(append(b, `"value":`...), v, depth)
}

// appendFields appends the exported fields of struct v, without the braces.
func (n *messageNames) appendFields(b []byte, v reflect.Value, depth int) []byte {
	first := len(b)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() {
			continue
		}
		if len(b) > first {
			b = append(b, ',')
		}
		b = append(appendString(b, snake(f.Name)), ':')
		b = n.appendValue(b, v.Field(i), depth+1)
	}
	return b
}

func (n *messageNames) appendValue(b []byte, v reflect.Value, depth int) []byte {
	if depth > maxContentDepth {
		return append(b, "null"...)
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(b, v.Uint(), 10)
	case reflect.Float32, reflect.Float64:
		return appendNumber(b, v.Float())
	case reflect.String:
		return appendString(b, v.String())
	case reflect.Slice, reflect.Array:
		b = append(b, '[')
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			b = n.appendValue(b, v.Index(i), depth+1)
		}
		return append(b, ']')
	case reflect.Struct:
		return n.appendStruct(b, v, depth)
	case reflect.Pointer, reflect.Interface:
		return n.appendTarget(b, v, depth)
	}
	return append(b, "null"...) // a map, a function, a channel: no message has one
}

func (n *messageNames) appendStruct(b []byte, v reflect.Value, depth int) []byte {
	switch v.Type() {
	case computationType:
		return appendComputation(b, v.Interface().(protocol.Computation))
	case capabilityType:
		c := v.Interface().(protocol.Capability)
		b = strconv.AppendUint(append(b, `{"id":`...), uint64(c.ID), 10)
		return append(strconv.AppendInt(append(b, `,"value":`...), c.Value, 10), '}')
	}
	return append(n.appendFields(append(b, '{'), v, depth), '}')
}

// appendTarget appends the target of a pointer or an interface.
func (n *messageNames) appendTarget(b []byte, v reflect.Value, depth int) []byte {
	if v.IsNil() {
		return append(b, "null"...)
	}
	if !v.Type().Implements(messageType) {
		return n.appendValue(b, v.Elem(), depth+1)
	}
	m := v.Interface().(protocol.Message)
	b = appendString(append(b, `{"message":`...), n[m.Kind()])
	before := len(b)
	b = n.appendMessage(append(b, ','), m, depth+1)
	if len(b) == before+1 {
		b = b[:before]
	}
	return append(b, '}')
}

func appendComputation(b []byte, c protocol.Computation) []byte {
	b = strconv.AppendUint(append(b, `{"num":`...), uint64(c.Num), 10)
	return append(strconv.AppendUint(append(b, `,"source":`...), uint64(c.Source), 10), '}')
}

// appendNumber appends the shortest text that reads back as v. JSON cannot write numbers
// that are not finite; they become null.
func appendNumber(b []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, v, 'g', -1, 64)
}

func appendString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			quoted, err := json.Marshal(s)
			if err != nil {
				panic("trace: a string that JSON cannot hold: " + err.Error())
			}
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// snake turns LeaderID into leader_id.
func snake(name string) string {
	var out strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) {
			afterLower := !unicode.IsUpper(runes[i-1])
			beforeLower := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if afterLower || beforeLower {
				out.WriteByte('_')
			}
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}

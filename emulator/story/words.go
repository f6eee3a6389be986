package story

import (
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode"

	"bellwether/protocol"
)

// writeMessage writes what happened to a message between a node and another, or all.
func (w *board) writeMessage(id protocol.ID, sign string, other protocol.ID, m protocol.Message, more string) {
	if w.quiet {
		return // before the text is made, which takes time
	}
	peer := ""
	if other != protocol.Nobody {
		peer = w.name(other)
	}
	w.line("%s  %s%s", strings.TrimSpace(w.name(id)+" "+sign+" "+peer), w.words(m), more)
}

// writeStep writes a step, unless the directive is quiet.
func (w *board) writeStep(format string, args ...any) {
	if !w.quiet {
		w.line(format, args...)
	}
}

// writeBelief writes what a node believes now.
func (w *board) writeBelief(id protocol.ID, format string, args ...any) {
	w.line("%s %s", w.name(id), fmt.Sprintf(format, args...))
}

// line writes a line with the time before it.
func (w *board) line(format string, args ...any) {
	clock := w.Records.Elapsed(w.Now).Round(time.Microsecond)
	fmt.Fprintf(&w.told, "%10v  %s\n", clock, fmt.Sprintf(format, args...))
}

// plain writes a line without a time.
func (w *board) plain(format string, args ...any) {
	fmt.Fprintf(&w.told, format+"\n", args...)
}

// name returns the name of a node.
func (s *Setup) name(id protocol.ID) string {
	switch {
	case id == protocol.Nobody:
		return "nobody"
	case int(id) > len(s.names):
		return fmt.Sprintf("#%d", id)
	}
	return s.names[id-1]
}

// under returns the computation of a belief in words, "" for algorithms without computations.
func (w *board) under(c protocol.Computation) string {
	if c == (protocol.Computation{}) {
		return ""
	}
	return " " + w.index(c)
}

func (w *board) index(c protocol.Computation) string {
	return fmt.Sprintf("⟨%d,%s⟩", c.Num, w.name(c.Source))
}

func (w *board) offer(c protocol.Capability) string {
	return fmt.Sprintf("(%s,%d)", w.name(c.ID), c.Value)
}

// words puts a message in words: its kind, and what its fields hold.
func (w *board) words(m protocol.Message) string {
	kind := w.kinds[m.Kind()]
	if kind == "" {
		kind = fmt.Sprintf("%T", m)
	}
	return strings.Join(append([]string{kind}, w.fields(reflect.ValueOf(m))...), " ")
}

// named is a message whose fields are not those of a Go struct.
type named interface {
	Named(field func(name string, value any))
}

// fields writes exported fields in the order of their declaration: computations and
// capabilities, and lists of them, in the papers' form; IDs by name; flags if set; other
// lists in brackets; other integers with their names. Zeros are left out: messages are
// flat structs of integers, in which zero means that there is no value.
func (w *board) fields(v reflect.Value) []string {
	if n, is := v.Interface().(named); is {
		var out []string
		n.Named(func(name string, value any) { out = append(out, w.field(name, reflect.ValueOf(value))...) })
		return out
	}
	if v.Kind() != reflect.Struct {
		return []string{fmt.Sprint(v)}
	}
	var out []string
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() {
			out = append(out, w.field(snake(f.Name), v.Field(i))...)
		}
	}
	return out
}

// field writes one field.
func (w *board) field(label string, v reflect.Value) (out []string) {
	if v.IsZero() {
		return nil
	}
	switch x := v.Interface().(type) {
	case protocol.Computation:
		return []string{w.index(x)}
	case protocol.Capability:
		return []string{w.offer(x)}
	case []protocol.Capability:
		for _, c := range x {
			out = append(out, w.offer(c))
		}
		return out
	case protocol.ID:
		return []string{label + " " + w.name(x)}
	case protocol.Time:
		return []string{label + " " + x.String()}
	case protocol.Message:
		return []string{"[" + w.words(x) + "]"}
	case bool:
		return []string{label}
	}
	switch v.Kind() {
	case reflect.Struct:
		return w.fields(v)
	case reflect.Slice:
		return []string{label + " " + w.list(v)}
	}
	return []string{fmt.Sprintf("%s %d", label, v.Interface())}
}

// list writes a list of structs, of IDs or of integers.
func (w *board) list(v reflect.Value) string {
	var out []string
	for i := range v.Len() {
		switch x := v.Index(i).Interface().(type) {
		case protocol.Capability:
			out = append(out, fmt.Sprintf("(%s,%d)", w.name(x.ID), x.Value))
		case protocol.ID:
			if x == protocol.Nobody {
				out = append(out, x.String())
				continue
			}
			out = append(out, w.name(x))
		default:
			out = append(out, strings.Join(w.fields(v.Index(i)), " "))
		}
	}
	between := " "
	if v.Type().Elem().Kind() == reflect.Struct {
		between = ", "
	}
	return "[" + strings.Join(out, between) + "]"
}

// snake turns LeaderID into leader_id.
func snake(name string) string {
	var out strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}

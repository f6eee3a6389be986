package explorer

import (
	"fmt"
	"reflect"

	"bellwether/protocol"
)

// shared is a map, slice or pointer that two machines have in common.
type shared struct {
	node  protocol.ID
	field string // in the words of Go: peers[2].heard
	value reflect.Value
	text  string // what it held when it was found
}

// mostNested bounds the depth of the comparison: more than machines are nested.
const mostNested = 8

// inCommon lists what two machines share. What a shared value holds is not listed.
func inCommon(a, b protocol.Machine) []shared {
	var out []shared
	compare(reflect.ValueOf(a), reflect.ValueOf(b), "", mostNested, &out)
	return out
}

// compare adds what two values of one type share.
func compare(a, b reflect.Value, field string, depth int, out *[]shared) {
	if depth == 0 || !a.IsValid() || !b.IsValid() || a.Type() != b.Type() {
		return
	}
	switch a.Kind() {
	case reflect.Map, reflect.Slice, reflect.Pointer:
		switch {
		case a.IsNil() || b.IsNil():
			return
		case a.Pointer() == b.Pointer():
			if a.Kind() != reflect.Slice || a.Cap() > 0 {
				*out = append(*out, shared{field: field, value: a, text: text(a)})
			}
			return
		}
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		compare(a.Elem(), b.Elem(), field, depth-1, out)
	case reflect.Struct:
		for i := range a.NumField() {
			compare(a.Field(i), b.Field(i), dotted(field, a.Type().Field(i).Name), depth-1, out)
		}
	case reflect.Slice, reflect.Array:
		for i := range min(a.Len(), b.Len()) {
			compare(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", field, i), depth-1, out)
		}
	case reflect.Map:
		for entries := a.MapRange(); entries.Next(); {
			compare(entries.Value(), b.MapIndex(entries.Key()), fmt.Sprintf("%s[%v]", field, entries.Key()), depth-1, out)
		}
	}
}

func dotted(field, name string) string {
	if field == "" {
		return name
	}
	return field + "." + name
}

// text is what a shared value holds.
func text(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return fmt.Sprintf("%v", v)
}

// changedOf names the first shared value that has changed since it was found, "" if none has.
func changedOf(all []shared) string {
	for _, of := range all {
		if text(of.value) != of.text {
			return fmt.Sprintf(" (the %s %s, at node %s)", of.value.Kind(), of.field, name(of.node))
		}
	}
	return ""
}

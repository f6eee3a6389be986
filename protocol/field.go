package protocol

import (
	"fmt"
	"reflect"
)

// field returns the name of the field that follows the bytes of read in a message of kind k
// and takes size bytes, "" if none is found. It decodes the message with two values of the
// field's last byte, and returns the field that differs. It is called only after an error.
func (k *MessageKind) field(read []byte, size int) string {
	with := func(last byte) reflect.Value {
		const more = 64 // zeroes for what follows, so that a list has room for an item
		b := make([]byte, len(read)+size+more)
		copy(b, read)
		b[len(read)+size-1] = last
		return reflect.ValueOf(k.Message.Fields(&Wire{mode: decoding, bytes: b}))
	}
	name, _ := difference(with(0), with(1))
	return name
}

// difference is the path to the first field in which two values of one type differ. A
// Capability and a Computation are one field each.
func difference(a, b reflect.Value) (path string, differ bool) {
	if !a.IsValid() || !b.IsValid() || a.Type() != b.Type() {
		return "", a.IsValid() || b.IsValid()
	}
	switch a.Kind() {
	case reflect.Struct:
		for i := range a.NumField() {
			if path, differ = difference(a.Field(i), b.Field(i)); differ {
				return within(a.Type(), i, path), true
			}
		}
		return "", false
	case reflect.Slice:
		if a.Len() != b.Len() {
			return "", true
		}
		fallthrough
	case reflect.Array:
		for i := range a.Len() {
			if path, differ = difference(a.Index(i), b.Index(i)); differ {
				return fmt.Sprintf("[%d]%s", i, path), true
			}
		}
		return "", false
	case reflect.Interface:
		return difference(a.Elem(), b.Elem())
	default:
		return "", a.Comparable() && !a.Equal(b)
	}
}

// within is the path to a field, or to a part of it.
func within(t reflect.Type, field int, path string) string {
	switch f := t.Field(field); {
	case t == reflect.TypeFor[Capability](), t == reflect.TypeFor[Computation]():
		return ""
	case f.Anonymous:
		return path[min(1, len(path)):]
	default:
		return "." + f.Name + path
	}
}

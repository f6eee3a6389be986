package conformance

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	"bellwether/protocol"
)

// declared: a message of any kind, with any fields, is decoded as it was encoded, unless
// Fields refuses a value.
func declared(kinds []protocol.MessageKind) error {
	codec, err := protocol.NewCodec(kinds...)
	if err != nil {
		return err
	}
	for _, k := range kinds {
		g := rand.New(rand.NewPCG(uint64(k.Kind()), 0x66696c6c)) // "fill"
		for range draws {
			if err := comesBack(codec, k, fill(g, kinds, k)); err != nil {
				return err
			}
		}
	}
	return nil
}

// comesBack encodes and decodes one message, and returns a panic as an error.
func comesBack(codec *protocol.Codec, k protocol.MessageKind, m protocol.Message) (err error) {
	found := func(instead, is string, args ...any) error {
		return &finding{"Message.Fields", "message " + k.Name + ": " + fmt.Sprintf(is, args...), instead}
	}
	defer func() {
		if p := recover(); p != nil {
			err = found("Fields that take any values", "with %+v its Fields panic: %v", m, p)
		}
	}()
	if m.Fields(new(protocol.Wire)) != nil {
		return found("return protocol.Done(w, m)", "it gives a message although none is read")
	}
	if size := strconv.Itoa(protocol.Size(m)); !strings.Contains(k.Bytes(), "+") && size != k.Bytes() {
		return found("the same fields in each message of a kind; a message with an optional field needs a kind of its own",
			"it has %s bytes, and with other values %s", k.Bytes(), size)
	}
	broken := codec.Check(m)
	if broken == nil {
		return nil
	}
	if _, err := codec.Unmarshal(protocol.Marshal(nil, m)); errors.Is(err, protocol.ErrMalformed) {
		return nil // a value that cannot be
	}
	return found(broken.Instead, "a machine %s", broken.Did)
}

// fill draws a message of kind k: any values, except in fields that determine the kind.
func fill(g *rand.Rand, kinds []protocol.MessageKind, k protocol.MessageKind) protocol.Message {
	v := reflect.New(reflect.TypeOf(k.Message)).Elem()
	v.Set(reflect.ValueOf(k.Message))
	message := func() protocol.Message { return v.Interface().(protocol.Message) }
	if v.Kind() != reflect.Struct {
		fillValue(g, kinds, v)
		return message()
	}
	for i := range v.NumField() {
		f := settable(v.Field(i))
		was := reflect.New(f.Type()).Elem()
		was.Set(f)
		if fillValue(g, kinds, f); message().Kind() != k.Kind() {
			f.Set(was)
		}
	}
	return message()
}

// settable returns a field that can be set although its name is not exported.
func settable(f reflect.Value) reflect.Value {
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// fillValue draws a value: half of all integers are 0 or 1, as flags and choices are.
func fillValue(g *rand.Rand, kinds []protocol.MessageKind, v reflect.Value) {
	bits := g.Uint64()
	if g.IntN(2) == 0 {
		bits %= 2
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(bits&1 == 1)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uint:
		v.SetUint(bits & (1<<v.Type().Bits() - 1))
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
		v.SetInt(int64(bits) >> (64 - v.Type().Bits()))
	case reflect.Struct:
		for i := range v.NumField() {
			fillValue(g, kinds, settable(v.Field(i)))
		}
	case reflect.Array, reflect.Slice:
		if v.Kind() == reflect.Slice {
			v.Set(reflect.MakeSlice(v.Type(), g.IntN(4), 4))
		}
		for i := range v.Len() {
			fillValue(g, kinds, v.Index(i))
		}
	case reflect.Interface: // of an envelope
		inner := drawInner(g, kinds, 0)
		if m := reflect.ValueOf(fill(g, kinds, inner)); m.Type().AssignableTo(v.Type()) {
			v.Set(m)
		}
	}
}

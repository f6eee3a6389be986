package pcapng

import (
	"bytes"
	"errors"
	"io"
	"reflect"

	"bellwether/internal/formats/export/source"
	"bellwether/protocol"
	"bellwether/trace"
)

// specimen returns the fields of a message of a kind as a trace has them. Every list has an
// element, and every number that need not be whole is not.
func specimen(k protocol.MessageKind) ([]source.Field, error) {
	full := reflect.New(reflect.TypeOf(k.Message)).Elem()
	full.Set(reflect.ValueOf(k.Message))
	fill(full)
	m, ok := full.Interface().(protocol.Message)
	if !ok {
		return nil, errors.New("it is no message")
	}
	codec, err := protocol.NewCodec(k)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w := trace.NewWriter(&b, trace.WriterOptions{Codec: codec})
	w.Record(&trace.Record{Kind: trace.Send, Node: 1, Message: k.Kind(), Class: k.Class, Content: m})
	if err := w.Close(); err != nil {
		return nil, err
	}
	in, err := trace.NewReader(&b, "a specimen")
	if err != nil {
		return nil, err
	}
	line, err := in.Next()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("nothing was written")
	}
	if err != nil {
		return nil, err
	}
	return source.Fields(line.Content), nil
}

// fill gives lists an element, and numbers that may have a fraction one. What a message within
// this one says is that one's to tell: it stays nil.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	case reflect.Slice:
		if v.CanSet() {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			fill(v.Index(0))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Float32, reflect.Float64:
		if v.CanSet() {
			v.SetFloat(0.5)
		}
	}
}

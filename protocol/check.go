package protocol

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
)

// Check encodes and decodes a message. It returns a breach (Did and Instead only) if the
// size, the bytes and the decoded message do not agree, else nil. Package overlay checks a
// sample of the messages of every run, the conformance tests check drawn messages of every
// kind.
func (c *Codec) Check(m Message) *Breach {
	var w Wire
	b := w.Append(nil, m)
	breach := func(instead, is string, args ...any) *Breach {
		return &Breach{Did: fmt.Sprintf("sends a message (%T) ", m) + fmt.Sprintf(is, args...), Instead: instead}
	}
	if size := w.Size(m); size != len(b) {
		return breach("let Fields pass the same fields whenever it is called",
			"that counts as %d bytes, and its wire form has %d", size, len(b))
	}
	if one := c.sizes[m.Kind()]; one > 0 && len(b) != one {
		return breach("give the length of every list by Count, and pass every other field each time",
			"of %d bytes, where all of the kind have %d", len(b), one)
	}
	got, err := c.Unmarshal(b)
	if err != nil {
		return breach("let Fields read what it writes", "whose wire form, %d bytes, does not decode: %v", len(b), err)
	}
	if path, differ := difference(reflect.ValueOf(m), reflect.ValueOf(got)); differ {
		return breach("pass every field to the Wire, and change none, in Fields",
			"whose field %s differs once it is decoded", strings.TrimPrefix(path, "."))
	}
	if !bytes.Equal(w.Append(nil, got), b) {
		return breach("let Fields pass the same fields whenever it is called", "whose wire form decodes to another message")
	}
	return nil
}

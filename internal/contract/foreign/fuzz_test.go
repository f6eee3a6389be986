package foreign

import (
	"testing"

	"pgregory.net/rapid"

	"bellwether/protocol"
)

// TestMessagesSurviveTheirWire: a message of any declared fields, read from JSON, comes back from its wire
// form as it was, and is declared as long as it is.
func TestMessagesSurviveTheirWire(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var fields []Field
		for i := range rapid.IntRange(0, 6).Draw(t, "fields") {
			typ := rapid.SampledFrom(Types()).Draw(t, "type")
			if rapid.Bool().Draw(t, "list") {
				typ = "[" + typ + "]"
			}
			fields = append(fields, Field{Name: string(rune('a' + i)), Type: typ})
		}
		one, err := Kind{Name: "claim", Class: "election", Fields: fields}.check()
		if err != nil {
			t.Fatal(err)
		}
		one.number = 1
		m := message{one, make([]value, len(fields))}
		for i, f := range fields {
			m.values[i] = draw(t, f.Type)
		}
		codec, err := protocol.NewCodec(protocol.MessageKind{Message: message{of: one}, Name: "claim"})
		if err != nil {
			t.Fatal(err)
		}
		if b := codec.Check(m); b != nil {
			t.Fatal(b)
		}
		d := &declared{kinds: []*kind{one}}
		back, err := d.readMessage(appendMessage(nil, m))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := string(protocol.Marshal(nil, back)), string(protocol.Marshal(nil, m)); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

// draw draws a value of a type.
func draw(t *rapid.T, typ string) (v value) {
	switch of := item(typ); {
	case of != "":
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			v.list = append(v.list, draw(t, of))
		}
	case typ == "bool":
		v.number = uint64(protocol.Bit(rapid.Bool().Draw(t, "bool")))
	case typ == "capability":
		v.capability = protocol.Capability{Value: rapid.Int64().Draw(t, "value"), ID: protocol.ID(rapid.Uint32().Draw(t, "id"))}
	case typ == "computation":
		v.computation = protocol.Computation{Num: rapid.Uint32().Draw(t, "num"), Source: protocol.ID(rapid.Uint32().Draw(t, "source"))}
	case typ == "int32":
		v.number = uint64(int64(rapid.Int32().Draw(t, typ)))
	case typ == "int64", typ == "time":
		v.number = uint64(rapid.Int64().Draw(t, typ))
	default:
		v.number = rapid.Uint64Range(0, 1<<bitsOf[typ]-1).Draw(t, typ)
	}
	return v
}

// FuzzAnswers: no line of a program makes us panic.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte(`{"do":[{"op":"broadcast","message":{"kind":"claim","leader":7,"seen":[1,2]},"within_ns":5}]}`))
	f.Add([]byte(`{"do":[{"op":"elected","leader":7,"computation":{"num":1,"source":2}}]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		var d Declaration
		if err := strict([]byte(describes), &d); err != nil {
			t.Fatal(err)
		}
		of, err := d.check()
		if err != nil {
			t.Fatal(err)
		}
		s, err := hear(line)
		var env protocol.Env
		if err != nil || s.do == nil || of.carryOut(&env, s.do) != nil {
			return
		}
		for _, e := range env.Driver().Effects() {
			if e.Message != nil {
				protocol.Marshal(nil, e.Message)
			}
		}
	})
}

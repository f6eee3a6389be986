package conformance

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bellwether/overlay"
	"bellwether/protocol"
)

// stackKinds are the messages of a row with everything that an overlay may say
// for it or about it.
func stackKinds(r row) []protocol.MessageKind {
	_, kinds, _ := overlay.Compose(r.a, nil, overlay.Services{
		Hello: &overlay.HelloOptions{}, Flood: &overlay.FloodOptions{}, Link: &overlay.LinkOptions{}})
	return kinds
}

// TestMessagesSurviveTheWire: bytes of any kind's documented size are a message
// that encodes to those bytes and knows its size, or an error; a byte less or
// more is an error.
func TestMessagesSurviveTheWire(t *testing.T) { hold(t, faithfulOnTheWire) }

func faithfulOnTheWire(t testing.TB, r row) error { return faithful(t, stackKinds(r)) }

// Of so many draws of a kind so many decode at least. (The rarest are VKT04's
// segments: they may carry few kinds, below a header that is mostly zeroes.)
const draws, leastSound = 400, 5

func faithful(t testing.TB, kinds []protocol.MessageKind) error {
	codec, err := protocol.NewCodec(kinds...)
	if err != nil {
		return err
	}
	for _, k := range kinds {
		sound := 0
		for seed := range draws {
			wire := rapid.Custom(func(t *rapid.T) []byte { return drawWire(t, kinds, k, 2) }).Example(seed)
			m, err := codec.Unmarshal(wire)
			if err != nil {
				continue
			}
			sound++
			if err := same(m, wire); err != nil {
				return fmt.Errorf("%s: %w", k.Name, err)
			}
			for _, wrong := range [][]byte{wire[:len(wire)-1], append(bytes.Clone(wire), 0)} {
				if m, err := codec.Unmarshal(wrong); err == nil {
					return fmt.Errorf("%s: %d bytes decode to %v", k.Name, len(wrong), m)
				}
			}
		}
		if sound < leastSound {
			return fmt.Errorf("%s: only %d of %d drawn messages decode: nothing was tested", k.Name, sound, draws)
		}
	}
	return nil
}

// same says whether a message is what its bytes are.
func same(m protocol.Message, wire []byte) error {
	if again := protocol.Marshal(nil, m); !bytes.Equal(again, wire) {
		return fmt.Errorf("% x decodes to %v, which encodes to % x", wire, m, again)
	}
	if m.WireSize() != len(wire) || m.Kind() != protocol.Kind(wire[0]) {
		return fmt.Errorf("%d bytes of kind %d decode to %d bytes of kind %d", len(wire), wire[0], m.WireSize(), m.Kind())
	}
	return nil
}

// drawWire draws bytes of a kind's documented size: "9"; "3+12k" or "5+21k+4l", lists
// of k and l, which its first two bytes, and the two after them, count; or "15+m",
// which carries another message.
func drawWire(t *rapid.T, kinds []protocol.MessageKind, k protocol.MessageKind, depth int) []byte {
	plain, more, _ := strings.Cut(k.Bytes, "+")
	wire := append([]byte{byte(k.Kind)}, drawFields(t, number(t, k, plain)-1)...)
	if more == "m" {
		return append(wire, drawWire(t, kinds, drawInner(t, kinds, depth), depth-1)...)
	}
	for i, list := range strings.FieldsFunc(more, func(r rune) bool { return r == '+' }) {
		length := rapid.IntRange(0, 40).Draw(t, "length")
		binary.BigEndian.PutUint16(wire[1+2*i:], uint16(length))
		wire = append(wire, drawFields(t, length*number(t, k, strings.TrimRight(list, "kl")))...)
	}
	return wire
}

// drawFields draws words, every other one of zeroes, which some fields must have.
// A byte is 0 or 1 as often as any: flags and choices are small.
func drawFields(t *rapid.T, size int) []byte {
	const word = 4
	fields := rapid.SliceOfN(rapid.OneOf(rapid.ByteMax(1), rapid.Byte()), size, size).Draw(t, "fields")
	for at := 0; at < size; at += word {
		if rapid.Bool().Draw(t, "zeroes") {
			clear(fields[at:min(at+word, size)])
		}
	}
	return fields
}

func number(t *rapid.T, k protocol.MessageKind, text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: size %q", k.Name, k.Bytes)
	}
	return n
}

// drawInner draws a kind to be carried: in the end one that carries nothing.
func drawInner(t *rapid.T, kinds []protocol.MessageKind, depth int) protocol.MessageKind {
	var may []protocol.MessageKind
	for _, k := range kinds {
		if depth > 0 || !strings.HasSuffix(k.Bytes, "+m") {
			may = append(may, k)
		}
	}
	return rapid.SampledFrom(may).Draw(t, "inner")
}

// FuzzDecode gives any bytes to every codec there is: a message that encodes to
// them, or an error, and never a panic.
func FuzzDecode(f *testing.F) {
	codecs := map[string]*protocol.Codec{}
	for _, r := range rows() {
		kinds := stackKinds(r)
		codec, err := protocol.NewCodec(kinds...)
		if err != nil {
			f.Fatal(err)
		}
		codecs[r.a.Name] = codec
		for _, k := range kinds {
			f.Add(rapid.Custom(func(t *rapid.T) []byte { return drawWire(t, kinds, k, 1) }).Example(0))
		}
	}
	f.Fuzz(func(t *testing.T, wire []byte) {
		for name, codec := range codecs {
			m, err := codec.Unmarshal(wire)
			if err != nil {
				continue
			}
			if err := same(m, wire); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

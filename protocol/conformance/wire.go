package conformance

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bellwether/overlay"
	"bellwether/protocol"
)

// stackKinds are the messages of an algorithm and of all overlays.
func stackKinds(a protocol.Algorithm) []protocol.MessageKind {
	_, kinds, _ := overlay.Compose(a, nil, overlay.Services{
		Hello: &overlay.HelloOptions{}, Flood: &overlay.FloodOptions{}, AODV: &overlay.AODVOptions{}, OLSR: &overlay.OLSROptions{}, Link: &overlay.LinkOptions{}})
	return kinds
}

// wired: a message is decoded as it was encoded, whatever its fields hold. Bytes of a
// kind's documented size decode to a message that encodes to the same bytes and returns
// their number as its size, or give an error. One byte less or more gives an error. No
// bytes cause a panic.
func wired(_ testing.TB, r row) error {
	kinds := stackKinds(r.a)
	if err := declared(kinds); err != nil {
		return err
	}
	return faithful(kinds)
}

// draws messages of each kind are drawn; at least leastSound of them must decode. (The
// fewest that decode are VKT04's segments: they may carry few kinds, and most of their
// header is zero.)
const draws, leastSound = 400, 5

func faithful(kinds []protocol.MessageKind) error {
	codec, err := protocol.NewCodec(kinds...)
	if err != nil {
		return err
	}
	for _, k := range kinds {
		g := rand.New(rand.NewPCG(uint64(k.Kind()), 0x77697265)) // "wire"
		sound := 0
		for range draws {
			wire := drawWire(g, kinds, k, 2)
			m, err := decode(codec, wire)
			if err != nil {
				if broken, ok := err.(*finding); ok {
					return broken
				}
				continue
			}
			sound++
			if err := same(m, wire); err != nil {
				return fmt.Errorf("message %s: %w", k.Name, err)
			}
			for _, wrong := range [][]byte{wire[:len(wire)-1], append(bytes.Clone(wire), 0)} {
				if _, err := decode(codec, wrong); err == nil {
					return fmt.Errorf("message %s: %d bytes decode as well as %d", k.Name, len(wrong), len(wire))
				}
			}
			if _, err := decode(codec, spoil(g, wire)); err != nil {
				if broken, ok := err.(*finding); ok {
					return broken
				}
			}
		}
		if sound < leastSound {
			return &finding{"Message.Fields",
				fmt.Sprintf("message %s: only %d of %d drawn messages of %s bytes decode", k.Name, sound, draws, k.Bytes()),
				"Fields that pass the same fields whenever it is called, and fail for values that cannot be alone"}
		}
	}
	return nil
}

// decode decodes bytes, and returns a panic as an error.
func decode(codec *protocol.Codec, wire []byte) (m protocol.Message, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &finding{"Message.Fields", fmt.Sprintf("% x makes it panic: %v", wire, p), "Fields that take any values, and pass the length of a list by protocol.Count"}
		}
	}()
	return codec.Unmarshal(wire)
}

// spoil changes some bytes, and perhaps the length.
func spoil(g *rand.Rand, wire []byte) []byte {
	out := bytes.Clone(wire)
	for range 1 + g.IntN(3) {
		out[g.IntN(len(out))] = byte(g.UintN(256))
	}
	return out[:1+g.IntN(len(out))]
}

// same returns an error unless a message encodes to the bytes that it was decoded from.
func same(m protocol.Message, wire []byte) error {
	if again := protocol.Marshal(nil, m); !bytes.Equal(again, wire) {
		return fmt.Errorf("% x decodes to a %T that encodes to % x", wire, m, again)
	}
	if size := protocol.Size(m); size != len(wire) {
		return &finding{"Message.Fields", fmt.Sprintf("%d bytes decode to a %T that counts as %d", len(wire), m, size),
			"Fields that pass the same fields whenever it is called"}
	}
	return nil
}

// sizes matches what MessageKind.Bytes may return: "9"; "3+12k" or "5+21k+4l", with lists
// of k and l items, whose lengths are in the first two bytes and the two after them; or
// "15+m", which carries another message.
var sizes = regexp.MustCompile(`^[1-9][0-9]*(\+m|\+[0-9]+k(\+[0-9]+l)?)?$`)

// drawWire draws bytes of a kind's documented size.
func drawWire(g *rand.Rand, kinds []protocol.MessageKind, k protocol.MessageKind, depth int) []byte {
	plain, more, _ := strings.Cut(k.Bytes(), "+")
	wire := append([]byte{byte(k.Kind())}, drawFields(g, number(plain)-1)...)
	if more == "m" {
		return append(wire, drawWire(g, kinds, drawInner(g, kinds, depth), depth-1)...)
	}
	for i, list := range strings.FieldsFunc(more, func(r rune) bool { return r == '+' }) {
		length := g.IntN(41)
		binary.BigEndian.PutUint16(wire[1+2*i:], uint16(length))
		wire = append(wire, drawFields(g, length*number(strings.TrimRight(list, "kl")))...)
	}
	return wire
}

// drawFields draws words of four bytes; half of them are zero, as some fields must be. Half
// of the other bytes are 0 or 1, as flags and choices are.
func drawFields(g *rand.Rand, size int) []byte {
	const word = 4
	fields := make([]byte, size)
	for i := range fields {
		if fields[i] = byte(g.UintN(256)); g.IntN(2) == 0 {
			fields[i] = byte(g.UintN(2))
		}
	}
	for at := 0; at < size; at += word {
		if g.IntN(2) == 0 {
			clear(fields[at:min(at+word, size)])
		}
	}
	return fields
}

// number is the value of a number in the form of sizes.
func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// drawInner draws the kind of a carried message; at depth 0 a kind that carries none.
func drawInner(g *rand.Rand, kinds []protocol.MessageKind, depth int) protocol.MessageKind {
	var may []protocol.MessageKind
	for _, k := range kinds {
		if depth > 0 || !strings.HasSuffix(k.Bytes(), "+m") {
			may = append(may, k)
		}
	}
	return may[g.IntN(len(may))]
}

// Fuzz gives arbitrary bytes to the codecs of algorithms. Each must return a message that
// encodes to these bytes, or an error, and never panic.
func Fuzz(f *testing.F, algorithms ...protocol.Algorithm) {
	codecs := map[string]*protocol.Codec{}
	for _, a := range algorithms {
		kinds := stackKinds(a)
		codec, err := protocol.NewCodec(kinds...)
		if err != nil {
			f.Fatal(err)
		}
		codecs[a.Name] = codec
		g := rand.New(rand.NewPCG(1, 0x66757a7a)) // "fuzz"
		for _, k := range kinds {
			f.Add(drawWire(g, kinds, k, 1))
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

package membership

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/live/keyring"
	"bellwether/protocol"
)

func TestMetaGoldenBytes(t *testing.T) {
	m := Meta{ID: 0x01020304, Incarnation: 5, Capability: -2, Stack: 0xa0b0c0d0, Leader: 0x01000009, Kept: true, Silent: true, Idle: true,
		Terms: Terms{Interval: time.Second, Lease: 5 * time.Second, Least: time.Minute, Notice: time.Hour, Misses: 3, Expect: 259, Life: true},
		Tags:  "a=b"}
	want := []byte{2, 1, 2, 3, 4, 0, 0, 0, 5, 255, 255, 255, 255, 255, 255, 255, 254, 0xa0, 0xb0, 0xc0, 0xd0,
		1, 0, 0, 9, 15, 0, 0, 3, 232, 0, 0, 19, 136, 0, 0, 234, 96, 0, 54, 238, 128, 0, 3, 1, 3, 1, 3, 'a', '=', 'b'}
	if got := m.append(nil, 2); !bytes.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if got, err := decodeMeta(want); err != nil || got != m {
		t.Errorf("got %+v, %v", got, err)
	}
	later := append(want[:46:46], 1, 3, 'a', '=', 'b', 99, 2, 7, 7) // a field that this agent does not know
	later[25] |= 0x80
	if got, err := decodeMeta(later); err != nil || got != m {
		t.Errorf("with more: got %+v, %v", got, err)
	}
	one := append([]byte{1}, want[1:21]...)
	if got := m.append(nil, 1); !bytes.Equal(got, one) {
		t.Errorf("version 1: got %v", got)
	}
	if got, err := decodeMeta(one); err != nil || got != (Meta{ID: 0x01020304, Incarnation: 5, Capability: -2, Stack: 0xa0b0c0d0}) {
		t.Errorf("version 1: got %+v, %v", got, err)
	}
	for _, b := range [][]byte{nil, {1}, one[:20], append([]byte{2}, one[1:]...), append([]byte{1}, want[1:]...), append(one[:21:21], 0), make([]byte, 21),
		append(want[:46:46], 1), append(want[:46:46], 1, 3, 'a'), append(want[:46:46], 1, 3, 'a', '=', ','), append(want[:46:46], 1, 7, 'b', '=', '1', ',', 'a', '=', '1')} {
		if m, err := decodeMeta(b); err == nil {
			t.Errorf("%v decoded as %+v", b, m)
		}
	}
	nobody := append([]byte(nil), want...)
	copy(nobody[1:], []byte{0, 0, 0, 0})
	if _, err := decodeMeta(nobody); err == nil {
		t.Error("nobody has metadata")
	}
}

func TestMessagesSurviveTheWire(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := protocol.ID(rapid.Uint32Range(1, math.MaxUint32).Draw(t, "id"))
		inc := rapid.Uint32().Draw(t, "incarnation")
		name := rapid.StringMatching(`[a-z][a-zäß0-9.-]{0,60}`).Draw(t, "name")
		d := claim{
			token: rapid.Uint64().Draw(t, "token"), life: rapid.Uint64().Draw(t, "life"),
			standing: standing(rapid.Uint64().Draw(t, "standing")), name: name, addr: "192.0.2.7:7946",
		}
		h, rest, err := decodeHeader(d.append(header{kindAnswer, id, inc}.append(nil)))
		if err != nil || h != (header{kindAnswer, id, inc}) {
			t.Fatalf("header %+v, %v", h, err)
		}
		if got, err := decodeIdentity(rest); err != nil || got != d {
			t.Fatalf("got %+v, %v; want %+v", got, err, d)
		}
		all := []goodbye{{header{kindGoodbye, id, inc}, name, ""}, {header{kindGoodbye, 7, 1}, "b", ""}}
		if got, err := decodeGoodbyes(appendGoodbyes(nil, all), 0); err != nil || !reflect.DeepEqual(got, all) {
			t.Fatalf("got %+v, %v", got, err)
		}
	})
}

func TestTooManyGoodbyesAreRefused(t *testing.T) {
	var all []goodbye
	for range goodbyeLimit + 1 {
		all = append(all, goodbye{header{kindGoodbye, 1, 1}, "x", ""})
	}
	if _, err := decodeGoodbyes(appendGoodbyes(nil, all), 0); err == nil {
		t.Error("decoded")
	}
}

// FuzzDecode checks that each value has one binary form only.
func FuzzDecode(f *testing.F) {
	m := Meta{ID: 7, Incarnation: 2}
	f.Add(m.append(nil, 1))
	f.Add(m.append(nil, 2))
	f.Add(header{kindData, 7, 2}.append(nil))
	f.Add(claim{token: 1, life: 2, standing: 3, name: "a", addr: "10.0.0.1:1"}.append(header{kindQuery, 7, 2}.append(nil)))
	f.Add(goodbye{header{kindGoodbye, 7, 2}, "b", ""}.append(nil))
	f.Add(appendGoodbyes(nil, []goodbye{{header{kindGoodbye, 7, 2}, "b", ""}}))
	f.Add(appendOrder(header{kindOrder, 7, 2}.append(nil), keyring.Order{Number: 1, Step: keyring.Step{Verb: keyring.Use, Key: make([]byte, 16)}}))
	f.Add(appendKeys(nil, []keyring.Key{{Key: make([]byte, 16), Order: 9}}))
	f.Add(reply{1, "no"}.append(header{kindReply, 7, 2}.append(nil)))
	f.Add(forgotten{header: header{kindForget, 7, 2}, prune: true, name: "b"}.append(nil))
	f.Add(UserEvent{Name: "a", Payload: "p", Clock: 9, Each: true, ID: 3, life: 4}.append(nil))
	f.Add(reachFrom{token: 1, all: []reached{{7, silent}}}.append(header{kindTell, 7, 2}.append(nil)))
	f.Add([]byte(strings.Repeat("x", 2000)))
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := decodeMeta(b); err == nil && b[0] == 1 && !bytes.Equal(m.append(nil, 1), b) {
			t.Errorf("metadata %x has another form, %x", b, m.append(nil, 1))
		}
		if all, err := decodeGoodbyes(b, 0); err == nil && !bytes.Equal(appendGoodbyes(nil, all), b) {
			t.Errorf("goodbyes %x have another form", b)
		}
		if keys, err := decodeKeys(b); err == nil && !bytes.Equal(appendKeys(nil, keys), b) {
			t.Errorf("keys %x have another form", b)
		}
		h, rest, err := decodeHeader(b)
		if err != nil {
			return
		}
		if !bytes.Equal(append(h.append(nil), rest...), b) {
			t.Errorf("header %x has another form", b)
		}
		if d, err := decodeIdentity(rest); err == nil && !bytes.Equal(d.append(nil), rest) {
			t.Errorf("identity %x has another form", rest)
		}
		if g, err := decodeForgotten(h, rest); err == nil && !bytes.Equal(g.append(nil), b) {
			t.Errorf("forgotten member %x has another form", rest)
		}
		if u, err := decodeEvent(h, rest); err == nil && h.kind == kindEvent && !bytes.Equal(u.append(nil), b) {
			t.Errorf("event %x has another form", rest)
		}
		if r, err := decodeReach(h, rest); err == nil && !bytes.Equal(r.append(nil), rest) {
			t.Errorf("reach %x has another form", rest)
		}
		if o, err := decodeOrder(rest); err == nil && !bytes.Equal(appendOrder(nil, o), rest) {
			t.Errorf("order %x has another form", rest)
		}
		if a, err := decodeReply(rest); err == nil && !bytes.Equal(a.append(nil), rest) {
			t.Errorf("reply %x has another form", rest)
		}
	})
}

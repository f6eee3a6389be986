package wire

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
		Tags:  "a=b", Runs: "x k=1"}
	want := []byte{2, 1, 2, 3, 4, 0, 0, 0, 5, 255, 255, 255, 255, 255, 255, 255, 254, 0xa0, 0xb0, 0xc0, 0xd0,
		1, 0, 0, 9, 15, 0, 0, 3, 232, 0, 0, 19, 136, 0, 0, 234, 96, 0, 54, 238, 128, 0, 3, 1, 3, 1, 3, 'a', '=', 'b', 2, 5, 'x', ' ', 'k', '=', '1'}
	if got := m.Append(nil, 2); !bytes.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if got, err := DecodeMeta(want); err != nil || got != m {
		t.Errorf("got %+v, %v", got, err)
	}
	later := append(want[:46:46], 1, 3, 'a', '=', 'b', 99, 2, 7, 7, 2, 5, 'x', ' ', 'k', '=', '1') // a field that this agent does not know
	later[25] |= 0x80
	if got, err := DecodeMeta(later); err != nil || got != m {
		t.Errorf("with more: got %+v, %v", got, err)
	}
	m.Operators = 0x01020304
	if got, err := DecodeMeta(m.Append(nil, 2)); err != nil || got != m {
		t.Errorf("with operators: got %+v, %v", got, err)
	}
	m.Operators = 0
	one := append([]byte{1}, want[1:21]...)
	if got := m.Append(nil, 1); !bytes.Equal(got, one) {
		t.Errorf("version 1: got %v", got)
	}
	if got, err := DecodeMeta(one); err != nil || got != (Meta{ID: 0x01020304, Incarnation: 5, Capability: -2, Stack: 0xa0b0c0d0}) {
		t.Errorf("version 1: got %+v, %v", got, err)
	}
	for _, b := range [][]byte{nil, {1}, one[:20], append([]byte{2}, one[1:]...), append([]byte{1}, want[1:]...), append(one[:21:21], 0), make([]byte, 21),
		append(want[:46:46], 1), append(want[:46:46], 1, 3, 'a'), append(want[:46:46], 1, 3, 'a', '=', ','), append(want[:46:46], 1, 7, 'b', '=', '1', ',', 'a', '=', '1'),
		append(want[:46:46], 2, 0), append(want[:46:46], 2, 2, ' ', 'x'), append(want[:46:46], 2, 2, 'x', 10), append(append(want[:46:46], 2, runsMost+1), strings.Repeat("x", runsMost+1)...)} {
		if m, err := DecodeMeta(b); err == nil {
			t.Errorf("%v decoded as %+v", b, m)
		}
	}
	nobody := append([]byte(nil), want...)
	copy(nobody[1:], []byte{0, 0, 0, 0})
	if _, err := DecodeMeta(nobody); err == nil {
		t.Error("nobody has metadata")
	}
}

func TestMessagesSurviveTheWire(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := protocol.ID(rapid.Uint32Range(1, math.MaxUint32).Draw(t, "id"))
		inc := rapid.Uint32().Draw(t, "incarnation")
		name := rapid.StringMatching(`[a-z][a-zäß0-9.-]{0,60}`).Draw(t, "name")
		d := Claim{
			Token: rapid.Uint64().Draw(t, "token"), Session: rapid.Uint64().Draw(t, "life"),
			Standing: Standing(rapid.Uint64().Draw(t, "standing")), Name: name, Addr: "192.0.2.7:7946",
		}
		h, rest, err := DecodeHeader(d.Append(Header{KindAnswer, id, inc}.Append(nil)))
		if err != nil || h != (Header{KindAnswer, id, inc}) {
			t.Fatalf("header %+v, %v", h, err)
		}
		if got, err := DecodeIdentity(rest); err != nil || got != d {
			t.Fatalf("got %+v, %v; want %+v", got, err, d)
		}
		all := []Goodbye{{Header{KindGoodbye, id, inc}, name, ""}, {Header{KindGoodbye, 7, 1}, "b", ""}}
		if got, err := DecodeGoodbyes(AppendGoodbyes(nil, all), 0); err != nil || !reflect.DeepEqual(got, all) {
			t.Fatalf("got %+v, %v", got, err)
		}
	})
}

func TestTooManyGoodbyesAreRefused(t *testing.T) {
	var all []Goodbye
	for range GoodbyeLimit + 1 {
		all = append(all, Goodbye{Header{KindGoodbye, 1, 1}, "x", ""})
	}
	if _, err := DecodeGoodbyes(AppendGoodbyes(nil, all), 0); err == nil {
		t.Error("decoded")
	}
}

// FuzzDecode checks that each value has one binary form only.
func FuzzDecode(f *testing.F) {
	m := Meta{ID: 7, Incarnation: 2}
	f.Add(m.Append(nil, 1))
	f.Add(m.Append(nil, 2))
	f.Add(Header{KindData, 7, 2}.Append(nil))
	f.Add(Claim{Token: 1, Session: 2, Standing: 3, Name: "a", Addr: "10.0.0.1:1"}.Append(Header{KindQuery, 7, 2}.Append(nil)))
	f.Add(Goodbye{Header{KindGoodbye, 7, 2}, "b", ""}.Append(nil))
	f.Add(AppendGoodbyes(nil, []Goodbye{{Header{KindGoodbye, 7, 2}, "b", ""}}))
	f.Add(AppendOrder(Header{KindOrder, 7, 2}.Append(nil), keyring.Order{Number: 1, Step: keyring.Step{Verb: keyring.Use, Key: make([]byte, 16)}}))
	f.Add(AppendKeys(nil, []keyring.Key{{Key: make([]byte, 16), Order: 9}}))
	f.Add(Reply{1, "no"}.Append(Header{KindReply, 7, 2}.Append(nil)))
	f.Add(Forgotten{Header: Header{KindForget, 7, 2}, Prune: true, Name: "b"}.Append(nil))
	f.Add(UserEvent{Name: "a", Payload: "p", Clock: 9, Each: true, ID: 3, Incarnation: 4}.Append(nil))
	f.Add(ReachFrom{Token: 1, All: []Reached{{7, Silent}}}.Append(Header{KindTell, 7, 2}.Append(nil)))
	f.Add([]byte(strings.Repeat("x", 2000)))
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := DecodeMeta(b); err == nil && b[0] == 1 && !bytes.Equal(m.Append(nil, 1), b) {
			t.Errorf("metadata %x has another form, %x", b, m.Append(nil, 1))
		}
		if all, err := DecodeGoodbyes(b, 0); err == nil && !bytes.Equal(AppendGoodbyes(nil, all), b) {
			t.Errorf("goodbyes %x have another form", b)
		}
		if keys, err := DecodeKeys(b); err == nil && !bytes.Equal(AppendKeys(nil, keys), b) {
			t.Errorf("keys %x have another form", b)
		}
		h, rest, err := DecodeHeader(b)
		if err != nil {
			return
		}
		if !bytes.Equal(append(h.Append(nil), rest...), b) {
			t.Errorf("header %x has another form", b)
		}
		if d, err := DecodeIdentity(rest); err == nil && !bytes.Equal(d.Append(nil), rest) {
			t.Errorf("identity %x has another form", rest)
		}
		if g, err := DecodeForgotten(h, rest); err == nil && !bytes.Equal(g.Append(nil), b) {
			t.Errorf("forgotten member %x has another form", rest)
		}
		if u, err := DecodeEvent(h, rest); err == nil && h.Kind == KindEvent && !bytes.Equal(u.Append(nil), b) {
			t.Errorf("event %x has another form", rest)
		}
		if r, err := DecodeReach(h, rest); err == nil && !bytes.Equal(r.Append(nil), rest) {
			t.Errorf("reach %x has another form", rest)
		}
		if o, err := DecodeOrder(rest); err == nil && !bytes.Equal(AppendOrder(nil, o), rest) {
			t.Errorf("order %x has another form", rest)
		}
		if a, err := DecodeReply(rest); err == nil && !bytes.Equal(a.Append(nil), rest) {
			t.Errorf("reply %x has another form", rest)
		}
	})
}

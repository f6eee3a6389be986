package handshake

import (
	"bytes"
	"testing"
)

// FuzzMessages reads bytes as each message, on both patterns. Only genuine messages count.
func FuzzMessages(f *testing.F) {
	all := sides(f)
	f.Add([]byte(nil))
	f.Add(cards[0].append(nil))
	for _, of := range all {
		o, err := of[0].Open(group, helloIs, cards[0])
		if err != nil {
			f.Fatal(err)
		}
		f.Add(o.Hello())
		f.Add(make([]byte, of[0].WelcomeBytes()))
		f.Add(make([]byte, of[0].FinishBytes()))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if c, rest, err := decodeCard(b); err == nil && !bytes.Equal(append(c.append(nil), rest...), b) && c.Addr.Addr().Is6() {
			t.Errorf("%x is read as %+v", b, c)
		}
		for name, of := range all {
			o, err := of[0].Open(group, helloIs, cards[0])
			if err != nil {
				t.Fatal(err)
			}
			a, err := of[1].Read(group, o.Hello())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := a.Welcome(welcIs, cards[1]); err != nil {
				t.Fatal(err)
			}
			if _, err := o.Welcomed(b); err == nil {
				t.Errorf("%s: it is a welcome", name)
			}
			if _, err := a.Finish(b); err == nil {
				t.Errorf("%s: it is a finish", name)
			}
			_, _ = of[1].Read(group, b) // a genuine seed counts
		}
	})
}

package membership

import (
	"bytes"
	"testing"
	"time"

	"bellwether/internal/live/membership/internal/wire"
)

// FuzzNotify feeds bytes to the callbacks. Only a goodbye with the right name and life of
// a member changes what is known of it.
func FuzzNotify(f *testing.F) {
	f.Add(wire.Goodbye{Header: wire.Header{Kind: wire.KindGoodbye, ID: 7, Incarnation: 1}, Name: "b", Signature: ""}.Append(nil))
	f.Add(wire.Goodbye{Header: wire.Header{Kind: wire.KindGoodbye, ID: 8, Incarnation: 2}, Name: "b", Signature: ""}.Append(nil))
	f.Add(append(wire.Header{Kind: wire.KindData, ID: 7, Incarnation: 2}.Append(nil), "hello"...))
	f.Add(wire.Forgotten{Header: wire.Header{Kind: wire.KindForget, ID: 7, Incarnation: 2}, Prune: true, Name: "b"}.Append(nil))
	f.Add(wire.AppendLong(wire.NewsMark, UserEvent{Name: "a", Clock: 9, ID: 3}.Append(nil)))
	f.Add(wire.ReachFrom{Token: 1, All: []wire.Reached{{ID: 7, Rtt: wire.Silent}}}.Append(wire.Header{Kind: wire.KindTell, ID: 7, Incarnation: 2}.Append(nil)))
	f.Add(append(wire.Header{Kind: wire.KindHint, ID: 7, Incarnation: 2}.Append(nil), "10.0.0.1:1"...))
	f.Fuzz(func(t *testing.T, b []byte) {
		g := bare()
		g.view.Rise(Member{Name: "b", Addr: "10.0.0.2:1", Meta: Meta{ID: 7, Incarnation: 2}}, time.Now())
		callbacks{g}.NotifyMsg(b)
		callbacks{g}.MergeRemoteState(b, true)
		got := g.Members()
		if len(got) != 1 || got[0].Meta != (Meta{ID: 7, Incarnation: 2}) || got[0].Addr != "10.0.0.2:1" {
			t.Fatalf("members %+v", got)
		}
		if got[0].State != Alive && !bytes.Contains(b, []byte("\x02\x00\x00\x00\x07")) {
			t.Errorf("%x made it %v", b, got[0].State)
		}
	})
}

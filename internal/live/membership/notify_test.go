package membership

import (
	"bytes"
	"testing"
	"time"
)

// FuzzNotify feeds bytes to the callbacks. Only a goodbye with the right name and life of
// a member changes what is known of it.
func FuzzNotify(f *testing.F) {
	f.Add(goodbye{header{kindGoodbye, 7, 1}, "b", ""}.append(nil))
	f.Add(goodbye{header{kindGoodbye, 8, 2}, "b", ""}.append(nil))
	f.Add(append(header{kindData, 7, 2}.append(nil), "hello"...))
	f.Add(forgotten{header: header{kindForget, 7, 2}, prune: true, name: "b"}.append(nil))
	f.Add(appendLong(newsMark, UserEvent{Name: "a", Clock: 9, ID: 3}.append(nil)))
	f.Add(reachFrom{token: 1, all: []reached{{7, silent}}}.append(header{kindTell, 7, 2}.append(nil)))
	f.Add(append(header{kindHint, 7, 2}.append(nil), "10.0.0.1:1"...))
	f.Fuzz(func(t *testing.T, b []byte) {
		g := bare()
		g.view.rise(Member{Name: "b", Addr: "10.0.0.2:1", Meta: Meta{ID: 7, Incarnation: 2}}, time.Now())
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

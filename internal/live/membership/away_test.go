package membership

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/keyring"
	"bellwether/internal/live/membership/gossiptest"
)

// A member that has left would come back with the old key, and be locked out. So it blocks a change of
// the key until it is named, or given up.
//
// It tests "Changing keys" of docs/security.md.
func TestAMemberThatLeftBlocksARotation(t *testing.T) {
	old, fresh := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.keyed(4, old)
		for i, g := range all[2:] {
			g.Leave(time.Second)
			f.within(time.Minute, "it left", func() bool { return count(all[0], Left) == 1+i && count(all[1], Left) == 1+i })
		}
		began := time.Now()
		err := turn(t, all[0], keyring.Install, fresh)
		if err == nil || !strings.Contains(err.Error(), "n03, n04 have left") || !strings.Contains(err.Error(), "--without n03,n04") || time.Since(began) > time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		if n := len(all[0].ListKeys()) + len(all[1].ListKeys()); n != 2 {
			t.Errorf("%d keys at two members: something was changed", n)
		}
		held, err := all[0].Holdings(t.Context())
		if err != nil || len(held) != 4 || held[2].Answers || !held[2].Left || held[1].Left {
			t.Errorf("%+v, %v", held, err)
		}
		if err := all[0].ForceLeave("n04", false); err != nil {
			t.Error(err)
		}
		if err := turn(t, all[0], keyring.Install, fresh, "n03"); err != nil {
			t.Error(err)
		}
	})
}

// A member that leaves between two steps has both keys, and would use the old one: the next step names
// it. When it is back the change goes on.
func TestALeaveDuringARotationStopsIt(t *testing.T) {
	old, fresh := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.keyed(3, old)
		if err := turn(t, all[0], keyring.Install, fresh); err != nil {
			t.Fatal(err)
		}
		all[2].Leave(time.Second)
		f.within(time.Minute, "n03 left", func() bool { return count(all[0], Left) == 1 })
		if err := turn(t, all[0], keyring.Use, fresh); err == nil || !strings.Contains(err.Error(), "n03 has left") {
			t.Errorf("got %v", err)
		}
		if err := all[2].Rejoin(); err != nil {
			t.Fatal(err)
		}
		f.within(time.Minute, "n03 is back", func() bool { return count(all[0], Alive) == 2 })
		for _, s := range []keyring.Step{{Verb: keyring.Use, Key: fresh}, {Verb: keyring.Remove, Key: old}} {
			if err := turn(t, all[0], s.Verb, s.Key); err != nil {
				t.Error(err)
			}
		}
		if keys := all[2].ListKeys(); len(keys) != 1 || !bytes.Equal(keys[0], fresh) {
			t.Errorf("n03 has %d keys", len(keys))
		}
	})
}

// An agent that comes back after a change of the key says that it is locked out, and how it comes in
// again: it takes the keys of a member.
//
// It tests "Changing keys" of docs/security.md.
func TestAnAgentThatIsLockedOutSaysSo(t *testing.T) {
	old, fresh := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.keyed(3, old)
		all[2].Leave(time.Second)
		f.within(time.Minute, "n03 left", func() bool { return count(all[0], Left) == 1 })
		for _, s := range []keyring.Step{{Verb: keyring.Install, Key: fresh}, {Verb: keyring.Use, Key: fresh}, {Verb: keyring.Remove, Key: old}} {
			if err := turn(t, all[0], s.Verb, s.Key, "n03"); err != nil {
				t.Fatal(err)
			}
		}
		if err := all[2].Close(); err != nil {
			t.Fatal(err)
		}
		o := f.options("n03", 3, all[0].Self().Addr)
		o.Keys = [][]byte{old}
		back := f.start(o)
		f.within(10*time.Second, "n03 is locked out", func() bool { return back.Self().Refused != "" })
		if why := back.Self().Refused; !strings.Contains(why, all[0].Self().Addr) || !strings.Contains(why, WayBack) || !strings.HasPrefix(why, back.Self().Foreign) {
			t.Error(why)
		}
		time.Sleep(5 * time.Minute)
		if back.Self().Refused == "" || all[0].Self().Refused != "" || all[0].Self().Foreign != "" {
			t.Errorf("later %q, and at a member %q", back.Self().Refused, all[0].Self().Foreign)
		}
		if err := back.TakeKeys(keyring.Taking{Keys: all[0].ListKeys()}); err != nil {
			t.Fatal(err)
		}
		f.within(10*time.Second, "n03 is back", func() bool { return count(all[0], Alive) == 2 && count(back, Alive) == 2 })
		if s := back.Self(); s.Refused != "" || s.Foreign != "" {
			t.Errorf("then %q", s.Refused)
		}
		// A member that has met others in this life and is alone now only says so: the refusal may come
		// from one that is wrong itself.
		f.cut(1, "n02")
		f.cut(2, "n03")
		f.within(time.Minute, "n01 is alone", func() bool { return count(all[0], Failed) == 2 })
		if err := back.TakeKeys(keyring.Taking{Keys: [][]byte{bytes.Repeat([]byte{3}, 16)}, Replace: true}); err != nil {
			t.Fatal(err)
		}
		f.cut(0, "n03")
		f.within(time.Minute, "n01 says so", func() bool { return all[0].Self().Foreign != "" })
		if why := all[0].Self().Refused; why != "" {
			t.Errorf("n01, which led, gives up: %s", why)
		}
		f.cut(0, "n02")
		f.within(2*time.Minute, "n01 is not alone", func() bool { return count(all[0], Alive) == 1 })
		if why := all[0].Self().Foreign; why != "" {
			t.Errorf("n01 with n02: %s", why)
		}
	})
}

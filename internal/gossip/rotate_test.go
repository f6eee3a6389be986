package gossip

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"bellwether/internal/gossip/gossiptest"
	"bellwether/protocol"
)

// keyed starts n agents with one key.
func (f *flock) keyed(n int, key []byte) []*Gossip {
	f.t.Helper()
	var all []*Gossip
	for i := range n {
		o := f.options(fmt.Sprintf("n%02d", i+1), protocol.ID(i+1))
		o.Keys = [][]byte{key}
		if i > 0 {
			o.Join = []string{all[0].Self().Addr}
		}
		all = append(all, f.start(o))
	}
	f.within(90*time.Second, "all members", everyoneSees(all, Alive, n-1))
	return all
}

func TestKeysOfTheClusterChangeUnderLoss(t *testing.T) {
	old, fresh := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 32)
	inBubble(t, gossiptest.Options{Loss: 0.3, Seed: 6}, func(t *testing.T, f *flock) {
		all := f.keyed(6, old)
		for _, op := range []KeyOp{InstallEverywhere, UseEverywhere, RemoveEverywhere} {
			key := fresh
			if op == RemoveEverywhere {
				key = old
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			err := all[0].Rotate(ctx, op, key)
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			if n := count(all[0], Alive); n != 5 {
				t.Errorf("after %v: %d members alive", op, n)
			}
		}
		time.Sleep(2 * time.Minute)
		for _, g := range all {
			if keys := g.ListKeys(); len(keys) != 1 || !bytes.Equal(keys[0], fresh) {
				t.Errorf("%s has %d keys", g.name, len(keys))
			}
			// A packet may be on its way while its key is removed.
			if c := g.Counters(); c.Undecryptable > 5 || count(g, Alive) != 5 {
				t.Errorf("%s: %s, %d packets not decrypted", g.name, states(g), c.Undecryptable)
			}
		}
	})
}

func TestRotateNamesWhoDidNotFollow(t *testing.T) {
	key, other := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.keyed(4, key)
		f.cut(1, "n03")
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second) // members are not yet given up
		defer cancel()
		err := all[0].Rotate(ctx, InstallEverywhere, other)
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "no reply from n03:") {
			t.Errorf("got %v", err)
		}
		// n02 follows. n03 is back and refuses: it does not have that key.
		f.cut(0, "n03")
		err = all[0].Rotate(t.Context(), UseEverywhere, other)
		if err == nil || !strings.Contains(err.Error(), "n03: use key") || strings.Contains(err.Error(), "n02") {
			t.Errorf("got %v", err)
		}
		if got := all[0].ListKeys(); !bytes.Equal(got[0], key) {
			t.Error("it used a key that not all have")
		}
	})
}

func TestOldOrdersAndOrdersWithoutEncryptionAreNotObeyed(t *testing.T) {
	key, other := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.keyed(2, key)
		early := order{uint64(time.Now().UnixNano()), UseEverywhere, key}
		for _, op := range []KeyOp{InstallEverywhere, UseEverywhere} {
			time.Sleep(time.Second)
			if err := all[0].Rotate(t.Context(), op, other); err != nil {
				t.Fatal(err)
			}
		}
		all[0].post(all[0].run.Load(), all[1].Self().Addr, early.append(header{kindOrder, 1, 1}.append(nil)))
		time.Sleep(time.Second)
		if got := all[1].ListKeys(); !bytes.Equal(got[0], other) {
			t.Error("an old order was obeyed")
		}
	})
	g := bare()
	callbacks{g}.NotifyMsg(order{9, InstallEverywhere, key}.append(header{kindOrder, 7, 1}.append(nil)))
	if g.Counters().Malformed != 1 || len(g.orders) != 0 {
		t.Error("an order without encryption is taken")
	}
	if err := g.Rotate(t.Context(), InstallEverywhere, key); !errors.Is(err, errPlain) {
		t.Errorf("got %v", err)
	}
}

// After a key order from a clock that was an hour ahead, other agents can still give the
// next one.
func TestOrdersAreGivenAfterOneFromAClockAhead(t *testing.T) {
	key, other := bytes.Repeat([]byte{1}, 16), bytes.Repeat([]byte{2}, 16)
	inBubble(t, gossiptest.Options{}, func(t *testing.T, f *flock) {
		all := f.keyed(3, key)
		ahead := order{uint64(time.Now().Add(time.Hour).UnixNano()), InstallEverywhere, other}
		for _, g := range all {
			if err := g.obey(ahead); err != nil {
				t.Fatal(err)
			}
		}
		if err := all[1].Rotate(t.Context(), UseEverywhere, other); err != nil {
			t.Error(err)
		}
		for _, g := range all {
			if got := g.ListKeys(); !bytes.Equal(got[0], other) {
				t.Errorf("%s does not use the new key", g.name)
			}
		}
	})
}

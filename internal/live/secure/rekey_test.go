package secure

import (
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"bellwether/internal/live/membership/gossiptest"
)

// Two agents talk for three hours, both or one of them. No keys are used for an hour, those of a former
// conversation are gone soon, and no packet is lost.
//
// It tests "Reading" of docs/security.md.
func TestAConversationGetsNewKeysBeforeAnHour(t *testing.T) {
	for what, speakers := range map[string][2]int{"both": {1, 1}, "the opener": {1, 0}, "the other": {0, 1}} {
		t.Run(what, func(t *testing.T) {
			inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
				a, b := n.start(t, n.Transport("a"), "", key), n.start(t, n.Transport("b"), "", key)
				a.send(t, b, "begin")
				time.Sleep(time.Second)
				a.takes()
				b.takes()
				const rounds = 3 * 60 * 2
				for range rounds {
					for range speakers[0] {
						a.send(t, b, "x")
					}
					for range speakers[1] {
						b.send(t, a, "x")
					}
					time.Sleep(30 * time.Second)
					for _, x := range []*node{a, b} {
						// Who only sends in version 1 never hears that a pair is in use, and keeps the former ones for idleAfter.
						if s := x.size(); s.pairs > 2 && (n.wire != Open1 || what == "both") {
							t.Fatalf("%d pairs", s.pairs)
						}
					}
				}
				if x, y := len(a.takes()), len(b.takes()); x != rounds*speakers[1] || y != rounds*speakers[0] {
					t.Errorf("%d and %d of %d packets", x, y, rounds)
				}
				uses := usesOf(n)
				if len(uses) < 6 { // two indexes in each conversation
					t.Errorf("%d indexes in three hours", len(uses))
				}
				for index, u := range uses {
					if age := u[1].Sub(u[0]); age >= keyLife {
						t.Errorf("index %d is used for %v", index, age)
					}
				}
			})
		})
	}
}

// usesOf are the times of the first and the last data for each index.
func usesOf(n *lab) map[uint32][2]time.Time {
	uses := map[uint32][2]time.Time{}
	for i, p := range n.recorder.Kept() {
		b := p.Bytes
		if b[1]&0xF == kindFinish {
			b = b[n.finish:]
		}
		if len(b) < Overhead || b[1]&0xF != kindData {
			continue
		}
		index := binary.BigEndian.Uint32(b[markBytes:])
		u, ok := uses[index]
		if u[1] = n.at[i]; !ok {
			u[0] = n.at[i]
		}
		uses[index] = u
	}
	return uses
}

// Keys of an hour are void on both sides, also if no new handshake was possible. What is sent then
// waits for a new one.
func TestKeysOfAnHourAreVoid(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, b := n.start(t, n.Transport("a"), "", key), n.start(t, n.Transport("b"), "", key)
		converse(t, a, b)
		age := func(x *node, by time.Duration) {
			x.Transport.mu.Lock()
			defer x.Transport.mu.Unlock()
			for _, p := range x.table.pairs {
				p.made = p.made.Add(-by)
			}
		}
		age(b, keyLife)
		a.send(t, b, "under old keys")
		time.Sleep(time.Second)
		if got, r := b.takes(), b.refusals(); len(got) > 0 || r[Unproven] != 1 {
			t.Errorf("got %q, refused %v", got, r)
		}
		b.send(t, a, "under new ones")
		age(a, keyLife-time.Minute)
		time.Sleep(time.Second)
		a.send(t, b, "as this")
		time.Sleep(time.Second)
		if x, y := a.takes(), b.takes(); len(x) != 1 || len(y) != 1 {
			t.Errorf("got %q and %q", x, y)
		}
		near, far := connect(t, a, b)
		time.Sleep(keyLife)
		if _, err := near.Write([]byte("late")); err != errOld {
			t.Errorf("a stream of an hour: %v", err)
		}
		near.Close()
		far.Close()
	})
}

// Packets on their way when a new conversation begins are taken for ten seconds, and not later.
func TestTheFormerKeysLiveForPacketsOnTheirWay(t *testing.T) {
	inBubble(t, gossiptest.Options{}, func(t *testing.T, n *lab) {
		a, b := n.start(t, n.Transport("a"), "", key), n.start(t, n.Transport("b"), "", key)
		converse(t, a, b)
		var late [][]byte // sealed, but not sent
		a.Transport.mu.Lock()
		for _, p := range a.table.pairs {
			if p.stage == proven && a.table.routes[b.under.AddrPort()].pair == p {
				for i := range 2 {
					late = append(late, p.sealed(fmt.Append(nil, "late ", i)))
				}
				p.made = p.made.Add(-renewAge - spareAge)
			}
		}
		a.Transport.mu.Unlock()
		time.Sleep(renewPause)
		converse(t, a, b)
		for i, after := range []time.Duration{lateFor - 2*time.Second, 3 * time.Second} {
			time.Sleep(after)
			if err := n.Forge(a.addr(), b.addr(), late[i]); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Millisecond)
			if got, r := b.takes(), b.refusals(); len(got) != 1-i || r[Unproven] != i {
				t.Errorf("late by %v: got %q, refused %v", after, got, r)
			}
		}
	})
}

package agent_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
	"bellwether/internal/live/membership/gossiptest"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
)

// A keyed is an agent with a key on a network in memory, and the way to kill it.
type keyed struct {
	*agent.Agent
	gossip *membership.Gossip
	kill   context.CancelFunc
}

func startKeyed(t *testing.T, n *gossiptest.Network, of agent.Algorithm, name string, offer int64, seeds ...string) keyed {
	t.Helper()
	ctx, kill := context.WithCancel(t.Context())
	lan, err := membership.Preset("lan")
	if err != nil {
		t.Fatal(err)
	}
	k := keyed{kill: kill}
	k.Agent, err = agent.Join(ctx, agent.Options{
		Name: name, Offer: offer, Algorithm: of,
		Storage: &livetest.Disk{Node: protocol.ID(name[0])},
	}, func(_ *agent.Options, meta membership.Meta) (agent.Network, error) {
		k.gossip, err = membership.Start(membership.Options{
			Name: name, Join: seeds, Timing: lan, Meta: meta,
			Keys: [][]byte{bytes.Repeat([]byte{9}, 32)}, Transport: n.Transport(name),
		})
		return k.gossip, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// Somebody without a key records what three agents with a key send each other for 15 seconds,
// and sends it again after the leader was killed: each packet to its receiver and to the
// others, faster and slower than before. The followers never follow the dead leader again, and
// count the packets.
//
// It tests "Replay" of docs/security.md.
func TestARecordingDoesNotBringADeadLeaderBack(t *testing.T) {
	each(t, func(t *testing.T, of agent.Algorithm) {
		bubble.Test(t, func(t *testing.T) {
			var recorder gossiptest.Recorder
			n := gossiptest.New(gossiptest.Options{Delay: 2 * time.Millisecond, Tap: recorder.Keep})
			a := startKeyed(t, n, of, "a", 100)
			seed := a.gossip.Self().Addr
			b, c := startKeyed(t, n, of, "b", 200, seed), startKeyed(t, n, of, "c", 300, seed)
			time.Sleep(15 * time.Second)
			recorder.Stop()
			if got := livetest.Leader(t, a.Agent); got != "c" {
				t.Fatalf("%q leads", got)
			}
			c.kill()
			<-c.Done()
			time.Sleep(30 * time.Second)
			living := []keyed{a, b}
			for _, k := range living {
				if got := livetest.Leader(t, k.Agent); got != "b" {
					t.Fatalf("after the death of c %q leads", got)
				}
			}
			deceived := 0
			look := func() {
				for _, k := range living {
					if livetest.Leader(t, k.Agent) == "c" {
						deceived++
					}
				}
			}
			for _, pause := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond} {
				for _, p := range recorder.Kept() {
					for _, k := range living {
						if err := n.Forge(p.From, k.gossip.Self().Addr, p.Bytes); err != nil {
							t.Fatal(err)
						}
					}
					time.Sleep(pause)
					look()
				}
				for range 100 {
					time.Sleep(100 * time.Millisecond)
					look()
				}
			}
			if deceived > 0 {
				t.Errorf("the dead leader was followed at %d looks, after %d packets of a recording", deceived, len(recorder.Kept()))
			}
			for _, k := range living {
				c := k.gossip.Counters()
				if said := int64(len(recorder.Kept())); c.Replayed+c.Unproven < 2*said || c.Replayed < said/2 || c.Malformed+c.Undecryptable > 0 {
					t.Errorf("of %d packets, three times: %+v", said, c)
				}
				if !tells(k.Agent, 0, agent.Replayed) {
					t.Error("no event says so")
				}
				s, err := k.Status(t.Context())
				if err != nil || s.Refused["gossip_replayed"] != c.Replayed {
					t.Errorf("the status says %v, %v", s.Refused, err)
				}
			}
			livetest.Stop(t, a.Agent, b.Agent)
			gossiptest.Settle()
		})
	})
}

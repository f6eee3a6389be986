package fd_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellwether/fd"
	"bellwether/internal/proof/smallworld"
	"bellwether/protocol"
)

const period = 2 * time.Second // every detector's default

// watcher is a machine that is only a detector.
type watcher struct {
	fd.Detector
	detect func(env *protocol.Env) fd.Detector
}

func (w *watcher) Start(env *protocol.Env, _ []byte) {
	w.Detector = w.detect(env)
	w.Detector.Start(env)
}
func (w *watcher) Fire(env *protocol.Env, _ protocol.Timer) { w.Detector.Fire(env) }
func (w *watcher) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	w.Detector.Receive(env, from, m)
}

// A kind of detector, with what it promises in a group of n whose messages take
// no longer than slow.
type kind struct {
	name   string
	detect func(env *protocol.Env) fd.Detector
	worst  func(n int) time.Duration // from a death to its suspicion by all
	back   func(n int) time.Duration // from a return to trust by all
}

const slow = 200 * time.Millisecond

func kinds() []kind {
	phi, swim := fd.PhiOptions{Pause: period}, fd.SwimOptions{}
	return []kind{
		{"pull",
			func(env *protocol.Env) fd.Detector {
				return fd.New(fd.Options{Self: env.Self(), First: env.Rand().Uint32()})
			},
			func(int) time.Duration {
				return fd.Worst(protocol.Detection{Interval: period, Misses: 3}) + period
			},
			func(int) time.Duration { return period }},
		{"phi",
			func(env *protocol.Env) fd.Detector {
				o := phi
				o.Self = env.Self()
				return fd.NewPhi(o)
			},
			func(int) time.Duration { return phi.Worst() },
			func(int) time.Duration { return period }},
		{"swim",
			func(env *protocol.Env) fd.Detector {
				o := swim
				o.Self = env.Self()
				return fd.NewSwim(o)
			},
			func(n int) time.Duration { return swim.Worst(n) },
			func(n int) time.Duration { return swim.Worst(n) }},
	}
}

func (k kind) world(o smallworld.Options) *smallworld.Lab {
	o.Make = func() protocol.Machine { return &watcher{detect: k.detect} }
	o.Kinds = fd.AllKinds()
	w := smallworld.New(o)
	w.Complete().Boot()
	return w
}

// suspected reports whether all that are up, but the victim, suspect it; and fails
// if any of them suspects another or itself.
func suspected(t *rapid.T, w *smallworld.Lab, victim protocol.ID) bool {
	all := true
	for a := protocol.ID(1); int(a) <= w.Nodes; a++ {
		if a == victim || !w.Up(a) {
			continue
		}
		for b := protocol.ID(1); int(b) <= w.Nodes; b++ {
			doubt := w.Machine(a).(*watcher).Suspected(b)
			if b == victim {
				all = all && doubt
			} else if doubt {
				t.Fatalf("at %v %v suspects %v", w.Now, a, b)
			}
		}
	}
	return all
}

// TestDetectorsAreCompleteAccurateAndReversible: strong completeness within the stated
// worst time, strong accuracy if nothing is lost, and suspicions that are taken back.
// Whatever the group, the phases, the delays and the time of death, no member is suspected
// before it dies, all suspect it from the worst time on, and all trust it again when it is
// back. No node suspects itself.
func TestDetectorsAreCompleteAccurateAndReversible(t *testing.T) {
	for _, k := range kinds() {
		t.Run(k.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n := rapid.IntRange(2, 7).Draw(t, "n")
				w := k.world(smallworld.Options{Nodes: n, Seed: rapid.Uint64().Draw(t, "seed"), Jitter: slow})
				victim := protocol.ID(rapid.IntRange(1, n).Draw(t, "victim"))
				w.Run(time.Duration(rapid.IntRange(0, 60_000).Draw(t, "dies at ms")) * time.Millisecond)
				if suspected(t, w, victim) {
					t.Fatal("suspected while alive")
				}
				w.Crash(victim)
				w.Run(k.worst(n) + time.Duration(n+2)*slow)
				for range 10 {
					if !suspected(t, w, victim) {
						t.Fatalf("at %v %v is dead and trusted", w.Now, victim)
					}
					w.Run(period)
				}
				w.Restart(victim)
				w.Run(k.back(n) + time.Duration(n+2)*slow)
				for range 10 {
					for id := protocol.ID(1); int(id) <= n; id++ {
						if w.Machine(id).(*watcher).Suspected(victim) {
							t.Fatalf("at %v %v suspects %v, which is back", w.Now, id, victim)
						}
					}
					w.Run(period)
				}
			})
		})
	}
}

// Under loss any member may be suspected; once nothing is lost any more, all trust all, and
// for good.
func TestMistakesAreTakenBackAfterLoss(t *testing.T) {
	if testing.Short() {
		t.Skip("runs under loss with every detector")
	}
	for _, k := range kinds() {
		t.Run(k.name, func(t *testing.T) {
			mistakes := 0
			for seed := range uint64(20) {
				w := k.world(smallworld.Options{Nodes: 6, Seed: seed, Loss: 0.6, Tries: 1})
				w.Run(3 * time.Minute)
				w.Loss = 0
				w.Run(k.back(6) + k.worst(6))
				for _, e := range w.Events {
					if e.To == e.Node {
						t.Fatalf("%v reports %v of itself", e.Node, e.Op)
					}
					if e.Op == protocol.OpSuspect {
						mistakes++
					}
				}
				w.Forgive()
				w.Run(5 * time.Minute)
				if len(w.Events) > 0 {
					t.Errorf("seed %d: %+v long after the loss", seed, w.Events[0])
				}
				for id := protocol.ID(1); id <= 6; id++ {
					for other := protocol.ID(1); other <= 6; other++ {
						if w.Machine(id).(*watcher).Suspected(other) {
							t.Errorf("seed %d: %v suspects %v for good", seed, id, other)
						}
					}
				}
			}
			if mistakes < 10 {
				t.Errorf("%d mistakes in 20 worlds of 60 %% loss: nothing was tested", mistakes)
			}
		})
	}
}

// TestMessagesPerNodeAndPeriod counts what a node sends in a period without failures: in
// pull each node asks each other and answers, 2(n−1); in phi it sends a heartbeat to each,
// n−1; in SWIM one ping and, in the mean, one ack, whatever n: SWIM's constant load.
func TestMessagesPerNodeAndPeriod(t *testing.T) {
	want := map[string][]int{ // at n = 4, 8, 16, 32
		"pull": {6, 14, 30, 62},
		"phi":  {3, 7, 15, 31},
		"swim": {2, 2, 2, 2},
	}
	for _, k := range kinds() {
		for i, n := range []int{4, 8, 16, 32} {
			w := k.world(smallworld.Options{Nodes: n})
			w.Run(3 * period)
			w.Forgive()
			w.Run(10 * period)
			if got := w.CountClass(protocol.ClassDetector); got != 10*n*want[k.name][i] || got != len(w.Said) {
				t.Errorf("%s, n = %d: %d messages in ten periods, %d of them the detector's; want %d",
					k.name, n, len(w.Said), got, 10*n*want[k.name][i])
			}
		}
	}
}

// Two states of a detector have different snapshots.
func TestSnapshotsTellStatesApart(t *testing.T) {
	for _, k := range kinds() {
		seen := map[string]string{}
		w := k.world(smallworld.Options{Nodes: 3, Seed: 1})
		look := func(when string) {
			s := string(w.Machine(2).Snapshot(nil))
			if former, known := seen[s]; known {
				t.Errorf("%s: %s looks like %s", k.name, when, former)
			}
			seen[s] = when
		}
		look("boot")
		w.Run(3 * period)
		look("some periods")
		w.Crash(1)
		w.Run(20 * period)
		look("a suspicion")
		w.Restart(1)
		w.Run(20 * period)
		look("trust")
	}
}

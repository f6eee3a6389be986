package foreign

import (
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// BenchmarkCalls measures how many calls a second a program and its driver make together, on one core each:
// a leader's claims reach ten nodes, which pass each on, once told together and once node by node.
func BenchmarkCalls(b *testing.B) {
	const languages = "../../../cmd/internal/scaffold/languages/"
	for name, words := range map[string][]string{
		"python": {"python3", languages + "python/lowest-id.py"}, "javascript": {"node", languages + "javascript/lowest-id.mjs"}, "c": {""},
	} {
		b.Run(name, func(b *testing.B) {
			if name == "c" {
				words[0] = filepath.Join(b.TempDir(), "lowest-id")
				if text, err := exec.CommandContext(b.Context(), "cc", "-O2", "-o", words[0], languages+"c/lowest-id.c").CombinedOutput(); err != nil {
					b.Skipf("%v: %s", err, text)
				}
			} else if _, err := exec.LookPath(words[0]); err != nil {
				b.Skip(err)
			}
			for _, how := range []string{"together", "single"} {
				b.Run(how, func(b *testing.B) { flood(b, Command{Name: "mine", Words: words}, how == "together") })
			}
		})
	}
}

// flood lets ten nodes receive b.N claims.
func flood(b *testing.B, c Command, together bool) {
	a, _, err := Open(c)
	if err != nil {
		b.Fatal(err)
	}
	maker, err := a.New(protocol.Config{Detection: protocol.Detection{Interval: time.Second, Misses: 3}})
	if err != nil {
		b.Fatal(err)
	}
	var env protocol.Env
	var machines []protocol.Machine
	var to []protocol.Capability
	turn := func(id protocol.ID, now protocol.Time) {
		env.Driver().Enter(protocol.Facts{Self: id, Now: now, Capability: protocol.Capability{Value: 5, ID: id}, View: view{}, Rand: rand.New(rand.NewPCG(1, 2))})
	}
	for id := protocol.ID(2); id < 12; id++ {
		m := maker()
		turn(id, 0)
		m.Start(&env, nil)
		machines, to = append(machines, m), append(to, protocol.Capability{Value: 5, ID: id})
	}
	shared := machines[0].(optional.Gatherer)
	defer machines[0].(protocol.Closer).Close()
	kind := a.Kinds[0].Message.(message).of
	for n := 0; b.Loop(); n++ {
		now := protocol.Time(n) * 1000
		m := message{kind, []value{{number: 1}, {number: uint64(n + 1)}}}
		if together {
			shared.Gather(optional.Reception{From: 1, Message: m, Now: now}, to)
		}
		for i, one := range machines {
			turn(to[i].ID, now)
			one.Receive(&env, 1, m)
		}
		if err := shared.Gathered(); err != nil || env.Driver().Broken() != nil {
			b.Fatal(err, env.Driver().Broken())
		}
	}
	b.ReportMetric(float64(b.N*len(machines))/b.Elapsed().Seconds(), "calls/s")
}

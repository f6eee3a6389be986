package bench

import (
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/trace"
)

// The row of what users run is the same world as the row without sinks: the same
// frames at the same instants. Only batteries and their records are added.
func TestTheUsersRunIsTheWorkload(t *testing.T) {
	for _, l := range []load{
		{nodes: 300, until: 10 * time.Second, start: emulator.Start{Leader: 150}, truth: true, hashed: true},
		{nodes: 300, until: 10 * time.Second, start: emulator.Start{Leader: 150}, truth: true, hello: true},
	} {
		frames, of := &traffic{hash: trace.NewHash()}, &traffic{hash: trace.NewHash()}
		l.sinks = []trace.Sink{frames}
		plain, err := l.config()
		if err != nil {
			t.Fatal(err)
		}
		user, err := l.prepared()
		if err != nil {
			t.Fatal(err)
		}
		user.Config.Sinks = append(user.Config.Sinks, of)
		for _, c := range []emulator.Config{plain, user.Config} {
			w, err := emulator.New(c)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if c.Energy != nil {
				if r := user.Result(w.Counters()); (len(r.TraceSHA256) == 64) != l.hashed || r.Metrics.Get("energy_j_per_node").X <= 0 {
					t.Errorf("hash %q, %v J a node", r.TraceSHA256, r.Metrics.Get("energy_j_per_node").X)
				}
			}
		}
		if frames.hash.Sum() != of.hash.Sum() || frames.count < 10_000 {
			t.Errorf("hello %t: %d records of frames, of the user's run %d, and not the same", l.hello, frames.count, of.count)
		}
	}
}

// traffic hashes the records of frames.
type traffic struct {
	hash  *trace.Hash
	count int
}

func (*traffic) Wants() trace.Set {
	return trace.Of(trace.Send, trace.Transmit, trace.Receive, trace.Lost)
}

func (s *traffic) Record(r *trace.Record) {
	s.count++
	s.hash.Record(r)
}

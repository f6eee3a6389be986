package conformance

import (
	"fmt"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
	"bellwether/trace/check"
)

// contended returns a drawn world whose nodes contend for the medium, false if the world
// has no places.
func contended(number uint64, r row) (emulator.Config, bool) {
	c := drawScene(number).with(r)
	access := radio.DefaultCSMA()
	c.Access, c.Link.Preamble = &access, radio.DefaultPreamble
	return c, c.Mobility != nil
}

// contendedDraws is how many times in all a world is drawn that breaks the law once. It is odd, so
// that there is a majority. The first ten breaches of a campaign of .ci/laws were drawn 40 times
// more: the two with one defect, beacons without jitter, broke the law in 31 and 32 of the draws;
// the others broke it by chance, in 1 to 4.
const contendedDraws = 7

// settleContended is the convergence law in worlds where frames collide. Collisions lose
// frames even in the calm, so no bound holds for certain. In small worlds a lost frame
// costs one round, so twice the settle bound is enough, unless several collide in a row. So
// an algorithm breaks the law only if most draws of the losses, back-offs and jitter break it.
// Nothing is asked after the deadline: detectors go on to err, where all round trips of a
// time-out are lost. Nothing is asked of a medium that detection alone fills, either.
func settleContended(t testing.TB, r row) error {
	for k := range count(2) {
		number := *first + k
		seen, err := settlesContended(t, r, number, 0)
		broken := 1
		for draw := uint64(1); seen != nil && err == nil && draw < contendedDraws; draw++ {
			var again error
			if again, err = settlesContended(t, r, number, draw); again != nil {
				broken++
			}
		}
		if err != nil {
			return &drawn{number, err}
		}
		if seen != nil && broken > contendedDraws/2 {
			return &drawn{number, fmt.Errorf("%w (in %d of %d draws)", seen, broken, contendedDraws)}
		}
	}
	return nil
}

// settlesContended runs a world with one of its draws. broken states how it breaks the law; err
// is that of a run that fails.
func settlesContended(t testing.TB, r row, number, draw uint64) (broken, err error) {
	c, ok := contended(number, r)
	if !ok {
		return nil, nil
	}
	c.Seed += draw << 32 // beyond the numbers of worlds
	bound := r.a.SettleBound(protocol.Scale{Nodes: c.Nodes, Diameter: c.Nodes, Hop: hop, Roster: c.Nodes,
		Neighbour: 10 * time.Second}, c.Setup)
	c.Until = calmAt + 2*bound
	settled := check.NewConverged(check.ConvergedOptions{Calm: protocol.Time(calmAt),
		Deadline: protocol.Time(calmAt + 2*bound), Goal: r.a.Goal, Quorum: r.a.QuorumOf(c.Nodes)})
	used := &occupancy{from: protocol.Time(calmAt + bound), airtime: c.Link.Airtime}
	c.Sinks = []trace.Sink{settled, used}
	if err := run(t, r, c); err != nil {
		return nil, err
	}
	if used.filledByDetection(bound) {
		return nil, nil
	}
	for _, v := range settled.Verdicts() {
		return fmt.Errorf("%v", v), nil
	}
	return nil, nil
}

// An occupancy adds up the airtime of all frames that are put on the air after an instant.
type occupancy struct {
	from     protocol.Time
	airtime  func(bytes int) time.Duration
	all, own time.Duration // own: of messages that elect, announce, probe, or tell that a leader is in office
}

func (o *occupancy) Wants() trace.Set { return trace.Of(trace.Transmit) }

func (o *occupancy) Record(r *trace.Record) {
	if r.Kind != trace.Transmit || r.At <= o.from {
		return
	}
	air := o.airtime(int(r.Bytes))
	o.all += air
	switch r.Class {
	case protocol.ClassElection, protocol.ClassAnnouncement, protocol.ClassBeacon, protocol.ClassProbe:
		o.own += air
	}
}

// filledByDetection reports whether frames took more than a quarter of the time, though the
// algorithm was all but silent: less than a hundredth was its own. Where twelve nodes flood
// the pings of every pair, frames take 30 to 60 % of the time, so many collide that time-outs
// pass for the living, and the state is right for 0 to 100 % of the time by chance. In 1090
// worlds of four algorithms the median was below 1 %. A storm of the algorithm's own messages
// is no excuse.
func (o *occupancy) filledByDetection(window time.Duration) bool {
	return o.all > time.Duration(phy.Crowded*float64(window)) && o.own < window/100
}

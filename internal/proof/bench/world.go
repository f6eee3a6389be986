// Package bench is the workload of the speed targets: a square of mean degree
// 10, random waypoint at 1 to 10 m/s, range 250 m, 5 % loss, in which a leader floods a
// beacon each second and every node forwards a first copy once after up to 20 ms. The
// algorithm is the complete VKT04 with signalling broadcast; the world is built outside
// the measured time.
//
// It assumes one core per run. It measures what the emulator counts and the testing
// package times; it does not decide whether that is fast enough. Each speed is also given
// as a share of the speed of a bare loop, which runs before and after it (see yardstick).
// One command prints it all:
//
//	go test -run '^$' -bench . -benchtime 1x -cpu 1 ./internal/proof/bench
package bench

import (
	"fmt"
	"math"
	"time"

	"bellwether/election"
	"bellwether/emulator"
	"bellwether/internal/sim/phy"
	"bellwether/mobility"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// Figures of the workload.
const (
	rangeM      = 250
	degree      = 10
	speedMin    = 1  // m/s
	speedMax    = 10 // m/s
	lossPercent = 5
	bitrateBps  = 11e6 // 802.11b's highest: airtime stays small beside the 20 ms of jitter
	beaconEach  = time.Second
	preamble    = 96 * time.Microsecond // with collisions: 802.11b's short preamble and header
)

// load is one cell of the table.
type load struct {
	nodes  int
	until  time.Duration
	hello  bool // hello neighbours in place of the oracle
	truth  bool // component truth each second
	user   bool // as `bellwether run` makes it
	hashed bool // the user's, with the hash of its trace
	sinks  []trace.Sink
	static bool           // nobody moves
	roads  mobility.Model // instead of random waypoint
	start  emulator.Start
	params map[string]string

	channel *radio.ChannelOptions // instead of the disk; its sensitivity is set for the same range
	access  *radio.CSMA           // instead of an ideal medium
}

// leaderOf returns the node that leads a world of n nodes: some node of its biggest component,
// which the election's benchmark checks.
func leaderOf(n int) protocol.ID { return protocol.ID(n / 2) }

// side is the length of the square in which n nodes have the wanted degree.
func side(n int) float64 { return math.Sqrt(float64(n-1) * math.Pi * rangeM * rangeM / degree) }

// built is the run of a load, and a function to call at its end.
func (l load) built() (emulator.Config, func(emulator.Counters), error) {
	if l.user {
		p, err := l.prepared()
		if err != nil {
			return emulator.Config{}, nil, err
		}
		return p.Config, func(done emulator.Counters) { p.Result(done) }, nil
	}
	c, err := l.config()
	return c, func(emulator.Counters) {}, err
}

// config builds the run of a load, without what users measure.
func (l load) config() (emulator.Config, error) {
	a := election.Vasudevan()
	detection := protocol.Detection{Interval: beaconEach, Misses: 100}
	values, faults := protocol.Resolve(a.Params, l.params, detection)
	if len(faults) > 0 {
		return emulator.Config{}, faults[0]
	}
	world := mobility.Area{Width: side(l.nodes), Height: side(l.nodes)}
	var model mobility.Model
	var err error
	switch {
	case l.static:
		model, err = mobility.NewStatic(world)
	case l.roads != nil:
		model = l.roads
	default:
		model, err = mobility.NewWaypoint(mobility.WaypointOptions{World: world, SpeedMin: speedMin, SpeedMax: speedMax})
	}
	if err != nil {
		return emulator.Config{}, fmt.Errorf("bench: %w", err)
	}
	loss, err := radio.NewBernoulli(1, lossPercent/100.0, radio.DefaultSlot)
	if err != nil {
		return emulator.Config{}, fmt.Errorf("bench: %w", err)
	}
	link := radio.DefaultLink()
	link.BitrateBps = bitrateBps
	c := emulator.Config{
		Seed: 1, Nodes: l.nodes, Until: l.until, Algorithm: a,
		Setup:    protocol.Config{Detection: detection, Values: values},
		Mobility: model, Medium: radio.Disk(rangeM), Loss: loss, Link: link,
		Start: l.start, Sinks: l.sinks,
		Services: overlay.Services{Detection: detection},
	}
	c.Capability.Values = make([]int64, l.nodes)
	c.Capability.Values[leaderOf(l.nodes)-1] = 1 // nobody challenges the leader
	if l.channel != nil {
		if c.Medium, err = overChannel(*l.channel); err != nil {
			return emulator.Config{}, fmt.Errorf("bench: %w", err)
		}
	}
	if l.access != nil {
		access := *l.access
		if channel, ok := c.Medium.(*phy.Channel); ok {
			access.SenseDBm = channel.LinkDBm()
		}
		c.Access, c.Link.Preamble = &access, preamble
	}
	if l.hello {
		c.Services.Hello = &overlay.HelloOptions{Interval: time.Second, Timeout: 3 * time.Second}
	}
	if l.truth {
		c.SampleEvery = time.Second
	}
	return c, nil
}

// overChannel is a log-distance channel whose mean range is the disk's radius.
func overChannel(o radio.ChannelOptions) (*phy.Channel, error) {
	path := radio.DefaultLogDistance()
	o.Seed, o.Path, o.Emitter = 1, path, radio.DefaultEmitter()
	o.Receiver = radio.DefaultReceiver()
	o.Receiver.SensitivityDBm = o.Emitter.PowerDBm - path.LossDB(rangeM)
	return phy.NewChannel(o, phy.Site{})
}

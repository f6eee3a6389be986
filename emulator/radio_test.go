package emulator

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/sim/phy"
	"bellwether/internal/testkit/sample"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// witness records the result of each transmission.
type witness struct {
	sent  map[attempt]*outcome
	order []*outcome
}

type attempt struct {
	frame uint64
	at    protocol.Time
}

type outcome struct {
	transmit trace.Record
	got      map[protocol.ID]trace.Why
}

func (*witness) Wants() trace.Set { return trace.Of(trace.Transmit, trace.Receive, trace.Lost) }

func (w *witness) Record(r *trace.Record) {
	switch r.Kind {
	case trace.Transmit:
		if r.Why != trace.WhyAck {
			o := &outcome{transmit: *r, got: map[protocol.ID]trace.Why{}}
			w.sent[attempt{r.Frame, r.At}] = o
			w.order = append(w.order, o)
		}
	case trace.Receive:
		if o := w.sent[attempt{r.Frame, r.At}]; o != nil {
			o.got[r.Node] = trace.NoReason
		}
	case trace.Lost:
		o := w.sent[attempt{r.Frame, r.At}]
		if o != nil && r.Node != o.transmit.Node && r.Why != trace.WhyDuplicate {
			o.got[r.Node] = r.Why
		}
	}
}

// chatter broadcasts about three times a second, and sends to the next node.
type chatter struct{}

func (chatter) Start(env *protocol.Env, _ []byte)                    { env.SetTimer(0, 0) }
func (chatter) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (chatter) Snapshot(b []byte) []byte                             { return b }

func (chatter) Fire(env *protocol.Env, _ protocol.Timer) {
	env.Broadcast(token{})
	env.Send(env.Self()%25+1, token{})
	env.SetTimer(0, 300*time.Millisecond+time.Duration(env.Rand().Int64N(int64(66*time.Millisecond))))
}

// The emulator and a Radio of the same Config agree on every frame: which nodes hear
// it, which lose it, and why.
func TestARadioDropsTheFramesThatTheEmulatorDrops(t *testing.T) {
	if testing.Short() {
		t.Skip("runs with every medium and loss")
	}
	const seed = 7
	bernoulli, err := radio.NewBernoulli(seed, 0.2, radio.DefaultSlot)
	if err != nil {
		t.Fatal(err)
	}
	bursts, err := radio.NewBursts(radio.DefaultGilbertElliott(), seed)
	if err != nil {
		t.Fatal(err)
	}
	farther := radio.DefaultDistanceLoss()
	farther.RangeM = 200
	ranged, err := radio.NewDistanceLoss(farther, seed)
	if err != nil {
		t.Fatal(err)
	}
	disk := radio.Disk(200)
	everything := radio.ChannelOptions{
		Path: radio.DefaultLogDistance(), Shadowing: radio.Shadowing{SigmaDB: 6, CorrelationM: 20, Coherence: 10 * time.Second},
		Fading: radio.Nakagami(), Obstacles: house(), Emitter: radio.Emitter{PowerDBm: 16, SpreadDB: 6}, Receiver: radio.DefaultReceiver(),
	}
	snr := everything
	snr.Receiver = radio.Receiver{Modulation: "dqpsk", NoiseFigureDB: 7, BandwidthHz: 22e6}
	for name, set := range map[string]Config{
		"unit disk":                        {Medium: disk, Loss: bernoulli},
		"unit disk, bursts":                {Medium: disk, Loss: bursts},
		"unit disk, loss by distance":      {Medium: disk, Loss: ranged},
		"channel":                          {Medium: channelOf(t, seed, everything)},
		"channel by noise, loss in bursts": {Medium: channelOf(t, seed, snr), Loss: bursts},
		"matrix":                           {Medium: channelOf(t, seed, radio.ChannelOptions{Matrix: someMatrix(), Fading: radio.Rayleigh(), Emitter: radio.DefaultEmitter(), Receiver: radio.DefaultReceiver()})},
	} {
		if !sample.Whole() && !strings.Contains(name, "bursts") {
			continue // a disk and a channel are left; campaigns have all
		}
		t.Run(name, func(t *testing.T) { agree(t, seed, set) })
	}
	raised := everything
	raised.Path, raised.HighestM = radio.DefaultTwoRay(), 150
	raised.Obstacles[0].TopM = 40
	for name, set := range map[string]Config{
		"unit disk in the air": {Medium: disk, Loss: ranged},
		"channel in the air":   {Medium: channelOf(t, seed, raised), Loss: bernoulli},
	} {
		set.Mobility = flying(t)
		t.Run(name, func(t *testing.T) { agree(t, seed, set) })
	}
	t.Run("contacts", func(t *testing.T) { agree(t, seed, Config{Medium: someContacts(t), Loss: bernoulli}) })
}

// someContacts returns contacts of every pair, each with gaps three times as long on
// average.
func someContacts(t *testing.T) radio.Timetable {
	t.Helper()
	g := rand.New(rand.NewPCG(1, 2))
	var list []radio.Contact
	for a := range protocol.ID(agreeing) {
		for b := a + 1; b < agreeing; b++ {
			for at := g.IntN(10_000); at < 120_000; {
				until := at + 1 + g.IntN(9_000)
				list = append(list, meet(a+1, b+1, at, until))
				at = until + 1 + g.IntN(30_000)
			}
		}
	}
	c, err := radio.NewContacts(radio.ContactOptions{Nodes: agreeing, List: list})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// flying is random waypoint from the ground up to 150 m.
func flying(t *testing.T) mobility.Model {
	t.Helper()
	m, err := mobility.NewWaypoint3D(mobility.Waypoint3DOptions{World: mobility.Area{Width: 600, Height: 600},
		Altitudes: mobility.Altitudes{MaxM: 150}, SpeedMin: 5, SpeedMax: 25, PauseMax: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// house returns a wall in the middle of the world.
func house() []radio.Obstacle {
	return []radio.Obstacle{{WallDB: 9, Outline: orb.Polygon{{{250, 100}, {350, 100}, {350, 500}, {250, 500}, {250, 100}}}}}
}

// someMatrix links each node with the six after it. The losses are near the sensitivity,
// and change once.
func someMatrix() (entries []radio.Entry) {
	for from := range protocol.ID(agreeing) {
		for step := range protocol.ID(6) {
			to := (from + step + 1) % agreeing
			entries = append(entries, radio.Entry{From: from + 1, To: to + 1, LossDB: 105 + 4*float64(step)},
				radio.Entry{From: to + 1, To: from + 1, LossDB: 108 + 3*float64(step)},
				radio.Entry{At: protocol.Time(50 * time.Second), From: from + 1, To: to + 1, LossDB: 112 + float64(step)})
		}
	}
	return entries
}

func channelOf(t *testing.T, seed uint64, o radio.ChannelOptions) *phy.Channel {
	t.Helper()
	o.Seed = seed
	c, err := phy.NewChannel(o, phy.Site{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const agreeing = 25

// agree runs a Config with the given radio, and compares each frame with a Radio of the
// same Config.
func agree(t *testing.T, seed uint64, set Config) {
	const nodes = agreeing
	w := &witness{sent: map[attempt]*outcome{}}
	c := set
	c.Seed, c.Nodes, c.Until = seed, nodes, 2*time.Minute
	if c.Link = radio.DefaultLink(); c.Mobility == nil {
		c.Mobility = strolling(t, 600)
	}
	c.Algorithm = algorithm(1, func() protocol.Machine { return new(chatter) })
	c.Sinks = []trace.Sink{w}
	delay := c.Medium.Delay()
	c.Faults = []Fault{
		{At: 20 * time.Second, For: 20 * time.Second, Kind: FaultPartition, Groups: [][]protocol.ID{{1, 2, 3, 4, 5, 6, 7, 8}, {9, 10, 11}}},
		{At: 60 * time.Second, For: 10 * time.Second, Kind: FaultRadioOff, Target: TargetNodes, Nodes: []protocol.ID{4, 12}},
		{At: 80 * time.Second, Kind: FaultPartition, Groups: [][]protocol.ID{{1, 3, 5}}},
		{At: 95 * time.Second, Kind: FaultHeal},
		{At: 30 * time.Second, For: 40 * time.Second, Kind: FaultJam, Region: Region{X: 300, Y: 300, RadiusM: 150}},
		{At: 50 * time.Second, Every: 30 * time.Second, For: 10 * time.Second, Kind: FaultJam, Region: Region{WidthM: 300, HeightM: 250}},
		{MTBF: 40 * time.Second, Repair: 2 * time.Second, Kind: FaultRadioOff, Target: TargetAll},
		{MTBF: 20 * time.Second, Repair: 5 * time.Second, Kind: FaultJam, Region: Region{X: 100, Y: 500, RadiusM: 100}},
	}
	expected := []trace.Why{trace.NoReason, trace.WhyLoss, trace.WhyRange, trace.WhyPartition, trace.WhyDown, trace.WhyJam}
	if _, met := c.Medium.(radio.Timetable); met { // nothing can be jammed in a world without places
		c.Faults = slices.DeleteFunc(c.Faults, func(f Fault) bool { return f.Kind == FaultJam })
		expected = expected[:5]
	}
	play(t, c)
	masked, err := NewRadio(c)
	if err != nil {
		t.Fatal(err)
	}
	whys := map[trace.Why]int{}
	for _, o := range w.order {
		r := o.transmit
		bytes := int(r.Bytes) - c.Link.HeaderBytes
		started := r.At.Add(-c.Link.Airtime(int(r.Bytes)) - delay)
		hearers := []protocol.ID{r.Peer}
		if r.Peer == protocol.Nobody {
			hearers = hearers[:0]
			for id := protocol.ID(1); id <= nodes; id++ {
				if id != r.Node {
					hearers = append(hearers, id)
				}
			}
		}
		for _, to := range hearers {
			takes, why := masked.Fate(r.Node, to, started, bytes)
			whys[why]++
			if started.Add(takes) != r.At {
				t.Fatalf("frame %d arrives at %v, in the emulator at %v", r.Frame, started.Add(takes), r.At)
			}
			got, told := o.got[to]
			if !told && r.Peer == protocol.Nobody && (why == trace.WhyRange || why == trace.WhyPartition || why == trace.WhyDown || why == trace.WhyJam) {
				continue // a broadcast has no record of nodes out of reach
			}
			if !told && why == trace.NoReason && r.Peer != protocol.Nobody {
				continue // a retry of a message that was delivered
			}
			if !told || got != why {
				t.Fatalf("frame %d of %d at %v to %d: %q, in the emulator %q (recorded: %v)", r.Frame, r.Node, started, to, why, got, told)
			}
		}
	}
	for _, why := range expected {
		if whys[why] < 50 {
			t.Errorf("only %d frames ended with %q, want 50", whys[why], why)
		}
	}
}

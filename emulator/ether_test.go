package emulator

import (
	"testing"
	"time"

	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// witness keeps what became of each transmission.
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

// chatter broadcasts three times a second, and sends to the next node.
type chatter struct{}

func (chatter) Start(env *protocol.Env, _ []byte)                    { env.SetTimer(0, 0) }
func (chatter) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (chatter) Snapshot(b []byte) []byte                             { return b }

func (chatter) Fire(env *protocol.Env, _ protocol.Timer) {
	env.Broadcast(token{})
	env.Send(env.Self()%25+1, token{})
	env.SetTimer(0, 300*time.Millisecond+time.Duration(env.Rand().Int64N(int64(66*time.Millisecond))))
}

// The emulator and an Ether of the same Config agree on every frame: who hears
// it, who loses it, and why.
func TestAnEtherDropsTheFramesThatTheEmulatorDrops(t *testing.T) {
	const nodes = 25
	model, err := mobility.NewWaypoint(mobility.WaypointOptions{World: mobility.World{Width: 600, Height: 600}, SpeedMin: 5, SpeedMax: 20})
	if err != nil {
		t.Fatal(err)
	}
	loss, err := radio.NewBernoulli(7, 0.2, radio.DefaultSlot)
	if err != nil {
		t.Fatal(err)
	}
	w := &witness{sent: map[attempt]*outcome{}}
	c := Config{
		Seed: 7, Nodes: nodes, Until: 2 * time.Minute,
		Mobility: model, Disk: &radio.Disk{RangeM: 200}, Loss: loss, Link: radio.DefaultLink(),
		Algorithm: algorithm(1, func() protocol.Machine { return new(chatter) }),
		Sinks:     []trace.Sink{w},
	}
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
	world, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := world.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	ether, err := NewEther(c)
	if err != nil {
		t.Fatal(err)
	}
	whys := map[trace.Why]int{}
	for _, o := range w.order {
		r := o.transmit
		bytes := int(r.Bytes) - c.Link.HeaderBytes
		started := r.At.Add(-c.Link.Airtime(int(r.Bytes)) - c.Disk.Delay())
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
			delay, why := ether.Fate(r.Node, to, started, bytes)
			whys[why]++
			if started.Add(delay) != r.At {
				t.Fatalf("frame %d arrives at %v, the emulator says %v", r.Frame, started.Add(delay), r.At)
			}
			got, told := o.got[to]
			if !told && r.Peer == protocol.Nobody && (why == trace.WhyRange || why == trace.WhyPartition || why == trace.WhyDown || why == trace.WhyJam) {
				continue // whom a broadcast does not reach is not told of
			}
			if !told && why == trace.NoReason && r.Peer != protocol.Nobody {
				continue // a repetition of what was delivered
			}
			if !told || got != why {
				t.Fatalf("frame %d of %d at %v to %d: %q, the emulator says %q (told: %v)", r.Frame, r.Node, started, to, why, got, told)
			}
		}
	}
	for _, why := range []trace.Why{trace.NoReason, trace.WhyLoss, trace.WhyRange, trace.WhyPartition, trace.WhyDown, trace.WhyJam} {
		if whys[why] < 50 {
			t.Errorf("only %d frames ended with %q: the test shows little", whys[why], why)
		}
	}
}

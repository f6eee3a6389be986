package emulator

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// asked is a medium whose caller knows nothing of it: each hop is asked about.
type asked struct{ radio.Medium }

// heard records who hears what, and when: what a medium decides.
type heard struct{ hash *trace.Hash }

func (heard) Wants() trace.Set         { return trace.Of(trace.Transmit, trace.Receive, trace.Lost) }
func (h heard) Record(r *trace.Record) { h.hash.Record(r) }

func heardIn(t *testing.T, c Config) (hash string, receptions uint64) {
	t.Helper()
	h := heard{trace.NewHash()}
	c.Sinks = []trace.Sink{h}
	w := play(t, c)
	return h.hash.Sum(), w.Counters().Deliveries
}

func chatting(t *testing.T, m radio.Medium) Config {
	t.Helper()
	return Config{Seed: 5, Nodes: 25, Until: time.Minute, Mobility: flying(t), Medium: m, Link: radio.DefaultLink(),
		Algorithm: algorithm(1, func() protocol.Machine { return new(chatter) })}
}

// The ball of a unit disk, which the index of positions finds, is that of a medium that is
// asked about each hop.
func TestADiskIsABall(t *testing.T) {
	ball, n := heardIn(t, chatting(t, radio.Disk(200)))
	same, _ := heardIn(t, chatting(t, asked{radio.Disk(200)}))
	if ball != same {
		t.Error("the index hears others than each hop does")
	}
	flat := chatting(t, radio.Disk(200))
	flat.Mobility = strolling(t, 600)
	if _, onGround := heardIn(t, flat); n < 1000 || onGround < n/2 {
		t.Errorf("%d receptions in the air, %d on the ground", n, onGround)
	}
}

// A world that is lifted as a whole hears as on the ground, over a disk, by contention and
// over a channel; its trace has the altitudes besides.
func TestALiftedWorldHearsAsOnTheGround(t *testing.T) {
	access := radio.DefaultCSMA()
	shadows := radio.ChannelOptions{Path: radio.DefaultLogDistance(), Shadowing: radio.Shadowing{SigmaDB: 6, CorrelationM: 20},
		Fading: radio.Nakagami(), Obstacles: house(), Emitter: radio.DefaultEmitter(), Receiver: radio.DefaultReceiver()}
	for name, set := range map[string]Config{
		"disk":      {Medium: radio.Disk(200)},
		"contended": {Medium: radio.Disk(200), Access: &access},
		"channel":   {Medium: channelOf(t, 5, shadows)},
	} {
		ground := chatting(t, set.Medium)
		ground.Access, ground.Mobility = set.Access, strolling(t, 600)
		up := ground
		var err error
		if up.Mobility, err = mobility.NewAtAltitude(mobility.AtAltitudeOptions{Model: ground.Mobility, Altitudes: mobility.Altitudes{MinM: 80, MaxM: 80}}); err != nil {
			t.Fatal(err)
		}
		a, n := heardIn(t, ground)
		if b, _ := heardIn(t, up); a != b || n < 1000 {
			t.Errorf("%s: after %d receptions on the ground, others in the air", name, n)
		}
		j := new(journal)
		play(t, up, j)
		if moves, altitudes := len(j.of(trace.Move)), j.of(trace.Altitude); moves != len(altitudes) || altitudes[0].X != 80 {
			t.Errorf("%s: %d moves and %d altitudes", name, moves, len(altitudes))
		}
		j = new(journal)
		if play(t, ground, j); len(j.of(trace.Altitude)) > 0 {
			t.Errorf("%s: a flat world records altitudes", name)
		}
	}
}

// A radio straight above another is as far as it is high.
func TestHeightIsDistance(t *testing.T) {
	for altitudeM, want := range map[float64]bool{199: true, 200: true, 200.001: false} {
		at, err := mobility.NewStaticAt([]orb.Point{{50, 50}, {50, 50}})
		if err != nil {
			t.Fatal(err)
		}
		c := plane(make([][2]float64, 2))
		c.Medium = radio.Disk(200)
		if c.Mobility, err = mobility.NewAtAltitude(mobility.AtAltitudeOptions{Model: at, EachM: []float64{0, altitudeM}}); err != nil {
			t.Fatal(err)
		}
		j := new(journal)
		play(t, c, j)
		if up := len(j.of(trace.LinkUp)) == 1; up != want {
			t.Errorf("at %g m: linked is %v", altitudeM, up)
		}
	}
}

// A model that breaks what it states of its altitudes is refused, by name.
func TestAltitudesAreHeld(t *testing.T) {
	leg := mobility.Leg{End: mobility.Forever, From: orb.Point{1, 1}, AltitudeM: 30}
	climbs := leg
	climbs.End, climbs.ClimbMPS = 10*time.Second, 2
	for want, m := range map[string]wander{
		"its model's Altitudes are 0 m to 0 m": {legs: [][]mobility.Leg{{leg}}},
		"its model's Altitudes are 0 m to 20":  {legs: [][]mobility.Leg{{leg}}, high: mobility.Altitudes{MaxM: 20}},
		"goes from 30 m to 50 m":               {legs: [][]mobility.Leg{{climbs}}, speed: 3, high: mobility.Altitudes{MaxM: 40}},
		"has a speed of 2 m/s":                 {legs: [][]mobility.Leg{{climbs}}, speed: 1, high: mobility.Altitudes{MaxM: 60}},
		"maximum must be from the minimum":     {legs: [][]mobility.Leg{{leg}}, high: mobility.Altitudes{MinM: 3, MaxM: 1}},
	} {
		c := plane(make([][2]float64, 1))
		c.Mobility = m
		w, err := New(c)
		if err == nil {
			err = w.Run(context.Background())
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	c := chatting(t, channelOf(t, 1, radio.ChannelOptions{Path: radio.DefaultTwoRay(), Emitter: radio.DefaultEmitter(), Receiver: radio.DefaultReceiver(), HighestM: 100}))
	if _, err := New(c); err == nil || !strings.Contains(err.Error(), "radio.ChannelOptions.HighestM") {
		t.Errorf("a path loss for lower nodes: %v", err)
	}
}

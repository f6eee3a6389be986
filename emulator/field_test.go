package emulator

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// plane is a world of nodes that stand at the given places, with a range of 250 m.
func plane(places [][2]float64) Config {
	points := make([]orb.Point, len(places))
	for i, p := range places {
		points[i] = p
	}
	model, err := mobility.NewStaticAt(points)
	if err != nil {
		panic(err)
	}
	return Config{
		Seed: 1, Nodes: len(places), Until: time.Second, Mobility: model, Medium: radio.Disk(250),
		Link:      radio.Link{BitrateBps: 1e6, HeaderBytes: 28, AckBytes: 14, Retries: 7, RetryDelay: time.Millisecond},
		Algorithm: algorithm(0, func() protocol.Machine { return new(rumour) }),
	}
}

// wander is a mobility model with given legs.
type wander struct {
	legs  [][]mobility.Leg
	speed float64
	high  mobility.Altitudes
}

func (m wander) Altitudes() mobility.Altitudes { return m.high }

func (m wander) MaxSpeed() float64 { return m.speed }
func (m wander) Path(node int, _, _ *rand.Rand) mobility.Path {
	return &given{m.legs[node-1]}
}

type given struct{ rest []mobility.Leg }

func (g *given) Next() mobility.Leg {
	leg := g.rest[0]
	g.rest = g.rest[1:]
	return leg
}

// wanderers draws a world whose nodes move straight, turn, jump and are absent; in every other
// world they climb and sink too.
func wanderers(t *rapid.T, n int) (wander, Config) {
	m := wander{speed: 30}
	if rapid.Bool().Draw(t, "in the air") {
		m.high = mobility.Altitudes{MaxM: 1000}
	}
	rise := func(l *mobility.Leg, altitudeM float64) {
		if m.high.Flat() {
			return
		}
		l.AltitudeM = altitudeM
		l.ClimbMPS = rapid.Float64Range(-9, 9).Draw(t, "climb")
		if up := l.AltitudeAt(l.End); up < 0 || up > m.high.MaxM {
			l.ClimbMPS = 0
		}
	}
	up := rapid.Float64Range(0, 300)
	coordinate := rapid.Float64Range(0, 800)
	velocity := rapid.Float64Range(-20, 20)
	for range n {
		var legs []mobility.Leg
		at, here := time.Duration(0), orb.Point{coordinate.Draw(t, "x"), coordinate.Draw(t, "y")}
		altitudeM := 0.0
		if !m.high.Flat() {
			altitudeM = up.Draw(t, "altitude")
		}
		for range rapid.IntRange(0, 4).Draw(t, "turns") {
			end := at + time.Duration(rapid.IntRange(1, 15_000).Draw(t, "lasts"))*time.Millisecond
			leg := mobility.Leg{Start: at, End: end, From: here,
				Velocity: orb.Point{velocity.Draw(t, "vx"), velocity.Draw(t, "vy")},
				Absent:   rapid.IntRange(0, 5).Draw(t, "absent") == 0}
			rise(&leg, altitudeM)
			legs = append(legs, leg)
			at, here, altitudeM = end, leg.At(end), leg.AltitudeAt(end)
			if !m.high.Flat() && rapid.IntRange(0, 4).Draw(t, "jump up") == 0 {
				altitudeM = up.Draw(t, "altitude")
			}
			if rapid.IntRange(0, 4).Draw(t, "jump") == 0 {
				here = orb.Point{coordinate.Draw(t, "x"), coordinate.Draw(t, "y")}
			}
		}
		m.legs = append(m.legs, append(legs, mobility.Leg{Start: at, End: mobility.Forever, From: here, AltitudeM: altitudeM}))
	}
	cfg := plane(make([][2]float64, n))
	cfg.Mobility = m
	return m, cfg
}

// place returns where a node is at t, by the model alone.
func (m wander) place(node int, t time.Duration) (orb.Point, bool) {
	for _, leg := range m.legs[node] {
		if t < leg.End {
			return leg.At(t), !leg.Absent
		}
	}
	panic("legs end")
}

// altitude returns how high a node is at t, by the model alone.
func (m wander) altitude(node int, t time.Duration) float64 {
	for _, leg := range m.legs[node] {
		if t < leg.End {
			return leg.AltitudeAt(t)
		}
	}
	panic("legs end")
}

func (m wander) inRange(i, j int, t time.Duration) (near, clear bool) {
	p, here := m.place(i, t)
	q, there := m.place(j, t)
	up := m.altitude(i, t) - m.altitude(j, t)
	d := radio.DistanceSquared(p, q) + up*up
	return here && there && d <= 250*250, d < 249.999*249.999 || d > 250.001*250.001
}

// TestLinksAreExact compares the predicted link events with samples of the model.
func TestLinksAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 8).Draw(t, "n")
		m, cfg := wanderers(t, n)
		cfg.Until = 60 * time.Second
		j := new(journal)
		play(t, cfg, j)
		linked := make([][]bool, n)
		for i := range linked {
			linked[i] = make([]bool, n)
		}
		k := 0
		for at := time.Duration(0); at < cfg.Until; at += 37 * time.Millisecond {
			for ; k < len(j.records) && j.records[k].At <= protocol.Time(at); k++ {
				r := j.records[k]
				if r.Kind == trace.LinkUp || r.Kind == trace.LinkDown {
					if linked[r.Node-1][r.Peer-1] == (r.Kind == trace.LinkUp) {
						t.Fatalf("%v at %v changes nothing", r.Kind, r.At)
					}
					linked[r.Node-1][r.Peer-1] = r.Kind == trace.LinkUp
				}
			}
			for a := range n {
				for b := a + 1; b < n; b++ {
					if near, clear := m.inRange(a, b, at); clear && linked[a][b] != near {
						t.Fatalf("at %v link %d-%d is %v, want %v", at, a+1, b+1, linked[a][b], near)
					}
				}
			}
		}
	})
}

// TestHearersAreExact compares the receivers of broadcasts with the model.
func TestHearersAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "n")
		m, cfg := wanderers(t, n)
		cfg.Until = 60 * time.Second
		cfg.Faults = []Fault{{Every: 700 * time.Millisecond, Kind: FaultElect, Target: TargetAll}}
		j := &silent{journal{}}
		play(t, cfg, j)
		got := map[uint64][]protocol.ID{}
		for _, r := range j.of(trace.Receive) {
			got[r.Frame] = append(got[r.Frame], r.Node)
		}
		for _, r := range j.of(trace.Transmit) {
			if !slices.IsSorted(got[r.Frame]) {
				t.Fatalf("frame %d was heard in the order %v", r.Frame, got[r.Frame])
			}
			for b := range n {
				near, clear := m.inRange(int(r.Node)-1, b, time.Duration(r.At))
				if heard := slices.Contains(got[r.Frame], id(b)); clear && int(r.Node) != b+1 && heard != near {
					t.Fatalf("at %v node %d heard node %d: %v, want %v", r.At, b+1, r.Node, heard, near)
				}
			}
		}
	})
}

// silent is a journal that wants no links, so that none are followed.
type silent struct{ journal }

func (*silent) Wants() trace.Set { return trace.All &^ trace.Of(trace.LinkUp, trace.LinkDown) }

// TestWatchingLinksChangesNoCounter: links that only a sink wants are followed by events
// that the counters leave out. So a run has the same counters whatever its sinks want,
// over a disk and over a channel.
func TestWatchingLinksChangesNoCounter(t *testing.T) {
	for name, channel := range map[string]bool{"disk": false, "channel": true} {
		count := func(sink trace.Sink) Counters {
			cfg := plane(make([][2]float64, 20))
			cfg.Mobility, cfg.Until, cfg.Sinks = strolling(t, 900), 30*time.Second, []trace.Sink{sink}
			if channel {
				cfg.Medium = channelOf(t, cfg.Seed, ns3s())
			}
			w := play(t, cfg)
			return w.Counters()
		}
		all := new(journal)
		got, want := count(all), count(new(silent))
		if len(all.of(trace.LinkUp)) < 10 {
			t.Errorf("%s: only %d links came", name, len(all.of(trace.LinkUp)))
		}
		if got.Events != want.Events || got.Transmissions != want.Transmissions || got.Deliveries != want.Deliveries {
			t.Errorf("%s: watched %+v, not watched %+v", name, got, want)
		}
	}
}

// gossip reads its neighbours whenever it receives something.
type gossip struct {
	rumour
	seen *[][]protocol.ID
}

func (m *gossip) Receive(env *protocol.Env, from protocol.ID, msg protocol.Message) {
	*m.seen = append(*m.seen, slices.Clone(env.Neighbours()))
	m.rumour.Receive(env, from, msg)
}

// TestAskingForNeighboursDisturbsNoDelivery: Neighbours does not overwrite the list of
// receivers of the delivery under way.
func TestAskingForNeighboursDisturbsNoDelivery(t *testing.T) {
	cfg := plane([][2]float64{{0, 0}, {200, 0}, {0, 200}, {-200, 0}, {0, -200}, {400, 0}})
	var seen [][]protocol.ID
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &gossip{seen: &seen} })
	cfg.Start = Start{Elect: []protocol.ID{1}}
	play(t, cfg, new(silent))
	// By hand: 1 hears 2, 3, 4, 5; 2 hears 1 and 6; the others hear 1 alone (200·√2 is
	// 283 m). Each of the six broadcasts once: 4 + 2 + 1 + 1 + 1 + 1 receptions.
	if len(seen) != 10 {
		t.Fatalf("%d receptions, want 10", len(seen))
	}
	if want := []protocol.ID{1, 6}; !slices.Equal(seen[0], want) {
		t.Errorf("node 2 has neighbours %v, want %v", seen[0], want)
	}
	if want := []protocol.ID{1}; !slices.Equal(seen[1], want) || !slices.Equal(seen[3], want) {
		t.Errorf("nodes 3 and 5 have neighbours %v and %v, want %v", seen[1], seen[3], want)
	}
}

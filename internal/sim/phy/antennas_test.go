package phy

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/paulmach/orb"

	"bellwether/protocol"
	"bellwether/radio"
)

type fixedHeading float64

func (h fixedHeading) HeadingDeg(protocol.ID, protocol.Time) float64 { return float64(h) }

// directed is a channel of log-distance with antennas.
func directed(t *testing.T, own ...radio.Antenna) *Channel {
	t.Helper()
	emitter := radio.DefaultEmitter()
	emitter.Antennas, emitter.Header = own, fixedHeading(90)
	c, err := NewChannel(radio.ChannelOptions{Path: radio.DefaultLogDistance(), Emitter: emitter, Receiver: radio.DefaultReceiver()}, Site{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func sector(bearing float64) radio.Antenna {
	return radio.Antenna{Pattern: "sector", BearingDeg: bearing, GainDB: 8, WidthDeg: 65, DepthDB: 30}
}

// The power is that of the path, and the gains of both ends towards each other.
func TestGainsOfBothEndsCount(t *testing.T) {
	a, b := sector(0), sector(180)
	hop := radio.Hop{From: 1, To: 2, ToM: orb.Point{50, 0}}
	path := 16.0206 - radio.DefaultLogDistance().LossDB(50)
	ahead := sector(-90)
	ahead.Ahead = true // heads along y: it looks along x
	for _, c := range []struct {
		of   string
		own  []radio.Antenna
		want float64
	}{
		{"towards each other", []radio.Antenna{a, b}, path + 16},
		{"one looks away", []radio.Antenna{a, sector(0)}, path + 8 - 22},
		{"one is unknown", []radio.Antenna{a}, path + 8},
		{"one looks ahead", []radio.Antenna{ahead, b}, path + 16},
	} {
		ch := directed(t, c.own...)
		got, back := ch.MeanDBm(hop), ch.MeanDBm(reversed(hop))
		if math.Abs(got-c.want) > 0.0021 || got != back {
			t.Errorf("%s: %.4f dBm there and %.4f back, want %.4f both ways", c.of, got, back, c.want)
		}
	}
}

// A drone at the edge of a sector's lobe, 32.5° up, gets 3 dB less, and one straight above a dipole
// what the null leaves; both ways.
func TestAntennasLookUp(t *testing.T) {
	standing := radio.Antenna{Pattern: "dipole", GainDB: 2.15, DepthDB: 30}
	up := 50 * math.Tan(32.5*math.Pi/180)
	for _, c := range []struct {
		of      string
		own     []radio.Antenna
		toM     orb.Point
		aboveM  float64
		gainsDB float64
	}{
		{"a sector", []radio.Antenna{sector(0)}, orb.Point{50, 0}, up, 8 - 3},
		{"sectors that see each other", []radio.Antenna{sector(0), sector(180)}, orb.Point{50, 0}, up, 2 * (8 - 3)},
		{"a dipole below", []radio.Antenna{standing}, orb.Point{0, 0}, 5, 2.15 - 30},
		{"a dipole beside", []radio.Antenna{standing}, orb.Point{50, 0}, 0, 2.15},
	} {
		ch := directed(t, c.own...)
		hop := radio.Hop{From: 1, To: 2, ToM: c.toM, FromAltitudeM: 10, ToAltitudeM: 10 + c.aboveM}
		want := 16.0206 - radio.DefaultLogDistance().LossDB(math.Sqrt(hop.SquareM2())) + c.gainsDB
		if got, back := ch.MeanDBm(hop), ch.MeanDBm(reversed(hop)); math.Abs(got-want) > 0.0021 || got != back {
			t.Errorf("%s: %.4f dBm there and %.4f back, want %.4f both ways", c.of, got, back, want)
		}
	}
}

// A node that sends by a sector and receives by an omni antenna is heard where it does not hear.
func TestAntennasMakeLinksOfOneDirection(t *testing.T) {
	mast := sector(0)
	mast.Use = radio.UseSend
	ch := directed(t, mast)
	hop := radio.Hop{From: 1, To: 2, ToM: orb.Point{300, 0}} // omni nodes reach 221 m, and 8 dB more 1.85 times as far
	if !ch.Carries(hop) || ch.Carries(reversed(hop)) || ch.Bidirectional(hop) || ch.Bidirectional(reversed(hop)) {
		t.Error("300 m: want a link from the mast alone")
	}
	if hop.ToM = (orb.Point{200, 0}); !ch.Bidirectional(hop) || !ch.Bidirectional(reversed(hop)) {
		t.Error("200 m: want a link in both directions")
	}
	if hop.ToM = (orb.Point{-100, 0}); ch.Carries(hop) || !ch.Carries(reversed(hop)) {
		t.Error("100 m behind the mast: want a link to the mast alone")
	}
}

// Nothing is heard beyond the reach, and what is both ways is what each way is.
func TestReachHoldsForAntennas(t *testing.T) {
	g := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var own []radio.Antenna
		for range 3 {
			a := sector(360 * g.Float64())
			a.Pattern, a.Use = []string{"omni", "sector", "dipole", "dipole-flat"}[g.IntN(4)], []string{"both", "send", "receive"}[g.IntN(3)]
			a.GainDB, a.Ahead = 20*g.Float64()-5, g.IntN(2) == 0
			own = append(own, a)
		}
		ch := directed(t, own...)
		for range 200 {
			h := radio.Hop{From: protocol.ID(1 + g.IntN(4)), To: protocol.ID(5 + g.IntN(2)), ToM: orb.Point{4000*g.Float64() - 2000, 4000*g.Float64() - 2000}}
			h.To = protocol.ID(1 + (int(h.From)+g.IntN(3))%4)
			if h.To == h.From {
				continue
			}
			power := ch.same.dB() - ch.path.LossDB(math.Sqrt(radio.DistanceSquared(h.FromM, h.ToM))) + ch.antennas.gain(&h).dB()
			if heard := ch.Receive(h, 64) == radio.Heard; heard != ch.Carries(h) || math.Abs(power+101) > 0.01 && heard != (power > -101) {
				t.Fatalf("%+v: heard %t at %v dBm", h, heard, power)
			}
			if both := ch.Carries(h) && ch.Carries(reversed(h)); both != ch.Bidirectional(h) {
				t.Fatalf("%+v: both ways %t", h, both)
			}
		}
	}
}

func TestAntennasThatCannotBeAreRefused(t *testing.T) {
	emitter := radio.DefaultEmitter()
	emitter.Antennas = []radio.Antenna{{Pattern: "horn"}, {Ahead: true}}
	_, err := NewChannel(radio.ChannelOptions{Path: radio.DefaultLogDistance(), Emitter: emitter, Receiver: radio.DefaultReceiver()}, Site{})
	if err == nil || !strings.Contains(err.Error(), "horn") || !strings.Contains(err.Error(), "nothing states where it heads") {
		t.Error(err)
	}
}

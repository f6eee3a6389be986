package phy

import (
	"math"
	"testing"
	"time"

	"github.com/paulmach/orb"
	"pgregory.net/rapid"

	"bellwether/protocol"
	"bellwether/radio"
)

// from returns the arrival of a frame that is sent d metres away.
func from(m *Interference, d float64) Arrival {
	return m.Arrive(&radio.Hop{From: 1, To: 2, ToM: orb.Point{d, 0}}, 100)
}

func TestStrengthsArePowersOfTen(t *testing.T) {
	p := newPowers()
	rapid.Check(t, func(t *rapid.T) {
		above := rapid.IntRange(0, 119_999).Draw(t, "thousandths")
		got, want := float64(p.of(level(above))), 1024*math.Pow(10, float64(above)/10_000)
		if math.Abs(got-want) > 2+want*1e-5 {
			t.Fatalf("%d thousandths of a decibel are %v, want %v", above, got, want)
		}
	})
	if p.of(-1) != 0 || p.of(0) != 1024 || p.of(120_000) != p.of(farLevel) {
		t.Error("strengths do not begin at 1024 and end at 120 dB")
	}
}

func TestInterferenceOverADisk(t *testing.T) {
	m := within(radio.DefaultCSMA(), 250)
	// By hand: 2.2 ranges are farther than 10^(10/40) = 1.78 ranges.
	if m.ReachM() != 550 {
		t.Errorf("reach %v m, want 550", m.ReachM())
	}
	if a := from(m, 250); a.Reception != radio.Heard || !m.Busy(a.Mean) {
		t.Errorf("at the rim %+v", a)
	}
	if a := from(m, 250.001); a.Reception != radio.Beyond || !m.Busy(a.Mean) {
		t.Errorf("beyond the rim %+v", a)
	}
	if a := from(m, 550); !m.Busy(a.Mean) || a.Mean != unit {
		t.Errorf("at the reach %+v", a)
	}
	if a := from(m, 550.001); a != (Arrival{}) {
		t.Errorf("beyond the reach %+v", a)
	}
	// If nodes sense no farther than they hear, frames count up to the distance at which
	// one alone spoils another from the border of the range: 250 m · 10^(10/40) = 444.57
	// m.
	c := radio.DefaultCSMA()
	c.SenseRange = 1
	m = within(c, 250)
	if got := m.ReachM(); math.Abs(got-444.57) > 0.01 {
		t.Errorf("reach %v m, want 444.57", got)
	}
	rim := from(m, 250).Signal
	if near, far := from(m, 444), from(m, 444.6); m.Captures(rim, near.Mean) || far.Mean != 0 || m.Busy(near.Mean) {
		t.Errorf("at 444 m %+v, at 444.6 m %+v: want the first to spoil a frame from 250 m without being sensed", near, far)
	}
	if on := from(m, 0); on.Mean != unit*1e12 || !m.Captures(on.Signal, rim) {
		t.Errorf("at no distance %+v", on)
	}
}

func TestExponentsOfADisk(t *testing.T) {
	// Twice the distance takes 10·log10(2^n) decibels, whichever way it is computed.
	for _, exponent := range []float64{2, 2.5, 3, 4, 6} {
		c := radio.DefaultCSMA()
		c.Exponent = exponent
		m := within(c, 250)
		got := float64(from(m, 100).Mean) / float64(from(m, 200).Mean)
		if want := math.Pow(2, exponent); math.Abs(got/want-1) > 1e-3 {
			t.Errorf("exponent %v: half the distance is %v times as strong, want %v", exponent, got, want)
		}
	}
}

func interferenceOf(t *testing.T, o radio.ChannelOptions) *Interference {
	t.Helper()
	channel, err := NewChannel(o, Site{})
	if err != nil {
		t.Fatal(err)
	}
	c := radio.DefaultCSMA()
	c.SenseDBm = channel.LinkDBm()
	return overChannel(c, channel)
}

func ns3(o radio.ChannelOptions) radio.ChannelOptions {
	o.Path, o.Emitter = radio.DefaultLogDistance(), radio.DefaultEmitter()
	if o.Receiver == (radio.Receiver{}) {
		o.Receiver = radio.DefaultReceiver()
	}
	return o
}

func TestCaptureBySignalToInterference(t *testing.T) {
	m := interferenceOf(t, ns3(radio.ChannelOptions{}))
	signal := from(m, 100).Signal
	// By hand, 30·log10(d/100): frames from 210 m are 9.67 dB weaker, from 220 m 10.27 dB
	// and from 260 m 12.45 dB. Two from 260 m together are 9.44 dB weaker; one from 260 m
	// and one from 400 m, 18.06 dB, are 11.40 dB weaker.
	for _, c := range []struct {
		others []float64
		want   bool
	}{
		{nil, true}, {[]float64{210}, false}, {[]float64{220}, true}, {[]float64{260}, true},
		{[]float64{260, 260}, false}, {[]float64{260, 400}, true}, {[]float64{50}, false},
	} {
		var sum Strength
		for _, d := range c.others {
			sum += from(m, d).Mean
		}
		if got := m.Captures(signal, sum); got != c.want {
			t.Errorf("a frame from 100 m among others from %v m: received %v", c.others, got)
		}
	}
	// ns-3's range is 221 m. A frame that is 10 dB weaker, from 221 · 10^(1/3) = 476 m,
	// no longer counts. A frame that is heard is also sensed.
	if a := from(m, 470); a.Mean == 0 || m.Busy(a.Mean) || a.Reception != radio.Beyond {
		t.Errorf("from 470 m %+v, want a frame that only interferes", a)
	}
	if a := from(m, 480); a.Mean != 0 {
		t.Errorf("from 480 m %+v, want nothing", a)
	}
	if a := from(m, 220); !m.Busy(a.Mean) || a.Reception != radio.Heard {
		t.Errorf("from 220 m %+v, want a frame that is heard and sensed", a)
	}
}

func TestFadesDoNotChangeInterference(t *testing.T) {
	m, still := interferenceOf(t, ns3(radio.ChannelOptions{Fading: radio.Rayleigh()})), interferenceOf(t, ns3(radio.ChannelOptions{}))
	varied := map[Strength]bool{}
	for slot := range 100 {
		h := radio.Hop{From: 1, To: 2, ToM: orb.Point{100, 0}, At: protocol.Time(slot) * protocol.Time(time.Millisecond)}
		a := m.Arrive(&h, 100)
		varied[a.Signal] = true
		if want := from(still, 100).Mean; a.Mean != want {
			t.Fatalf("slot %d: the interference is %d, want %d as without fades", slot, a.Mean, want)
		}
	}
	if len(varied) < 50 {
		t.Errorf("%d signals in 100 slots", len(varied))
	}
}

// A medium without other senders receives the frames that the channel alone receives, also by
// a fade on a path that is not a link.
func TestInterferenceAloneHearsWhatItsChannelHears(t *testing.T) {
	for _, receiver := range []radio.Receiver{{}, {Modulation: chirp, NoiseFigureDB: 6, BandwidthHz: 125e3}} {
		o := ns3(radio.ChannelOptions{Seed: 3, Fading: radio.Rayleigh(), Shadowing: radio.Shadowing{SigmaDB: 4, CorrelationM: 10}, Receiver: receiver})
		channel, err := NewChannel(o, Site{})
		if err != nil {
			t.Fatal(err)
		}
		numbers := radio.DefaultCSMA()
		numbers.CaptureDB, numbers.SenseDBm = 3, channel.LinkDBm()
		m := overChannel(numbers, channel)
		heard := 0
		for k := range 5000 {
			d := channel.ReachM() * float64(k) / 5000
			h := radio.Hop{From: 1, To: protocol.ID(2 + k), ToM: orb.Point{d, 0}, At: protocol.Time(k) * protocol.Time(time.Millisecond)}
			want, got := channel.Receive(h, 40), m.Arrive(&h, 40)
			if got.Reception != want || want != radio.Beyond && (got.Mean == 0 || !m.Decodes(&h, got, Amid{Bytes: 40})) && want == radio.Heard {
				t.Fatalf("at %v m the channel has %d, the medium %+v", d, want, got)
			}
			if want == radio.Heard {
				heard++
			}
		}
		if heard < 100 {
			t.Errorf("%d frames of 5000 were heard", heard)
		}
	}
}

// Interference as strong as the noise halves the ratio of signal to noise: a frame has the
// same chance as one that is sent with 3.010 dB less power and without interference.
func TestOthersAreNoiseToACurve(t *testing.T) {
	o := ns3(radio.ChannelOptions{Receiver: radio.Receiver{Modulation: ofdm6, NoiseFigureDB: 7, BandwidthHz: 20e6}})
	const bytes = 64
	numbers := radio.DefaultCSMA()
	numbers.CaptureDB = 0.1 // the curve alone decides
	channel, err := NewChannel(o, Site{})
	if err != nil {
		t.Fatal(err)
	}
	o.Emitter.PowerDBm -= 3.010
	weaker, err := NewChannel(o, Site{})
	if err != nil {
		t.Fatal(err)
	}
	m, distance := overChannel(numbers, channel), weaker.RangeM() // where half of them are received
	others := m.powers.of(levelOf(NoiseDBm(o.Receiver)) - m.least)
	got, alone, agree := 0, 0, 0
	const frames = 2000
	for slot := range frames {
		h := radio.Hop{From: 1, To: 2, ToM: orb.Point{distance, 0}, At: protocol.Time(slot) * protocol.Time(time.Millisecond)}
		a := m.Decodes(&h, m.Arrive(&h, bytes), Amid{Others: others, Bytes: bytes})
		b := weaker.Receive(h, bytes) == radio.Heard
		if a {
			got++
		}
		if b {
			alone++
		}
		if a == b {
			agree++
		}
	}
	if got < frames/20 || got > frames*19/20 || agree < frames*98/100 {
		t.Errorf("%d of %d frames are received, %d of those with half the power, %d agree", got, frames, alone, agree)
	}
}

func TestCSMAIsValidated(t *testing.T) {
	if err := radio.DefaultCSMA().Validate(); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*radio.CSMA){
		"slot": func(c *radio.CSMA) { c.Slot = 0 }, "sifs": func(c *radio.CSMA) { c.SIFS = -1 }, "difs": func(c *radio.CSMA) { c.DIFS = c.SIFS },
		"windows": func(c *radio.CSMA) { c.WindowMin = c.WindowMax + 1 }, "largest window": func(c *radio.CSMA) { c.WindowMax = 1 << 15 },
		"lifetime": func(c *radio.CSMA) { c.Lifetime = -1 }, "capture": func(c *radio.CSMA) { c.CaptureDB = 0 },
		"capture is no number": func(c *radio.CSMA) { c.CaptureDB = math.NaN() }, "sense": func(c *radio.CSMA) { c.SenseDBm = math.Inf(1) },
		"sense range": func(c *radio.CSMA) { c.SenseRange = 0 }, "exponent": func(c *radio.CSMA) { c.Exponent = 0.5 },
	} {
		c := radio.DefaultCSMA()
		spoil(&c)
		if c.Validate() == nil {
			t.Errorf("%s: %+v is accepted", name, c)
		}
	}
}

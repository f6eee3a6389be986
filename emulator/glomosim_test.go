package emulator

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/sim/presets"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// paperRadio is a world with GloMoSim's radio for 200 m in free space.
func paperRadio(t *testing.T, seed uint64, places [][2]float64, m talker) Config {
	t.Helper()
	p, ok := presets.ByName("glomosim-200")
	if !ok {
		t.Fatal("no such preset")
	}
	cfg := shared(places, m)
	cfg.Seed, cfg.Link = seed, p.Link
	cfg.Medium = channelOf(t, seed, radio.ChannelOptions{Path: radio.Friis{Carrier: p.Carrier, SystemLoss: 1}, Emitter: p.Emitter, Receiver: p.Receiver})
	access := p.Access
	access.SenseDBm = p.SenseDBm
	cfg.Access = &access
	return cfg
}

func TestGloMoSimsDiscIsExact(t *testing.T) {
	cfg := paperRadio(t, 1, [][2]float64{{0, 0}, {200, 0}}, talker{})
	for d, want := range map[float64]radio.Reception{199.9: radio.Heard, 200: radio.Heard, 200.1: radio.Beyond} {
		h := radio.Hop{From: 1, To: 2, ToM: orb.Point{d, 0}}
		if got := cfg.Medium.Receive(h, 100); got != want || cfg.Medium.Carries(h) != (want == radio.Heard) {
			t.Errorf("at %v m: %v, want %v", d, got, want)
		}
	}
}

// Of messages of 128 bytes, which have no more headers here, GloMoSim's unicast takes 1.7
// ms and its broadcast 0.8 ms. By hand: DIFS 50 µs; each frame 192 µs and 4 µs a byte; RTS
// 20, CTS 14, data 156, acknowledgement 14 bytes; SIFS 10 µs three times.
func TestGloMoSimsExchange(t *testing.T) {
	for _, c := range []struct {
		to   protocol.ID
		want time.Duration
	}{{2, 50*us + 4*192*us + 4*204*us + 30*us}, {protocol.Nobody, 50*us + 192*us + 4*156*us}} {
		cfg := paperRadio(t, 1, [][2]float64{{0, 0}, {150, 0}}, talker{to: c.to, frames: 1, bytes: 128})
		cfg.Faults = []Fault{speak(10*ms, 1)}
		_, j := run(t, cfg)
		sent := j.of(trace.Transmit)
		got := time.Duration(sent[len(sent)-1].At) - 10*ms
		if off := got - c.want; off < 0 || off > 4*7*us { // four times the propagation over the reach, 2 km
			t.Errorf("to %d: %v, want %v and the propagation", c.to, got, c.want)
		}
	}
}

// An absent neighbour is given up after 45 ± 11 ms, at most 85: eight RTS.
func TestGloMoSimGivesUp(t *testing.T) {
	const worlds = 60
	sum, most := 0.0, 0.0
	for seed := range worlds {
		cfg := paperRadio(t, uint64(seed+1), [][2]float64{{0, 0}, {201, 0}}, talker{to: 2, frames: 1, bytes: 128})
		cfg.Faults = []Fault{speak(10*ms, 1)}
		_, j := run(t, cfg)
		lost := j.of(trace.Lost)
		if len(lost) != 1 || lost[0].Why != trace.WhyRetries || j.count(trace.Transmit, trace.WhyRTS) != 8 {
			t.Fatalf("lost %v after %v", lost, tries(j))
		}
		took := (time.Duration(lost[0].At) - 10*ms).Seconds() * 1000
		sum, most = sum+took, max(most, took)
	}
	t.Logf("mean %.1f ms, at most %.1f", sum/worlds, most)
	if mean := sum / worlds; math.Abs(mean-45) > 4*11/math.Sqrt(worlds) || most > 85 {
		t.Errorf("given up after %.1f ms on average, and %.1f at most: want 45 ± 11 and 85", mean, most)
	}
}

// A node that senses a sender too far away to be received gives no CTS.
func TestGloMoSimGivesNoCTSWhileItSenses(t *testing.T) {
	// Node 2 is between node 1, 100 m away, and node 3. From 560 m it senses node 3 (632 m),
	// whose frame is 15 dB weaker than the RTS; node 1, 660 m away, does not sense it.
	for _, c := range []struct {
		farM   float64
		answer radio.Answer
		want   int
	}{{560, radio.AnswerIdle, 0}, {640, radio.AnswerIdle, 1}, {560, radio.AnswerUnreserved, 1}} {
		cfg := paperRadio(t, 1, [][2]float64{{-100, 0}, {0, 0}, {c.farM, 0}}, talker{})
		cfg.Access.DCF.Answer = c.answer
		cfg.Algorithm = algorithm(0, func() protocol.Machine { return &askingOne{} })
		cfg.Algorithm.Kinds[0].Message = load{}
		cfg.Link.Retries = 0
		cfg.Faults = []Fault{speak(10*ms, 3), speak(12*ms, 1)}
		_, j := run(t, cfg)
		if got := j.count(trace.Transmit, trace.WhyCTS); got != c.want {
			t.Errorf("a sender %v m away, answer %q: %d CTS, want %d: %v", c.farM, c.answer, got, c.want, tries(j))
		}
	}
}

// askingOne is node 1, which sends to 2, or node 3, which broadcasts 4 ms.
type askingOne struct{ talker }

func (m *askingOne) Elect(env *protocol.Env) {
	if env.Self() == 1 {
		env.Send(2, load{128})
	} else {
		env.Broadcast(load{2000})
	}
}

// Two synchronous senders at random in the disc: one is captured in 10 % of the cases.
func TestGloMoSimsCapture(t *testing.T) {
	worlds := sample.Size(200, 200)
	captured := 0
	place := rand.New(rand.NewPCG(1, 2))
	in := func() [2]float64 {
		r, angle := 200*math.Sqrt(place.Float64()), 2*math.Pi*place.Float64()
		return [2]float64{r * math.Cos(angle), r * math.Sin(angle)}
	}
	for seed := range worlds {
		cfg := paperRadio(t, uint64(seed+1), [][2]float64{{0, 0}, in(), in()}, talker{frames: 1, bytes: 128})
		cfg.Until = 20 * ms
		cfg.Faults = []Fault{speak(10*ms, 2, 3)}
		_, j := run(t, cfg)
		captured += len(atNode(j, 1))
	}
	// By hand: the squares of the distances are uniform, and their ratio exceeds 10 in 1/10.
	share := float64(captured) / float64(worlds)
	t.Logf("captured %.3f of %d", share, worlds)
	if off := 4 * math.Sqrt(0.1*0.9/float64(worlds)); math.Abs(share-0.1) > off {
		t.Errorf("one of two is captured in %.3f of the cases, want 0.1 within %.3f", share, off)
	}
}

package emulator

import (
	"math"
	"testing"
	"time"

	"bellwether/internal/sim/phy"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// byPieces is a world of 1 Mbit/s whose frames are decided piece by piece. Node 2 and each
// other node hear each other, with the loss of log-distance; the others hear nobody else.
func byPieces(t *testing.T, places [][2]float64, m talker) Config {
	t.Helper()
	cfg := shared(places, m)
	o := radio.ChannelOptions{Emitter: radio.DefaultEmitter(), Receiver: radio.Receiver{Modulation: "dbpsk", NoiseFigureDB: 7, BandwidthHz: 22e6}}
	for k, p := range places {
		if id := protocol.ID(k + 1); id != 2 {
			loss := radio.DefaultLogDistance().LossDB(math.Hypot(p[0]-places[1][0], p[1]-places[1][1]))
			o.Matrix = append(o.Matrix, radio.Entry{From: id, To: 2, LossDB: loss}, radio.Entry{From: 2, To: id, LossDB: loss})
		}
	}
	cfg.Medium = channelOf(t, cfg.Seed, o)
	cfg.Access.Overlap, cfg.Access.SenseDBm = radio.OverlapSINR, 0
	return cfg
}

// shares returns how many of 400 frames of 1000 bytes from node 1 arrive at node 2, while a
// frame of 250 bytes from each of some others begins 5 ms later.
func shares(t *testing.T, places [][2]float64, others ...protocol.ID) (share float64) {
	t.Helper()
	const frames = 400
	heard := 0
	cfg := byPieces(t, places, talker{})
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &longAndShort{} })
	cfg.Algorithm.Kinds[0].Message = load{}
	cfg.Until = 20 * time.Second
	for k := range frames {
		at := 10*ms + time.Duration(k)*20*ms
		cfg.Faults = append(cfg.Faults, speak(at, 1))
		if len(others) > 0 {
			cfg.Faults = append(cfg.Faults, speak(at+5*ms, others...))
		}
	}
	_, j := run(t, cfg)
	for _, r := range j.of(trace.Receive) {
		if r.Node == 2 && r.Peer == 1 {
			heard++
		}
	}
	return float64(heard) / frames
}

// longAndShort broadcasts 1000 bytes as node 1, 250 as another.
type longAndShort struct{ talker }

func (m *longAndShort) Elect(env *protocol.Env) {
	if env.Self() == 1 {
		env.Broadcast(load{1000})
	} else {
		env.Broadcast(load{250})
	}
}

// byHand is the chance of a frame, computed by hand: bits at one ratio of signal to noise and others, the
// rest at another; powers in dBm.
func byHand(signal float64, bits int, others []float64, all int) float64 {
	watts := func(dBm float64) float64 { return math.Pow(10, dBm/10) }
	noise := watts(-173.975 + 10*math.Log10(22e6) + 7)
	amid := noise
	for _, dBm := range others {
		amid += watts(dBm)
	}
	right := func(amid float64, bits int) float64 {
		return math.Pow(1-phy.BitErrorRate("dbpsk", watts(signal)/amid), float64(bits))
	}
	return right(noise, all-bits) * right(amid, bits)
}

// power is the received power in dBm at a distance.
func power(distanceM float64) float64 {
	return radio.DefaultEmitter().PowerDBm - radio.DefaultLogDistance().LossDB(distanceM)
}

func TestPiecesOfAFrameAreDecidedApart(t *testing.T) {
	// A quarter of the frame of 8000 bits is overlapped: by 250 bytes and their preamble.
	for _, c := range []struct {
		name     string
		senderM  float64
		othersM  []float64
		min, max float64 // by hand, wide enough not to be another case's
	}{
		{"noise alone, near", 100, nil, 1, 1},
		{"noise alone, far", 165, nil, 0.7, 0.8},
		{"one interferer", 100, []float64{78.5}, 0.75, 0.85},
		{"two of half the power", 100, []float64{98.9, 98.9}, 0.75, 0.85},
		{"one of half the power", 100, []float64{98.9}, 0.999, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			places := [][2]float64{{-c.senderM, 0}, {0, 0}}
			var others []protocol.ID
			var powers []float64
			for k, d := range c.othersM {
				places = append(places, [2]float64{d * math.Cos(float64(k)), d * math.Sin(float64(k))})
				others = append(others, protocol.ID(k+3))
				powers = append(powers, power(d))
			}
			bits := 2000 + 100 // 250 bytes and a preamble of 100 µs
			want := byHand(power(c.senderM), bits, powers, 8000)
			if want < c.min || want > c.max {
				t.Fatalf("by hand %.4f, which is not what the case is for", want)
			}
			got := shares(t, places, others...)
			t.Logf("arrive %.4f, by hand %.4f", got, want)
			if off := 4*math.Sqrt(want*(1-want)/400) + 0.005; math.Abs(got-want) > off {
				t.Errorf("%.4f of the frames arrive, want %.4f within %.4f", got, want, off)
			}
		})
	}
}

func TestCaptureFollowsFromTheRatio(t *testing.T) {
	// Node 2's receiver follows node 1, far, when node 3, near, begins in the preamble: it
	// turns to it if that is 10 dB stronger than all else, noise included (0.08 dB at 30 m);
	// otherwise it keeps to the first, which is lost, and the second too.
	for _, c := range []struct {
		nearM float64
		want  int
	}{{30 / math.Pow(10, 10.2/30), 1}, {30 / math.Pow(10, 9.9/30), 0}} {
		cfg := byPieces(t, [][2]float64{{-30, 0}, {0, 0}, {c.nearM, 0}}, talker{frames: 1, bytes: 1000})
		cfg.Faults = []Fault{speak(10*ms, 1), speak(10*ms+50*us, 3)}
		_, j := run(t, cfg)
		if got := len(atNode(j, 2)); got != c.want {
			t.Errorf("at %.1f m: %d receptions, want %d: %v", c.nearM, got, c.want, j.of(trace.Lost))
		}
	}
}

// atNode returns what a node received.
func atNode(j *journal, id protocol.ID) (out []trace.Record) {
	for _, r := range j.of(trace.Receive) {
		if r.Node == id {
			out = append(out, r)
		}
	}
	return out
}

func TestBoundedCountsNoise(t *testing.T) {
	// A frame 10.5 dB above an interferer and 20 dB above the noise: by hand the noise takes
	// 0.46 dB (10·log10(1 + 10^-0.95)) of the margin of 0.5; at 19 dB 0.57.
	noise := phy.NoiseDBm(radio.Receiver{NoiseFigureDB: 10, BandwidthHz: 2e6})
	for _, c := range []struct {
		aboveDB float64
		overlap radio.Overlap
		want    int
	}{{20, radio.OverlapBounded, 1}, {19, radio.OverlapBounded, 0}, {19, radio.OverlapCapture, 1}} {
		far, near := (noise+c.aboveDB-10.5)-power(1), (noise+c.aboveDB)-power(1)
		distance := func(gain float64) float64 { return math.Pow(10, -gain/30) }
		cfg := shared([][2]float64{{-distance(near), 0}, {0, 0}, {distance(far), 0}}, talker{frames: 1, bytes: 100})
		cfg.Medium = channelOf(t, cfg.Seed, radio.ChannelOptions{Path: radio.DefaultLogDistance(), Emitter: radio.DefaultEmitter(),
			Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: noise + c.aboveDB - 5, NoiseFigureDB: 10, BandwidthHz: 2e6}})
		cfg.Access.Overlap, cfg.Access.SenseDBm = c.overlap, 0
		cfg.Faults = []Fault{speak(10*ms, 1), speak(10*ms+300*us, 3)}
		_, j := run(t, cfg)
		if got := len(j.of(trace.Receive)); got != c.want {
			t.Errorf("%v dB above noise, %q: %d receptions, want %d: %v", c.aboveDB, c.overlap, got, c.want, j.of(trace.Lost))
		}
	}
}

// rated is a sender of unicast frames with four rates, so far from its receiver.
func rated(t *testing.T, distanceM float64, choice radio.Choice) (journal *journal) {
	t.Helper()
	cfg := byPieces(t, [][2]float64{{0, 0}, {distanceM, 0}}, talker{to: 2, frames: 200, bytes: 1000})
	cfg.Access.SenseDBm = -101
	for _, m := range []radio.Modulation{"dqpsk", "cck-5.5", "cck-11"} {
		rate, _ := phy.RateOf(m)
		cfg.Access.Rates.Faster = append(cfg.Access.Rates.Faster, rate)
	}
	cfg.Access.Rates = radio.DefaultRates(cfg.Access.Rates.Faster...)
	cfg.Access.Rates.Choice = choice
	cfg.Until = 10 * time.Second
	cfg.Faults = []Fault{speak(10*ms, 1)}
	_, j := run(t, cfg)
	return j
}

func TestRatesGoUpAndDown(t *testing.T) {
	// Near: by hand ten frames of 8.1 ms, ten of 4.1 (preamble 100 µs), ten of 1554.545 µs,
	// the rest of 827.273 µs; between the ends of a frame and of its acknowledgement 222.834
	// µs and the next frame's end at least DIFS and its airtime.
	const ackSpan = 10_000 + 212_000
	j := rated(t, 10, radio.ChoiceARF)
	want := map[int]int64{5: 8_100_000, 15: 4_100_000, 25: 1_554_546, 35: 827_273, 150: 827_273}
	var data []trace.Record
	for _, r := range j.of(trace.Transmit) {
		if r.Why == trace.WhyData {
			data = append(data, r)
		}
	}
	if len(data) != 200 {
		t.Fatalf("%d data frames, want 200 without a failure", len(data))
	}
	for k, lasts := range want {
		gap := int64(data[k].At-data[k-1].At) - ackSpan - lasts - 50_000
		if gap < 0 || gap > 10_000 { // twice the propagation
			t.Errorf("frame %d ends %d ns after the one before and its acknowledgement, DIFS and %d ns on the air", k+1, gap, lasts)
		}
	}
	// Far: 2 Mbit/s gets through, 5.5 does not (power −91.3 dBm, 2.2 dB above the noise of
	// −93.6): every probe fails, and is repeated at 2 Mbit/s.
	j = rated(t, 150, radio.ChoiceARF)
	if got, failed := len(j.of(trace.Receive)), j.count(trace.Transmit, trace.WhyData)-200; got != 200 || failed < 10 || failed > 60 {
		t.Errorf("far away %d of 200 frames arrive, after %d failures: want all, and one failure in ten or fifteen frames", got, failed)
	}
	// With the fastest rate alone nothing arrives there.
	if j = rated(t, 150, radio.ChoiceFixed); len(j.of(trace.Receive)) != 0 {
		t.Errorf("at 11 Mbit/s %d frames arrive over 150 m, want none", len(j.of(trace.Receive)))
	}
}

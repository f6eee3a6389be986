package emulator

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// us is a microsecond in virtual nanoseconds.
const us = time.Microsecond

// virtually is a DCF with NAV and RTS for every unicast frame.
func virtually() radio.DCF {
	return radio.DCF{NAV: true, ReserveBytes: 1, LongRetries: radio.DefaultLongRetries}
}

// tries returns who sent what, in order: data, rts, cts, ack by the numbers of nodes.
func tries(j *journal) (out []string) {
	for _, r := range j.of(trace.Transmit) {
		out = append(out, fmt.Sprintf("%d:%v", r.Node, r.Why))
	}
	return out
}

func TestExchangeOfFourFrames(t *testing.T) {
	// By hand, 834 ns of propagation to each: RTS of 20 bytes lasts 260 µs, CTS and
	// acknowledgement of 14 bytes 212 µs, data of 100 bytes 900 µs, SIFS 10 µs.
	cfg := shared([][2]float64{{0, 0}, {200, 0}}, talker{to: 2, frames: 1, bytes: 100})
	cfg.Access.DCF = virtually()
	cfg.Faults = []Fault{speak(10*ms, 1)}
	_, j := run(t, cfg)
	ends := []protocol.Time{10_260_834, 10_483_668, 11_394_502, 11_617_336}
	whys := []trace.Why{trace.WhyRTS, trace.WhyCTS, trace.WhyData, trace.WhyAck}
	sent := j.of(trace.Transmit)
	if len(sent) != 4 {
		t.Fatalf("sent %v, want four frames", tries(j))
	}
	for n, r := range sent {
		if r.At != ends[n] || r.Why != whys[n] {
			t.Errorf("frame %d is %v and ends at %v, want %v at %v", n, r.Why, r.At, whys[n], ends[n])
		}
	}
	if len(j.of(trace.Receive)) != 1 {
		t.Errorf("%d receptions, want one", len(j.of(trace.Receive)))
	}
}

// hidden is a line whose ends do not hear each other: both send to the middle, the second 300
// µs after the first.
func hidden(t *testing.T, d radio.DCF) (lost, data int, j *journal) {
	t.Helper()
	cfg := inLine(talker{to: 2, frames: 1, bytes: 1000})
	cfg.Access.DCF = d
	cfg.Link.Retries = 0
	cfg.Faults = []Fault{speak(10*ms, 1), speak(10*ms+600*us, 3)}
	_, j = run(t, cfg)
	return j.count(trace.Lost, trace.WhyCollision), len(j.of(trace.Receive)), j
}

func TestReservationKeepsHiddenTerminalsApart(t *testing.T) {
	// Without RTS both frames of 8.1 ms overlap at node 2. With it node 3 hears the CTS,
	// which ends 482 µs after the beginning, and waits until the acknowledgement is over.
	if lost, data, _ := hidden(t, radio.DCF{}); lost != 2 || data != 0 {
		t.Errorf("basic access: %d collisions and %d receptions, want 2 and 0", lost, data)
	}
	lost, data, j := hidden(t, virtually())
	if lost != 0 || data != 2 {
		t.Fatalf("reservation: %d collisions and %d receptions, want 0 and 2: %v", lost, data, tries(j))
	}
	// By hand: node 1's acknowledgement ends at 10 ms + 260 + 10 + 212 + 10 + 8100 + 10 +
	// 212 µs and four times 834 ns. DIFS later node 3 asks, for 260 µs.
	sent := j.of(trace.Transmit)
	rts := sent[4]
	began := time.Duration(rts.At) - 260*us - 834
	if rts.Why != trace.WhyRTS || rts.Node != 3 || began != 10*ms+8814*us+4*834+50*us {
		t.Errorf("node 3 asks at %v, want at 18.867336 ms: %v", began, tries(j))
	}
	// The same with an RTS whose reservation is ignored.
	ignored := virtually()
	ignored.NAV = false
	if _, data, j := hidden(t, ignored); data == 2 {
		t.Errorf("without NAV both frames arrive: %v", tries(j))
	}
}

// chain is four nodes in a line: 1 and 2 send to each other, and 3 and 4 do.
func chain() Config {
	cfg := shared([][2]float64{{0, 0}, {200, 0}, {400, 0}, {600, 0}}, talker{})
	cfg.Access.SenseRange = 1
	cfg.Access.DCF = virtually()
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &pairwise{} })
	cfg.Algorithm.Kinds[0].Message = load{}
	return cfg
}

func TestExposedTerminalWaitsForTheWholeExchange(t *testing.T) {
	// 1 ← 2 3 → 4: node 3 hears node 2, and not node 1, whose acknowledgement it does not
	// disturb. By hand: node 2's data end at 10 ms + 260 + 10 + 212 + 10 + 8100 µs and three
	// times 834 ns; they reserve SIFS and an acknowledgement, 222 µs. DIFS later node 3 asks,
	// for 260 µs.
	cfg := chain()
	cfg.Faults = []Fault{speak(10*ms, 2), speak(12*ms, 3)}
	_, j := run(t, cfg)
	sent := j.of(trace.Transmit)
	if len(sent) != 8 || len(j.of(trace.Receive)) != 2 {
		t.Fatalf("%v, want two exchanges of four frames", tries(j))
	}
	began := time.Duration(sent[4].At) - 260*us - 834
	if want := 10*ms + 8592*us + 3*834 + 222*us + 50*us; sent[4].Node != 3 || began != want {
		t.Errorf("node %d asks at %v, want node 3 at %v", sent[4].Node, began, want)
	}
}

func TestReservedNodeGivesNoCTS(t *testing.T) {
	// 1 → 2  3 ← 4: node 3 hears node 2's CTS, and not node 1's data, which are 12 dB weaker
	// than what node 4 asks it: it hears that, and its NAV forbids an answer.
	cfg := chain()
	cfg.Link.Retries = 1
	cfg.Faults = []Fault{speak(10*ms, 1), speak(12*ms, 4)}
	_, j := run(t, cfg)
	for _, r := range j.of(trace.Transmit) {
		if r.Node == 3 {
			t.Errorf("node 3 sends at %v, while node 2 receives: %v", r.At, tries(j))
		}
	}
	if got := j.count(trace.Lost, trace.WhyRetries); got != 1 {
		t.Errorf("%d frames given up, want node 4's after two RTS without CTS: %v", got, tries(j))
	}
	if got := len(j.of(trace.Receive)); got != 1 {
		t.Errorf("%d receptions, want node 2's", got)
	}
}

// pairwise sends to the other of 1, 2 and of 3, 4.
type pairwise struct{ talker }

func (m *pairwise) Elect(env *protocol.Env) {
	env.Send((env.Self()-1^1)+1, load{1000})
}

func TestReservationOfAnRTSEndsEarly(t *testing.T) {
	// Node 3 is out of reach of node 1, whose RTS node 2 hears. By hand: the RTS ends at
	// 10.260834 ms; no data begin within 2 SIFS, a CTS of 212 µs, a preamble of 100 µs and
	// two slots, 372 µs. Node 2's broadcast of 900 µs begins DIFS after that.
	cfg := shared([][2]float64{{0, 0}, {200, 0}, {500, 0}}, talker{to: 3, frames: 1, bytes: 1000})
	cfg.Access.SenseRange = 1
	cfg.Access.DCF = virtually()
	cfg.Link.Retries = 0
	cfg.Algorithm = algorithm(0, func() protocol.Machine { return &either{} })
	cfg.Algorithm.Kinds[0].Message = load{}
	cfg.Faults = []Fault{speak(10*ms, 1), speak(10*ms+100*us, 2)}
	_, j := run(t, cfg)
	for _, r := range j.of(trace.Transmit) {
		if r.Node == 2 {
			if began := time.Duration(r.At) - 900*us - 834; began != 10*ms+260*us+834+372*us+50*us {
				t.Errorf("node 2 began at %v, want at 10.682834 ms", began)
			}
			return
		}
	}
	t.Errorf("node 2 did not send: %v", tries(j))
}

// either is node 1, which sends to 3, or node 2, which broadcasts.
type either struct{ talker }

func (m *either) Elect(env *protocol.Env) {
	if env.Self() == 1 {
		env.Send(3, load{1000})
	} else {
		env.Broadcast(load{100})
	}
}

func TestLongerSpaceAfterAFailedFrame(t *testing.T) {
	// Nodes 1 and 3 collide at node 2, which follows the first to its end at 10.900834 ms,
	// then the second is on the air until 11.100834 ms. Node 2 was told meanwhile. By hand:
	// without EIFS it begins DIFS after that, at 11.150834; EIFS counts from the end of the
	// frame that failed, and takes 364 µs: 11.264834 ms.
	for _, c := range []struct {
		eifs time.Duration
		want time.Duration
	}{{0, 11_150*us + 834}, {364 * us, 11_264*us + 834}} {
		cfg := inLine(talker{frames: 1, bytes: 100})
		cfg.Access.DCF.EIFS = c.eifs
		cfg.Faults = []Fault{speak(10*ms, 1), speak(10*ms+200*us, 3), speak(10*ms+500*us, 2)}
		_, j := run(t, cfg)
		sent := j.of(trace.Transmit)
		if got := time.Duration(sent[2].At) - 900*us - 834; sent[2].Node != 2 || got != c.want {
			t.Errorf("EIFS %v: node 2 began at %v, want %v", c.eifs, got, c.want)
		}
	}
}

func TestGoodFrameEndsTheLongerSpace(t *testing.T) {
	// The same collision, an EIFS of 3 ms, and 200 µs after it a frame of node 1 that node 2
	// receives, at 12.100834 ms: DIFS later node 2 begins, and not at 13.900834.
	cfg := inLine(talker{frames: 1, bytes: 100})
	cfg.Access.DCF.EIFS = 3 * ms
	cfg.Faults = []Fault{speak(10*ms, 1), speak(10*ms+200*us, 3), speak(10*ms+500*us, 2), speak(11*ms+200*us, 1)}
	_, j := run(t, cfg)
	sent := j.of(trace.Transmit)
	if got, want := time.Duration(sent[3].At)-900*us-834, 12_150*us+834; sent[3].Node != 2 || got != want {
		t.Errorf("node %d began at %v, want node 2 at %v", sent[3].Node, got, want)
	}
}

func TestRetriesAreCountedApart(t *testing.T) {
	// Nobody answers: 1 + 7 RTS. Node 2 answers, and the data are lost: 1 + 4 times. By hand,
	// without back-offs: a try takes 1.637336 ms, and its data begin after 493.668 µs.
	cfg := shared([][2]float64{{0, 0}, {300, 0}}, talker{to: 2, frames: 1, bytes: 100})
	cfg.Access.DCF = virtually()
	cfg.Faults = []Fault{speak(10*ms, 1)}
	_, j := run(t, cfg)
	if got := j.count(trace.Transmit, trace.WhyRTS); got != 8 || len(j.of(trace.Transmit)) != 8 {
		t.Errorf("%d RTS, want eight and nothing else: %v", got, tries(j))
	}
	lossy := shared([][2]float64{{0, 0}, {200, 0}}, talker{to: 2, frames: 1, bytes: 100})
	lossy.Access.DCF = virtually()
	lossy.Access.WindowMax = 0
	lossy.Loss = data{}
	lossy.Faults = []Fault{speak(10*ms, 1)}
	_, j = run(t, lossy)
	sent, asked := j.count(trace.Transmit, trace.WhyData), j.count(trace.Transmit, trace.WhyRTS)
	tried := []int64{}
	for _, r := range j.of(trace.Transmit) {
		if r.Why == trace.WhyData {
			tried = append(tried, r.Value)
		}
	}
	if !slices.Equal(tried, []int64{1, 2, 3, 4, 5}) {
		t.Errorf("the data count as tries %v, want 1 to 5", tried)
	}
	if sent != 5 || asked != 5 {
		t.Errorf("%d RTS and %d data, want five of each: %v", asked, sent, tries(j))
	}
}

// data loses the data of TestRetriesAreCountedApart.
type data struct{}

func (data) Lost(_, _ protocol.ID, at protocol.Time) bool {
	return (at-10_000_000)%1_637_336 == 493_668
}

func TestIdleMedium(t *testing.T) {
	// By hand: at once, or DIFS, 50 µs, after 10 ms; and 900 µs and 834 ns on the air.
	for idle, want := range map[radio.Idle]time.Duration{
		radio.IdleSend: 10*ms + 900*us + 834, radio.IdleWait: 10*ms + 50*us + 900*us + 834,
	} {
		cfg := shared([][2]float64{{0, 0}, {200, 0}}, talker{frames: 1, bytes: 100})
		cfg.Access.WindowMin = 31
		cfg.Access.DCF.Idle = idle
		cfg.Faults = []Fault{speak(10*ms, 1)}
		_, j := run(t, cfg)
		if got := time.Duration(j.of(trace.Transmit)[0].At); got != want {
			t.Errorf("%s: the frame ends at %v, want %v", idle, got, want)
		}
	}
	// Both wait for DIFS from 10 ms on, and from 30 µs later: the second hears the first
	// and draws a back-off.
	cfg := shared([][2]float64{{0, 0}, {200, 0}}, talker{frames: 1, bytes: 100})
	cfg.Access.WindowMin, cfg.Access.WindowMax = 1023, 1023
	cfg.Access.DCF.Idle = radio.IdleWait
	cfg.Faults = []Fault{speak(10*ms, 1), speak(10*ms+30*us, 2)}
	_, j := run(t, cfg)
	sent := j.of(trace.Transmit)
	gap := time.Duration(sent[1].At-sent[0].At) - 50*us - 900*us - 834
	if gap <= 0 || gap%(20*us) != 0 {
		t.Errorf("the second frame waited %v beyond DIFS, want slots of 20 µs", gap)
	}
}

// bianchiReserved is the saturation throughput with RTS and CTS: the same, with the times
// of his equation 17. RTS of 160 and CTS of 112 bits have the header of 128 µs.
func bianchiReserved(n, w, m int) float64 {
	const header, ack, sifs, difs, delay, rts, cts = 272 + 128, 112 + 128, 28, 128, 1, 160 + 128, 112 + 128
	return bianchiTimes(n, w, m, rts+sifs+delay+cts+sifs+delay+header+bianchiPayload+sifs+delay+ack+difs+delay, rts+difs+delay)
}

// TestReservedThroughputIsBianchis is TestSaturationThroughputIsBianchis with RTS and CTS.
func TestReservedThroughputIsBianchis(t *testing.T) {
	for _, m := range []int{3, 5} {
		for _, n := range []int{5, 10, 20} {
			if n != 10 && !sample.Whole() {
				continue
			}
			t.Run(fmt.Sprintf("stations=%d/m=%d", n, m), func(t *testing.T) {
				cfg := saturated(n, m)
				cfg.Access.DCF = radio.DCF{NAV: true, ReserveBytes: 1, LongRetries: 255}
				w := play(t, cfg)
				got := float64(w.Counters().Deliveries) * bianchiPayload / cfg.Until.Seconds() / 1e6
				want := bianchiReserved(n, 32, m)
				t.Logf("throughput %.4f, by the model %.4f", got, want)
				if math.Abs(got/want-1) > bianchiTolerance {
					t.Errorf("throughput %.4f, want %.4f within %g", got, want, bianchiTolerance)
				}
			})
		}
	}
}

package emulator

import (
	"fmt"
	"math"
	"testing"
	"time"

	"bellwether/internal/sim/energy"
	"bellwether/internal/sim/phy"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// load is a message of any size.
type load struct{ bytes int }

func (load) Kind() protocol.Kind { return 1 }
func (p load) Fields(w *protocol.Wire) protocol.Message {
	padding := make([]uint8, max(0, p.bytes-3)) // the kind and the length take three bytes
	protocol.Count(w, &padding, math.MaxUint16)
	for i := range padding {
		w.Uint8(&padding[i])
	}
	p.bytes = len(padding) + 3
	return protocol.Done(w, p)
}

// talker sends loads when it is told to elect.
type talker struct {
	to     protocol.ID // Nobody: a broadcast
	frames int
	bytes  int
	jitter time.Duration
}

func (m *talker) Start(*protocol.Env, []byte) {}
func (m *talker) Elect(env *protocol.Env) {
	for range m.frames {
		if m.to == protocol.Nobody {
			env.BroadcastWithin(m.jitter, load{m.bytes})
		} else {
			env.SendWithin(m.jitter, m.to, load{m.bytes})
		}
	}
}
func (m *talker) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (m *talker) Fire(*protocol.Env, protocol.Timer)                   {}
func (m *talker) Snapshot(b []byte) []byte                             { return b }

// shared is a plane with a contended medium whose numbers are easy to add up: 1 byte lasts
// 8 µs, and frames have no header but a preamble of 100 µs.
func shared(places [][2]float64, m talker) Config {
	cfg := plane(places)
	cfg.Link = radio.Link{BitrateBps: 1e6, Preamble: 100 * time.Microsecond, AckBytes: 14, Retries: 7, RetryDelay: time.Millisecond}
	cfg.Access = atOnce()
	cfg.Algorithm = algorithm(0, func() protocol.Machine { n := m; return &n })
	cfg.Algorithm.Kinds[0].Message = load{} // of every size
	return cfg
}

// atOnce returns a CSMA without back-off: on an idle medium frames are sent at once.
func atOnce() *radio.CSMA {
	c := radio.DefaultCSMA()
	c.WindowMin = 0
	return &c
}

// speak tells nodes to elect at an instant.
func speak(at time.Duration, nodes ...protocol.ID) Fault {
	return Fault{At: at, Kind: FaultElect, Target: TargetNodes, Nodes: nodes}
}

// bianchi returns the saturation throughput of n stations by his model: the fixed point of
// his equations 7 and 9, by bisection, inserted into his equation 13 with the times of
// basic access, equation 14. w is the smallest window and m the number of its doublings.
func bianchi(n, w, m int) float64 {
	const header, ack, sifs, difs, delay = 272 + 128, 112 + 128, 28, 128, 1 // bits at 1 Mbit/s, or µs
	return bianchiTimes(n, w, m, header+bianchiPayload+sifs+delay+ack+difs+delay, header+bianchiPayload+difs+delay)
}

// bianchiPayload is that of a frame, in bits.
const bianchiPayload = 8184

// bianchiTimes is the throughput where a success and a collision take so long, in µs.
func bianchiTimes(n, w, m int, success, collision float64) float64 {
	const slot = 50
	tau := func(p float64) float64 {
		sum := 0.0 // (1 − (2p)^m)/(1 − 2p), written so that it is defined at p = 1/2
		for i := range m {
			sum += math.Pow(2*p, float64(i))
		}
		return 2 / (1 + float64(w) + p*float64(w)*sum)
	}
	low, high := 0.0, 1.0
	for range 100 {
		p := (low + high) / 2
		if 1-math.Pow(1-tau(p), float64(n-1)) > p {
			low = p
		} else {
			high = p
		}
	}
	t := tau(low)
	some := 1 - math.Pow(1-t, float64(n))
	one := float64(n) * t * math.Pow(1-t, float64(n-1))
	return one * bianchiPayload / ((1-some)*slot + one*success + (some-one)*collision)
}

// bianchiTolerance is the relative difference that is allowed. In the model a back-off
// counter also decreases once in each busy period; here it decreases only in idle slots.
// The largest difference seen is 1.1 %, with 20 stations.
const bianchiTolerance = 0.02

// saturated is a world of stations that always have a frame for node 1, with the parameters
// of Bianchi's table II and windows that double m times.
func saturated(n, m int) Config {
	places := [][2]float64{{0, 0}} // of the access point, with the others around it
	for i := range n {
		angle := 2 * math.Pi * float64(i) / float64(n)
		places = append(places, [2]float64{10 * math.Cos(angle), 10 * math.Sin(angle)})
	}
	cfg := shared(places, talker{to: 1, frames: 1000, bytes: 8184 / 8})
	cfg.Until = 40 * time.Second
	cfg.Medium = radio.Disk(299.792458) // 1 µs
	cfg.Link = radio.Link{BitrateBps: 1e6, HeaderBytes: 272 / 8, AckBytes: 112 / 8, Preamble: 128 * time.Microsecond,
		Retries: 255, RetryDelay: time.Millisecond}
	*cfg.Access = radio.CSMA{Slot: 50 * time.Microsecond, SIFS: 28 * time.Microsecond, DIFS: 128 * time.Microsecond,
		WindowMin: 31, WindowMax: 32<<m - 1, CaptureDB: 10, SenseRange: 1, Exponent: 4, SenseDBm: -100}
	for i := range n {
		cfg.Start.Elect = append(cfg.Start.Elect, protocol.ID(i+2))
	}
	return cfg
}

// TestSaturationThroughputIsBianchis compares with G. Bianchi, "Performance Analysis of
// the IEEE 802.11 Distributed Coordination Function", 2000, with the parameters of his
// table II.
func TestSaturationThroughputIsBianchis(t *testing.T) {
	for _, m := range []int{3, 5} {
		for _, n := range []int{5, 10, 20} {
			if n != 10 && !sample.Whole() {
				continue // a tenth of a second each
			}
			t.Run(fmt.Sprintf("stations=%d/m=%d", n, m), func(t *testing.T) {
				cfg := saturated(n, m)
				w := play(t, cfg)
				got := float64(w.Counters().Deliveries) * bianchiPayload / cfg.Until.Seconds() / 1e6
				want := bianchi(n, 32, m)
				t.Logf("throughput %.4f, by the model %.4f", got, want)
				if math.Abs(got/want-1) > bianchiTolerance {
					t.Errorf("throughput %.4f, want %.4f within %g", got, want, bianchiTolerance)
				}
			})
		}
	}
}

// reasons returns the reasons of the Lost records, by sender and receiver.
func reasons(j *journal) map[[2]protocol.ID]trace.Why {
	out := map[[2]protocol.ID]trace.Why{}
	for _, r := range j.of(trace.Lost) {
		out[[2]protocol.ID{r.Peer, r.Node}] = r.Why
	}
	return out
}

// inLine returns three nodes in a line, 200 m apart, that sense no farther than they hear.
func inLine(m talker) Config {
	cfg := shared([][2]float64{{0, 0}, {200, 0}, {400, 0}}, m)
	cfg.Access.SenseRange = 1
	return cfg
}

func TestHiddenTerminalsCollide(t *testing.T) {
	// By hand: a frame of 100 bytes takes 900 µs. Node 1 begins at 10 ms, node 3,
	// which does not hear it, 500 µs later; both are 200 m from node 2: 0 dB.
	cfg := inLine(talker{frames: 1, bytes: 100})
	cfg.Faults = []Fault{speak(10*ms, 1), speak(10*ms+500*time.Microsecond, 3)}
	_, j := run(t, cfg)
	if got := j.of(trace.Receive); len(got) != 0 {
		t.Errorf("received %v, want nothing", got)
	}
	lost := reasons(j)
	if len(lost) != 2 || lost[[2]protocol.ID{1, 2}] != trace.WhyCollision || lost[[2]protocol.ID{3, 2}] != trace.WhyCollision {
		t.Errorf("lost %v, want both frames at node 2 by collision", lost)
	}
}

func TestCarrierSenseKeepsHiddenTerminalsApart(t *testing.T) {
	cfg := inLine(talker{frames: 1, bytes: 100})
	cfg.Access.SenseRange, cfg.Access.WindowMin = 2, 31 // 500 m
	cfg.Faults = []Fault{speak(10*ms, 1), speak(10*ms+500*time.Microsecond, 3)}
	_, j := run(t, cfg)
	if got := j.of(trace.Receive); len(got) != 2 || len(j.of(trace.Lost)) != 0 {
		t.Fatalf("received %v, lost %v, want both frames", got, j.of(trace.Lost))
	}
	// By hand: the second finds the medium idle when the first has arrived, waits for
	// DIFS, 50 µs, and the rest of up to 31 slots of 20 µs, and sends for 900 µs and the
	// 834 ns of 250 m.
	sent := j.of(trace.Transmit)
	got := time.Duration(sent[1].At-sent[0].At) - 50*time.Microsecond - 900*time.Microsecond - 834
	if got < 0 || got > 31*20*time.Microsecond {
		t.Errorf("the second frame waited %v beyond DIFS, want up to 31 slots of 20 µs", got)
	}
}

func TestExposedNodeWaits(t *testing.T) {
	// 1 ← 2  3 → 4: node 3 hears 2 and waits, although its frame would collide nowhere.
	cfg := shared([][2]float64{{0, 0}, {200, 0}, {400, 0}, {600, 0}}, talker{frames: 1, bytes: 100})
	cfg.Access.SenseRange = 1
	cfg.Faults = []Fault{speak(10*ms, 2), speak(10*ms+100*time.Microsecond, 3)}
	_, j := run(t, cfg)
	sent := j.of(trace.Transmit)
	if len(sent) != 2 || sent[1].Node != 3 {
		t.Fatalf("sent %v, want the frames of 2 and 3", sent)
	}
	if began := time.Duration(sent[1].At) - 900*time.Microsecond - 834; began < 10*ms+950*time.Microsecond {
		t.Errorf("node 3 began at %v, before node 2 had sent and DIFS was over", began)
	}
	if got := len(j.of(trace.Receive)); got != 4 {
		t.Errorf("%d receptions, want each frame at both neighbours", got)
	}
}

func TestStrongerFrameIsCaptured(t *testing.T) {
	// Exponent 4 by hand: from 100 m against 180 m, 40·log10(1.8) = 10.2 dB, above the
	// threshold of 10; against 175 m, 9.7 dB. Node 2 is in the middle; 1 and 3 do not
	// sense each other (275 m and more, sense 250 m).
	for _, c := range []struct {
		name      string
		farM      float64
		nearFirst bool
		near, far trace.Why
	}{
		{"begun first", 180, true, trace.NoReason, trace.WhyCapture},
		{"begun second", 180, false, trace.NoReason, trace.WhyCapture},
		{"too weak", 175, true, trace.WhyCollision, trace.WhyCollision},
		{"too weak, second", 175, false, trace.WhyCollision, trace.WhyCollision},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := shared([][2]float64{{-100, 0}, {0, 0}, {c.farM, 0}}, talker{frames: 1, bytes: 100})
			cfg.Access.SenseRange = 1
			first, second := protocol.ID(1), protocol.ID(3)
			if !c.nearFirst {
				first, second = second, first
			}
			cfg.Faults = []Fault{speak(10*ms, first), speak(10*ms+300*time.Microsecond, second)}
			_, j := run(t, cfg)
			lost := reasons(j)
			if lost[[2]protocol.ID{1, 2}] != c.near || lost[[2]protocol.ID{3, 2}] != c.far {
				t.Errorf("lost %v, want near %q, far %q", lost, c.near, c.far)
			}
			if got, want := len(j.of(trace.Receive)), 2-len(lost); got != want {
				t.Errorf("%d receptions, want %d", got, want)
			}
		})
	}
}

func TestNodeReceivesNothingWhileItSends(t *testing.T) {
	// Nodes 1 and 2 are told at one instant and draw no back-off: both send at once and
	// do not receive each other's frame. Node 3 hears both at 0 dB.
	cfg := shared([][2]float64{{-100, 0}, {100, 0}, {0, 0}}, talker{frames: 1, bytes: 100})
	cfg.Faults = []Fault{speak(10*ms, 1, 2)}
	_, j := run(t, cfg)
	lost := reasons(j)
	want := map[[2]protocol.ID]trace.Why{{1, 2}: trace.WhyDeaf, {2, 1}: trace.WhyDeaf, {1, 3}: trace.WhyCollision, {2, 3}: trace.WhyCollision}
	if len(lost) != len(want) {
		t.Errorf("lost %v, want %v", lost, want)
	}
	for link, why := range want {
		if lost[link] != why {
			t.Errorf("%v: lost by %q, want %q", link, lost[link], why)
		}
	}
}

func TestUnicastIsTriedAgainFromAWiderWindow(t *testing.T) {
	// The addressee is out of range, so each try fails. By hand: a try takes 900 µs
	// and 834 ns, the wait for an acknowledgement SIFS 10 µs, 212 µs, 834 ns and a slot.
	cfg := shared([][2]float64{{0, 0}, {300, 0}}, talker{to: 2, frames: 1, bytes: 100})
	cfg.Access.WindowMin, cfg.Access.WindowMax = 1, 7
	cfg.Faults = []Fault{speak(10*ms, 1)}
	_, j := run(t, cfg)
	sent := j.of(trace.Transmit)
	if len(sent) != 8 || j.count(trace.Lost, trace.WhyRetries) != 1 {
		t.Fatalf("%d tries, want eight and then the end: %v", len(sent), j.of(trace.Lost))
	}
	widest := []int{3, 7, 7, 7, 7, 7, 7} // slots
	const rest = 10_000 + 212_000 + 834 + 20_000 + 900_000 + 834
	for k, most := range widest {
		waited := int64(sent[k+1].At-sent[k].At) - rest
		if waited < 0 || waited%20_000 != 0 || waited/20_000 > int64(most) {
			t.Errorf("try %d came %d ns after the wait, want whole slots, at most %d", k+2, waited, most)
		}
	}
}

func TestAcknowledgementsAreFrames(t *testing.T) {
	cfg := shared([][2]float64{{0, 0}, {200, 0}}, talker{to: 2, frames: 1, bytes: 100})
	cfg.Faults = []Fault{speak(10*ms, 1)}
	_, j := run(t, cfg)
	sent := j.of(trace.Transmit)
	// By hand: 10 ms + 900 µs + 834 ns, then SIFS 10 µs, then 14 bytes: 212 µs + 834 ns.
	if len(sent) != 2 || sent[0].At != 10_900_834 || sent[1].Why != trace.WhyAck || sent[1].At != 11_123_668 {
		t.Errorf("sent %v, want the frame at 10.900834 ms and its acknowledgement at 11.123668 ms", sent)
	}
}

func TestAcknowledgementCollides(t *testing.T) {
	// 3 – 1 – 2 in a line: 3 does not sense 2. Node 3 waits for the end of node 1's frame
	// and for DIFS, draws no back-off, and so begins 50 µs after that end. The
	// acknowledgement of 2 is on the air from 10 µs to 222 µs after that end, and nodes 2
	// and 3 are 200 m from node 1. So node 1 sends again a frame that node 2 already has.
	cfg := shared([][2]float64{{0, 0}, {200, 0}, {-200, 0}}, talker{to: 2, frames: 1, bytes: 100})
	cfg.Access.SenseRange, cfg.Access.WindowMin = 1, 0
	cfg.Link.Retries = 1
	cfg.Faults = []Fault{speak(10*ms, 1), speak(10_300*time.Microsecond, 3)}
	_, j := run(t, cfg)
	if got := len(j.of(trace.Receive)); got != 1 {
		t.Fatalf("%d receptions, want the one at node 2", got)
	}
	if got := j.count(trace.Lost, trace.WhyDuplicate); got != 1 {
		t.Errorf("node 2 received %d duplicates, want 1: %v", got, j.of(trace.Lost))
	}
	if got := j.count(trace.Transmit, trace.WhyAck); got != 2 {
		t.Errorf("%d acknowledgements, want two from node 2", got)
	}
}

func TestSameSlotIsPickedOnceInAWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of draws of back-offs")
	}
	// Two nodes rebroadcast a frame that they receive at one instant. They choose the
	// same slot with probability 1/(CW + 1).
	const window = 31
	worlds := sample.Size(1000, 1000)
	collided := 0
	for seed := range worlds {
		cfg := shared([][2]float64{{0, 0}, {100, 0}, {0, 100}}, talker{})
		cfg.Algorithm = algorithm(0, func() protocol.Machine { return new(rumour) })
		cfg.Access.WindowMin = window
		cfg.Seed, cfg.Until = uint64(seed+1), 20*ms
		cfg.Start = Start{Elect: []protocol.ID{1}}
		_, j := run(t, cfg)
		if j.count(trace.Lost, trace.WhyDeaf) == 2 {
			collided++
		}
	}
	want := float64(worlds) / (window + 1)
	if off := math.Abs(float64(collided) - want); off > 4*math.Sqrt(want) {
		t.Errorf("%d of %d pairs chose the same slot, want %.0f", collided, worlds, want)
	}
}

func TestInterferenceOverAChannelAddsUp(t *testing.T) {
	// ns-3's radio reaches 221 m. Node 1 is 100 m from node 2; 3 and 4 are 260 m from
	// it, on either side of the line, and do not sense node 1 (278 m) nor each other.
	// By hand, 30·log10: each is 12.45 dB weaker than node 1, both together 9.44 dB.
	places := [][2]float64{{-100, 0}, {0, 0}, {0, 260}, {0, -260}}
	for _, c := range []struct {
		others []protocol.ID
		want   trace.Why
	}{{[]protocol.ID{3}, trace.NoReason}, {[]protocol.ID{3, 4}, trace.WhyCollision}} {
		cfg := shared(places, talker{frames: 1, bytes: 100})
		cfg.Medium = channelOf(t, cfg.Seed, ns3s())
		cfg.Access.SenseDBm = cfg.Medium.(*phy.Channel).LinkDBm()
		cfg.Faults = []Fault{speak(10*ms, 1), speak(10*ms+300*time.Microsecond, c.others...)}
		_, j := run(t, cfg)
		if got := reasons(j)[[2]protocol.ID{1, 2}]; got != c.want {
			t.Errorf("while %v send, the frame is lost by %q, want %q", c.others, got, c.want)
		}
		if got, want := len(j.of(trace.Transmit)), 1+len(c.others); got != want {
			t.Errorf("%d frames on the air, want %d", got, want)
		}
	}
}

func TestReceiversAreChargedFromTheStartOfAFrame(t *testing.T) {
	// A unicast frame of 900 µs, and an acknowledgement of 212 µs. Node 3 hears both,
	// node 4 neither.
	profile := energy.Profile{TxW: 3, RxW: 2, IdleW: 1}
	cfg := shared([][2]float64{{0, 0}, {100, 0}, {200, 0}, {700, 0}}, talker{to: 2, frames: 1, bytes: 100})
	cfg.Faults = []Fault{speak(10*ms, 1)}
	cfg.Energy = &Energy{Profile: profile, InitialJ: []float64{10, 10, 10, 10}}
	_, j := run(t, cfg)
	want := []float64{2*900e-6 + 212e-6, 900e-6 + 2*212e-6, 900e-6 + 212e-6, 0}
	for _, r := range j.of(trace.Energy) {
		if math.Abs(r.Y-want[r.Node-1]) > 1e-9 {
			t.Errorf("node %d spent %v J above idle, want %v", r.Node, r.Y, want[r.Node-1])
		}
	}
}

func TestBusyMediumDropsWhatHasWaitedTooLong(t *testing.T) {
	// Node 1 sends for 80.1 ms. The frames that node 2 queues meanwhile may wait for 50
	// ms.
	cfg := shared([][2]float64{{0, 0}, {100, 0}}, talker{frames: 1, bytes: 10_000})
	cfg.Access.Lifetime = 50 * ms
	cfg.Faults = []Fault{speak(10*ms, 1), speak(20*ms, 2), speak(60*ms, 2)}
	_, j := run(t, cfg)
	if got := j.count(trace.Lost, trace.WhyAccess); got != 1 {
		t.Errorf("%d frames dropped, want the one that waited from 20 ms to 90 ms: %v", got, j.of(trace.Lost))
	}
	if got := len(j.of(trace.Receive)); got != 2 {
		t.Errorf("%d receptions, want the receptions of the other two frames", got)
	}
}

// The time that a frame waits behind others of its sender does not count: the second frame of
// node 2 is queued for 60 ms behind the first, and has its lifetime when that is dropped.
func TestLifetimeBeginsAtTheHeadOfTheQueue(t *testing.T) {
	cfg := shared([][2]float64{{0, 0}, {100, 0}}, talker{frames: 1, bytes: 10_000})
	cfg.Access.Lifetime = 50 * ms
	cfg.Faults = []Fault{speak(10*ms, 1), speak(20*ms, 2), speak(30*ms, 2)}
	_, j := run(t, cfg)
	if got := j.count(trace.Lost, trace.WhyAccess); got != 1 {
		t.Errorf("%d frames dropped, want the first of node 2 alone: %v", got, j.of(trace.Lost))
	}
	if got := len(j.of(trace.Receive)); got != 2 {
		t.Errorf("%d receptions, want the frames that were not dropped", got)
	}
}

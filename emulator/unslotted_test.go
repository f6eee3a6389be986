package emulator

import (
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// lowRate is a plane whose nodes share the medium by the unslotted CSMA-CA of 802.15.4 at 2.4
// GHz, with a first back-off of no periods: a byte lasts 32 µs, a frame has no header but the
// 192 µs of its PHY, and a signal takes 834 ns.
func lowRate(places [][2]float64, m talker) Config {
	cfg := shared(places, m)
	cfg.Link = radio.Link{BitrateBps: 250e3, Preamble: 192 * us, AckBytes: 5, Retries: 3, RetryDelay: time.Millisecond}
	c := radio.DefaultCSMA()
	c.Unslotted = radio.DefaultUnslotted()
	c.Unslotted.MinBE = 0
	cfg.Access = &c
	return cfg
}

// TestUnslottedTimes adds up the times of frames that find the channel idle, by hand: an
// assessment of 128 µs, a turnaround of 192, the frame, the signal, and for a unicast a
// turnaround, the acknowledgement of 352 and the signal. After more than 18 bytes 640 µs
// follow, else 192.
func TestUnslottedTimes(t *testing.T) {
	for _, c := range []struct {
		name  string
		bytes int
		to    protocol.ID
		ends  []int64 // ns after 10 ms
	}{
		{"long", 20, 2, []int64{1_152_834, 1_697_668, 3_490_502, 4_035_336}},
		{"short", 18, 2, []int64{1_088_834, 1_633_668, 2_914_502, 3_459_336}},
		{"broadcast", 19, protocol.Nobody, []int64{1_120_834, 2_881_668}},
	} {
		cfg := lowRate([][2]float64{{0, 0}, {100, 0}}, talker{to: c.to, frames: 2, bytes: c.bytes})
		cfg.Faults = []Fault{speak(10*ms, 1)}
		_, j := run(t, cfg)
		sent := j.of(trace.Transmit)
		if len(sent) != len(c.ends) || len(j.of(trace.Lost)) != 0 {
			t.Fatalf("%s: sent %v, lost %v", c.name, sent, j.of(trace.Lost))
		}
		for k, want := range c.ends {
			if got := int64(sent[k].At) - int64(10*ms); got != want {
				t.Errorf("%s: frame %d ends %d ns after it was said, want %d", c.name, k+1, got, want)
			}
		}
	}
}

// TestUnslottedIsBlindForATurnaround: who ends its assessment before another node's frame has
// arrived, 192 µs and 834 ns after that node ended its own, sends too. Later it waits.
func TestUnslottedIsBlindForATurnaround(t *testing.T) {
	for _, c := range []struct {
		after    time.Duration
		collides bool
	}{{0, true}, {100 * us, true}, {192*us + 834, true}, {192*us + 835, false}, {300 * us, false}} {
		cfg := lowRate([][2]float64{{-100, 0}, {100, 0}, {0, 0}}, talker{frames: 1, bytes: 20})
		cfg.Faults = []Fault{speak(10*ms, 1), speak(10*ms+c.after, 2)}
		_, j := run(t, cfg)
		lost := reasons(j)
		if c.collides {
			// A radio that turns round is deaf.
			want := map[[2]protocol.ID]trace.Why{{1, 2}: trace.WhyDeaf, {2, 1}: trace.WhyDeaf, {1, 3}: trace.WhyCollision, {2, 3}: trace.WhyCollision}
			for link, why := range want {
				if lost[link] != why {
					t.Errorf("%v later: %v lost by %q, want %q", c.after, link, lost[link], why)
				}
			}
			continue
		}
		if len(lost) != 0 || len(j.of(trace.Receive)) != 4 {
			t.Errorf("%v later: lost %v, want nothing", c.after, lost)
		}
		// The second frame waited whole periods, of which it drew up to 1, 3, 7 and 15, and as many assessments.
		sent := j.of(trace.Transmit)
		began := time.Duration(sent[1].At) - 832*us - 834 - 192*us
		waits := began - 10*ms - c.after
		found := false
		for k := 2; k <= 5; k++ {
			left := waits - time.Duration(k)*128*us
			found = found || left >= 0 && left%(320*us) == 0 && left/(320*us) <= time.Duration(1<<k)-1-time.Duration(k-1)
		}
		if !found {
			t.Errorf("%v later: the second frame waited %v", c.after, waits)
		}
	}
}

// TestUnslottedIsDeafWhileItTurns, also to a frame that begins and ends meanwhile.
func TestUnslottedIsDeafWhileItTurns(t *testing.T) {
	cfg := lowRate([][2]float64{{0, 0}, {100, 0}}, talker{frames: 1, bytes: 20})
	cfg.Access.Unslotted.Turnaround = 5 * ms
	cfg.Faults = []Fault{speak(9*ms, 2), speak(10*ms, 1)} // on the air from 14.128 to 14.961 ms, and from 15.128
	_, j := run(t, cfg)
	if lost := j.of(trace.Lost); len(lost) != 1 || lost[0].Node != 1 || lost[0].Why != trace.WhyDeaf || len(j.of(trace.Receive)) != 1 {
		t.Errorf("lost %v, want the frame of node 2 at node 1", lost)
	}
}

// TestUnslottedGivesUpAChannelThatIsBusy at the fifth assessment, and goes on with its next frame.
func TestUnslottedGivesUpAChannelThatIsBusy(t *testing.T) {
	for backoffs := range 6 {
		cfg := lowRate([][2]float64{{0, 0}, {100, 0}}, talker{frames: 1, bytes: 10_000}) // 320 ms
		cfg.Access.Unslotted.MaxBackoffs = backoffs
		cfg.Faults = []Fault{speak(10*ms, 1), speak(20*ms, 2)}
		_, j := run(t, cfg)
		lost := j.of(trace.Lost)
		if len(lost) != 1 || lost[0].Why != trace.WhyAccess || lost[0].Node != 2 || len(j.of(trace.Transmit)) != 1 {
			t.Fatalf("lost %v, sent %v, want the frame of node 2, which gave it up", lost, j.of(trace.Transmit))
		}
		periods, most := time.Duration(lost[0].At)-20*ms-time.Duration(1+backoffs)*128*us, 0
		for k := 1; k <= backoffs; k++ {
			most += 1<<min(k, 5) - 1
		}
		if periods < 0 || periods%(320*us) != 0 || periods > time.Duration(most)*320*us {
			t.Errorf("%d back-offs: given up after %v in back-offs, want whole periods up to %d", backoffs, periods, most)
		}
	}
}

// TestUnslottedTriesAgain four times in all, each 864 µs after the last frame that was not
// acknowledged.
func TestUnslottedTriesAgain(t *testing.T) {
	cfg := lowRate([][2]float64{{0, 0}, {300, 0}}, talker{to: 2, frames: 2, bytes: 20})
	cfg.Faults = []Fault{speak(10*ms, 1)}
	_, j := run(t, cfg)
	sent := j.of(trace.Transmit)
	if len(sent) != 8 || j.count(trace.Lost, trace.WhyRetries) != 2 {
		t.Fatalf("%d tries, %v", len(sent), j.of(trace.Lost))
	}
	for k := range 7 { // also before the next frame: it rests only after an acknowledgement
		if got, want := int64(sent[k+1].At-sent[k].At), int64(864_000+834+128_000+192_000+832_000+834); got != want {
			t.Errorf("try %d ended %d ns after the last, want %d", k+2, got, want)
		}
	}
}

// TestUnslottedAssessesBetweenFrameAndAcknowledgement: the 192 µs between them are longer than an
// assessment. So a node may find the channel idle, and its frame spoils the acknowledgement. The
// node that owes the acknowledgement finds the channel busy.
func TestUnslottedAssessesBetweenFrameAndAcknowledgement(t *testing.T) {
	// The frame of node 1 ends at 11.152834 ms, its acknowledgement begins at 11.344834.
	cfg := lowRate([][2]float64{{0, 0}, {100, 0}, {-100, 0}}, talker{})
	cfg.Algorithm.New = among
	cfg.Faults = []Fault{speak(10*ms, 1), speak(11*ms+160*us, 3)}
	_, j := run(t, cfg)
	if got := j.count(trace.Lost, trace.WhyDuplicate); got != 1 || j.count(trace.Transmit, trace.WhyAck) != 2 {
		t.Errorf("%d duplicates, want one: the acknowledgement collided: %v", got, j.of(trace.Lost))
	}
	for _, after := range []time.Duration{153 * us, 216*us + 834} { // the assessment ends within the wait, and with it
		cfg = lowRate([][2]float64{{0, 0}, {100, 0}}, talker{})
		cfg.Algorithm.New = among
		cfg.Faults = []Fault{speak(10*ms, 1), speak(11*ms+after, 2)}
		_, j = run(t, cfg)
		sent := j.of(trace.Transmit)
		if len(sent) != 4 || len(j.of(trace.Lost)) != 0 || sent[1].At != 11_697_668 || sent[2].At < 12_849_668 {
			t.Errorf("%v: sent %v, lost %v, want both frames, each with an acknowledgement", after, sent, j.of(trace.Lost))
		}
	}
}

// TestUnslottedAssessesThePast: a frame that ended during an assessment makes the channel busy also where another one
// begins as the assessment ends, and has not arrived.
func TestUnslottedAssessesThePast(t *testing.T) {
	// The acknowledgement of node 1's frame begins at 11.344834 ms, and node 4's frame ends at 11.302834.
	cfg := lowRate([][2]float64{{0, 0}, {10, 0}, {50, 0}, {100, 0}}, talker{})
	cfg.Algorithm.New = among
	cfg.Faults = []Fault{speak(10*ms, 1), speak(10*ms+150*us, 4), speak(11*ms+217*us, 3)}
	_, j := run(t, cfg)
	acknowledged := 0
	for _, r := range j.of(trace.Transmit) {
		if r.Why == trace.WhyAck && r.At == 11_697_668 {
			acknowledged++
		}
		if r.Node == 3 && r.At <= 12_369_834 {
			t.Errorf("node 3 has sent by %d ns, after its first assessment", r.At)
		}
	}
	if acknowledged != 1 {
		t.Errorf("sent %v, want an acknowledgement that ends at 11.697668 ms", j.of(trace.Transmit))
	}
}

// among makes nodes 1 and 2 send to each other, and node 3 to all.
func among(protocol.Config) (func() protocol.Machine, error) {
	return func() protocol.Machine { return new(paired) }, nil
}

type paired struct{ talker }

func (m *paired) Elect(env *protocol.Env) {
	to := map[protocol.ID]protocol.ID{1: 2, 2: 1, 3: protocol.Nobody}
	m.talker = talker{to: to[env.Self()], frames: 1, bytes: 20}
	m.talker.Elect(env)
}

// TestUnslottedNodeThatStopsHearsAgain: a node that crashes while its radio turns round sends
// nothing, and receives when it is back.
func TestUnslottedNodeThatStopsHearsAgain(t *testing.T) {
	for _, busy := range []bool{false, true} {
		cfg := lowRate([][2]float64{{0, 0}, {100, 0}, {50, 0}}, talker{frames: 1, bytes: 20})
		cfg.Faults = []Fault{speak(10*ms, 1), {At: 10*ms + 200*us, Kind: FaultCrash, Target: TargetNodes, Nodes: []protocol.ID{1}, For: 20 * ms}, speak(60*ms, 2)}
		if busy { // another frame is on the air when it stops
			cfg.Faults = append(cfg.Faults, speak(9*ms+850*us, 3))
		}
		_, j := run(t, cfg)
		got := false
		for _, r := range j.records {
			if r.Kind == trace.Transmit && r.Node == 1 && r.At < protocol.Time(30*ms) {
				t.Errorf("node 1 sent until %v", r.At)
			}
			got = got || r.Kind == trace.Receive && r.Node == 1 && r.Peer == 2
		}
		if !got {
			t.Errorf("node 1 has not received the frame of node 2: lost %v", j.of(trace.Lost))
		}
	}
}

// TestUnslottedGoesByPower: with a sensitivity below the threshold of its assessment a node
// does not notice a frame that it could receive, and loses it as its radio turns round.
func TestUnslottedGoesByPower(t *testing.T) {
	for dBm, deaf := range map[float64]bool{-99: true, -101: false} {
		cfg := lowRate([][2]float64{{0, 0}, {100, 0}}, talker{frames: 1, bytes: 100})
		cfg.Medium = channelOf(t, 3, radio.ChannelOptions{Path: radio.LogDistance{Exponent: 3, ReferenceDistanceM: 1, ReferenceLossDB: 40},
			Emitter: radio.Emitter{PowerDBm: 0}, Receiver: radio.Receiver{Modulation: radio.Threshold, SensitivityDBm: -101, NoiseFigureDB: 9.5, BandwidthHz: 2e6}})
		cfg.Access.SenseDBm = dBm
		cfg.Faults = []Fault{speak(10*ms, 1), speak(11*ms, 2)}
		_, j := run(t, cfg)
		if got := reasons(j)[[2]protocol.ID{1, 2}] == trace.WhyDeaf; got != deaf {
			t.Errorf("by %v dBm: lost %v, sent %v", dBm, j.of(trace.Lost), j.of(trace.Transmit))
		}
	}
}

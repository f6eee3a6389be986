package prasle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// A station is one of IEEE Std 802.15.4-2006, §7.5.1.4, unslotted, in symbols of 16 µs: it counts its back-off
// without listening, assesses the channel once, for 8 symbols, and if it is busy draws again from twice the
// window, at most four times. Who hears it acknowledges after 12 symbols; without that the frame is sent again,
// at most three times, with all counts anew.
type station struct {
	frames, sent  int // to send, and delivered
	lost          int // given up
	nb, be, tries int
	at            int // when its assessment ends, or its frame begins
	sends         bool
}

// Symbols of the standard, and of a frame of 38 bytes behind 6 (2 symbols a byte).
const (
	unit, cca, turn, ack, frame = 20, 8, 12, 22, 88
	waits                       = 54 // macAckWaitDuration
)

func (s *station) draw(now int, g *rand.Rand) {
	s.at, s.sends = now+unit*g.IntN(1<<s.be)+cca, false
}

func (s *station) anew(now int, g *rand.Rand) {
	s.nb, s.be = 0, 3
	s.draw(now, g)
}

// standard is how many milliseconds n stations that hear each other take until all have sent their frames,
// and the share of frames that were given up.
func standard(n, frames int, g *rand.Rand) (ms, lost float64) {
	all := make([]station, n)
	for i := range all {
		all[i].frames = frames
		all[i].anew(0, g)
	}
	busy := 0 // until when the last frame and its acknowledgement are on the air
	for {
		now := math.MaxInt
		for i := range all {
			if all[i].frames > 0 {
				now = min(now, all[i].at)
			}
		}
		if now == math.MaxInt {
			break
		}
		var on []*station
		for i := range all {
			switch s := &all[i]; {
			case s.frames == 0 || s.at != now:
			case s.sends:
				on = append(on, s)
			case busy > now-cca: // the assessment finds it busy
				if s.nb++; s.nb > 4 {
					s.done(now, 0, g)
					continue
				}
				s.be = min(s.be+1, 5)
				s.draw(now, g)
			default:
				s.at, s.sends = now+turn, true
			}
		}
		if len(on) == 0 {
			continue
		}
		// Whoever begins while these send was deaf in its turnaround: all overlap.
		for i := range all {
			if s := &all[i]; s.frames > 0 && s.sends && s.at > now && s.at < now+frame {
				on = append(on, s)
			}
		}
		end := now + frame
		for _, s := range on {
			end = max(end, s.at+frame)
		}
		busy = end
		if len(on) == 1 {
			busy = end + turn + ack
			on[0].done(busy, 1, g)
			continue
		}
		for _, s := range on {
			ends := s.at + frame + waits
			if s.tries++; s.tries > 3 {
				s.done(ends, 0, g)
			} else {
				s.anew(ends, g)
			}
		}
	}
	given, failed := 0, 0
	for i := range all {
		given, failed = given+frames, failed+all[i].lost
	}
	return float64(busy) * 0.016, float64(failed) / float64(given)
}

// done ends a frame, delivered or not.
func (s *station) done(now, delivered int, g *rand.Rand) {
	s.frames--
	s.sent += delivered
	s.lost += 1 - delivered
	s.tries = 0
	s.anew(now, g)
}

// A burst is a node that sends a frame of fifteen bytes to each of the others when it boots.
type burst struct{ n protocol.ID }

type word [15]byte

func (word) Kind() protocol.Kind { return 1 }
func (m word) Fields(w *protocol.Wire) protocol.Message {
	for i := range m {
		w.Uint8(&m[i])
	}
	return protocol.Done(w, m)
}

func (b burst) Start(env *protocol.Env, _ []byte) {
	for id := protocol.ID(1); id <= b.n; id++ {
		if id != env.Self() {
			env.Send(id, word{})
		}
	}
}
func (burst) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (burst) Fire(*protocol.Env, protocol.Timer)                   {}
func (burst) Settle(*protocol.Env, protocol.Capability)            {}
func (burst) Snapshot(b []byte) []byte                             { return b }

// heard counts the messages that arrive, and notes when the last frame begins.
type heard struct {
	messages int
	last     protocol.Time
}

func (*heard) Wants() trace.Set { return trace.Of(trace.Receive, trace.Transmit) }
func (h *heard) Record(r *trace.Record) {
	if r.Kind == trace.Receive {
		h.messages++
	}
	h.last = r.At
}

// TestTheBurstOfAClique compares the access of the preset, which counts its back-off while the channel is idle, with
// the standard's, where each of n nodes has a frame for each other: PraSLE's first round in a clique. They differ
// where the channel is full: the standard's stations soon give up. In a channel that is idle they are one.
func TestTheBurstOfAClique(t *testing.T) {
	for _, n := range []int{10, 40} {
		var took, lost float64
		const draws = 20
		for seed := range uint64(draws) {
			ms, share := standard(n, n-1, rand.New(rand.NewPCG(seed, 2)))
			took, lost = took+ms/draws, lost+share/draws
		}
		a := protocol.Algorithm{Name: "burst", Goal: protocol.GoalAny, Kinds: []protocol.MessageKind{{Message: word{}, Name: "word", Class: protocol.ClassElection}},
			SettleBound: func(protocol.Scale, protocol.Config) time.Duration { return time.Second },
			New: func(protocol.Config) (func() protocol.Machine, error) {
				return func() protocol.Machine { return burst{protocol.ID(n)} }, nil
			}}
		text := fmt.Sprintf("schema: 2\nduration: 30s\nnodes: %d\nworld: {width: 10, height: 10}\nmobility: {model: static}\n"+
			"radio: {model: unit-disk, range: 50, preset: iotlab-m3, access: {model: csma}, loss: {model: none}}\nenergy: {profile: none}\nneighbours: {service: oracle}\nalgorithms: [burst]\n", n)
		s, err := scenarios.Read("burst.yaml", []byte(text), scenarios.Options{More: []protocol.Algorithm{a}})
		if err != nil {
			t.Fatal(err)
		}
		h := new(heard)
		c, err := s.Config(s.Algorithms[0], 1, h)
		if err != nil {
			t.Fatal(err)
		}
		e, err := emulator.New(c)
		if err == nil {
			err = e.Run(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		share := 1 - float64(h.messages)/float64(n*(n-1))
		t.Logf("%d nodes: by the standard it is over after %.0f ms, and %.2f of the frames are given up; here after %v, and %.2f", n, took, lost, h.last, share)
		want, of := bursts[n], [4]float64{took, lost, h.last.Seconds() * 1000, share}
		for k, v := range of {
			if math.Abs(v-want[k]) > 0.1*want[k] {
				t.Errorf("%d nodes: %.3f, want about %.3f", n, v, want[k])
			}
		}
	}
}

// bursts are the milliseconds and shares of the standard and of the preset, by nodes.
var bursts = map[int][4]float64{10: {205, 0.44, 265, 0.27}, 40: {1212, 0.94, 2164, 0.67}}

// TestAStationAlone sends at the pace that the standard's numbers add up to: a mean back-off of 3.5 periods, the
// assessment, the turnaround, the frame, and its acknowledgement after another.
func TestAStationAlone(t *testing.T) {
	const frames = 4000
	ms, lost := standard(1, frames, rand.New(rand.NewPCG(3, 4)))
	want := (3.5*unit + cca + turn + frame + turn + ack) * 0.016
	if got := ms / frames; lost != 0 || math.Abs(got-want) > 0.02*want {
		t.Errorf("%.3f ms a frame, %v lost, want %.3f", got, lost, want)
	}
}

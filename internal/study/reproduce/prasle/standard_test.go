package prasle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"bellwether/emulator"
	"bellwether/internal/testkit/sample"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// A station is one of IEEE Std 802.15.4-2006, §7.5.1.4, unslotted, in nanoseconds: it counts its back-off
// without listening, assesses the channel once, for 8 symbols, and if it is busy draws again from twice the
// window, at most four times. Who hears it acknowledges after 12 symbols; without that the frame is sent again,
// at most three times, with all counts anew. After an acknowledgement it rests for 40 symbols.
type station struct {
	frames       int // to send, the first to the first of the others
	nb, be       int
	tries        int
	delivered    bool // the frame is, only its acknowledgements were not
	at           int  // when what it waits for comes
	stage        int
	acknowledges int // when it begins to acknowledge; −1: never
}

const (
	assessing = iota // until its assessment ends
	turning
	waiting // for an acknowledgement
	ends    // of its rest
)

// Times of the standard, and of a frame of 38 bytes behind 6 (2 symbols a byte).
const (
	symbol                            = 16_000
	unit, cca, turn, ack, frame, rest = 20 * symbol, 8 * symbol, 12 * symbol, 22 * symbol, 88 * symbol, 40 * symbol
	waits                             = 54 * symbol // macAckWaitDuration
)

// apart is within how many nanoseconds stations begin: at one instant, what takes them whole symbols would meet at one
// instant, too, and how far a signal travels would decide.
const apart = unit

// A sending is what is on the air. All hear all: two that overlap are both lost.
type sending struct {
	from, to    int
	begin, end  int
	answer, met bool
}

// A clique is n stations with frames for each other.
type clique struct {
	all   []station
	air   []*sending // of them the old ones are removed
	owed  []*sending // acknowledgements that have not begun
	g     *rand.Rand
	now   int
	lost  int
	ended int
}

func (c *clique) draw(s *station) {
	s.at, s.stage = c.now+unit*c.g.IntN(1<<s.be)+cca, assessing
}

func (c *clique) anew(s *station) {
	s.nb, s.be = 0, 3
	c.draw(s)
}

// next ends a frame, delivered or not.
func (c *clique) next(s *station) {
	if !s.delivered {
		c.lost++
	}
	s.frames--
	s.tries, s.delivered = 0, false
	c.anew(s)
}

// step lets a station do what it has waited for.
func (c *clique) step(i int) {
	s := &c.all[i]
	switch s.stage {
	case assessing:
		busy := s.acknowledges >= c.now
		for _, o := range c.air {
			busy = busy || o.begin < c.now && o.end > c.now-cca
		}
		switch {
		case !busy:
			s.at, s.stage = c.now+turn, turning
		case s.nb == 4:
			c.next(s)
		default:
			s.nb++
			s.be = min(s.be+1, 5)
			c.draw(s)
		}
	case turning:
		to := max(len(c.all)-1-s.frames, 0)
		if to >= i {
			to++
		}
		c.begin(&sending{from: i, to: to, begin: c.now, end: c.now + frame})
		s.at, s.stage = c.now+frame+waits, waiting
	case waiting:
		if s.tries++; s.tries > 3 {
			c.next(s)
		} else {
			c.anew(s)
		}
	case ends:
		c.next(s)
	}
}

func (c *clique) begin(o *sending) {
	for _, p := range c.air {
		if p.end > o.begin {
			p.met, o.met = true, true
		}
	}
	c.air = append(c.air, o)
	c.ended = max(c.ended, o.end)
}

// land ends a frame or an acknowledgement.
func (c *clique) land(o *sending) {
	switch {
	case o.met:
	case o.answer:
		s := &c.all[o.to]
		s.at, s.stage = c.now+rest, ends
	default:
		c.all[o.from].delivered = true
		c.all[o.to].acknowledges = c.now + turn
		c.owed = append(c.owed, &sending{from: o.to, to: o.from, begin: c.now + turn, end: c.now + turn + ack, answer: true})
	}
}

// standard is how many milliseconds n stations that hear each other take until all have sent their frames to all
// others, and the share of frames that were not delivered.
func standard(n, frames int, g *rand.Rand) (ms, lost float64) {
	c := &clique{all: make([]station, n), g: g}
	for i := range c.all {
		c.all[i] = station{frames: frames, acknowledges: -1}
		c.now = g.IntN(apart)
		c.anew(&c.all[i])
	}
	c.now = 0
	return c.play(), float64(c.lost) / float64(n*frames)
}

// play ends when all frames have, and returns the milliseconds.
func (c *clique) play() float64 {
	for {
		last := c.now
		c.now = math.MaxInt
		for i := range c.all {
			if c.all[i].frames > 0 {
				c.now = min(c.now, c.all[i].at)
			}
		}
		for _, o := range c.owed {
			c.now = min(c.now, o.begin)
		}
		var kept []*sending
		for _, o := range c.air {
			if o.end > last {
				c.now = min(c.now, o.end)
			}
			if o.end > last-cca {
				kept = append(kept, o)
			}
		}
		c.air = kept
		if c.now == math.MaxInt {
			return float64(c.ended) / 1e6
		}
		for _, o := range c.air {
			if o.end == c.now {
				c.land(o)
			}
		}
		if len(c.owed) > 0 && c.owed[0].begin == c.now {
			c.begin(c.owed[0])
			c.owed = c.owed[1:]
		}
		for i := range c.all {
			if c.all[i].frames > 0 && c.all[i].at == c.now {
				c.step(i)
			}
		}
	}
}

// A burst is a node that sends a frame of fifteen bytes to each of the others when it boots.
type burst struct{ n protocol.ID }

type word [14]byte // and its kind

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
			env.SendWithin(apart, id, word{})
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

// TestTheBurstOfAClique compares the medium with a computation of its own by the standard, where each of n nodes has
// a frame for each other: PraSLE's first round in a clique. A difference between the means beyond four standard errors is
// one of the code.
func TestTheBurstOfAClique(t *testing.T) {
	draws := sample.Some(12, 60)
	for _, n := range []int{10, 20, 30, 40} {
		if n > 20 && !sample.Whole() {
			continue // seconds
		}
		var own, ours [2]moments
		for seed := range uint64(draws) {
			ms, share := standard(n, n-1, rand.New(rand.NewPCG(seed, 2)))
			own[0].add(ms)
			own[1].add(share)
		}
		s := bursting(t, n)
		for seed := range uint64(draws) {
			h := new(heard)
			c, err := s.Config(s.Algorithms[0], seed+1, h)
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
			ours[0].add(h.last.Seconds() * 1000)
			ours[1].add(1 - float64(h.messages)/float64(n*(n-1)))
		}
		for k, what := range []string{"milliseconds", "share not delivered"} {
			a, b := ours[k], own[k]
			error := math.Sqrt(a.variance()/float64(draws) + b.variance()/float64(draws))
			t.Logf("%d nodes: %s %.4g, by the standard %.4g, %+.1f standard errors of %.2g", n, what, a.mean(), b.mean(), (a.mean()-b.mean())/error, error)
			if math.Abs(a.mean()-b.mean()) > 4*error {
				t.Errorf("%d nodes: %s %.4g, want %.4g within %.2g", n, what, a.mean(), b.mean(), 4*error)
			}
		}
	}
}

// bursting is the clique of PraSLE, in which no frame is captured.
func bursting(t *testing.T, n int) *scenarios.Scenario {
	t.Helper()
	a := protocol.Algorithm{Name: "burst", Goal: protocol.GoalAny, Kinds: []protocol.MessageKind{{Message: word{}, Name: "word", Class: protocol.ClassElection}},
		SettleBound: func(protocol.Scale, protocol.Config) time.Duration { return time.Second },
		New: func(protocol.Config) (func() protocol.Machine, error) {
			return func() protocol.Machine { return burst{protocol.ID(n)} }, nil
		}}
	text := fmt.Sprintf("schema: 2\nduration: 30s\nnodes: %d\nworld: {width: 10, height: 10}\nmobility: {model: static}\n"+
		"radio: {model: unit-disk, range: 50, preset: iotlab-m3, access: {model: unslotted-csma-ca, capture: 100}, loss: {model: none}}\nenergy: {profile: none}\nneighbours: {service: oracle}\nalgorithms: [burst]\n", n)
	s, err := scenarios.Read("burst.yaml", []byte(text), scenarios.Options{More: []protocol.Algorithm{a}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// moments are those of a sample.
type moments struct{ n, sum, squares float64 }

func (m *moments) add(x float64) { m.n, m.sum, m.squares = m.n+1, m.sum+x, m.squares+x*x }
func (m moments) mean() float64  { return m.sum / m.n }
func (m moments) variance() float64 {
	return (m.squares - m.sum*m.sum/m.n) / (m.n - 1)
}

// TestAStationAlone sends at the pace that the standard's numbers add up to: a mean back-off of 3.5 periods, the
// assessment, the turnaround, the frame, its acknowledgement after another, and the rest.
func TestAStationAlone(t *testing.T) {
	const frames = 4000
	c := &clique{all: []station{{frames: frames, acknowledges: -1}, {acknowledges: -1}}, g: rand.New(rand.NewPCG(3, 4))}
	c.anew(&c.all[0])
	ms, lost := c.play(), c.lost
	want := (3.5*unit + cca + turn + frame + turn + ack + rest) / 1e6
	if got := ms / frames; lost != 0 || math.Abs(got-want) > 0.02*want {
		t.Errorf("%.3f ms a frame, %v lost, want %.3f", got, lost, want)
	}
}

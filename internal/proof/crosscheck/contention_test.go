package crosscheck

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/emulator"
	"bellwether/internal/sim/phy"
	"bellwether/internal/testkit/sample"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/trace"
)

// A crowd is a case of contention.cc: stations that send to another one, or to all.
type crowd struct {
	places []orb.Point
	to     []int // -1: to all, -2: silent
	bytes  int
	period float64 // seconds
}

const crowdSeconds = 20

func part(x float64) float64 { return x - math.Floor(x) }

// says returns when station k sends its m-th frame, by the same rule as contention.cc.
func (c crowd) says(k, m int) time.Duration {
	s := 0.1 + (float64(m)+part(float64((m+1)*(k+1))*0.5497004779))*c.period
	return time.Duration(s * float64(time.Second))
}

// around returns n stations around another one, which they send to.
func around(n int) crowd {
	c := crowd{places: []orb.Point{{0, 0}}, to: []int{-2}, bytes: 1000, period: 0.005}
	for i := range n {
		angle := 2 * math.Pi * float64(i) / float64(n)
		c.places, c.to = append(c.places, orb.Point{10 * math.Cos(angle), 10 * math.Sin(angle)}), append(c.to, 0)
	}
	return c
}

// spread returns thirty stations in a square; each sends to the nearest, or to all.
func spread(unicast string, period float64) crowd {
	c := crowd{bytes: 500, period: period}
	for k := range 30 {
		c.places = append(c.places, orb.Point{400 * part(float64(k+1)*0.6180339887), 400 * part(float64(k+1)*0.7548776662)})
	}
	for k, p := range c.places {
		nearest, least := -1, math.Inf(1)
		for j, q := range c.places {
			if d := math.Hypot(p[0]-q[0], p[1]-q[1]); j != k && d < least {
				nearest, least = j, d
			}
		}
		if unicast == "" {
			nearest = -1
		}
		c.to = append(c.to, nearest)
	}
	return c
}

// crowds are the cases of contention.cc.
func crowds() map[string]crowd {
	line := func(period float64, x ...float64) crowd {
		c := crowd{bytes: 1000, period: period}
		for _, at := range x {
			c.places = append(c.places, orb.Point{at, 0})
		}
		return c
	}
	hidden, light, exposed := line(0.005, -115, 0, 115), line(0.05, -115, 0, 115), line(0.005, 0, 80, 200, 280)
	hidden.to, light.to, exposed.to = []int{1, -2, 1}, []int{1, -2, 1}, []int{-2, 0, 3, -2}
	return map[string]crowd{
		"around, 1": around(1), "around, 5": around(5), "around, 10": around(10), "around, 20": around(20),
		"hidden": hidden, "hidden, light load": light, "exposed": exposed,
		"spread, unicast": spread("nearest", 0.1), "spread, unicast, overload": spread("nearest", 0.03), "spread, broadcast": spread("", 0.5),
	}
}

// parcel is a message of so many bytes.
type parcel struct{ bytes int }

func (parcel) Kind() protocol.Kind { return 1 }
func (p parcel) Fields(w *protocol.Wire) protocol.Message {
	padding := make([]uint8, max(0, p.bytes-3)) // the kind and the length take three
	protocol.Count(w, &padding, math.MaxUint16)
	for i := range padding {
		w.Uint8(&padding[i])
	}
	p.bytes = len(padding) + 3
	return protocol.Done(w, p)
}

// station sends its crowd's frames.
type station struct {
	crowd
	next int
}

func (s *station) Start(env *protocol.Env, _ []byte) {
	if k := int(env.Self()) - 1; s.to[k] != -2 {
		env.SetTimer(0, s.says(k, 0))
	}
}

func (s *station) Fire(env *protocol.Env, _ protocol.Timer) {
	k := int(env.Self()) - 1
	m := parcel{s.bytes + 8} // and the 8 bytes of LLC
	if s.to[k] == -1 {
		env.Broadcast(m)
	} else {
		env.Send(protocol.ID(s.to[k]+1), m)
	}
	s.next++
	env.SetTimer(0, s.says(k, s.next)-time.Duration(env.Now()))
}

func (*station) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (*station) Snapshot(b []byte) []byte                             { return b }

// tally counts frames that machines received and sent, and data frames on the air.
type tally struct{ heard, said, onAir int }

func (*tally) Wants() trace.Set { return trace.Of(trace.Receive, trace.Send, trace.Transmit) }
func (c *tally) Record(r *trace.Record) {
	switch {
	case r.Kind == trace.Receive:
		c.heard++
	case r.Kind == trace.Send:
		c.said++
	case r.Why == trace.WhyData:
		c.onAir++
	}
}

// dsssCSMA is 802.11b's access with ns-3's numbers.
func dsssCSMA(access string) radio.CSMA {
	c := radio.DefaultCSMA()
	rate, _ := phy.RateOf("dqpsk")
	c.Overlap, c.SenseDBm, c.Lifetime = radio.OverlapSINR, -62, 0
	c.FaintestDBm = -101 // YansWifiChannel: weaker signals do not arrive
	c.CaptureDB = 100    // ns-3's receiver keeps to the frame that it began with
	c.Rates = radio.Rates{Faster: []radio.Rate{rate}}
	c.DCF = radio.DCF{NAV: true, EIFS: 364 * time.Microsecond, LongRetries: 3 /* 4 transmissions */, Idle: radio.IdleSend}
	if access == "rts" {
		c.DCF.ReserveBytes = 1
	}
	return c
}

// contend runs a crowd.
func contend(t *testing.T, c crowd, csma radio.CSMA) (heard, share, tries float64) {
	t.Helper()
	o := radio.ChannelOptions{Seed: 1, Path: radio.DefaultLogDistance(), Emitter: radio.DefaultEmitter(),
		Receiver: radio.Receiver{Modulation: "dbpsk", NoiseFigureDB: 7, BandwidthHz: 20e6}}
	channel, err := phy.NewChannel(o, phy.Site{})
	if err != nil {
		t.Fatal(err)
	}
	model, err := mobility.NewStaticAt(c.places)
	if err != nil {
		t.Fatal(err)
	}
	count := &tally{}
	link := radio.DefaultLink()
	link.BitrateBps, link.Preamble = 1e6, radio.DefaultPreamble
	link.AckBytes /= 2 // ns-3 acknowledges at the rate of the data, twice the rate of all else
	link.Retries = 6   // its limit of 7 counts transmissions, of an absent station's frames
	e, err := emulator.New(emulator.Config{Seed: 1, Nodes: len(c.places), Until: crowdSeconds * time.Second, Mobility: model, Medium: channel,
		Link: link, Access: &csma, Sinks: []trace.Sink{count},
		Algorithm: protocol.Algorithm{Name: "stations", Timers: 1,
			Kinds: []protocol.MessageKind{{Message: parcel{}, Name: "parcel", Class: protocol.ClassElection}},
			New: func(protocol.Config) (func() protocol.Machine, error) {
				return func() protocol.Machine { return &station{crowd: c} }, nil
			}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return float64(count.heard) / crowdSeconds, float64(count.heard) / float64(count.said), float64(count.onAir) / float64(count.heard)
}

// contended is made once.
var contended drawn

func TestNS3Contention(t *testing.T) {
	if testing.Short() {
		t.Skip("twenty runs of 20 s of saturated stations")
	}
	for _, s := range contention(t) {
		s.hold(t)
	}
}

func contention(t *testing.T) []section { return contended.by(t, drawContention) }

// drawContention compares frames received a second, and frames on the air for each, as
// ratios of theirs.
func drawContention(t *testing.T) []section {
	const prose = "802.11b, data at 2 Mbit/s and all else at 1, `NistErrorRateModel`, log-distance; frames of 1000 bytes (500 where stations are spread). "
	got := section{title: "Contention: frames received", prose: prose + "Frames that machines received a second, in 20 s.",
		at: "stations", unit: "of theirs", relative: true, within: 0.1, decimals: 2}
	tries := section{title: "Contention: frames on the air", prose: prose + "Data frames on the air for each that was received: collisions and their repetitions.",
		at: "stations", unit: "of theirs", relative: true, within: 0.1, decimals: 3}
	cases := crowds()
	for i, l := range lines(t, "contention.tsv") {
		if !*update && !sample.Takes(i, 2) {
			continue
		}
		heard, _, onAir := contend(t, cases[l[0]], dsssCSMA(l[1]))
		name := fmt.Sprintf("%s, %s", strings.TrimSuffix(l[0], ","), l[1])
		got.rows = append(got.rows, row{name, heard, number(t, l[2])})
		tries.rows = append(tries.rows, row{name, onAir, number(t, l[4])})
	}
	return []section{got, tries}
}

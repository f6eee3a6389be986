package emulator

import (
	"math"
	"slices"
	"time"

	"pgregory.net/rapid"

	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/trace"
)

// A reckoning computes one node's battery from a trace: the energy and instants of its
// frames, when the node ran, and what the sun gave. It shares nothing with package battery
// except the numbers of the profile.
type reckoning struct {
	cfg             *Config
	node            protocol.ID
	txW, rxW, idleW float64 // drain of the battery; by Peukert's law it differs from the power of the radio
	initial, level  float64
	at              time.Duration
	alive, mustDie  bool
	lumps           []lump // every frame, for a diffusing battery
	idled           []span
	gained          float64
	deaths, inFrame int

	sun                      energy.Sun
	diffusion                energy.Diffusion
	shines, diffuses, linear bool
}

type lump struct {
	at     time.Duration
	joules float64
}

type span struct{ from, until time.Duration }

func newReckoning(cfg *Config, i int) *reckoning {
	e := cfg.Energy
	r := &reckoning{cfg: cfg, node: id(i), initial: e.InitialJ[i], level: e.InitialJ[i],
		txW: e.Profile.TxW, rxW: e.Profile.RxW, idleW: e.Profile.IdleW}
	r.sun, r.shines = e.Harvester.(energy.Sun)
	r.diffusion, r.diffuses = e.Battery.(energy.Diffusion)
	p, lawful := e.Battery.(energy.Peukert)
	if r.linear = !lawful; lawful {
		rated := r.initial / p.Rated.Seconds()
		for _, w := range []*float64{&r.txW, &r.rxW, &r.idleW} {
			*w = math.Round(*w*math.Exp((p.Exponent-1)*math.Log(*w/rated))*1e9) / 1e9
		}
	}
	return r
}

// over goes through a trace and returns how often the node died, and how often at a frame.
func (r *reckoning) over(t rapid.TB, records []trace.Record) (deaths, inFrame int) {
	broadcast := map[uint64]bool{}
	for k := range records {
		rec := &records[k]
		now := time.Duration(rec.At)
		if now > r.at {
			if r.mustDie {
				t.Fatalf("node %d runs at %v with an empty battery", r.node, r.at)
			}
			r.pass(t, now)
		}
		switch {
		case rec.Kind == trace.Send:
			broadcast[rec.Frame] = rec.Peer == protocol.Nobody
		case rec.Kind == trace.Transmit:
			air := r.cfg.Link.Airtime(int(rec.Bytes))
			if rec.Node == r.node {
				r.take(r.txW, air)
			}
			if rec.Peer == r.node && (rec.Why == trace.WhyAck || heardOf(records[k+1:], rec)) {
				r.take(r.rxW, air)
			}
		case rec.Node != r.node:
		case (rec.Kind == trace.Receive || rec.Kind == trace.Lost && rec.Why == trace.WhyLoss) && broadcast[rec.Frame]:
			r.take(r.rxW, r.cfg.Link.Airtime(int(rec.Bytes)+r.cfg.Link.HeaderBytes))
		case rec.Kind == trace.Boot:
			r.alive = true
		case rec.Kind == trace.Crash:
			r.stop(t, rec.Why)
		case rec.Kind == trace.Energy:
			r.compare(t, rec)
		}
	}
	return r.deaths, r.inFrame
}

// heardOf reports whether the addressee of a frame began to receive it, by the records
// that follow at the same instant.
func heardOf(next []trace.Record, sent *trace.Record) bool {
	for k := range next {
		n := &next[k]
		if n.At != sent.At {
			break
		}
		if n.Kind == trace.Lost && n.Frame == sent.Frame {
			return n.Why == trace.WhyLoss || n.Why == trace.WhyDuplicate
		}
		if (n.Kind == trace.Transmit || n.Kind == trace.Receive) && n.Frame == sent.Frame {
			return true
		}
	}
	return false
}

// precision is the greatest difference between two computations of a battery, in joules.
func (r *reckoning) precision() float64 {
	if r.diffuses {
		return 3e-6 // the emulator rounds to a microjoule
	}
	return 2e-9*r.idleW + 1e-9
}

// pass advances the time to an instant at which something happens.
func (r *reckoning) pass(t rapid.TB, until time.Duration) {
	for r.at < until {
		next := until
		if sun := r.sun; r.shines {
			next = min(next, (r.at/sun.Step()+1)*sun.Step())
		}
		if r.diffuses {
			next = min(next, r.at+20*time.Millisecond)
		}
		r.piece(next)
		if r.alive && r.level < -r.precision() {
			t.Fatalf("node %d runs at %v with %v J", r.node, r.at, r.level)
		}
	}
}

// piece advances to an instant before which no rate changes.
func (r *reckoning) piece(until time.Duration) {
	seconds := (until - r.at).Seconds()
	if r.alive {
		r.level -= r.idleW * seconds
		r.idled = append(r.idled, span{r.at, until})
	}
	if sun := r.sun; r.shines {
		step := r.at / sun.Step() % 288
		middle := float64(step*sun.Step()+sun.Step()/2-sun.Rise) / float64(sun.Set-sun.Rise)
		gain := 0.0
		if middle >= 0 && middle <= 1 {
			gain = sun.PeakW * math.Sin(math.Pi*middle) * seconds
		}
		gain = min(gain, r.initial-r.level)
		r.gained += gain
		r.level += gain
	}
	r.at = until
	r.diffuse()
}

// diffuse computes the charge of a diffusing battery from all that was drawn so far.
func (r *reckoning) diffuse() {
	if !r.diffuses {
		return
	}
	d := r.diffusion
	drawn, missing := 0.0, 0.0
	for _, l := range r.lumps {
		drawn += l.joules
		for m := 1.0; m <= 10; m++ {
			passed := d.Beta * d.Beta * m * m * (r.at - l.at).Minutes()
			if passed > 60 {
				break // what is left is less than 1e-26 of the lump
			}
			missing += 2 * l.joules * math.Exp(-passed)
		}
	}
	r.idled = merged(r.idled)
	for _, s := range r.idled {
		drawn += r.idleW * (s.until - s.from).Seconds()
		for m := 1.0; m <= 10; m++ {
			k := d.Beta * d.Beta * m * m
			missing += 2 * r.idleW * 60 / k * (math.Exp(-k*(r.at-s.until).Minutes()) - math.Exp(-k*(r.at-s.from).Minutes()))
		}
	}
	r.level = r.initial - drawn - missing
}

// merged joins spans that touch.
func merged(spans []span) []span {
	out := slices.Clone(spans[:1:1])[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && out[n-1].until == s.from {
			out[n-1].until = s.until
			continue
		}
		out = append(out, s)
	}
	return out
}

// take charges a frame's power for its airtime, or what is left in the battery.
func (r *reckoning) take(powerW float64, air time.Duration) {
	if r.mustDie {
		return // it died in an earlier frame of this instant
	}
	joules := (powerW - r.idleW) * air.Seconds()
	seems := joules
	if r.diffuses {
		seems *= 21
	}
	if seems > 0 && seems > r.level-r.precision() {
		r.mustDie = r.mustDie || seems > r.level+r.precision()
		if seems > r.level {
			joules *= max(r.level, 0) / seems
		}
	}
	r.level -= joules
	if over := r.level - r.initial; over > 0 {
		r.level, r.gained = r.initial, r.gained-over // a full battery takes no charge, also not the energy that a frame saves
	}
	r.lumps = append(r.lumps, lump{r.at, joules})
	r.diffuse()
}

func (r *reckoning) stop(t rapid.TB, why trace.Why) {
	r.alive = false
	if why != trace.WhyBattery {
		return
	}
	r.deaths++
	if n := len(r.lumps); n > 0 && r.lumps[n-1].at == r.at {
		r.inFrame++
	}
	r.mustDie = false
	if r.level > r.precision() {
		t.Fatalf("node %d dies at %v with %v J", r.node, r.at, r.level)
	}
}

// compare compares a record of the battery with the reckoning.
func (r *reckoning) compare(t rapid.TB, rec *trace.Record) {
	if left := float64(rec.Value) / 1e6; math.Abs(left-max(r.level, 0)) > r.precision()+1.5e-6 {
		t.Fatalf("node %d has %v J at %v, computed %v", r.node, left, r.at, r.level)
	}
	if r.linear && rec.X > r.initial+r.gained+1e-9 {
		t.Fatalf("node %d spent %v J of %v at %v", r.node, rec.X, r.initial+r.gained, r.at)
	}
}

package fd

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"

	"bellwether/protocol"
)

// Defaults of PhiOptions, with where they come from.
const (
	defaultThreshold    = 8.0                    // Akka's and Cassandra's
	defaultSamples      = 100                    // see PhiOptions
	defaultMinDeviation = 100 * time.Millisecond // Akka's
	firstDeviation      = 4                      // Akka's: the first estimate deviates by a quarter
)

// PhiOptions are the options of [NewPhi]. Zero fields get their defaults.
type PhiOptions struct {
	Self      protocol.ID    // the owner, which is never watched
	Timer     protocol.Timer // the owner's timer that fires Fire
	Interval  time.Duration  // between two heartbeats; default 2s
	Threshold float64        // Φ: a peer is suspected when its φ reaches it; default 8
	// Samples is how many inter-arrival times of a peer are kept; default 100. The paper
	// and Akka keep 1000: with heartbeats 2 s apart that is half an hour, and 8 kB for
	// each ordered pair of nodes.
	Samples      int
	MinDeviation time.Duration // least standard deviation; default 100ms
	Pause        time.Duration // added to the mean, for pauses of live peers; default 0, as in the paper
	First        time.Duration // inter-arrival time before any is known; default Interval
	// Cap bounds the time from a heartbeat to the suspicion; default 12 Intervals, or the
	// patience after First if that is longer.
	Cap time.Duration
}

// capIntervals is the default of Cap in heartbeats. Pull's greatest default time-out has
// the same length, in its questions.
const capIntervals = 2 * defaultMisses

// PhiDefaults are the options if none are given.
func PhiDefaults() PhiOptions { return PhiOptions{}.withDefaults() }

func (o PhiOptions) withDefaults() PhiOptions {
	o.Interval = cmp.Or(max(o.Interval, 0), defaultInterval)
	o.Threshold = cmp.Or(max(o.Threshold, 0), defaultThreshold)
	o.Samples = cmp.Or(max(o.Samples, 0), defaultSamples)
	o.MinDeviation = cmp.Or(max(o.MinDeviation, 0), defaultMinDeviation)
	o.Pause = max(o.Pause, 0)
	o.First = cmp.Or(max(o.First, 0), o.Interval)
	limit := cmp.Or(max(o.Cap, 0), capIntervals*o.Interval)
	o.Cap = 0 // no cap for the first estimate
	o.Cap = max(limit, o.patience(o.first(), quantile(o.Threshold)))
	return o
}

// first are the samples of a peer without any: First, plus and minus a deviation.
func (o PhiOptions) first() []time.Duration {
	off := o.First / firstDeviation
	return []time.Duration{o.First - off, o.First + off}
}

// Worst is the longest time that a dead peer may go unsuspected after its last heartbeat
// arrived. Settle bounds include it.
func (o PhiOptions) Worst() time.Duration { return o.withDefaults().Cap }

// phi is the φ-accrual detector. The zero phi is not usable: see NewPhi.
type phi struct {
	o     PhiOptions
	z     float64       // by how many deviations a heartbeat is late when φ = Threshold
	peers []arrivals    // sorted by ID
	beat  protocol.Time // when the next heartbeat is due
	wake  protocol.Time // when the timer fires
}

// arrivals is what a node knows of a peer's heartbeats.
type arrivals struct {
	id        protocol.ID
	last      protocol.Time   // the newest, or when the watch began
	deadline  protocol.Time   // when φ reaches the threshold; for a suspect: when it did
	samples   []time.Duration // inter-arrival times: a ring, once it is full
	oldest    int             // where the next sample goes, in a full ring
	heard     bool            // last is a heartbeat
	suspected bool
}

// NewPhi makes a detector that watches no peer yet.
func NewPhi(o PhiOptions) *phi {
	o = o.withDefaults()
	return &phi{o: o, z: quantile(o.Threshold)}
}

// Start watches every member. The first heartbeats leave at a random time in the
// first interval.
func (p *phi) Start(env *protocol.Env) {
	p.keep(env)
	p.beat = env.Now().Add(spread(env, p.o.Interval))
	p.arm(env)
}

// Fire sends heartbeats if they are due, and suspects the peers whose φ has reached the
// threshold.
func (p *phi) Fire(env *protocol.Env) {
	p.keep(env)
	for i := range p.peers {
		if q := &p.peers[i]; !q.suspected && env.Now() >= q.deadline {
			q.suspected = true
			env.Suspect(q.id)
		}
	}
	if env.Now() >= p.beat {
		p.beat = env.Now().Add(p.o.Interval)
		for i := range p.peers {
			env.Route(p.peers[i].id, heartbeat{})
		}
	}
	p.arm(env)
}

// Receive handles a heartbeat.
func (p *phi) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) (alive protocol.ID) {
	at, watched := p.find(from)
	if _, known := m.(heartbeat); !known || !watched {
		return protocol.Nobody
	}
	q := &p.peers[at]
	if q.heard {
		q.sample(min(env.Now(), q.deadline).Sub(q.last), p.o.Samples)
	}
	q.last, q.heard = env.Now(), true
	q.deadline = q.last.Add(p.o.patience(q.samples, p.z))
	if q.suspected {
		q.suspected = false
		env.Trust(from)
	}
	if q.deadline < p.wake {
		p.sleep(env, q.deadline)
	}
	return from
}

// Suspected reports whether id seems dead.
func (p *phi) Suspected(id protocol.ID) bool {
	at, watched := p.find(id)
	return watched && p.peers[at].suspected
}

// keep watches exactly the other members of the roster.
func (p *phi) keep(env *protocol.Env) {
	members := env.Members()
	p.peers = slices.DeleteFunc(p.peers, func(q arrivals) bool {
		_, kept := slices.BinarySearch(members, q.id)
		if !kept && q.suspected {
			env.Trust(q.id) // this node no longer watches it
		}
		return !kept
	})
	for _, id := range members {
		if at, watched := p.find(id); !watched && id != p.o.Self {
			q := arrivals{id: id, last: env.Now(), samples: p.o.first()}
			q.deadline = q.last.Add(p.o.patience(q.samples, p.z))
			p.peers = slices.Insert(p.peers, at, q)
		}
	}
}

// arm sets the timer to the next heartbeat or deadline.
func (p *phi) arm(env *protocol.Env) {
	next := p.beat
	for i := range p.peers {
		if q := &p.peers[i]; !q.suspected {
			next = min(next, q.deadline)
		}
	}
	p.sleep(env, next)
}

func (p *phi) sleep(env *protocol.Env, until protocol.Time) {
	p.wake = until
	env.SetTimer(p.o.Timer, until.Sub(env.Now()))
}

func (p *phi) find(id protocol.ID) (at int, watched bool) {
	return slices.BinarySearchFunc(p.peers, id, func(q arrivals, id protocol.ID) int { return cmp.Compare(q.id, id) })
}

// sample stores an inter-arrival time, in place of the oldest if there are most already.
func (q *arrivals) sample(d time.Duration, most int) {
	if len(q.samples) < most {
		q.samples = append(q.samples, d)
		return
	}
	q.oldest %= len(q.samples)
	q.samples[q.oldest] = d
	q.oldest++
}

// Copy returns a detector in the same state.
func (p *phi) Copy() Detector {
	c := *p
	c.peers = slices.Clone(p.peers)
	for i := range c.peers {
		c.peers[i].samples = slices.Clone(c.peers[i].samples)
	}
	return &c
}

// Shift moves every instant: see [protocol.Shifter].
func (p *phi) Shift(now protocol.Time, d time.Duration) {
	p.beat, p.wake = p.beat.Shift(d), p.wake.Shift(d)
	for i := range p.peers {
		q := &p.peers[i]
		if past := now.Sub(q.deadline); q.suspected && past > 0 {
			q.last, q.deadline = q.last.Add(past), now // only the span between them matters
		}
		q.last, q.deadline = q.last.Shift(d), q.deadline.Shift(d)
	}
}

// Snapshot appends the state in canonical form, each peer's samples oldest first.
func (p *phi) Snapshot(b []byte) []byte {
	b = protocol.AppendTime(b, p.beat)
	b = protocol.AppendTime(b, p.wake)
	b = binary.BigEndian.AppendUint32(b, uint32(len(p.peers)))
	for i := range p.peers {
		q := &p.peers[i]
		b = protocol.AppendID(b, q.id)
		b = protocol.AppendTime(b, q.last)
		b = protocol.AppendTime(b, q.deadline)
		b = append(b, protocol.Bit(q.heard), protocol.Bit(q.suspected))
		b = binary.BigEndian.AppendUint32(b, uint32(len(q.samples)))
		for k := range q.samples {
			b = binary.BigEndian.AppendUint64(b, uint64(q.samples[(q.oldest+k)%len(q.samples)]))
		}
	}
	return b
}

package overlay

import (
	"fmt"
	"math/rand/v2"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/protocol"
)

// Rehearse checks the declarations of an algorithm, then runs one of its machines alone
// for a few handlers: it boots, is told to elect, and its timers fire. It returns the
// first breach of contract, for a program that registers an algorithm. Breaches that need
// other nodes show in a run.
//
// A panic of the machine is ignored here: a run reports it with its seed.
func Rehearse(a protocol.Algorithm, c protocol.Config) (err error) {
	if err := describes(a); err != nil {
		return err
	}
	defer func() { _ = recover() }()
	make, err := optional.Maker(a, c)
	if err != nil {
		return fmt.Errorf("%s: %w", a.Name, err)
	}
	whole, _, timers := Compose(protocol.Algorithm{Name: a.Name, Kinds: a.Kinds, Timers: a.Timers, Slots: a.Slots}, make, Services{})
	stage := &stage{needs: a.Needs, timers: map[protocol.Timer]protocol.Time{}}
	m := whole()
	defer optional.Close(m)
	stage.play(func(env *protocol.Env) { m.Start(env, nil) })
	stage.play(func(env *protocol.Env) { optional.Elect(m, env) })
	for range rehearsed {
		t, due := stage.next(protocol.Timer(timers))
		if !due {
			break
		}
		stage.play(func(env *protocol.Env) { m.Fire(env, t) })
	}
	if b := stage.env.Driver().Broken(); b != nil {
		return fmt.Errorf("tried by itself, before any run: %w", b)
	}
	return nil
}

// rehearsed is how many timers fire in a rehearsal: some minutes of an algorithm's upkeep,
// in which each timer fires.
const rehearsed = 64

// describes returns an error if a declaration other than the goal is not a constant of its type, a kind of
// message is out of range, or two kinds are equal.
func describes(a protocol.Algorithm) error {
	if a.Needs > protocol.NeedsBothWays {
		return fmt.Errorf("%s: it has Needs %d, not one of the constants Needs…", a.Name, a.Needs)
	}
	for _, c := range a.Costs {
		for _, charge := range c.Charges {
			if charge.Bound > protocol.OnAverage {
				return fmt.Errorf("%s: the cost of %s has the bound %d, not one of the constants Exactly, AtMost and OnAverage", a.Name, charge.Message, charge.Bound)
			}
		}
	}
	for _, k := range a.Kinds {
		switch {
		case k.Kind() >= protocol.FirstOverlayKind:
			return fmt.Errorf("%s: message %s has kind %d: those from %d on belong to package overlay", a.Name, k.Name, k.Kind(), protocol.FirstOverlayKind)
		case k.Class >= protocol.Classes:
			return fmt.Errorf("%s: message %s has class %d: they are 0 to %d", a.Name, k.Name, k.Class, protocol.Classes-1)
		case k.Rides && a.Needs >= protocol.NeedsRing:
			return fmt.Errorf("%s: message %s rides on hellos, and those who hear a hello are no neighbours on a ring: broadcast it", a.Name, k.Name)
		}
	}
	if _, err := protocol.NewCodec(a.Kinds...); err != nil {
		return fmt.Errorf("%s: %w", a.Name, err)
	}
	return nil
}

// A stage is the world of a rehearsal: node 2 of three nodes that all hear each other.
type stage struct {
	needs  protocol.Needs
	env    protocol.Env
	now    protocol.Time
	timers map[protocol.Timer]protocol.Time
}

// Members are all three.
func (*stage) Members() []protocol.ID { return []protocol.ID{1, 2, 3} }

// Neighbours are the two others, or the successor on a ring.
func (s *stage) Neighbours() []protocol.ID {
	if s.needs == protocol.NeedsRing {
		return []protocol.ID{3}
	}
	return []protocol.ID{1, 3}
}

func (s *stage) play(handler func(env *protocol.Env)) {
	if s.env.Driver().Broken() != nil {
		return
	}
	s.env.Driver().Enter(protocol.Facts{Self: 2, Now: s.now, Capability: protocol.Capability{Value: 500, ID: 2}, View: s,
		Rand: rand.New(rand.NewPCG(1, uint64(s.now)))})
	handler(&s.env)
	for _, e := range s.env.Driver().Effects() {
		switch e.Op {
		case protocol.OpSetTimer:
			s.timers[e.Timer] = s.now.Add(max(e.Within, time.Microsecond))
		case protocol.OpStopTimer:
			delete(s.timers, e.Timer)
		}
	}
}

// next advances to the first timer due among those below a number.
func (s *stage) next(below protocol.Timer) (first protocol.Timer, due bool) {
	for t := range below {
		if at, set := s.timers[t]; set && (!due || at < s.timers[first]) {
			first, due = t, true
		}
	}
	if due {
		s.now = s.timers[first]
		delete(s.timers, first)
	}
	return first, due
}

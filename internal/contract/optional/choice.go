package optional

import (
	"slices"
	"time"

	"bellwether/protocol"
)

// A NeverWorse is a machine whose node never follows a leader that offers less than the node
// itself, in any run with fixed offers and without hysteresis. Its method does nothing: it
// declares this to the code that checks runs.
type NeverWorse interface{ NeverFollowsWorse() }

// An OnlyBest is a machine whose nodes never follow another node than the best of all, if all
// start together over an oracle of neighbours and there are no faults or changes. A machine
// that first leads itself and later follows a better node must not implement it.
type OnlyBest interface{ FollowsOnlyBest() }

// A MarginKeeper is a machine that keeps its leader as long as no node exceeds it by more than
// the hysteresis of its [protocol.Config]. Other machines replace it as soon as a node is
// better.
type MarginKeeper interface{ KeepsWithinMargin() }

// A Steady is a machine that names no other leader while the one that it follows is alive and
// is heard, whatever others offer. Its algorithm's goal is any leader, or any with a quorum.
type Steady interface{ KeepsLeader() }

// IsSteady reports whether the machines of an algorithm with its defaults are Steady.
func IsSteady(a protocol.Algorithm) bool {
	_, steady := usual(a).(Steady)
	return steady
}

// Numbers reports whether the machines of an algorithm number their elections across crashes: they
// declare that computation_num is counted. The numbers of others begin anew.
func Numbers(a protocol.Algorithm) bool {
	d, durable := usual(a).(Durable)
	if !durable {
		return false
	}
	_, counted := d.Outlives()
	return slices.Contains(counted, "computation_num")
}

// usual is a machine of an algorithm with its defaults; nil if it makes none.
func usual(a protocol.Algorithm) protocol.Machine {
	if a.New == nil {
		return nil
	}
	detection := protocol.Detection{Interval: time.Second, Misses: 3}
	values, _ := protocol.Resolve(a.Params, nil, detection)
	maker, err := Maker(a, protocol.Config{Detection: detection, Values: values})
	if err != nil {
		return nil
	}
	return maker()
}

// A Durable is a machine that declares which of the values that it shows survive a crash if
// its storage is kept. A node that starts again shows the kept values unchanged, like a term
// and the vote in it, and greater counted values, like the number of its boots.
type Durable interface {
	Outlives() (kept, counted []string)
}

// A Dated is a message with news of a node (of). The same news has the same number. age is how
// old the news is, as the sender says. held says that the sender received the news; else it
// makes it. A node that keeps news and sends it later must send a greater age.
type Dated interface {
	Dated() (of protocol.ID, number uint64, age time.Duration, held bool)
}

// An Adaptive is a machine whose failure detector learns how long answers take. If each answer
// of a member takes the time roundTrip, it suspects this member wrongly at most so often in a
// run of a length. It promises nothing if answers take longer than its longest time-out.
type Adaptive interface {
	Mistakes(roundTrip, run time.Duration) (most int, promised bool)
}

package conformance

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bellwether/internal/contract/optional"
	"bellwether/internal/proof/smallworld"
	"bellwether/overlay"
	"bellwether/protocol"
)

// lab is a small world of a row's machines: time passes, no fault happens, and oracles
// serve neighbours and routes.
func (r row) lab(nodes int) *smallworld.Lab {
	return smallworld.RunWith(r.a, smallworld.Config(r.a, r.params), overlay.Services{}, smallworld.Options{Nodes: nodes})
}

// starts reports whether an algorithm can be told to hold an election. Ω cannot: it has
// none.
func starts(a protocol.Algorithm) bool {
	inner, err := a.New(smallworld.Config(a, nil))
	if err != nil {
		return false
	}
	_, ok := inner().(protocol.Starter)
	return ok
}

func electionsOnly(a protocol.Algorithm) string {
	if starts(a) {
		return ""
	}
	return "its machines are no protocol.Starter: it holds no elections"
}

// refusesBadDetection: New returns an error if its machines could never suspect a node.
func refusesBadDetection(_ testing.TB, r row) error {
	for _, d := range badDetection {
		c := smallworld.Config(r.a, r.params)
		c.Detection = d
		if _, err := r.a.New(c); err == nil || !strings.HasPrefix(err.Error(), r.a.Name+": ") {
			return fmt.Errorf("a detection budget of %d misses of %v gives the error %v", d.Misses, d.Interval, err)
		}
	}
	return nil
}

// staysSettled: after Settle no node sends before the first detection interval ends, and no
// election is held while nothing happens.
func staysSettled(_ testing.TB, r row) error {
	for _, n := range []int{1, 2, 5} {
		w := r.lab(n)
		w.Complete().Boot()
		if said := len(w.Said) - w.CountClass(protocol.ClassDetector); said != 0 {
			return fmt.Errorf("%d nodes: %d messages at boot", n, said)
		}
		w.Forgive()
		w.Settle(r.wanted(w))
		w.Run(smallworld.Budget.Interval - 1)
		if said := len(w.Said) - w.CountClass(protocol.ClassDetector); said != 0 {
			return fmt.Errorf("%d nodes: %v sends a %T at %v, before the first interval ends", n, w.Said[0].From, w.Said[0].Message, w.Said[0].At)
		}
		w.Run(time.Minute)
		if wrong := w.Disagreement(); wrong != "" {
			return fmt.Errorf("%d nodes: %s", n, wrong)
		}
		if said := w.CountClass(protocol.ClassElection) + w.CountClass(protocol.ClassAnnouncement); said != 0 {
			return fmt.Errorf("%d nodes: %d messages of an election while a leader leads", n, said)
		}
	}
	return nil
}

// wanted is the node that the goal wants among all nodes of a lab; the last node if the
// goal accepts any.
func (r row) wanted(w *smallworld.Lab) protocol.ID {
	if id := w.Wanted(w.Members()).Leader; id != protocol.Nobody {
		return id
	}
	return protocol.ID(w.Nodes)
}

// agree lets time pass until all nodes of a lab name the node that the goal wants.
func (r row) agree(w *smallworld.Lab) error {
	bound := r.a.SettleBound(w.Scale(overlay.Services{}), smallworld.Config(r.a, r.params))
	for began := w.Now; w.Disagreement() != ""; w.Run(smallworld.Budget.Interval / 20) {
		if w.Now.Sub(began) > bound {
			return fmt.Errorf("%v after a node started an election, bound %v: %s", w.Now.Sub(began), bound, w.Disagreement())
		}
	}
	return nil
}

// tellsStatesApart: two states that behave differently have different snapshots. Each of
// these actions changes the state of node 2.
func tellsStatesApart(_ testing.TB, r row) error {
	w := r.lab(3)
	w.Complete().Boot()
	seen := map[string]string{}
	look := func(when string) error {
		s := string(w.Machine(2).Snapshot(nil))
		if former, known := seen[s]; known {
			return fmt.Errorf("the state of node 2 of 3 after %s has the bytes of that after %s: nothing changed in it, or Snapshot does not tell", when, former)
		}
		seen[s] = when
		return nil
	}
	if err := look("boot"); err != nil {
		return err
	}
	w.Elect(2)
	if err := look("the beginning of an election"); err != nil {
		return err
	}
	if err := r.agree(w); err != nil {
		return err
	}
	leader := w.Leader(2)
	if leader == 2 {
		return nil // it may have been elected as it began, and has no leader to lose
	}
	if err := look("its end"); err != nil {
		return err
	}
	w.Crash(leader)
	w.Run(10 * smallworld.Budget.Interval)
	return look("the crash of its leader")
}

// inspectsSteadily: an Inspector shows the same names in the same order each time, and its
// leader under the name leader.
func inspectsSteadily(_ testing.TB, r row) error {
	w := r.lab(3)
	w.Complete().Boot()
	names := func() (out string) {
		optional.Inspect(w.Machine(1), func(name string, _ int64) { out += name + " " })
		return out
	}
	before := names()
	w.Elect(1)
	if during := names(); during != before {
		return fmt.Errorf("it shows %q, then %q", before, during)
	}
	w.Run(5 * smallworld.Budget.Interval)
	var err error
	optional.Inspect(w.Machine(1), func(name string, value int64) {
		if want := w.Leader(1); name == "leader" && value != int64(want) {
			err = fmt.Errorf("it shows leader %d, and said by Env.Elected %v", value, want)
		}
	})
	return err
}

// reportsElections: Electing is reported when a node enters an election, with its
// computation, and Elected when it knows the leader. A leader that becomes known long
// after an election, at a merge, is reported with no computation: the time of that
// election is over.
func reportsElections(_ testing.TB, r row) error {
	w := r.lab(5)
	w.Complete().Boot()
	w.Elect(r.wanted(w))
	if err := r.agree(w); err != nil {
		return err
	}
	entered := 0
	for _, e := range w.Events {
		if e.Op != protocol.OpElecting {
			continue
		}
		entered++
		if e.Computation == (protocol.Computation{}) {
			return fmt.Errorf("%v enters an election of no computation at %v", e.Node, e.At)
		}
	}
	if entered == 0 {
		return fmt.Errorf("node %v is told to elect, and no node reports that it has entered an election", r.wanted(w))
	}
	if r.a.QuorumOf(4) > 0 {
		return nil // at most one of two islands has a leader
	}
	return reportsMerge(r)
}

// reportsMerge joins two islands that have a leader each: the nodes whose leader the goal
// wants to change do change it, and no others.
func reportsMerge(r row) error {
	w := r.lab(4)
	w.Link(1, 2)
	w.Link(3, 4)
	w.Boot()
	w.Elect(2)
	w.Elect(4)
	w.Run(30 * smallworld.Budget.Interval)
	former := map[protocol.ID]protocol.ID{}
	for _, id := range w.Members() {
		if former[id] = w.Leader(id); former[id] == protocol.Nobody {
			return fmt.Errorf("two islands: %v knows no leader at %v: %s", id, w.Now, w.Disagreement())
		}
	}
	w.Forgive()
	w.Link(2, 3)
	w.Run(5 * smallworld.Budget.Interval)
	want, merged, due := w.Wanted(w.Members()), 0, 0
	for _, id := range w.Members() {
		if !want.Right(former[id]) {
			due++
		}
	}
	for _, e := range w.Events {
		if e.Op != protocol.OpElected {
			continue
		}
		merged++
		if e.To != want.Leader {
			return fmt.Errorf("two islands that meet: %v names %v, wanted is %v", e.Node, e.To, want)
		}
		if e.Computation != (protocol.Computation{}) {
			return &finding{"Env.Elected", fmt.Sprintf("two islands that meet: %v names %v by an election that was over before", e.Node, e.To),
				"the zero Computation where a node learns of a leader without an election"}
		}
	}
	if merged != due {
		return fmt.Errorf("two islands that meet: %d nodes name a new leader, those with another than %v were %d", merged, want, due)
	}
	return nil
}

// boundGrows: settle bounds include the detection time-out, and grow with the world and
// with its delays.
func boundGrows(_ testing.TB, r row) error {
	c := smallworld.Config(r.a, r.params)
	s := protocol.Scale{Nodes: 10, Diameter: 4, Hop: 10 * time.Millisecond, Roster: 20}
	small := r.a.SettleBound(s, c)
	if least := smallworld.Budget.Timeout(); small < least {
		return fmt.Errorf("%v is less than the detection time-out of %v", small, least)
	}
	larger := s
	larger.Diameter, larger.Hop = 40, 100*time.Millisecond
	if got := r.a.SettleBound(larger, c); got <= small {
		return fmt.Errorf("%v for a diameter of 4 and hops of 10 ms, %v for 40 and 100 ms", small, got)
	}
	slower := c
	slower.Detection.Interval *= 2
	slower.Values, _ = protocol.Resolve(r.a.Params, r.params, slower.Detection) // defaults may depend on it
	if got := r.a.SettleBound(s, slower); got <= small {
		return fmt.Errorf("%v for a detection interval of %v, %v for twice that", small, c.Detection.Interval, got)
	}
	return nil
}

package invariants

import (
	"bytes"
	"testing"

	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/check"
)

// word is a message whose part is explicit.
type word struct{ Saying }

func (word) Kind() protocol.Kind { return 1 }
func (m word) Fields(w *protocol.Wire) protocol.Message {
	return protocol.Done(w, m)
}
func reads(m protocol.Message) (Saying, bool) {
	w, ok := m.(word)
	return w.Saying, ok
}

// said and heard return a message of the computation ⟨num, 1⟩ from node to peer. It names
// the node best, which offers ten times its ID.
func said(at float64, node, peer protocol.ID, p part, num uint32, best protocol.ID) trace.Record {
	s := Saying{Part: p, Computation: protocol.Computation{Num: num, Source: 1}}
	if best != protocol.Nobody {
		s.Best = protocol.Capability{Value: int64(10 * best), ID: best}
	}
	return trace.Record{At: sec(at), Kind: trace.Send, Node: node, Peer: peer, Content: word{s}}
}

func heard(at float64, node, peer protocol.ID, p part, num uint32, best protocol.ID) trace.Record {
	r := said(at, node, peer, p, num, best)
	r.Kind = trace.Receive
	return r
}

// again makes a record one of a repetition.
func again(r trace.Record) trace.Record {
	w := r.Content.(word)
	w.Again = true
	r.Content = w
	return r
}

// resent makes a record one of what a transport repeats.
func resent(r trace.Record) trace.Record {
	r = again(r)
	w := r.Content.(word)
	w.Resent = true
	r.Content = w
	return r
}

func timer(at float64, node protocol.ID) trace.Record {
	return trace.Record{At: sec(at), Kind: trace.Timer, Node: node}
}

func shows(at float64, node protocol.ID, inTree, waiting int64) []trace.Record {
	return []trace.Record{
		{At: sec(at), Kind: trace.State, Node: node, Name: "in_tree", Value: inTree},
		{At: sec(at), Kind: trace.State, Node: node, Name: "waiting", Value: waiting},
	}
}

// four offer ten times their IDs.
var four = []any{boot(0, 1, 10), boot(0, 2, 20), boot(0, 3, 30), boot(0, 4, 40)}

type row struct {
	name  string
	story []any
	want  []string
}

func judge(t *testing.T, property string, fresh func() check.Checker, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			expect(t, feed(fresh(), append(append([]any{}, four...), r.story...)...), property, r.want...)
		})
	}
}

func TestComputationsAreNewer(t *testing.T) {
	judge(t, "computations newer", func() check.Checker { return NewNewer() }, []row{
		{"a newer one", []any{electing(1, 2, 1, 1), electing(2, 2, 1, 3), electing(3, 2, 2, 1)}, nil},
		{"an older one", []any{electing(1, 2, 2, 1), electing(2, 2, 1, 3)}, []string{"2s: computations newer: 2 leaves ⟨2,1⟩ for ⟨1,3⟩"}},
		{"a lesser initiator", []any{electing(1, 2, 1, 3), electing(2, 2, 1, 1)}, []string{"2 leaves ⟨1,3⟩ for ⟨1,1⟩"}},
		{"after the end", []any{electing(1, 2, 2, 1), elected(2, 2, 4), electing(3, 2, 1, 3)}, nil},
		{"after a crash", []any{electing(1, 2, 2, 1), crash(2, 2), electing(3, 2, 1, 3)}, nil},
		{"another node's", []any{electing(1, 2, 2, 1), electing(2, 3, 1, 3)}, nil},
		{"no computations", []any{electing(1, 2, 2, 1), electing(2, 2, 0, 0)}, nil},
	})
}

func TestEachMessageIsSentOnce(t *testing.T) {
	judge(t, "said once", func() check.Checker { return NewOnce(reads) }, []row{
		{"once", []any{electing(1, 2, 1, 1), said(1, 2, 3, Asks, 1, 0), said(1, 2, 4, Asks, 1, 0), said(2, 2, 1, Reports, 1, 4)}, nil},
		{"an Election twice", []any{electing(1, 2, 1, 1), said(1, 2, 0, Asks, 1, 0), said(2, 2, 0, Asks, 1, 0)},
			[]string{"2s: said once: 2 says Election of ⟨1,1⟩ to whoever hears again"}},
		{"an Ack twice", []any{electing(1, 2, 1, 1), said(1, 2, 1, Reports, 1, 2), said(2, 2, 3, Reports, 1, 2)}, []string{"2 says its Ack of ⟨1,1⟩ again"}},
		{"a repetition that says so", []any{electing(1, 2, 1, 1), said(1, 2, 1, Reports, 1, 2), again(said(2, 2, 1, Reports, 1, 4)), elected(3, 2, 4), again(said(4, 2, 1, Asks, 1, 0))}, nil},
		{"of a newer one", []any{electing(1, 2, 1, 1), said(1, 2, 0, Asks, 1, 0), electing(2, 2, 2, 1), said(2, 2, 0, Asks, 2, 0)}, nil},
		{"of one that it left", []any{said(1, 2, 0, Asks, 1, 0), electing(2, 2, 2, 1), said(2, 2, 0, Asks, 2, 0), said(3, 2, 0, Asks, 1, 0)}, []string{"3s: said once: 2 says Election of ⟨1,1⟩"}},
		{"late", []any{electing(1, 2, 1, 1), elected(2, 2, 4), said(3, 2, 1, Reports, 1, 2)}, nil},
		{"after the end", []any{said(1, 2, 1, Reports, 1, 2), elected(2, 2, 4), said(3, 2, 1, Reports, 1, 2)}, []string{"3s: "}},
		{"after a crash", []any{said(1, 2, 1, Reports, 1, 2), crash(2, 2), said(3, 2, 1, Reports, 1, 2)}, nil},
		{"another node", []any{said(1, 2, 1, Reports, 1, 2), said(2, 3, 1, Reports, 1, 2)}, nil},
		{"entered again", []any{electing(1, 2, 1, 1), said(1, 2, 0, Asks, 1, 0), electing(2, 2, 1, 1), said(2, 2, 0, Asks, 1, 0)}, []string{"2s: "}},
		{"announcements", []any{said(1, 2, 0, Announces, 1, 2), said(2, 2, 0, Announces, 1, 2)}, nil},
	})
}

func TestMessagesAreSentInTime(t *testing.T) {
	judge(t, "said in time, once", func() check.Checker { return NewInTime(reads) }, []row{
		{"once", []any{electing(1, 2, 1, 1), said(1, 2, 3, Asks, 1, 0), said(1, 2, 4, Asks, 1, 0), said(2, 2, 1, Reports, 1, 4)}, nil},
		{"an Election twice", []any{electing(1, 2, 1, 1), said(1, 2, 3, Asks, 1, 0), said(2, 2, 3, Asks, 1, 0)}, []string{"2s: said in time, once: 2 says Election of ⟨1,1⟩ to 3 again"}},
		{"an Ack twice", []any{electing(1, 2, 1, 1), said(1, 2, 1, Reports, 1, 2), said(2, 2, 3, Reports, 1, 2)}, []string{"2 says its Ack of ⟨1,1⟩ again"}},
		{"a repetition that says so", []any{electing(1, 2, 1, 1), said(1, 2, 1, Reports, 1, 2), elected(3, 2, 4), again(said(4, 2, 1, Asks, 1, 0))}, nil},
		{"of a newer one", []any{electing(1, 2, 1, 1), said(1, 2, 0, Asks, 1, 0), electing(2, 2, 2, 1), said(2, 2, 0, Asks, 2, 0)}, nil},
		{"of one that it left", []any{electing(1, 2, 1, 1), electing(2, 2, 2, 1), said(2, 2, 1, Reports, 1, 2)}, []string{"speaks of ⟨1,1⟩, in which it is not electing"}},
		{"after the end", []any{electing(1, 2, 1, 1), elected(2, 2, 4), said(3, 2, 1, Reports, 1, 2)}, []string{"3s: "}},
		{"entered again", []any{electing(1, 2, 1, 1), said(1, 2, 0, Asks, 1, 0), electing(2, 2, 1, 1), said(2, 2, 0, Asks, 1, 0)}, []string{"2s: "}},
		{"announcements", []any{said(1, 2, 0, Announces, 1, 2), said(2, 2, 0, Announces, 1, 2)}, nil},
	})
}

func TestReportsIncludeOneself(t *testing.T) {
	judge(t, "reports include oneself", func() check.Checker { return NewOwnBest(reads) }, []row{
		{"oneself", []any{said(1, 3, 1, Reports, 1, 3)}, nil},
		{"better", []any{said(1, 3, 1, Reports, 1, 4)}, nil},
		{"less", []any{said(1, 3, 1, Reports, 1, 2)}, []string{"1s: reports include oneself: (3,30) reports (2,20), less than itself, in ⟨1,1⟩"}},
		{"a repetition", []any{again(said(1, 3, 1, Reports, 1, 2))}, []string{"1s: "}},
		{"announcements", []any{said(1, 3, 0, Announces, 1, 2), said(1, 3, 0, Asks, 1, 0)}, nil},
	})
}

func TestTheBestOfTheSubtree(t *testing.T) {
	const property = "the best of the subtree"
	in := electing(1, 3, 1, 1)
	judge(t, property, func() check.Checker { return NewTreeBest(reads) }, []row{
		{"a leaf", []any{in, said(2, 3, 1, Reports, 1, 3)}, nil},
		{"a child's best", []any{in, heard(2, 3, 4, Reports, 1, 4), said(3, 3, 1, Reports, 1, 4), said(4, 3, 0, Announces, 1, 4)}, nil},
		{"a lesser child", []any{in, heard(2, 3, 2, Reports, 1, 2), said(3, 3, 0, Announces, 1, 3)}, nil},
		{"who did not report", []any{in, said(3, 3, 0, Announces, 1, 4)},
			[]string{"3s: the best of the subtree: 3 names (4,40) in ⟨1,1⟩; what reached it is (3,30), in ⟨1,1⟩"}},
		{"not who did", []any{in, heard(2, 3, 4, Reports, 1, 4), said(3, 3, 1, Reports, 1, 3)}, []string{"what reached it is (4,40)"}},
		{"a report on another computation", []any{in, heard(2, 3, 4, Reports, 2, 4), said(3, 3, 1, Reports, 1, 4)}, []string{"3s: "}},
		{"a newer computation", []any{in, heard(2, 3, 4, Reports, 1, 4), electing(3, 3, 2, 1), said(4, 3, 1, Reports, 2, 4)}, []string{"4s: "}},
		{"no computation", []any{said(4, 3, 0, Announces, 1, 3)}, []string{"4s: "}},
		{"sent again by a transport, before a late report", []any{in, heard(2, 3, 4, Reports, 1, 4), resent(said(3, 3, 1, Reports, 1, 3))}, nil},
		{"said again, before a late report", []any{in, heard(2, 3, 4, Reports, 1, 4), again(said(3, 3, 1, Reports, 1, 3))}, []string{"what reached it is (4,40)"}},
		{"passed on", []any{in, heard(2, 3, 1, Announces, 1, 4), said(2, 3, 0, Announces, 1, 4)}, nil},
		{"a repetition passed on", []any{in, again(heard(2, 3, 1, Announces, 1, 4)), said(2, 3, 0, Announces, 1, 4)}, nil},
		{"passed on otherwise", []any{in, heard(2, 3, 1, Announces, 1, 4), said(2, 3, 0, Announces, 1, 2)}, []string{"names (2,20)"}},
		{"another's passed on", []any{in, heard(2, 2, 1, Announces, 1, 4), said(2, 3, 0, Announces, 1, 4)}, []string{"2s: "}},
		{"remembered too long", []any{in, heard(2, 3, 1, Announces, 1, 4), timer(3, 3), said(3, 3, 0, Announces, 1, 4)}, []string{"3s: "}},
		{"said again on demand", []any{in, again(said(5, 3, 0, Announces, 1, 4))}, nil},
		{"after a late report", []any{in, elected(2, 3, 3), heard(3, 3, 4, Reports, 1, 4), said(3, 3, 0, Announces, 1, 4)}, nil},
		{"forgotten in a crash", []any{in, heard(2, 3, 4, Reports, 1, 4), crash(3, 3), said(4, 3, 1, Reports, 1, 4)}, []string{"4s: "}},
	})
}

func TestTheBestOfTheSubtreeMayLeaveLate(t *testing.T) {
	const property = "the best of the subtree"
	in := electing(1, 3, 1, 1)
	judge(t, property, func() check.Checker { return NewTreeBestLate(reads) }, []row{
		{"held back until more had reached it", []any{in, heard(2, 3, 4, Reports, 1, 4), said(3, 3, 1, Reports, 1, 3)}, nil},
		{"held back until a newer computation", []any{in, electing(2, 3, 2, 1), said(3, 3, 1, Reports, 1, 3)}, nil},
		{"what never reached it", []any{in, heard(2, 3, 4, Reports, 1, 4), said(3, 3, 1, Reports, 1, 5)}, []string{"what reached it is (4,40)"}},
		{"what reaches it later", []any{in, said(2, 3, 1, Reports, 1, 4), heard(3, 3, 4, Reports, 1, 4)}, []string{"2s: "}},
	})
}

func TestLeadersRise(t *testing.T) {
	judge(t, "leaders rise", func() check.Checker { return NewRising() }, []row{
		{"up", []any{elected(1, 1, 2), elected(2, 1, 3), elected(3, 1, 3)}, nil},
		{"down", []any{elected(1, 1, 3), elected(2, 1, 2)}, []string{"2s: leaders rise: 1 leaves (3,30) for (2,20), outside an election"}},
		{"by an election", []any{elected(1, 1, 3), electing(2, 1, 1, 1), elected(3, 1, 2)}, nil},
		{"given up", []any{elected(1, 1, 3), elected(2, 1, 0), elected(3, 1, 2)}, nil},
		{"after a crash", []any{elected(1, 1, 3), crash(2, 1), boot(3, 1, 10), elected(4, 1, 2)}, nil},
		{"another's", []any{elected(1, 1, 3), elected(2, 2, 2)}, nil},
		{"equal values", []any{boot(0, 2, 30), elected(1, 1, 3), elected(2, 1, 2)}, []string{"(3,30) for (2,30)"}},
	})
}

func TestTreesWait(t *testing.T) {
	judge(t, "trees wait", func() check.Checker { return NewWaits() }, []row{
		{"for two", []any{shows(1, 2, 1, 2), end(9)}, nil},
		{"for nobody", []any{shows(1, 2, 1, 2), shows(2, 2, 1, 0), end(9)}, []string{"2s: trees wait: 2 is in a tree and waits for nobody"}},
		{"no more", []any{shows(1, 2, 1, 2), shows(2, 2, 0, 0), end(9)}, nil},
		{"between two records", []any{shows(1, 2, 0, 0), shows(2, 2, 1, 1), shows(3, 3, 0, 0), end(9)}, nil},
		{"at the end", []any{shows(1, 2, 1, 0), end(1)}, []string{"1s: "}},
		{"no more after a crash", []any{shows(1, 2, 1, 1), crash(2, 2), boot(3, 2, 20), shows(4, 2, 0, 0), end(9)}, nil},
	})
}

// After different records a checker has the same memory if no later verdict can differ,
// and a different one otherwise.
func TestInvariantsRememberWhatMatters(t *testing.T) {
	for name, c := range map[string]struct {
		fresh             func() check.Invariant
		one, same, differ []any
	}{
		"numbers": {func() check.Invariant { return NewMonotone() },
			[]any{electing(1, 2, 1, 2), electing(2, 2, 2, 2), electing(3, 1, 1, 1)}, []any{electing(1, 1, 1, 1), electing(2, 2, 2, 2)}, []any{electing(1, 1, 1, 1), electing(2, 2, 3, 2)}},
		"newer": {func() check.Invariant { return NewNewer() },
			[]any{electing(1, 2, 1, 1), electing(2, 2, 2, 1)}, []any{electing(5, 2, 2, 1)}, []any{electing(5, 2, 2, 1), elected(6, 2, 1)}},
		"acyclic": {func() check.Invariant { return NewAcyclic() },
			[]any{in(1, 2, 1, 1), in(2, 3, 2, 1), end(3)}, []any{in(1, 3, 2, 1), in(2, 2, 1, 1), end(3)}, []any{in(1, 3, 1, 1), in(2, 2, 1, 1), end(3)}},
		"once": {func() check.Invariant { return NewOnce(reads) },
			[]any{electing(1, 2, 1, 1), said(1, 2, 3, Asks, 1, 0), said(1, 2, 4, Asks, 1, 0)}, []any{electing(1, 2, 1, 1), said(1, 2, 4, Asks, 1, 0), said(1, 2, 3, Asks, 1, 0)}, []any{electing(1, 2, 1, 1), said(1, 2, 4, Asks, 1, 0)}},
		"in time": {func() check.Invariant { return NewInTime(reads) },
			[]any{electing(1, 2, 1, 1), said(1, 2, 3, Asks, 1, 0), electing(2, 2, 2, 1)}, []any{electing(1, 2, 2, 1)}, []any{electing(1, 2, 2, 1), said(2, 2, 3, Asks, 2, 0)}},
		"own": {func() check.Invariant { return NewOwnBest(reads) },
			[]any{boot(1, 2, 5), boot(1, 3, 6)}, []any{boot(1, 3, 6), boot(1, 2, 5)}, []any{boot(1, 3, 6), boot(1, 2, 4)}},
		"subtree": {func() check.Invariant { return NewTreeBest(reads) },
			[]any{electing(1, 2, 1, 1), heard(2, 2, 4, Reports, 1, 4), heard(2, 2, 3, Reports, 1, 3)}, []any{electing(1, 2, 1, 1), heard(2, 2, 4, Reports, 1, 4)}, []any{electing(1, 2, 1, 1), heard(2, 2, 3, Reports, 1, 3)}},
		"rising": {func() check.Invariant { return NewRising() },
			[]any{elected(1, 1, 2), elected(2, 1, 3)}, []any{elected(2, 1, 3)}, []any{elected(1, 1, 2)}},
		"waits": {func() check.Invariant { return NewWaits() },
			[]any{shows(1, 2, 1, 2), shows(2, 2, 1, 1), end(3)}, []any{shows(1, 2, 1, 1), end(3)}, []any{shows(1, 2, 1, 2), end(3)}},
	} {
		memory := func(story []any) []byte {
			i := c.fresh()
			feed(i, story...)
			return i.Snapshot(nil)
		}
		if one := memory(c.one); !bytes.Equal(one, memory(c.same)) || bytes.Equal(one, memory(c.differ)) {
			t.Errorf("%s: %x, the same %x, another %x", name, one, memory(c.same), memory(c.differ))
		}
	}
}

package explorer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bellwether/emulator/story"
	"bellwether/internal/base/crash"
	"bellwether/internal/sim/async"
	"bellwether/protocol"
)

// A root is one beginning of runs: what nodes offer, who starts an election, and the seed
// of their randomness. A search begins with all of its roots at once.
type root struct {
	setup    *story.Setup
	nodes    story.Directive
	starters []protocol.ID
	links    []async.Pair // of the world as it begins
	seed     int
	settles  func(protocol.Scale, protocol.Config) time.Duration // the algorithm's bound
	notice   time.Duration                                       // the neighbour service notices a change within it
}

// String names the root among the roots of its search.
func (r *root) String() string {
	var values, starters []string
	for _, line := range r.nodes.Input[:len(r.nodes.Input)-1] {
		_, value, _ := strings.Cut(line, " ")
		values = append(values, value)
	}
	for _, id := range r.starters {
		starters = append(starters, name(id))
	}
	out := "values " + strings.Join(values, "-")
	if len(starters) > 0 {
		out += ", started by " + strings.Join(starters, "")
	}
	if r.seed != 1 {
		out += fmt.Sprintf(", seed %d", r.seed)
	}
	return out
}

// bound is the algorithm's settle bound for the world as a run has it.
func (r *root) bound(in *async.System) time.Duration {
	defer crash.In(r.nodes.Words[0] + "'s SettleBound")
	return r.settles(r.setup.Scale(in), r.setup.Config())
}

// ValueWords are what --values takes besides a list such as 3-1-2.
func ValueWords() []string { return []string{"ascending", "descending", "tied", "permuted"} }

// DefaultValues are ascending: in the order of IDs; descending: in the reverse order; and
// tied: all equal. They distinguish a goal by value from one by ID, and include a tie.
func DefaultValues() []string { return []string{"ascending", "descending", "tied"} }

// StartWords are what --start takes besides a node, or several that start at once, such as
// AC. each: each node alone, in a beginning of its own; all: all at once; settled: nobody
// starts, and the node that the goal wants leads already.
func StartWords() []string { return []string{"each", "all", "settled"} }

// roots are the beginnings that the options ask for, each once.
func (o Options) roots(find story.Finder) ([]root, error) {
	var out []root
	var values [][]int64
	for _, word := range o.Values {
		list, err := o.values(word)
		if err != nil {
			return nil, err
		}
		for _, v := range list {
			if !slices.ContainsFunc(values, func(w []int64) bool { return slices.Equal(v, w) }) {
				values = append(values, v)
			}
		}
	}
	for _, v := range values {
		for seed := range o.Seeds {
			these, err := o.starts(find, v, seed+1)
			if err != nil {
				return nil, err
			}
			out = append(out, these...)
		}
	}
	return out, nil
}

// values are the lists that a word stands for.
func (o Options) values(word string) ([][]int64, error) {
	up := make([]int64, o.Nodes)
	for i := range up {
		up[i] = int64(i) + 1
	}
	switch word {
	case "ascending":
		return [][]int64{up}, nil
	case "descending":
		slices.Reverse(up)
		return [][]int64{up}, nil
	case "tied":
		return [][]int64{slices.Repeat([]int64{1}, o.Nodes)}, nil
	case "permuted":
		return permutations(up), nil
	}
	var out []int64
	for text := range strings.SplitSeq(word, "-") {
		v, err := strconv.ParseInt(text, 10, 32)
		if err != nil || v < 0 {
			return nil, fmt.Errorf("values are %s, or a list like 3-1-2, not %q", strings.Join(ValueWords(), ", "), word)
		}
		out = append(out, v)
	}
	if len(out) != o.Nodes {
		return nil, fmt.Errorf("values %s are for %d nodes, but there are %d", word, len(out), o.Nodes)
	}
	return [][]int64{out}, nil
}

// permutations are all orders of a sorted list, in lexicographic order.
func permutations(of []int64) [][]int64 {
	if len(of) == 0 {
		return [][]int64{nil}
	}
	var out [][]int64
	for i := range of {
		rest := slices.Delete(slices.Clone(of), i, i+1)
		for _, tail := range permutations(rest) {
			out = append(out, append([]int64{of[i]}, tail...))
		}
	}
	return out
}

// starts are the roots of one list of values and one seed, one for each way to start.
func (o Options) starts(find story.Finder, values []int64, seed int) ([]root, error) {
	var out []root
	for _, word := range o.Start {
		var who [][]protocol.ID
		leader := protocol.Nobody
		switch word {
		case "each":
			for i := range o.Nodes {
				who = append(who, []protocol.ID{protocol.ID(i + 1)})
			}
		case "all":
			who = [][]protocol.ID{everybody(o.Nodes)}
		case "settled":
			who, leader = [][]protocol.ID{nil}, o.wanted(find, values)
		default:
			named, err := o.named(word)
			if err != nil {
				return nil, err
			}
			who = [][]protocol.ID{named}
		}
		for _, starters := range who {
			r, err := o.root(find, values, leader, seed)
			if err != nil {
				return nil, err
			}
			r.starters = starters
			if sys, err := r.setup.System(); err != nil || !sys.Machines.Starts() {
				r.starters = nil
			}
			same := func(other root) bool {
				return slices.Equal(r.starters, other.starters) && slices.Equal(r.nodes.Words, other.nodes.Words)
			}
			if !slices.ContainsFunc(out, same) {
				out = append(out, r)
			}
		}
	}
	return out, nil
}

// named returns the nodes of a word such as A, or AC.
func (o Options) named(word string) ([]protocol.ID, error) {
	var out []protocol.ID
	for _, letter := range word {
		if letter < 'A' || int(letter-'A') >= o.Nodes || slices.Contains(out, protocol.ID(letter-'A')+1) {
			out = nil
			break
		}
		out = append(out, protocol.ID(letter-'A')+1)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("an election is started by %s, a node such as A, or several at once such as AB, not %q", strings.Join(StartWords(), ", "), word)
	}
	return out, nil
}

// check returns an error if a beginning is to be settled and is not led.
func (r *root) check(first *run) error {
	if first.broken != "" {
		return nil // the search reports it
	}
	if _, leader, settled := strings.Cut(strings.Join(r.nodes.Words, " "), "leader="); settled && !first.led {
		return fmt.Errorf("%s cannot begin in a settled world, which %s leads: its machines cannot be told of a leader", r.nodes.Words[0], leader[:1])
	}
	return nil
}

func everybody(n int) []protocol.ID {
	out := make([]protocol.ID, n)
	for i := range out {
		out[i] = protocol.ID(i + 1)
	}
	return out
}

// wanted returns the node with the best capability if that is the algorithm's goal, and A
// for all other goals.
func (o Options) wanted(find story.Finder, values []int64) protocol.ID {
	if a, _ := find(o.Algorithm); a.Goal != protocol.GoalBest && a.Goal != "" {
		return 1
	}
	best := protocol.Capability{}
	for i, v := range values {
		best = best.Better(protocol.Capability{Value: v, ID: protocol.ID(i + 1)})
	}
	return best.ID
}

func (o Options) root(find story.Finder, values []int64, leader protocol.ID, seed int) (root, error) {
	d := story.Directive{Verb: "nodes", Words: append([]string{o.Algorithm}, o.Params...)}
	d.Words = append(d.Words, "draws=steady")
	if len(o.Services) > 0 {
		d.Words = append(d.Words, "services="+strings.Join(o.Services, ","))
	}
	if seed != 1 {
		d.Words = append(d.Words, fmt.Sprintf("seed=%d", seed))
	}
	if leader != protocol.Nobody {
		d.Words = append(d.Words, "leader="+name(leader))
	}
	for i, v := range values {
		d.Input = append(d.Input, fmt.Sprintf("%s %d", name(protocol.ID(i+1)), v))
	}
	d.Input = append(d.Input, o.Topology)
	setup, err := story.Prepare(find, d)
	if err != nil {
		return root{}, err
	}
	a, _ := find(o.Algorithm)
	r := root{setup: setup, nodes: d, seed: seed, settles: a.SettleBound}
	sys, err := setup.System()
	r.notice = setup.Scale(sys).Neighbour
	if err != nil {
		return r, nil // the search reports it
	}
	for _, a := range sys.Members() {
		for _, b := range sys.Topology.Neighbours(a) {
			if a < b {
				r.links = append(r.links, async.Pair{A: a, B: b})
			}
		}
	}
	return r, nil
}

// name is the name of a node: A, B, C …
func name(id protocol.ID) string { return string(rune('A' + id - 1)) }

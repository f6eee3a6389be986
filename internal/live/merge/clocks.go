package merge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"bellwether/protocol"
)

// A pair is two lives that heard each other.
type pair struct {
	a, b     int32
	toA, toB fit // from the other's clock, over the other's life
}

// worse is the greater error of a pair's two fits, by which pairs are chosen.
func (p *pair) worse() time.Duration {
	if p.toA.uneven || p.toB.uneven {
		return math.MaxInt64
	}
	return max(p.toA.err, p.toB.err)
}

// pairs fits lines to every pair. The pair with the least error comes first; pairs that
// no line fits come last.
func pairs(lives []*Life, d delays) []pair {
	var out []pair
	for a := range int32(len(lives)) {
		for b := a + 1; b < int32(len(lives)); b++ {
			toA, toB := d[way{b, a}], d[way{a, b}]
			if toA != nil && toB != nil {
				out = append(out, pair{a, b, fitted(*toB, *toA, lives[b].span()), fitted(*toA, *toB, lives[a].span())})
			}
		}
	}
	slices.SortStableFunc(out, func(p, q pair) int { return cmp.Compare(p.worse(), q.worse()) })
	return out
}

// A forest is the spanning trees of least error (Kruskal).
type forest struct {
	near [][]pair // by life: the pairs of the tree it is in
	tree []int32  // by life: the lowest life of its tree
}

func newForest(lives int, sorted []pair) *forest {
	f := &forest{near: make([][]pair, lives), tree: make([]int32, lives)}
	for i := range f.tree {
		f.tree[i] = int32(i)
	}
	for _, p := range sorted {
		from, to := f.tree[p.a], f.tree[p.b]
		if from == to {
			continue
		}
		for i, t := range f.tree {
			if t == max(from, to) {
				f.tree[i] = min(from, to)
			}
		}
		f.near[p.a] = append(f.near[p.a], p)
		f.near[p.b] = append(f.near[p.b], p)
	}
	return f
}

// visit calls each for every life of a tree except its root, parents first, with the fit
// from its clock to its parent's.
func (f *forest) visit(root int32, each func(parent, child int32, to fit)) {
	seen := map[int32]bool{root: true}
	line := []int32{root}
	for len(line) > 0 {
		at := line[0]
		line = line[1:]
		for _, p := range f.near[at] {
			child, to := p.b, p.toA
			if child == at {
				child, to = p.a, p.toB
			}
			if !seen[child] {
				seen[child] = true
				line = append(line, child)
				each(at, child, to)
			}
		}
	}
}

// middle is the life of a tree for which the greatest error to any other life is least;
// of equal ones the first.
func (f *forest) middle(tree int32) int32 {
	best, least := tree, time.Duration(-1)
	for i, t := range f.tree {
		if t != tree {
			continue
		}
		sum := map[int32]time.Duration{}
		worst := time.Duration(0)
		f.visit(int32(i), func(parent, child int32, to fit) {
			sum[child] = sum[parent] + to.err
			worst = max(worst, sum[child])
		})
		if least < 0 || worst < least {
			best, least = int32(i), worst
		}
	}
	return best
}

// largest is the tree with most lives; of equal ones the first.
func (f *forest) largest() int32 {
	size := make([]int, len(f.tree))
	best := int32(0)
	for _, t := range f.tree {
		size[t]++
	}
	for t, n := range size {
		if n > size[best] {
			best = int32(t)
		}
	}
	return best
}

// align finds every life's line to the clock of the reference.
func align(lives []*Life, d delays) error {
	f := newForest(len(lives), pairs(lives, d))
	main := f.largest()
	if err := f.together(lives, main); err != nil {
		return err
	}
	reference := lives[f.middle(main)]
	for i, t := range f.tree {
		if int(t) != i {
			continue
		}
		root := f.middle(t)
		l := lives[root]
		l.line = line{l.First, l.First + protocol.Time(l.Zero-reference.Zero), 0}
		l.Clock = Clock{Basis: ByWallClock}
		if t == main {
			l.Clock.Basis = ByReference
		}
		f.visit(root, func(parent, child int32, to fit) { follow(lives[parent], lives[child], to) })
	}
	for _, l := range lives {
		common := l.line.at(l.First)
		l.Clock.Offset = time.Duration(l.Zero + int64(l.First) - reference.Zero - int64(common))
		l.Clock.Drift = 0 - l.line.rate/(1+l.line.rate)
	}
	return nil
}

// follow sets a life's clock by that of its parent in the tree.
func follow(parent, child *Life, to fit) {
	child.line = to.line.then(parent.line)
	lived := span{to.at(child.First), to.at(child.Last)} // by the parent's clock
	child.Clock = Clock{
		Basis:  ByFrames,
		Error:  to.err + parent.errorOver(lived) + rounding,
		Uneven: parent.Clock.Uneven || to.uneven,
	}
	if parent.Clock.Basis == ByWallClock {
		child.Clock.Basis = ByWallClock
	}
}

// errorOver bounds the error over a span that may reach beyond the life. If two straight
// lines are at most e apart at both ends of a life of length L, they are at most e (1 +
// 2x/L) apart at a distance x beyond it. MaxDrift bounds how fast they can diverge.
func (l *Life) errorOver(s span) time.Duration {
	beyond := float64(max(0, l.First-s.first, s.last-l.Last))
	grows := 2 * MaxDrift * beyond
	if length := float64(l.Last - l.First); length > 0 {
		grows = min(grows, 2*float64(l.Clock.Error)*beyond/length)
	}
	return l.Clock.Error + time.Duration(math.Ceil(grows))
}

// together refuses lives that cannot be of one run. Starting from the main tree, a life
// belongs to the run if frames connect it, if another life of its node belongs to it, or
// if by the wall clocks it ran at the same time as a life that belongs to it.
func (f *forest) together(lives []*Life, main int32) error {
	reached := map[int32]bool{main: true}
	for grown := true; grown; {
		grown = false
		for i, l := range lives {
			for k, o := range lives {
				if !reached[f.tree[i]] && reached[f.tree[k]] && l.meets(o) {
					reached[f.tree[i]], grown = true, true
				}
			}
		}
	}
	for i, l := range lives {
		if !reached[f.tree[i]] {
			return apart(lives[main], l)
		}
	}
	return nil
}

// meets reports whether two lives are of one node, or ran at the same time by their
// wall clocks.
func (l *Life) meets(o *Life) bool {
	return l.Node == o.Node || !l.wall(l.First).After(o.wall(o.Last)) && !o.wall(o.First).After(l.wall(l.Last))
}

func apart(main, other *Life) error {
	const form = "2006-01-02 15:04:05"
	at := func(l *Life, t protocol.Time) string { return l.wall(t).UTC().Format(form) }
	return fmt.Errorf("no common time: no frame connects %s with %s, and by their clocks the one ran from %s to %s, the other from %s to %s",
		other.File, main.File, at(other, other.First), at(other, other.Last), at(main, main.First), at(main, main.Last))
}

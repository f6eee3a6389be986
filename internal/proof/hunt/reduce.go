package hunt

import (
	"maps"
	"slices"
	"time"
)

// reductions returns all reductions, first those that make a world the easiest to read: fewer
// nodes, faults, cuts and losses, no movement, no services, defaults, fewer links, round times.
func reductions() []reduction {
	return []reduction{
		fewerNodes, fewerFaults, fewerCuts, noLoss, noMovement, fewerServices, fewerParams, simplerStart,
		fewerNodes, fewerLinks, simplerFaults, earlier, plainNumbers,
	}
}

// subsets lists the ranges of n things to leave out, in the order of ddmin: all, each half, each
// quarter, …, each one. The end of a range is exclusive.
func subsets(n int) (drop [][2]int) {
	for size := n; size >= 1; size = size / 2 {
		for from := 0; from < n; from += size {
			drop = append(drop, [2]int{from, min(from+size, n)})
		}
	}
	return drop
}

func fewerNodes(w *World) (out []*World) {
	for _, drop := range subsets(w.Nodes) {
		if drop[1]-drop[0] < w.Nodes {
			out = append(out, w.without(drop[0]+1, drop[1]))
		}
	}
	return out
}

// without returns the world without the nodes from … to, and numbers the others again from 1.
func (w *World) without(from, to int) *World {
	renumber := func(id int) int {
		switch {
		case id < from:
			return id
		case id <= to:
			return 0
		}
		return id - (to - from + 1)
	}
	some := func(ids []int) (out []int) {
		for _, id := range ids {
			if id = renumber(id); id > 0 {
				out = append(out, id)
			}
		}
		return out
	}
	c := w.clone()
	c.Nodes -= to - from + 1
	if w.Graph != nil {
		c.Graph.Edges = nil
		for _, e := range w.Graph.Edges {
			if a, b := renumber(e[0]), renumber(e[1]); a > 0 && b > 0 {
				c.Graph.Edges = append(c.Graph.Edges, [2]int{a, b})
			}
		}
	}
	if w.Field != nil && len(w.Field.At) > 0 {
		c.Field.At = slices.Delete(c.Field.At, from-1, to)
	}
	if len(w.Values) > 0 {
		c.Values = slices.Delete(c.Values, from-1, to)
	}
	c.Starts, c.Leader = some(w.Starts), renumber(w.Leader)
	c.Faults, c.Cuts = nil, nil
	for _, f := range w.Faults {
		whom := len(f.Nodes) > 0
		f.Nodes = some(f.Nodes)
		var groups [][]int
		for _, g := range f.Groups {
			if g = some(g); len(g) > 0 {
				groups = append(groups, g)
			}
		}
		f.Groups = groups
		if whom && f.Whom == "" && len(f.Nodes) == 0 || f.Kind == "partition" && len(groups) == 0 {
			continue
		}
		c.Faults = append(c.Faults, f)
	}
	for _, cut := range w.Cuts {
		if cut.A, cut.B = renumber(cut.A), renumber(cut.B); cut.A > 0 && cut.B > 0 {
			c.Cuts = append(c.Cuts, cut)
		}
	}
	return c
}

func fewerFaults(w *World) (out []*World) {
	for _, drop := range subsets(len(w.Faults)) {
		c := w.clone()
		c.Faults = slices.Delete(c.Faults, drop[0], drop[1])
		out = append(out, c)
	}
	return out
}

func fewerCuts(w *World) (out []*World) {
	for _, drop := range subsets(len(w.Cuts)) {
		c := w.clone()
		c.Cuts = slices.Delete(c.Cuts, drop[0], drop[1])
		out = append(out, c)
	}
	return out
}

// changed returns a copy with a change.
func changed(w *World, change func(c *World)) *World {
	c := w.clone()
	change(c)
	return c
}

func noLoss(w *World) []*World {
	if w.Loss == "" {
		return nil
	}
	out := []*World{changed(w, func(c *World) { c.Loss, c.LossEnds = "", 0 })}
	if w.LossEnds > 0 {
		for _, d := range []time.Duration{w.LossEnds / 2, w.LossEnds - time.Second} {
			if d = d.Truncate(100 * time.Millisecond); d > 0 {
				out = append(out, changed(w, func(c *World) { c.LossEnds = d }))
			}
		}
	}
	return out
}

// noMovement puts nodes on a complete graph, a line, a ring or a star, or ends movement earlier.
func noMovement(w *World) (out []*World) {
	if w.Move != "" {
		return []*World{changed(w, func(c *World) { c.Move = "model: static" })}
	}
	if w.Field == nil {
		return nil
	}
	for _, shape := range []int{3, 1, 0, 2} {
		out = append(out, changed(w, func(c *World) {
			c.Field = nil
			c.Graph = &graph{Latency: time.Millisecond}
			for a := 1; a <= c.Nodes; a++ {
				for b := a + 1; b <= c.Nodes; b++ {
					if linked(shape, [2]int{a, b}, c.Nodes) {
						c.Graph.Edges = append(c.Graph.Edges, [2]int{a, b})
					}
				}
			}
			c.Faults = slices.DeleteFunc(c.Faults, func(f fault) bool { return f.Kind == "jam" })
		}))
	}
	if w.Field.Move != "" {
		for _, d := range []time.Duration{w.Field.Still / 2, w.Field.Still - time.Second} {
			if d = d.Truncate(100 * time.Millisecond); d > 0 {
				out = append(out, changed(w, func(c *World) { c.Field.Still = d }))
			}
		}
	}
	return out
}

func fewerServices(w *World) (out []*World) {
	if w.Flood {
		out = append(out, changed(w, func(c *World) { c.Flood = false }))
	}
	if w.AODV != "" {
		out = append(out, changed(w, func(c *World) { c.AODV = "" }))
	}
	if w.Hello > 0 {
		out = append(out, changed(w, func(c *World) { c.Hello, c.HelloTimeout, c.Flood = 0, 0, false }))
	}
	if w.Share > 0 {
		out = append(out, changed(w, func(c *World) { c.Share = 0 }))
	}
	return out
}

func fewerParams(w *World) (out []*World) {
	if len(w.Params) > 1 {
		out = append(out, changed(w, func(c *World) { c.Params = nil }))
	}
	for _, name := range slices.Sorted(maps.Keys(w.Params)) {
		out = append(out, changed(w, func(c *World) { delete(c.Params, name) }))
	}
	return out
}

func simplerStart(w *World) (out []*World) {
	if w.Given != nil {
		return nil
	}
	if w.Leader > 0 {
		out = append(out, changed(w, func(c *World) { c.Leader = 0 }))
	}
	out = append(out, changed(w, func(c *World) { c.StartsAll, c.Starts = false, nil }))
	for i := range w.Starts {
		out = append(out, changed(w, func(c *World) { c.Starts = slices.Delete(c.Starts, i, i+1) }))
	}
	return out
}

// fewerLinks replaces the links by a complete graph, or leaves some out.
func fewerLinks(w *World) (out []*World) {
	if w.Graph == nil {
		return nil
	}
	out = append(out, changed(w, func(c *World) {
		c.Graph.Edges = nil
		for a := 1; a <= c.Nodes; a++ {
			for b := a + 1; b <= c.Nodes; b++ {
				c.Graph.Edges = append(c.Graph.Edges, [2]int{a, b})
			}
		}
	}))
	for _, drop := range subsets(len(w.Graph.Edges)) {
		if drop[1]-drop[0] < len(w.Graph.Edges) {
			out = append(out, changed(w, func(c *World) { c.Graph.Edges = slices.Delete(c.Graph.Edges, drop[0], drop[1]) }))
		}
	}
	return out
}

// simplerFaults changes one fault: to a simpler kind, to a named node in place of a choice, to
// fewer nodes, to one that keeps storage, or to one that does not end.
func simplerFaults(w *World) (out []*World) {
	for i := range w.Faults {
		f := &w.Faults[i]
		add := func(apply bool, change func(f *fault)) {
			if apply {
				out = append(out, changed(w, func(c *World) { change(&c.Faults[i]) }))
			}
		}
		add(f.Kind == "flap", func(f *fault) { f.Kind, f.Up, f.Down = "crash", 0, 0 })
		add(f.Kind == "radio-off" || f.Kind == "pause" || f.Kind == "resign", func(f *fault) { f.Kind = "crash" })
		for id := 1; f.Whom != "" && id <= w.Nodes; id++ {
			add(true, func(f *fault) { f.Whom, f.Nodes = "", []int{id} })
		}
		add(f.LoseStorage, func(f *fault) { f.LoseStorage = false })
		add(f.For > 0 && f.Kind != "flap", func(f *fault) { f.For = 0 })
		for k := range f.Nodes {
			add(len(f.Nodes) > 1, func(f *fault) { f.Nodes = slices.Delete(f.Nodes, k, k+1) })
		}
	}
	return out
}

// rounded returns shorter times with simpler numbers, the simplest first.
func rounded(d time.Duration) (out []time.Duration) {
	for _, c := range []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 20 * time.Second,
		d / 2, d.Truncate(10 * time.Second), d.Truncate(time.Second), d.Truncate(100 * time.Millisecond)} {
		if c > 0 && c <= d && digits(int64(c)) < digits(int64(d)) && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// earlier moves all faults and cuts to earlier times, or one of their times to a rounder one.
func earlier(w *World) (out []*World) {
	if first := w.firstFault(); first > 0 {
		for _, by := range []time.Duration{first, first / 2} {
			out = append(out, changed(w, func(c *World) {
				for i := range c.Faults {
					c.Faults[i].At -= by
				}
				for i := range c.Cuts {
					c.Cuts[i].From -= by
					if c.Cuts[i].Until > 0 {
						c.Cuts[i].Until -= by
					}
				}
			}))
		}
	}
	for i := range w.Faults {
		for _, d := range rounded(w.Faults[i].At) {
			out = append(out, changed(w, func(c *World) { c.Faults[i].At = d }))
		}
		for _, d := range rounded(w.Faults[i].For) {
			out = append(out, changed(w, func(c *World) { c.Faults[i].For = d }))
		}
		for _, d := range rounded(w.Faults[i].Up) {
			out = append(out, changed(w, func(c *World) { c.Faults[i].Up = d }))
		}
		for _, d := range rounded(w.Faults[i].Down) {
			out = append(out, changed(w, func(c *World) { c.Faults[i].Down = d }))
		}
	}
	for i := range w.Cuts {
		for _, d := range rounded(w.Cuts[i].From) {
			out = append(out, changed(w, func(c *World) { c.Cuts[i].From = d }))
		}
		for _, d := range rounded(w.Cuts[i].Until) {
			out = append(out, changed(w, func(c *World) { c.Cuts[i].Until = d }))
		}
	}
	return out
}

// firstFault returns when the first fault or cut begins; 0 without one, or if losses, movement
// or a user's parts also depend on time.
func (w *World) firstFault() time.Duration {
	if len(w.Faults)+len(w.Cuts) == 0 || w.Loss != "" || w.Field != nil || w.Given != nil {
		return 0
	}
	var at []time.Duration
	for i := range w.Faults {
		at = append(at, w.Faults[i].At)
	}
	for _, c := range w.Cuts {
		at = append(at, c.From)
	}
	return slices.Min(at)
}

// plainNumbers simplifies the remaining numbers: seed 1, capabilities that are IDs or small
// numbers, a detection budget of three intervals of 1 s or 2 s, a latency of 1 ms.
func plainNumbers(w *World) (out []*World) {
	if w.Seed != 1 {
		out = append(out, changed(w, func(c *World) { c.Seed = 1 }))
	}
	if w.Given != nil {
		return out
	}
	out = append(out, changed(w, func(c *World) {
		for i := range c.Values {
			c.Values[i] = int64(i + 1)
		}
	}), changed(w, func(c *World) {
		ranked := slices.Compact(slices.Sorted(slices.Values(c.Values)))
		for i, v := range c.Values {
			c.Values[i] = int64(slices.Index(ranked, v) + 1)
		}
	}), changed(w, func(c *World) { c.Interval, c.Misses = 2*time.Second, 3 }),
		changed(w, func(c *World) { c.Interval, c.Misses = time.Second, 3 }))
	if w.Graph != nil {
		out = append(out, changed(w, func(c *World) { c.Graph.Latency = time.Millisecond }))
	}
	return out
}

package recompute

import (
	"maps"
	"slices"
)

// An incarnation is a node's time from a boot to its end. Places are indices into the list of
// lines: they order the events of one instant.
type incarnation struct {
	node        uint32
	begin, end  int64
	from, to    int // lines; to is beyond the last line if the incarnation lasts to the end
	incarnation int64
	stopped     bool // before the run ended
	views       []view
	offers      []offer
}

// A view is a node's state in elections from a line on.
type view struct {
	place       int
	at          int64
	electing    bool   // in an election, from this line or before
	entered     bool   // entered with this line, from outside of an election
	elected     bool   // this line names its leader
	leader      uint32 // 0 in an election
	abstains    bool   // it names one that is not eligible
	computation [2]uint32
}

type offer struct {
	place int
	value int64
}

// A sample is component truth before one line: at an instant, or, where components are
// followed, for as long as weighs nanoseconds of the window.
type sample struct {
	place  int
	at     int64
	of     map[uint32]uint32 // component by live node
	lasts  bool              // beyond its instant
	weight float64
}

// A history is what happened in a run before its horizon.
type history struct {
	header
	lines        []line
	horizon      int64
	mutes        []line // recorded at their ends, so perhaps after the horizon
	incarnations map[uint32][]incarnation
	samples      []sample
	steps        bool // components are followed
}

// tell returns the history of a file.
func tell(h header, lines []line) *history {
	all := &history{header: h, horizon: h.Measured.Horizon, incarnations: map[uint32][]incarnation{}}
	for _, l := range lines {
		if l.Record == "end" {
			all.horizon = min(all.horizon, l.At)
		}
	}
	for _, l := range lines {
		if l.Record == "mute" {
			all.mutes = append(all.mutes, l)
		}
		if l.At < all.horizon || l.At == all.horizon && l.Record == "energy" {
			all.lines = append(all.lines, l)
		}
	}
	all.findLives()
	all.findSamples()
	return all
}

func (h *history) findLives() {
	lost := map[uint32]int64{} // boots before the storage was lost
	boots := map[uint32]int64{}
	values := map[uint32]int64{}
	end := func(node uint32, place int, at int64) {
		if now := h.at(node, place); now != nil {
			now.end, now.to, now.stopped = at, place, true
		}
	}
	for place, l := range h.lines {
		switch l.Record {
		case "boot":
			end(l.Node, place, l.At)
			boots[l.Node] = l.Incarnation
			h.incarnations[l.Node] = append(h.incarnations[l.Node], incarnation{node: l.Node, begin: l.At, end: h.horizon, from: place, to: len(h.lines),
				incarnation: l.Incarnation - lost[l.Node], views: []view{{place: place, at: l.At}}, offers: []offer{{place, values[l.Node]}}})
		case "crash", "absent":
			end(l.Node, place, l.At)
		case "capability":
			values[l.Node] = l.Value
			if now := h.at(l.Node, place); now != nil {
				now.offers = append(now.offers, offer{place, l.Value})
			}
		case "fault":
			if l.Name == "storage-lost" {
				lost[l.Node] = boots[l.Node]
			}
		case "electing", "elected":
			if now := h.at(l.Node, place); now != nil {
				before := now.views[len(now.views)-1]
				next := view{place: place, at: l.At, computation: [2]uint32{l.Computation.Num, l.Computation.Source}}
				if l.Record == "electing" {
					next.electing, next.entered = true, !before.electing
				} else {
					next.elected, next.leader, next.abstains = true, l.Leader, l.Abstains != 0
				}
				now.views = append(now.views, next)
			}
		}
	}
}

func (h *history) findSamples() {
	of := map[uint32]uint32{}
	for place, l := range h.lines {
		switch l.Record {
		case "component":
			if h.at(l.Node, place) != nil {
				of[l.Node] = l.Component
			}
		case "sample":
			h.samples = append(h.samples, sample{place: place, at: l.At, of: of, lasts: true, weight: h.weightOf(l.At)})
			of = map[uint32]uint32{}
		case "truth":
			if l.Mode != "drawn" {
				h.steps = true
				h.findStates()
				return
			}
		}
	}
}

// weightOf returns the time that a sample at an instant represents.
func (h *history) weightOf(at int64) float64 {
	if at >= h.Measured.Warmup && at < h.horizon {
		return 1
	}
	return 0
}

// findStates makes a sample of the state after each line that changes it.
func (h *history) findStates() {
	of := map[uint32]uint32{}
	for place, l := range h.lines {
		switch l.Record {
		case "component":
			of = maps.Clone(of)
			of[l.Node] = l.Component
		case "boot", "crash", "absent":
			of = maps.Clone(of)
			delete(of, l.Node)
		case "capability", "electing", "elected", "fault":
		default:
			continue
		}
		if last := len(h.samples) - 1; last >= 0 {
			h.samples[last].last(h, l.At)
		}
		h.samples = append(h.samples, sample{place: place + 1, at: l.At, of: of})
	}
	if last := len(h.samples) - 1; last >= 0 {
		h.samples[last].last(h, h.horizon)
	}
}

// last ends a state at an instant.
func (s *sample) last(h *history, until int64) {
	s.lasts = until > s.at
	s.weight = h.measured(s.at, until) * 1e9
}

// at returns the incarnation of a node at a line, nil if it does not run.
func (h *history) at(node uint32, place int) *incarnation {
	list := h.incarnations[node]
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].from < place {
			if list[i].to > place {
				return &list[i]
			}
			return nil
		}
	}
	return nil
}

// in returns the incarnation of a node at a sample, nil if it does not run. A state that begins with
// a line may end with the next.
func (h *history) in(node uint32, s sample) *incarnation {
	if !h.steps {
		return h.at(node, s.place)
	}
	for i := range h.incarnations[node] {
		if l := &h.incarnations[node][i]; l.from < s.place && l.to >= s.place {
			return l
		}
	}
	return nil
}

// seen returns the last view before a line.
func (l *incarnation) seen(place int) view {
	i, _ := slices.BinarySearchFunc(l.views, place, func(v view, p int) int { return v.place - p })
	return l.views[max(i-1, 0)]
}

// offered returns what a node could offer at a line.
func (l *incarnation) offered(place int) int64 {
	i, _ := slices.BinarySearchFunc(l.offers, place, func(o offer, p int) int { return o.place - p })
	return l.offers[max(i-1, 0)].value
}

// nodes returns all nodes that ever ran, sorted.
func (h *history) nodes() []uint32 { return slices.Sorted(maps.Keys(h.incarnations)) }

// measured returns the length of the part of [from, to) within the window.
func (h *history) measured(from, to int64) float64 {
	return float64(max(min(to, h.horizon)-max(from, h.Measured.Warmup), 0)) / 1e9
}

// newest returns the last whole sample before a line, or the state before it; nil if there was none.
func (h *history) newest(place int) *sample {
	before := place
	if h.steps {
		before++ // a state begins after its line
	}
	i, _ := slices.BinarySearchFunc(h.samples, before, func(s sample, p int) int { return s.place - p })
	if i == 0 {
		return nil
	}
	return &h.samples[i-1]
}

package figure

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"bellwether/protocol"
)

// A Timeline is one run: a row for each node shows whom it followed when.
type Timeline struct {
	Title   string
	From    protocol.Time // left edge
	To      protocol.Time // right edge
	Rows    []Row
	Strikes []Strike               // in the order of the run
	Names   map[protocol.ID]string // of nodes that have a name besides their number
}

// A Row is one node.
type Row struct {
	Node  protocol.ID
	Spans []Span // one after another; between spans the node was not in the world
}

// A Condition is the state of a node.
type Condition uint8

// The conditions.
const (
	Leaderless Condition = iota // runs, and knows no leader
	Electing                    // takes part in an election
	Following                   // knows a leader, maybe itself
	Down                        // crashed
	Away                        // left the world, or had not arrived yet
	Empty                       // its battery ran empty
)

// A Span is a time in which a node had one condition.
type Span struct {
	From, To  protocol.Time
	Condition Condition
	Leader    protocol.ID // while Following
}

// A Strike is a fault that struck Node, or with Nobody the world.
type Strike struct {
	At   protocol.Time
	Node protocol.ID
	Name string // "partition", "heal", "crash", …
}

// maxRows bounds the rows of a timeline: more would be thinner than a pixel.
const maxRows = 500

func (l *Timeline) check() error {
	switch {
	case l.To <= l.From:
		return fmt.Errorf("ends at %v, and begins at %v", l.To, l.From)
	case len(l.Rows) == 0:
		return errors.New("nothing to draw: no node ever ran")
	case len(l.Rows) > maxRows:
		return fmt.Errorf("%d nodes; at most %d fit a page", len(l.Rows), maxRows)
	}
	for _, r := range l.Rows {
		for _, s := range r.Spans {
			if s.To < s.From {
				return fmt.Errorf("node %d has a span from %v to %v", r.Node, s.From, s.To)
			}
		}
	}
	return nil
}

// sees reports whether part of a span is between the edges.
func (l *Timeline) sees(s Span) bool { return s.To >= l.From && s.From < l.To }

// leaders returns the leaders, sorted by the total time for which nodes followed them, the
// longest first.
func (l *Timeline) leaders() []protocol.ID {
	led := map[protocol.ID]float64{}
	for _, r := range l.Rows {
		for _, s := range r.Spans {
			if from, to := max(s.From, l.From), min(s.To, l.To); s.Condition == Following && to > from {
				led[s.Leader] += to.Sub(from).Seconds()
			}
		}
	}
	return mostFirst(led)
}

// mostFirst returns nodes sorted by their weight, the greatest first.
func mostFirst(weight map[protocol.ID]float64) []protocol.ID {
	list := slices.Sorted(maps.Keys(weight))
	slices.SortStableFunc(list, func(a, b protocol.ID) int { return cmp.Compare(weight[b], weight[a]) })
	return list
}

// fillOf returns the fill of a leader among leaders.
func fillOf(leaders []protocol.ID, leader protocol.ID) fill {
	if i := slices.Index(leaders, leader); i >= 0 && i < len(fills) {
		return fills[i]
	}
	return otherFill
}

// nameOf returns the name of a node, or else its number.
func nameOf(names map[protocol.ID]string, id protocol.ID) string {
	if name := names[id]; name != "" {
		return name
	}
	return strconv.FormatUint(uint64(id), 10)
}

// A strikeGroup is a fault that struck several nodes at one instant.
type strikeGroup struct {
	at    protocol.Time
	world bool
	text  string
}

// groups joins strikes of one instant and one name: "crash 3, 7".
func (l *Timeline) groups() []strikeGroup {
	var out []strikeGroup
	const most = 4 // nodes that are named
	for i := 0; i < len(l.Strikes); {
		s := l.Strikes[i]
		g := strikeGroup{at: s.At, world: s.Node == protocol.Nobody, text: s.Name}
		same := i
		for ; same < len(l.Strikes) && l.Strikes[same].At == s.At && l.Strikes[same].Name == s.Name; same++ {
			who := nameOf(l.Names, l.Strikes[same].Node)
			switch n := same - i; {
			case l.Strikes[same].Node == protocol.Nobody || n > most:
			case n == most:
				g.text += ", …"
			case n > 0:
				g.text += ", " + who
			default:
				g.text += " " + who
			}
		}
		if s.At >= l.From && s.At <= l.To {
			out = append(out, g)
		}
		i = same
	}
	return out
}

// Names of faults that a timeline treats specially, and the suffix of one that has ended.
const (
	partition = "partition"
	heal      = "heal"
	jam       = "jam"
	ends      = " ends"
)

// troubled returns the times in which the world was partitioned or jammed somewhere:
// each from the first strike until all are over.
func (l *Timeline) troubled() []Span {
	var out []Span
	since, parted, jams := protocol.Time(-1), false, 0
	for _, s := range l.Strikes {
		if s.Node != protocol.Nobody {
			continue
		}
		switch s.Name {
		case partition:
			parted = true
		case heal, partition + ends:
			parted = false
		case jam:
			jams++
		case jam + ends:
			jams = max(jams-1, 0)
		}
		switch in := parted || jams > 0; {
		case in && since < 0:
			since = s.At
		case !in && since >= 0:
			out = append(out, Span{From: since, To: s.At})
			since = -1
		}
	}
	if since >= 0 {
		out = append(out, Span{From: since, To: l.To})
	}
	return out
}

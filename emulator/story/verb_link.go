package story

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/internal/sim/async"
	"bellwether/protocol"
)

// doLink makes links, or all links of a shape. Both ends of each link are informed, the
// end named first before the other.
//
//	link A-B B-C
//	link ring
func (w *board) doLink(d Directive) error {
	ends, err := w.someEnds(d)
	w.Link(ends...)
	return err
}

// someEnds reads the links of a directive, at least one. If one is invalid it returns
// none.
func (s *Setup) someEnds(d Directive) ([]async.Pair, error) {
	if len(d.Words) == 0 {
		return nil, fmt.Errorf("%s needs links like A-B", d.Verb)
	}
	return s.ends(d.Words)
}

// shapes are words that stand for many links.
var shapes = []string{"line", "ring", "complete", "star"}

// ends reads links and shapes.
func (s *Setup) ends(words []string) ([]async.Pair, error) {
	var out []async.Pair
	for _, word := range words {
		if slices.Contains(shapes, word) {
			out = append(out, s.shape(word)...)
			continue
		}
		e, err := s.pair(word)
		switch {
		case err != nil:
			return nil, err
		case e.A == e.B:
			return nil, fmt.Errorf("%s: a link has two ends", word)
		}
		out = append(out, e)
	}
	return out, nil
}

func (s *Setup) shape(name string) []async.Pair {
	var out []async.Pair
	last := protocol.ID(len(s.names))
	for a := protocol.ID(1); a <= last; a++ {
		for b := a + 1; b <= last; b++ {
			switch next := b == a+1; {
			case name == "complete", name == "star" && a == 1, name != "star" && next,
				name == "ring" && a == 1 && b == last:
				out = append(out, async.Pair{A: a, B: b})
			}
		}
	}
	return out
}

// pair reads A-B. A-A is allowed: machines route to themselves.
func (s *Setup) pair(word string) (async.Pair, error) {
	one, other, ok := strings.Cut(word, "-")
	if !ok {
		return async.Pair{}, fmt.Errorf("a link is like A-B, not %q", word)
	}
	a, err := s.id(one)
	if err != nil {
		return async.Pair{}, err
	}
	b, err := s.id(other)
	return async.Pair{A: a, B: b}, err
}

// id finds a node by name.
func (s *Setup) id(name string) (protocol.ID, error) {
	at := slices.Index(s.names, name)
	if at < 0 {
		return protocol.Nobody, fmt.Errorf("there is no node %q; there are %s", name, strings.Join(s.names, ", "))
	}
	return protocol.ID(at + 1), nil
}

// ids finds the named nodes, at least one.
func (s *Setup) ids(d Directive) ([]protocol.ID, error) {
	var out []protocol.ID
	for _, name := range d.Words {
		id, err := s.id(name)
		if err != nil {
			return nil, err
		}
		out = append(out, id)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s needs the name of a node", d.Verb)
	}
	return out, nil
}

// live finds the named nodes, all of which must be up.
func (w *board) live(d Directive) ([]protocol.ID, error) {
	ids, err := w.ids(d)
	for _, id := range ids {
		if err == nil && !w.Up(id) {
			err = fmt.Errorf("%s: %s is down", d.Verb, w.name(id))
		}
	}
	return ids, err
}

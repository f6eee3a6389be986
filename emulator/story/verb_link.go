package story

import (
	"fmt"
	"slices"
	"strings"

	"bellwether/protocol"
)

// doLink makes links, or all those of a shape; both ends of each are told, the
// one named first first.
//
//	link A-B B-C
//	link ring
func (w *world) doLink(d Directive) error { return w.relink(d, true) }

func (w *world) relink(d Directive, up bool) error {
	if len(d.Words) == 0 {
		return fmt.Errorf("%s needs links like A-B", d.Verb)
	}
	ends, err := w.ends(d.Words)
	if err != nil {
		return err
	}
	ends = slices.DeleteFunc(ends, func(e pair) bool { return w.linked(e.a, e.b) == up })
	for _, e := range ends {
		w.join(e, up)
	}
	w.clear()
	for _, e := range ends {
		for _, end := range []pair{e, {e.b, e.a}} {
			if w.up(end.a) && w.up(end.b) {
				w.tell(end.a, end.b)
			}
		}
	}
	return nil
}

// pair is two nodes, in an order where that matters.
type pair struct{ a, b protocol.ID }

func (w *world) join(e pair, up bool) {
	w.links[e.a-1][e.b-1], w.links[e.b-1][e.a-1] = up, up
}

// shapes are links by one word.
var shapes = []string{"line", "ring", "complete", "star"}

// ends reads links and shapes.
func (w *world) ends(words []string) ([]pair, error) {
	var out []pair
	for _, word := range words {
		if slices.Contains(shapes, word) {
			out = append(out, w.shape(word)...)
			continue
		}
		e, err := w.pair(word)
		switch {
		case err != nil:
			return nil, err
		case e.a == e.b:
			return nil, fmt.Errorf("%s: a link has two ends", word)
		}
		out = append(out, e)
	}
	return out, nil
}

func (w *world) shape(name string) []pair {
	var out []pair
	last := protocol.ID(len(w.names))
	for a := protocol.ID(1); a <= last; a++ {
		for b := a + 1; b <= last; b++ {
			switch next := b == a+1; {
			case name == "complete", name == "star" && a == 1, name != "star" && next,
				name == "ring" && a == 1 && b == last:
				out = append(out, pair{a, b})
			}
		}
	}
	return out
}

// pair reads A-B. It may be A-A: machines route to themselves.
func (w *world) pair(word string) (pair, error) {
	one, other, ok := strings.Cut(word, "-")
	if !ok {
		return pair{}, fmt.Errorf("a link is like A-B, not %q", word)
	}
	a, err := w.id(one)
	if err != nil {
		return pair{}, err
	}
	b, err := w.id(other)
	return pair{a, b}, err
}

// id finds a node by name.
func (w *world) id(name string) (protocol.ID, error) {
	at := slices.Index(w.names, name)
	if at < 0 {
		return protocol.Nobody, fmt.Errorf("there is no node %q; there are %s", name, strings.Join(w.names, ", "))
	}
	return protocol.ID(at + 1), nil
}

// ids finds the named nodes, at least one.
func (w *world) ids(d Directive) ([]protocol.ID, error) {
	var out []protocol.ID
	for _, name := range d.Words {
		id, err := w.id(name)
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
func (w *world) live(d Directive) ([]protocol.ID, error) {
	ids, err := w.ids(d)
	for _, id := range ids {
		if err == nil && !w.up(id) {
			err = fmt.Errorf("%s: %s is down", d.Verb, w.name(id))
		}
	}
	return ids, err
}

package hunt

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"bellwether/emulator/story"
	"bellwether/internal/rest"
	"bellwether/internal/wrap"
	"bellwether/protocol"
	"bellwether/trace"
)

// mostNamed is how many nodes a story names: A to Z.
const mostNamed = 26

// deed is a directive of a story at a time.
type deed struct {
	at   time.Duration
	line string
}

// tell gives the world as a story whose last check fails, nil if there is none: a story has
// links, crashes, restarts, resignations and elections, and neither losses by chance nor
// movement nor hellos; and not all that an emulated radio does happens in it.
func tell(w *World, b *Breach, a *protocol.Algorithm, bound time.Duration) []byte {
	if w.Graph == nil || w.Loss != "" || w.Hello > 0 || w.Share > 0 || w.Nodes > mostNamed || b.Law != Converges && b.Law != Contract {
		return nil
	}
	deeds, fits := w.deeds()
	if !fits {
		return nil
	}
	var s strings.Builder
	for _, line := range wrap.Words(b.String(), 96, "") {
		fmt.Fprintf(&s, "# %s\n", line)
	}
	fmt.Fprintf(&s, "%s\n", w.nodesDirective())
	for i, v := range w.Values {
		fmt.Fprintf(&s, "%s %d\n", named(i+1), v)
	}
	for _, e := range w.Graph.Edges {
		fmt.Fprintf(&s, "%s-%s\n", named(e[0]), named(e[1]))
	}
	now := time.Duration(0)
	for _, d := range deeds {
		if d.at > now {
			fmt.Fprintf(&s, "\nsettle %v quiet\n", d.at-now)
			now = d.at
		}
		fmt.Fprintf(&s, "\n%s\n", d.line)
	}
	fmt.Fprintf(&s, "\nsettle %v quiet\n\ncheck\n", bound.Round(time.Millisecond))
	if a.Goal == protocol.GoalBest {
		for _, best := range w.rest() {
			fmt.Fprintf(&s, "\ncheck %s\n", named(best))
		}
	}
	text := []byte(s.String())
	script, err := story.Read(w.Name+".story", bytes.NewReader(text))
	if err != nil {
		return nil
	}
	find := func(string) (protocol.Algorithm, bool) { return *a, true }
	if differences, err := script.Play(find, io.Discard); err != nil || len(differences) == 0 {
		return nil // it does not happen so
	}
	return text
}

func named(id int) string { return string(rune('A' + id - 1)) }

func (w *World) nodesDirective() string {
	words := []string{"nodes", w.Algorithm}
	for name, value := range sortedParams(w.Params) {
		words = append(words, name+"="+value)
	}
	words = append(words, "interval="+w.Interval.String(), fmt.Sprintf("misses=%d", w.Misses))
	if w.Leader > 0 {
		words = append(words, "leader="+named(w.Leader))
	}
	return strings.Join(words, " ")
}

// deeds are what happens, in its order; false: something that no story has.
func (w *World) deeds() (out []deed, fits bool) {
	starts := w.Starts
	if w.StartsAll {
		starts = nil
		for id := 1; id <= w.Nodes; id++ {
			starts = append(starts, id)
		}
	}
	for _, id := range starts {
		out = append(out, deed{0, "elect " + named(id) + " quiet"})
	}
	for i := range w.Faults {
		f := &w.Faults[i]
		if f.Whom != "" || len(f.Nodes) != 1 {
			return nil, false
		}
		who := named(f.Nodes[0])
		switch {
		case f.Kind == "crash":
			out = append(out, deed{f.At, "crash " + who + " quiet"})
			if f.For > 0 {
				back := "restart " + who
				if f.LoseStorage {
					back += " forget"
				}
				out = append(out, deed{f.At + f.For, back + " quiet"})
			}
		case f.Kind == "elect" || f.Kind == "resign" && f.For == 0:
			out = append(out, deed{f.At, f.Kind + " " + who + " quiet"})
		default:
			return nil, false
		}
	}
	for _, c := range w.Cuts {
		pair := named(c.A) + "-" + named(c.B)
		out = append(out, deed{c.From, "cut " + pair + " quiet"})
		if c.Until > 0 {
			out = append(out, deed{c.Until, "link " + pair + " quiet"})
		}
	}
	slices.SortStableFunc(out, func(a, b deed) int { return cmp.Compare(a.at, b.at) })
	return out, true
}

// rest are the best nodes of the components in the end.
func (w *World) rest() (best []int) {
	gone, resigned := make([]bool, w.Nodes+1), make([]bool, w.Nodes+1)
	for i := range w.Faults {
		f := &w.Faults[i]
		switch {
		case f.Kind == "crash" && f.For == 0:
			gone[f.Nodes[0]] = true
		case f.Kind == "resign":
			resigned[f.Nodes[0]] = true
		}
	}
	places := rest.NewTopology(w.Nodes)
	for _, e := range w.Graph.Edges {
		places.Record(&trace.Record{Kind: trace.LinkUp, Node: protocol.ID(e[0]), Peer: protocol.ID(e[1])})
	}
	for _, c := range w.Cuts {
		if c.Until == 0 {
			places.Record(&trace.Record{Kind: trace.LinkDown, Node: protocol.ID(c.A), Peer: protocol.ID(c.B)})
		}
	}
	for id := 1; id <= w.Nodes; id++ {
		if !gone[id] {
			places.Record(&trace.Record{Kind: trace.Boot, Node: protocol.ID(id)})
		}
	}
	for id := 1; id <= w.Nodes; id++ {
		if places.Live(id) && !slices.ContainsFunc(places.Component(id), func(other int) bool {
			return resigned[id] && !resigned[other] || resigned[id] == resigned[other] &&
				(w.Values[other-1] > w.Values[id-1] || w.Values[other-1] == w.Values[id-1] && other > id)
		}) {
			best = append(best, id)
		}
	}
	return best
}

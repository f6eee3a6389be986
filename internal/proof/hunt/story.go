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
	"bellwether/internal/base/wording"
	"bellwether/internal/laws/quiescence"
	"bellwether/protocol"
	"bellwether/trace"
)

// mostNamed is how many nodes a story names: A to Z.
const mostNamed = 26

// directive is a directive of a story at a time.
type directive struct {
	at   time.Duration
	line string
}

// storyOf returns the world as a story in which a check fails, or why no story can show the
// breach. A story has links, crashes, restarts, resignations, partitions and elections. It has
// no random losses, no movement and no times of hellos, and its radios take no time; so a
// breach may not show in it.
func storyOf(w *World, b *Breach, a *protocol.Algorithm, bound time.Duration) (text []byte, none string) {
	if none = w.unsupported(b); none != "" {
		return nil, none
	}
	directives, unsupported := w.directives()
	if unsupported != "" {
		return nil, "stories have no " + unsupported
	}
	var s strings.Builder
	for _, line := range wording.Wrap(b.String(), 96, "") {
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
	for _, d := range directives {
		if d.at > now {
			fmt.Fprintf(&s, "\nsettle %v quiet\n", d.at-now)
			now = d.at
		}
		fmt.Fprintf(&s, "\n%s\n", d.line)
	}
	fmt.Fprintf(&s, "\nsettle %v quiet\n\ncheck\n", bound.Round(time.Millisecond))
	if a.Goal == protocol.GoalBest {
		for _, best := range w.bestAtEnd() {
			fmt.Fprintf(&s, "\ncheck %s\n", named(best))
		}
	}
	text = []byte(s.String())
	script, err := story.Read(w.Name+".story", bytes.NewReader(text))
	if err != nil {
		return nil, err.Error()
	}
	find := func(string) (protocol.Algorithm, bool) { return *a, true }
	switch differences, err := script.Play(find, io.Discard); {
	case err != nil:
		return nil, err.Error()
	case len(differences) == 0:
		return nil, "in a story, where radios take no time, the law is kept"
	}
	return text, ""
}

// unsupported returns why no story can show the breach of the world; "": one may.
func (w *World) unsupported(b *Breach) string {
	switch {
	case b.Law != lawConverges && b.Law != lawContract:
		return fmt.Sprintf("no check of a story asks for the law %s", b.Law)
	case w.Graph == nil:
		return "stories have links, and no places"
	case w.Loss != "":
		return "stories lose no frames by chance"
	case w.Hello > 0:
		return "stories have hellos of their own times"
	case w.Share > 0:
		return "stories have no hysteresis"
	case w.Nodes > mostNamed:
		return fmt.Sprintf("stories name at most %d nodes", mostNamed)
	}
	return ""
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

// directives returns what happens, in order of time, or the first fault that no story has.
func (w *World) directives() (out []directive, unsupported string) {
	starts := w.Starts
	if w.StartsAll {
		starts = nil
		for id := 1; id <= w.Nodes; id++ {
			starts = append(starts, id)
		}
	}
	for _, id := range starts {
		out = append(out, directive{0, "elect " + named(id) + " quiet"})
	}
	for i := range w.Faults {
		f := &w.Faults[i]
		does, known := w.faultDirectives(f)
		if !known {
			return nil, "fault " + f.flow()
		}
		out = append(out, does...)
	}
	for _, c := range w.Cuts {
		pair := named(c.A) + "-" + named(c.B)
		out = append(out, directive{c.From, "cut " + pair + " quiet"})
		if c.Until > 0 {
			out = append(out, directive{c.Until, "link " + pair + " quiet"})
		}
	}
	slices.SortStableFunc(out, func(a, b directive) int { return cmp.Compare(a.at, b.at) })
	return out, ""
}

// faultDirectives returns the directives for a fault; false: stories have none for it.
func (w *World) faultDirectives(f *fault) (out []directive, known bool) {
	if f.Kind == "partition" && len(w.Cuts) == 0 {
		for _, e := range w.across(f) {
			pair := named(e[0]) + "-" + named(e[1])
			out = append(out, directive{f.At, "cut " + pair + " quiet"})
			if f.For > 0 {
				out = append(out, directive{f.At + f.For, "link " + pair + " quiet"})
			}
		}
		return out, !w.several("partition")
	}
	if f.Whom != "" || len(f.Nodes) != 1 {
		return nil, false
	}
	who := named(f.Nodes[0])
	ends := ""
	switch f.Kind {
	case "crash":
		ends = "restart " + who
		if f.LoseStorage {
			ends += " forget"
		}
	case "resign":
		ends = fmt.Sprintf("offer %s %d", who, w.Values[f.Nodes[0]-1])
	case "elect", "restart":
	default:
		return nil, false
	}
	out = append(out, directive{f.At, f.Kind + " " + who + " quiet"})
	if f.For > 0 {
		out = append(out, directive{f.At + f.For, ends + " quiet"})
	}
	return out, true
}

// several reports whether there is more than one fault of a kind.
func (w *World) several(kind string) bool {
	n := 0
	for i := range w.Faults {
		if w.Faults[i].Kind == kind {
			n++
		}
	}
	return n > 1
}

// across returns the links between the groups of a partition. Nodes of no group form one more.
func (w *World) across(f *fault) (out [][2]int) {
	group := make([]int, w.Nodes+1)
	for k, members := range f.Groups {
		for _, id := range members {
			group[id] = k + 1
		}
	}
	for _, e := range w.Graph.Edges {
		if group[e[0]] != group[e[1]] {
			out = append(out, e)
		}
	}
	return out
}

// bestAtEnd returns the best node of each component once all faults and cuts have struck.
func (w *World) bestAtEnd() (best []int) {
	gone, resigned := make([]bool, w.Nodes+1), make([]bool, w.Nodes+1)
	for i := range w.Faults {
		f := &w.Faults[i]
		switch {
		case f.Kind == "crash" && f.For == 0:
			gone[f.Nodes[0]] = true
		case f.Kind == "resign" && f.For == 0:
			resigned[f.Nodes[0]] = true
		}
	}
	places := quiescence.NewTopology(w.Nodes)
	for _, e := range w.Graph.Edges {
		places.Record(&trace.Record{Kind: trace.LinkUp, Node: protocol.ID(e[0]), Peer: protocol.ID(e[1])})
	}
	for i := range w.Faults {
		if f := &w.Faults[i]; f.Kind == "partition" && f.For == 0 {
			for _, e := range w.across(f) {
				places.Record(&trace.Record{Kind: trace.LinkDown, Node: protocol.ID(e[0]), Peer: protocol.ID(e[1])})
			}
		}
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

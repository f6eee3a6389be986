package film

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"bellwether/protocol"
)

// mostNamed bounds the names of leaders that lead equally many: a longer list is not read.
const mostNamed = 6

// A tally is how the live nodes of all parts stand.
type tally struct {
	live, electing, unknowing int
	led                       map[protocol.ID]int // nodes that each leader leads in its own part, itself included
	cut                       map[protocol.ID]int // followers of each leader that is in another part
	astray                    map[protocol.ID]int // followers of each node that does not lead, or does not run
}

func (t *teller) tally(all []*part) tally {
	sum := tally{led: map[protocol.ID]int{}, cut: map[protocol.ID]int{}, astray: map[protocol.ID]int{}}
	for _, p := range all {
		sum.live, sum.electing, sum.unknowing = sum.live+p.live, sum.electing+p.electing, sum.unknowing+p.unknowing
		for l, k := range p.follow {
			switch n := t.truth.nodes[l]; {
			case n != nil && n.live && t.component(n) != p.name:
				sum.cut[l] += k
			case t.leads(p, l):
				sum.led[l] += k
			default:
				sum.astray[l] += k
			}
		}
	}
	return sum
}

// brief names each leader with how many nodes it leads, and says less of the rest than told does: not since when.
func (t *teller) brief(all []*part, sum tally) string {
	var words []string
	if len(sum.led) > 0 {
		words = append(words, strings.Join(t.leaders(sum), ", "))
	}
	for _, l := range most(sum.cut) {
		words = append(words, cannot(sum.cut[l], t.name(l)))
	}
	for _, l := range most(sum.astray) {
		words = append(words, nodes(sum.astray[l], "follows", "follow")+" "+t.name(l)+t.wrong(l))
	}
	if sum.electing > 0 {
		words = append(words, nodes(sum.electing, "is in an election", "are in elections"))
	}
	if sum.unknowing > 0 {
		words = append(words, nodes(sum.unknowing, "knows no leader", "know no leader"))
	}
	return begin(all, len(sum.led)) + countOnce(words) + "."
}

// leaders are clauses of who leads how many nodes; leaders of equally many share one.
func (t *teller) leaders(sum tally) (clauses []string) {
	order := most(sum.led)
	for i := 0; i < len(order); {
		k, end := sum.led[order[i]], i+1
		for end < len(order) && sum.led[order[end]] == k {
			end++
		}
		names := make([]string, 0, end-i)
		for _, l := range order[i:end] {
			names = append(names, t.name(l))
		}
		text := and(names)
		if len(names) > mostNamed {
			text = fmt.Sprintf("%d others", len(names))
			if i == 0 {
				text = fmt.Sprintf("%d nodes", len(names))
			}
		}
		switch many := end-i > 1; {
		case k == 1 && many:
			text += " lead themselves alone"
		case k == 1:
			text += " leads itself alone"
		case many:
			text += fmt.Sprintf(" lead %d nodes each", k)
		case i == 0:
			text += fmt.Sprintf(" leads %d of %d nodes", k, sum.live)
		default:
			text += fmt.Sprintf(" leads %d", k)
		}
		clauses = append(clauses, text)
		i = end
	}
	return clauses
}

// wrong says in which way a followed node is no leader.
func (t *teller) wrong(l protocol.ID) string {
	if n := t.truth.nodes[l]; n != nil && n.live {
		return ", which does not lead"
	}
	return ", which does not run"
}

// counted names the leader of the most nodes and counts the others, where their names would be too many.
func (t *teller) counted(all []*part, sum tally) string {
	following := 0
	for _, k := range sum.led {
		following += k
	}
	var words []string
	if order := most(sum.led); len(order) > 0 {
		words = append(words, t.greatest(order, following, sum))
	}
	others := sum.live - following - sum.electing - sum.unknowing
	rest := func(cut []string, electing, unknowing, others int) string {
		text := slices.Concat(words, cut)
		for _, x := range []struct {
			n         int
			one, more string
		}{{electing, "is in an election", "are in elections"}, {unknowing, "knows no leader", "know no leader"}, {others, "follows a node that does not lead it", "follow a node that does not lead them"}} {
			if x.n > 0 {
				text = append(text, nodes(x.n, x.one, x.more))
			}
		}
		return begin(all, len(sum.led)) + countOnce(text) + "."
	}
	for l, k := range sum.cut { // whom they cannot reach, if it is one node
		if text := rest([]string{cannot(k, t.name(l))}, sum.electing, sum.unknowing, others-k); len(sum.cut) == 1 && utf8.RuneCountInString(text) <= longest {
			return text
		}
	}
	if text := rest(nil, sum.electing, sum.unknowing, others); utf8.RuneCountInString(text) <= longest {
		return text
	}
	return rest(nil, 0, sum.electing+sum.unknowing, others) // a node in an election knows no leader
}

// greatest says who leads the most nodes, and how many others lead the rest of those who are led.
func (t *teller) greatest(order []protocol.ID, following int, sum tally) string {
	k, others := sum.led[order[0]], len(order)-1
	switch {
	case k == 1 && others > 0:
		return fmt.Sprintf("%d nodes lead themselves alone", len(order))
	case others == 0:
		return fmt.Sprintf("%s leads %d of %d nodes", t.name(order[0]), k, sum.live)
	case others == 1:
		return fmt.Sprintf("%s leads %d of %d nodes, 1 other leads %d", t.name(order[0]), k, sum.live, following-k)
	}
	return fmt.Sprintf("%s leads %d of %d nodes, %d others lead %d", t.name(order[0]), k, sum.live, others, following-k)
}

// begin is how a sentence of counts begins.
func begin(all []*part, leaders int) string {
	text := ""
	if len(all) > 1 {
		text = fmt.Sprintf("%d parts: ", len(all))
	}
	switch {
	case leaders > 0:
		return text
	case text == "":
		return "Nobody leads: "
	}
	return strings.TrimSuffix(text, ": ") + ", and nobody leads: "
}

// countOnce joins clauses: the first one says that its count is of nodes.
func countOnce(words []string) string {
	for i, w := range words {
		if i == 0 {
			continue
		}
		count, rest, _ := strings.Cut(w, " ")
		_, verb, _ := strings.Cut(rest, " ")
		words[i] = count + " " + verb
	}
	return strings.Join(words, "; ")
}

// most orders nodes by a count, the greatest first.
func most(of map[protocol.ID]int) []protocol.ID {
	return slices.SortedFunc(maps.Keys(of), func(a, b protocol.ID) int { return cmp.Or(of[b]-of[a], cmp.Compare(a, b)) })
}

// and joins names.
func and(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

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
		words = append(words, cannot(sum.cut[l], t.called(l)))
	}
	for _, l := range most(sum.astray) {
		words = append(words, nodes(sum.astray[l], "follows", "follow")+" "+t.called(l)+t.wrong(l))
	}
	if sum.electing > 0 {
		words = append(words, nodes(sum.electing, "is in an election", "are in elections"))
	}
	if sum.unknowing > 0 {
		words = append(words, nodes(sum.unknowing, "knows no leader", "know no leader"))
	}
	return begin(all, len(sum.led)) + strings.Join(words, "; ") + "."
}

// leaders are clauses of who leads how many nodes; leaders of equally many share one.
func (t *teller) leaders(sum tally) (clauses []string) {
	order := most(sum.led)
	for i := 0; i < len(order); {
		k, end := sum.led[order[i]], i+1
		for end < len(order) && sum.led[order[end]] == k {
			end++
		}
		text := t.list(order[i:end])
		if end-i > mostNamed {
			text = fmt.Sprintf("%d others", end-i)
			if i == 0 {
				text = fmt.Sprintf("%d nodes", end-i)
			}
		}
		switch many := end-i > 1; {
		case k == 1 && many:
			text += " lead only themselves"
		case k == 1:
			text += " leads only itself"
		case many:
			text += fmt.Sprintf(" lead %d nodes each", k)
		case i == 0:
			text += fmt.Sprintf(" leads %d of %d nodes", k, sum.live)
		default:
			text += fmt.Sprintf(" leads %d nodes", k)
		}
		clauses = append(clauses, text)
		i = end
	}
	return clauses
}

// wrong says in which way a followed node is no leader.
func (t *teller) wrong(l protocol.ID) string {
	n := t.truth.nodes[l]
	switch {
	case n == nil || !n.live:
		return ", which does not run"
	case n.electing:
		return ", which is in an election itself"
	case n.leader == protocol.Nobody:
		return ", which knows no leader"
	}
	return ", which itself follows " + t.called(n.leader)
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
		}{{electing, "is in an election", "are in elections"}, {unknowing, "knows no leader", "know no leader"}, {others, "follows one that does not lead", "follow nodes that do not lead"}} {
			if x.n > 0 {
				text = append(text, nodes(x.n, x.one, x.more))
			}
		}
		return begin(all, len(sum.led)) + strings.Join(text, "; ") + "."
	}
	for l, k := range sum.cut { // whom they cannot reach, if it is one node
		if text := rest([]string{cannot(k, t.called(l))}, sum.electing, sum.unknowing, others-k); len(sum.cut) == 1 && utf8.RuneCountInString(text) <= longest {
			return text
		}
	}
	if text := rest(nil, sum.electing, sum.unknowing, others); utf8.RuneCountInString(text) <= longest {
		return text
	}
	if text := rest(nil, 0, sum.electing+sum.unknowing, others); utf8.RuneCountInString(text) <= longest { // a node in an election knows no leader
		return text
	}
	words = append(words, nodes(sum.live-following, "has no leader", "have no leader"))
	return begin(all, len(sum.led)) + strings.Join(words, "; ") + "."
}

// greatest says who leads the most nodes, and how many others lead the rest of those who are led.
func (t *teller) greatest(order []protocol.ID, following int, sum tally) string {
	k, others := sum.led[order[0]], len(order)-1
	switch {
	case k == 1 && others > 0:
		return fmt.Sprintf("%d nodes lead only themselves", len(order))
	case others == 0:
		return fmt.Sprintf("%s leads %d of %d nodes", t.called(order[0]), k, sum.live)
	case others == 1:
		return fmt.Sprintf("%s leads %d of %d nodes, 1 other leads %s", t.called(order[0]), k, sum.live, nodes(following-k, "", ""))
	}
	return fmt.Sprintf("%s leads %d of %d nodes, %d others lead %s", t.called(order[0]), k, sum.live, others, nodes(following-k, "", ""))
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

// most orders nodes by a count, the greatest first.
func most(of map[protocol.ID]int) []protocol.ID {
	return slices.SortedFunc(maps.Keys(of), func(a, b protocol.ID) int { return cmp.Or(of[b]-of[a], cmp.Compare(a, b)) })
}

// list names nodes, so that their numbers are no counts.
func (t *teller) list(ids []protocol.ID) string {
	names, word := make([]string, 0, len(ids)), "nodes "
	for _, id := range ids {
		names = append(names, t.name(id))
		if !numeric(t.name(id)) {
			word = ""
		}
	}
	if len(ids) == 1 {
		return t.called(ids[0])
	}
	return word + and(names)
}

// and joins names.
func and(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

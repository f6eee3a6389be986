package film

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"bellwether/internal/contract/eligibility"
	"bellwether/internal/explain/causality"
	"bellwether/protocol"
	"bellwether/trace"
)

// longest bounds a sentence, in characters: a line of the page in its largest type. A longer one becomes one of counts.
const longest = 120

// A part is what is known of the live nodes of one component.
type part struct {
	name      protocol.ID // of the component
	live      int
	follow    map[protocol.ID]int // followers of each leader, itself included
	electing  int
	unknowing int                  // in no election, and without a leader
	barred    int                  // not eligible
	in        protocol.Computation // of the electing ones
	several   bool                 // they are in several
	one       protocol.ID          // a node of it: the only one, where it has one
}

// A length is how much a sentence says, where it would else be longer than a line.
type length int

const (
	whole   length = iota
	undated        // not since when leaders lead
	terse          // nor in which election nodes are, nor why a node hears nobody
)

// blank is whether no node of a part knows a leader or seeks one.
func (p *part) blank() bool { return p.unknowing == p.live && p.barred < p.live }

// parts returns the components of live nodes, the largest first.
func (t *teller) parts() []*part {
	of := map[protocol.ID]*part{}
	for id, n := range t.truth.nodes {
		if !n.live || id == protocol.Nobody {
			continue
		}
		p := of[t.component(n)]
		if p == nil {
			p = &part{name: t.component(n), follow: map[protocol.ID]int{}}
			of[p.name] = p
		}
		p.live++
		p.one = id
		if !eligibility.May(n.value) {
			p.barred++
		}
		switch {
		case n.electing:
			p.several = p.several || p.electing > 0 && p.in != t.in[id]
			p.in = t.in[id]
			p.electing++
		case n.leader == protocol.Nobody:
			p.unknowing++
		default:
			p.follow[n.leader]++
		}
	}
	all := slices.Collect(maps.Values(of))
	slices.SortFunc(all, func(a, b *part) int { return cmp.Or(b.live-a.live, cmp.Compare(a.name, b.name)) })
	return all
}

// component is where a node is, as far as that is known at each instant; else all nodes are one.
func (t *teller) component(n *node) protocol.ID {
	if !t.clock.Steps {
		return protocol.Nobody
	}
	return n.component
}

// sentence says who leads whom now; "" before any node has booted.
func (t *teller) sentence() string {
	text := t.sayAll()
	if rest, named := strings.CutPrefix(text, "node "); named {
		return "Node " + rest
	}
	return text
}

// sayAll says it in as many words as there is room for.
func (t *teller) sayAll() string {
	all := t.parts()
	if len(all) == 0 {
		if len(t.gone) == 0 {
			return ""
		}
		return "No node runs."
	}
	for _, t.length = range []length{whole, undated, terse} {
		if text := t.full(all); utf8.RuneCountInString(text) <= longest {
			return text
		}
	}
	return t.short(all)
}

// full says of each part who leads there.
func (t *teller) full(all []*part) string {
	if len(all) == 1 {
		return t.told(all[0], true) + "."
	}
	var words []string
	unknowing, several := 0, 0 // nodes of parts of which nothing else is known, and those parts: one clause for them
	for _, p := range all {
		if p.blank() {
			unknowing, several = unknowing+p.live, several+1
		}
	}
	for _, p := range all {
		if !p.blank() || several == 1 {
			words = append(words, t.told(p, false))
		}
	}
	if several > 1 {
		words = append(words, nodes(unknowing, "knows", "know")+" no leader")
	}
	return fmt.Sprintf("%d parts: %s.", len(all), strings.Join(words, "; "))
}

// short names leaders and their counts if all of them fit, and else counts leaders.
func (t *teller) short(all []*part) string {
	sum := t.tally(all)
	if text := t.brief(all, sum); utf8.RuneCountInString(text) <= longest {
		return text
	}
	return t.counted(all, sum)
}

// told says who leads in a part; only: there is no other.
func (t *teller) told(p *part, only bool) string {
	if p.live == 1 && !only && p.barred == 0 {
		return t.alone(p)
	}
	var words []string
	leaders := most(p.follow)
	slices.SortStableFunc(leaders, func(a, b protocol.ID) int { // who leads before who does not
		switch one, other := t.leads(p, a), t.leads(p, b); {
		case one == other:
			return 0
		case one:
			return -1
		}
		return 1
	})
	for _, l := range leaders {
		words = append(words, t.follows(p, l, only))
	}
	if p.barred == p.live {
		words = append(words, none(p.live)+" eligible")
	}
	if p.electing > 0 {
		words = append(words, nodes(p.electing, "is", "are")+t.where(p))
	}
	if p.unknowing > 0 {
		words = append(words, nodes(p.unknowing, "knows", "know")+" no leader")
	}
	if !only {
		return strings.Join(words, ", ")
	}
	text := strings.Join(words, "; ")
	if !slices.ContainsFunc(leaders, func(l protocol.ID) bool { return t.leads(p, l) }) {
		return "Nobody leads: " + text
	}
	return text
}

// where says in which election those of a part are.
func (t *teller) where(p *part) string {
	switch {
	case p.several:
		return " in elections"
	case t.length >= terse:
		return " in an election"
	}
	return " in election " + causality.Election(p.in)
}

// leads is whether a node leads in a part: it runs there, and follows itself.
func (t *teller) leads(p *part, l protocol.ID) bool {
	n := t.truth.nodes[l]
	return n != nil && n.live && n.leader == l && t.component(n) == p.name
}

// alone says how a node stands that hears nobody.
func (t *teller) alone(p *part) string {
	how := "in nobody's range"
	switch {
	case t.length >= terse:
		how = "cut off"
	case len(t.partitions) > 0:
		how = "in range of nobody on its own side"
	}
	text := t.called(p.one) + ", " + how + ", "
	l := t.truth.nodes[p.one].leader
	switch {
	case p.electing > 0:
		return text + "is" + t.where(p)
	case p.unknowing > 0:
		return text + "knows no leader"
	case l != p.one:
		return text + "follows " + t.called(l)
	}
	text += "leads only itself"
	if held, is := t.strike(l); is {
		text += fmt.Sprintf(" and %s since %s", holding[held.Name], instant(held.At))
	}
	return text
}

// none names none of some nodes.
func none(n int) string {
	if n == 1 {
		return "the only node is not"
	}
	return fmt.Sprintf("none of %d nodes is", n)
}

// follows says how a leader stands to its followers in a part.
func (t *teller) follows(p *part, l protocol.ID, only bool) string {
	name, k := t.called(l), p.follow[l]
	n := t.truth.nodes[l]
	theirs := nodes(k, "follows", "follow") + " " + name
	switch gone := t.gone[l]; {
	case n == nil:
		return theirs
	case !n.live && gone.Kind == trace.Absent:
		return theirs + ", which left at " + instant(gone.At)
	case !n.live && gone.Kind == trace.Crash:
		return theirs + ", which crashed at " + instant(gone.At)
	case !n.live:
		return theirs + ", which does not run"
	case t.component(n) != p.name:
		return cannot(k, name)
	case n.leader != l:
		return theirs + t.wrong(l)
	}
	whom := nodes(k, "", "")
	switch {
	case k == 1:
		whom = "only itself"
	case k == p.live && only:
		whom = fmt.Sprintf("all %d nodes", k)
	case k < p.live:
		whom = fmt.Sprintf("%d of %d nodes", k, p.live)
	}
	text := fmt.Sprintf("%s leads since %s, now %s", name, instant(t.bonds[l].since), whom)
	if t.length >= undated {
		text = name + " leads " + whom
	}
	if held, is := t.strike(l); is {
		text += fmt.Sprintf(" and %s since %s", holding[held.Name], instant(held.At))
	}
	return text
}

// cannot says that nodes follow a leader of another part.
func cannot(n int, leader string) string {
	if n == 1 {
		return "1 node still follows " + leader + ", which it cannot reach"
	}
	return fmt.Sprintf("%d nodes still follow %s, which they cannot reach", n, leader)
}

// nodes counts nodes, with the verb that agrees.
func nodes(n int, one, more string) string {
	if n == 1 {
		return strings.TrimSpace("1 node " + one)
	}
	return strings.TrimSpace(fmt.Sprintf("%d nodes %s", n, more))
}

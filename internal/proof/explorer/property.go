package explorer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bellwether/protocol"
)

// A property is true or false in one state. It is written in the words of stories:
//
//	A follows B        A leads        A is electing        A knows no leader        A is down
//	A.phase = 2        a number that A's machine shows (see the directive state); also != < <= > >=
//	A errs             A names another node than the goal wants in its component
//	someone leads      of at least one live node
//	everyone follows B of all live nodes
//	not …   … and …   … or …   ( … )      and binds more than or
type property struct {
	text  string
	holds func(r *run) bool
}

func (s *search) parseProperties(texts []string) ([]property, error) {
	var out []property
	if len(texts) > 64 {
		return nil, fmt.Errorf("at most 64 properties of a kind")
	}
	for _, text := range texts {
		p := reader{search: s, nodes: s.Nodes, words: strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text))}
		holds, err := p.or()
		if err == nil && len(p.words) > 0 {
			err = fmt.Errorf("unexpected words %q at the end", strings.Join(p.words, " "))
		}
		if err != nil {
			return nil, fmt.Errorf("property %q: %w", text, err)
		}
		out = append(out, property{text, holds})
		s.fields = append(s.fields, p.fields...)
	}
	return out, nil
}

// showsFields returns an error if a property names a number that no machine shows when a
// world begins. A comparison of a number with a misspelled name would never hold.
func (s *search) showsFields(r *run) error {
	var shown []string
	for _, id := range r.Members() {
		if r.Up(id) {
			r.Inspect(id, func(name string, _ int64) { shown = append(shown, name) })
		}
	}
	slices.Sort(shown)
	shown = slices.Compact(shown)
	for _, field := range s.fields {
		if !slices.Contains(shown, field) {
			return fmt.Errorf("property: %s's machines show no number called %q when they start; they show: %s",
				s.Algorithm, field, strings.Join(shown, ", "))
		}
	}
	return nil
}

// A reader reads a property by recursive descent.
type reader struct {
	*search
	nodes  int
	words  []string
	fields []string // names of numbers
}

// A test reports whether something is true in a state.
type test = func(r *run) bool

func (p *reader) take(word string) bool {
	if len(p.words) == 0 || p.words[0] != word {
		return false
	}
	p.words = p.words[1:]
	return true
}

func (p *reader) or() (test, error) {
	left, err := p.and()
	for err == nil && p.take("or") {
		var right test
		before := left
		right, err = p.and()
		left = func(r *run) bool { return before(r) || right(r) }
	}
	return left, err
}

func (p *reader) and() (test, error) {
	left, err := p.not()
	for err == nil && p.take("and") {
		var right test
		before := left
		right, err = p.not()
		left = func(r *run) bool { return before(r) && right(r) }
	}
	return left, err
}

func (p *reader) not() (test, error) {
	switch {
	case p.take("not"):
		inner, err := p.not()
		return func(r *run) bool { return !inner(r) }, err
	case p.take("("):
		inner, err := p.or()
		if err == nil && !p.take(")") {
			err = fmt.Errorf("a parenthesis is not closed")
		}
		return inner, err
	}
	return p.claim()
}

// claim reads what is said of one node, of someone or of everyone.
func (p *reader) claim() (test, error) {
	if len(p.words) == 0 {
		return nil, fmt.Errorf("a claim such as \"A leads\" is missing at the end")
	}
	who := p.words[0]
	p.words = p.words[1:]
	who, field, shown := strings.Cut(who, ".")
	var of func(r *run, id protocol.ID) bool
	var err error
	if shown {
		of, err = p.number(field)
	} else {
		of, err = p.stance()
	}
	if err != nil {
		return nil, err
	}
	switch who {
	case "someone":
		return func(r *run) bool {
			return slices.ContainsFunc(r.Members(), func(id protocol.ID) bool { return r.Up(id) && of(r, id) })
		}, nil
	case "everyone":
		return func(r *run) bool {
			return !slices.ContainsFunc(r.Members(), func(id protocol.ID) bool { return r.Up(id) && !of(r, id) })
		}, nil
	}
	id, err := p.node(who)
	return func(r *run) bool { return of(r, id) }, err
}

func (p *reader) node(word string) (protocol.ID, error) {
	if len(word) != 1 || word[0] < 'A' || int(word[0]-'A') >= p.nodes {
		return protocol.Nobody, fmt.Errorf("%q is no node; there are A to %s, someone and everyone", word, name(protocol.ID(p.nodes)))
	}
	return protocol.ID(word[0]-'A') + 1, nil
}

// stance reads what a node does: the words that the directives check and state write.
func (p *reader) stance() (func(r *run, id protocol.ID) bool, error) {
	switch {
	case p.take("leads"):
		return func(r *run, id protocol.ID) bool { return r.Leader(id) == id }, nil
	case p.take("errs"):
		return func(r *run, id protocol.ID) bool {
			leader := r.Leader(id)
			return leader != protocol.Nobody && !r.Standings.Wanted(r.Topology.Component(id), p.algorithm.Goal, p.quorum).Right(leader)
		}, nil
	case p.take("follows"):
		if len(p.words) == 0 {
			return nil, fmt.Errorf("follows needs a node")
		}
		leader, err := p.node(p.words[0])
		p.words = p.words[1:]
		return func(r *run, id protocol.ID) bool { return r.Leader(id) == leader }, err
	case p.take("knows"):
		if p.take("no") && p.take("leader") {
			return func(r *run, id protocol.ID) bool {
				return r.Up(id) && !r.Standings.Electing(id) && r.Leader(id) == protocol.Nobody
			}, nil
		}
	case p.take("is"):
		switch {
		case p.take("electing"):
			return func(r *run, id protocol.ID) bool { return r.Standings.Electing(id) }, nil
		case p.take("down"):
			return func(r *run, id protocol.ID) bool { return !r.Up(id) }, nil
		case p.take("up"):
			return func(r *run, id protocol.ID) bool { return r.Up(id) }, nil
		}
	}
	return nil, fmt.Errorf("a node leads, errs, follows B, knows no leader, is electing, is down or is up; not %q", strings.Join(p.words, " "))
}

// relations are how a number that a machine shows may be compared.
var relations = map[string]func(a, b int64) bool{
	"=": func(a, b int64) bool { return a == b }, "!=": func(a, b int64) bool { return a != b },
	"<": func(a, b int64) bool { return a < b }, "<=": func(a, b int64) bool { return a <= b },
	">": func(a, b int64) bool { return a > b }, ">=": func(a, b int64) bool { return a >= b },
}

// number reads a comparison of a field. A node that is down, or does not show the field,
// has no number, and no comparison holds.
func (p *reader) number(field string) (func(r *run, id protocol.ID) bool, error) {
	if len(p.words) < 2 || relations[p.words[0]] == nil {
		return nil, fmt.Errorf("%q needs a comparison such as \"= 2\"", field)
	}
	compare := relations[p.words[0]]
	want, err := strconv.ParseInt(p.words[1], 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%q is not a whole number", p.words[1])
	}
	p.words, p.fields = p.words[2:], append(p.fields, field)
	return func(r *run, id protocol.ID) bool {
		holds := false
		if r.Up(id) {
			r.Inspect(id, func(name string, value int64) {
				holds = holds || name == field && compare(value, want)
			})
		}
		return holds
	}, nil
}

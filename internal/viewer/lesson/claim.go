package lesson

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bellwether/internal/base/strictyaml"
	"bellwether/protocol"
	"bellwether/trace/measure"
)

// A Claim is a sentence about a run at an instant, one of
//
//	1 2 3 follow 5            each of the nodes has 5 for its leader
//	1 2 3 follow nobody       each is in an election, or knows no leader
//	4 5 lead                  these nodes, and no others, have themselves for leaders
//	nobody leads
//	1 2 elect                 these nodes, and no others, are in an election
//	nobody elects
//	4 6 have parent 2         in the spanning tree of their election
//	21 election sent          so many messages of this kind were sent until then
//	7 ok received             so many copies of this kind were received until then
//	0 ok received by 9 13     so many by these nodes together
//	4 5 offer 310             each of the nodes offers this value
//	leaderless_fraction 0.98  a metric of the whole run, as tables print it
type Claim struct {
	text  string
	kind  claimKind
	nodes []protocol.ID // sorted
	of    protocol.ID   // the leader or the parent
	name  string        // of the message or the metric
	count int           // of messages, or the value that is offered
	value string        // of the metric, as printed
}

type claimKind uint8

const (
	follow claimKind = iota + 1
	lead
	elect
	parent
	sent
	received
	offer
	metric
)

// String is the sentence.
func (c Claim) String() string { return c.text }

// whole reports whether a claim is about the whole run.
func (c *Claim) whole() bool { return c.kind == metric }

// TakesStrict describes the form of a claim.
func (Claim) TakesStrict() string { return "a claim, such as 1 2 3 follow 5" }

// DecodeStrict reads a sentence.
func (c *Claim) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	if n.Kind == strictyaml.List || n.Kind == strictyaml.Map {
		d.Add(n, "must be a claim, such as 1 2 3 follow 5, got %s", n.Describe())
		return
	}
	parsed, err := parseClaim(n.Text)
	if err != nil {
		d.Add(n, "%v", err)
		return
	}
	*c = parsed
}

// parseClaim reads a sentence.
func parseClaim(text string) (Claim, error) {
	c := Claim{text: text}
	words := strings.Fields(text)
	if len(words) == 2 {
		if _, known := measure.FindKey(words[0]); known {
			c.kind, c.name, c.value = metric, words[0], words[1]
			return c, nil
		}
	}
	if len(words) == 3 && words[2] == "sent" {
		count, err := strconv.Atoi(words[0])
		c.kind, c.count, c.name = sent, count, words[1]
		return c, err
	}
	if len(words) >= 3 && words[2] == "received" {
		return c, c.parseReceived(words)
	}
	if err := c.nodesOf(&words); err != nil {
		return c, err
	}
	switch verb := strings.Join(words, " "); verb {
	case "lead", "leads":
		c.kind = lead
		return c, nil
	case "elect", "elects":
		c.kind = elect
		return c, nil
	}
	var object string
	switch {
	case len(words) == 2 && strings.TrimSuffix(words[0], "s") == "follow":
		c.kind, object = follow, words[1]
	case len(words) == 3 && (words[0] == "have" || words[0] == "has") && words[1] == "parent":
		c.kind, object = parent, words[2]
	case len(words) == 2 && strings.TrimSuffix(words[0], "s") == "offer":
		count, err := strconv.Atoi(words[1])
		c.kind, c.count = offer, count
		return c, err
	default:
		return c, fmt.Errorf("%q is no claim: want one like 1 2 3 follow 5, 4 5 lead, 1 2 elect, 4 6 have parent 2, 4 offers 310, 21 election sent, 7 ok received, or leaderless_fraction 0.98", text)
	}
	if object == "nobody" {
		return c, nil
	}
	id, err := strconv.ParseUint(object, 10, 32)
	c.of = protocol.ID(id)
	return c, err
}

// parseReceived reads 7 ok received, perhaps with by and nodes after it.
func (c *Claim) parseReceived(words []string) error {
	count, err := strconv.Atoi(words[0])
	if err != nil {
		return err
	}
	c.kind, c.count, c.name = received, count, words[1]
	if len(words) == 3 {
		return nil
	}
	rest := words[4:]
	if err := c.nodesOf(&rest); err != nil {
		return err
	}
	if words[3] != "by" || len(rest) > 0 {
		return fmt.Errorf("%q is no claim: want one like 7 ok received by 9 13", c.text)
	}
	return nil
}

func number(s string) bool { _, err := strconv.ParseUint(s, 10, 32); return err == nil }

// nodesOf takes the nodes from the beginning of the words.
func (c *Claim) nodesOf(words *[]string) error {
	if len(*words) > 0 && (*words)[0] == "nobody" {
		*words = (*words)[1:]
		return nil
	}
	for len(*words) > 0 && number((*words)[0]) {
		id, err := strconv.ParseUint((*words)[0], 10, 32)
		if err != nil {
			return err
		}
		c.nodes = append(c.nodes, protocol.ID(id))
		*words = (*words)[1:]
	}
	if len(c.nodes) == 0 {
		return fmt.Errorf("%q names no node", c.text)
	}
	slices.Sort(c.nodes)
	return nil
}

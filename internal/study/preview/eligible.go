package preview

import (
	"fmt"
	"slices"

	"bellwether/internal/contract/eligibility"
)

// eligibleText says who may lead; "": every node.
func (p *Preview) eligibleText() string {
	s := p.scenario
	rules, err := eligibility.Parse(s.Eligible)
	if err != nil || rules == nil {
		return ""
	}
	text := "nodes that keep: " + s.Eligible
	if !slices.ContainsFunc(rules.All(), func(r eligibility.Rule) bool { return r.Fact == "" }) {
		return text
	}
	c, err := s.Config(s.Algorithms[0], s.Seed)
	if err != nil {
		return text
	}
	return fmt.Sprintf("%s; %d of %d have the tags", text, rules.Tagged(s.Nodes, c.Capability.Tags), s.Nodes)
}

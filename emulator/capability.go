package emulator

import (
	"bellwether/emulator/internal/offer"
	"bellwether/internal/contract/eligibility"
	"bellwether/protocol"
)

// validate reports weights of shares that this world does not have, and values out of range.
func (c *Capability) validate(cfg *Config, check func(ok bool, format string, args ...any)) {
	check(len(c.Values) == 0 || len(c.Values) == cfg.Nodes, "%d capability values for %d nodes", len(c.Values), cfg.Nodes)
	c.validateRules(cfg, check)
	check(c.UptimeHalf >= 0 && c.SpeedLimit >= 0, "an uptime and a speed cannot be negative: %v, %v", c.UptimeHalf, c.SpeedLimit)
	if len(c.Values) > 0 {
		for i, v := range c.Values {
			check(v >= 0 && v <= protocol.MaxValue, "node %d's capability must be from 0 to %d, got %d", i+1, protocol.MaxValue, v)
		}
		return
	}
	for _, w := range []struct {
		of     string
		weight float64
	}{
		{"battery", c.Battery}, {"connectivity", c.Connectivity}, {"link quality", c.LinkQuality}, {"closeness", c.Closeness},
		{"uptime", c.Uptime}, {"mobility", c.Mobility}, {"static", c.Static},
	} {
		check(w.weight >= 0 && w.weight <= 1, "the weight of %s must be from 0 to 1, got %v", w.of, w.weight)
	}
	hello := cfg.Services.Hello
	check(c.LinkQuality == 0 || hello != nil && hello.Window > 0, "link quality needs hellos and a window of them")
	check(c.Closeness == 0 || cfg.Nodes <= MaxCloseness, "closeness is for at most %d nodes, got %d", MaxCloseness, cfg.Nodes)
	check(c.Mobility == 0 || !cfg.placeless(), "nobody moves in a world without places: mobility has no meaning there")
	check(c.Static == 0 || len(c.Shares) == cfg.Nodes, "%d fixed shares for %d nodes", len(c.Shares), cfg.Nodes)
	for i, share := range c.Shares {
		check(share >= 0 && share <= 1, "node %d's fixed share must be from 0 to 1, got %v", i+1, share)
	}
}

// validateRules reports rules that cannot be read, or asked.
func (c *Capability) validateRules(cfg *Config, check func(ok bool, format string, args ...any)) {
	rules, err := eligibility.Parse(c.Eligible)
	check(err == nil, "who may lead: %w", err)
	check(len(c.Tags) == 0 || len(c.Tags) == cfg.Nodes, "%d nodes have tags, of %d", len(c.Tags), cfg.Nodes)
	hello := cfg.Services.Hello
	check(!rules.Ask(eligibility.LinkQuality) || hello != nil && hello.Window > 0, "a rule about link_quality needs hellos and a window of them")
}

// eligible are the rules of a run, which are valid.
func (c *Capability) eligible() offer.Eligible {
	rules, err := eligibility.Parse(c.Eligible)
	if err != nil {
		return offer.Eligible{}
	}
	return offer.Eligible{Rules: rules, Tags: c.Tags}
}

// MaxCloseness is the greatest number of nodes of a world in which closeness is measured:
// its cost grows with the square of that number.
const MaxCloseness = offer.MostCloseness

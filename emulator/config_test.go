package emulator

import (
	"math"
	"strings"
	"testing"
	"time"

	"bellwether/internal/sim/energy"
	"bellwether/protocol"
	"bellwether/radio"
)

// TestConfigRefuses: New refuses an invalid Config, and its error contains all faults.
func TestConfigRefuses(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*Config)
		want  string
	}{
		{"no nodes", func(c *Config) { c.Nodes = 0 }, "nodes must be"},
		{"too many nodes", func(c *Config) { c.Nodes = maxNodes + 1 }, "nodes must be"},
		{"no time", func(c *Config) { c.Until = 0 }, "must last"},
		{"no algorithm", func(c *Config) { c.Algorithm.New = nil }, "no algorithm"},
		{"no values of its parameters", func(c *Config) { c.Algorithm.Params = []protocol.Param{{Name: "patience"}} }, "protocol.Resolve"},
		{"no medium", func(c *Config) { c.Medium = nil }, "no medium"},
		{"a disk and nowhere to stand", func(c *Config) { c.Medium = radio.Disk(1) }, "mobility"},
		{"another graph", func(c *Config) { c.Medium = radio.Line(4) }, "has 4 nodes, not 3"},
		{"a wire of no length", func(c *Config) { c.Medium = c.Medium.(radio.Graph).WithLatency(0) }, "latency"},
		{"a negative bit rate", func(c *Config) { c.Link.BitrateBps = -1 }, "bit rate"},
		{"too many for the algorithm", func(c *Config) { c.Algorithm.MaxNodes, c.Algorithm.MaxNodesWhy = 2, "it counts on its fingers" },
			"at most 2 nodes (it counts on its fingers), got 3"},
		{"too few values", func(c *Config) { c.Capability.Values = []int64{1} }, "1 capability values for 3 nodes"},
		{"a negative value", func(c *Config) { c.Capability.Values = []int64{1, -1, 1} }, "node 2's capability must be from 0 to 1000000000000, got -1"},
		{"no rule", func(c *Config) { c.Capability.Eligible = "batery > 3" }, "batery is a tag"},
		{"a rule about hellos", func(c *Config) { c.Capability.Eligible = "link_quality > 50 %" }, "needs hellos"},
		{"tags of too few", func(c *Config) { c.Capability.Tags = make([]map[string]string, 2) }, "2 nodes have tags, of 3"},
		{"too great a value", func(c *Config) { c.Capability.Values = []int64{1, 1, protocol.MaxValue + 1} }, "node 3's capability must be from 0"},
		{"closeness of too many", func(c *Config) {
			c.Medium, c.Nodes, c.Capability.Closeness = radio.Line(MaxCloseness+1), MaxCloseness+1, 1
		}, "at most 1024 nodes, got 1025"},
		{"quality of no hellos", func(c *Config) { c.Capability.LinkQuality = 1 }, "needs hellos"},
		{"speed on wires", func(c *Config) { c.Capability.Mobility = 1 }, "nobody moves in a world without places"},
		{"too few shares", func(c *Config) { c.Capability.Static, c.Capability.Shares = 1, []float64{1} }, "1 fixed shares for 3 nodes"},
		{"a share above 1", func(c *Config) { c.Capability.Shares = []float64{0, 1.5, 0} }, "node 2's fixed share"},
		{"a negative weight", func(c *Config) { c.Capability.Static = -0.5 }, "the weight of static must be from 0 to 1, got -0.5"},
		{"a weight that is no number", func(c *Config) { c.Capability.Battery = math.NaN() }, "the weight of battery must be from 0 to 1, got NaN"},
		{"a negative half", func(c *Config) { c.Capability.UptimeHalf = -1 }, "cannot be negative"},
		{"too few batteries", func(c *Config) { c.Energy = &Energy{InitialJ: []float64{1}} }, "battery for each node"},
		{"diffusion under a sun", func(c *Config) {
			c.Energy = &Energy{InitialJ: []float64{1, 1, 1}, Battery: energy.Diffusion{Beta: 1},
				Harvester: energy.Sun{Day: time.Hour, Set: time.Minute}}
		}, "cannot be charged by a harvester"},
		{"diffusion of no speed", func(c *Config) { c.Energy = &Energy{InitialJ: []float64{1, 1, 1}, Battery: energy.Diffusion{}} }, "beta must be"},
		{"a stranger leads", func(c *Config) { c.Start.Leader = 4 }, "names node 4 of 3"},
		{"a stranger elects", func(c *Config) { c.Start.Elect = []protocol.ID{0} }, "names node 0 of 3"},
		{"a stranger crashes", func(c *Config) { c.Faults = []Fault{{Nodes: []protocol.ID{999}}} }, "names node 999 of 3"},
		{"a stranger is cut off", func(c *Config) { c.Faults = []Fault{{Groups: [][]protocol.ID{{1}, {4}}}} }, "names node 4 of 3"},
		{"a flap without a rhythm", func(c *Config) { c.Faults = []Fault{{Kind: FaultFlap, Up: time.Second}} }, "must be positive"},
		{"a fault before time", func(c *Config) { c.Faults = []Fault{{At: -time.Second}} }, "negative time"},
		{"looks backwards", func(c *Config) { c.TruthEvery = -1 }, "negative interval of component truth"},
		{"sampled backwards", func(c *Config) { c.SampleEvery = -1 }, "negative sample interval"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := wires(radio.Line(3))
			test.spoil(&c)
			if _, err := New(c); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
	c := wires(radio.Line(3))
	c.Until, c.SampleEvery = 0, -1
	if _, err := New(c); err == nil || strings.Count(err.Error(), "emulator:") != 2 {
		t.Errorf("two faults give %v, want both", err)
	}
}

package radiofile

import (
	"bellwether/internal/base/errs"
	"bellwether/protocol"
	"bellwether/radio"
	"bellwether/scenarios/internal/air"
	"bellwether/scenarios/internal/section"
)

// Bitrate refuses what no radio does, and what would make a frame last for years.
func (p *Part) Bitrate() {
	link := radio.DefaultLink()
	link.BitrateBps = p.Radio.Bitrate
	if err := link.Validate(); err != nil && p.File.Sound("radio.bitrate") {
		p.File.Fault("radio.bitrate", "%s", errs.Why(err))
	}
}

// Counts compares the number of nodes with what the radio lists.
func (p *Part) Counts() {
	if p.Radio.Powered() && len(p.Radio.Powers) > 0 && len(p.Radio.Powers) != p.Nodes && p.File.Sound("radio.powers") {
		p.File.Fault("radio.powers", "has %d powers for %d nodes", len(p.Radio.Powers), p.Nodes)
	}
	if m := p.Made.Table(); m != nil && p.Nodes > m.Nodes() {
		p.File.Fault("nodes", "the %s %s has %d nodes, not %d", p.Radio.TableName(), p.Radio.File, m.Nodes(), p.Nodes)
	}
	if p.Radio.Loss.Model == section.LossDistance && (p.Radio.Placeless() || p.Radio.FromTable()) && p.File.Sound("radio") {
		p.File.Fault("radio.loss.model", "loss by distance has no range to go by with radio model %s", p.Radio.Model)
	}
}

// maxCompleteNodes bounds a complete graph, whose links are n²/2.
const maxCompleteNodes = 1 << 14

func (p *Part) Graph() {
	if p.Radio.Model != section.RadioGraph || !p.File.Sound("radio.model", "radio.topology", "nodes") {
		return
	}
	switch p.Radio.Topology {
	case "":
		p.File.Fault("radio", "model graph needs a topology: ring, complete, line, star, grid or edges")
	case "edges":
		p.edges()
	case "complete":
		if p.Nodes > maxCompleteNodes {
			p.File.Fault("nodes", "a complete graph takes at most %d nodes, got %d", maxCompleteNodes, p.Nodes)
		}
	}
	if p.Radio.Topology != "edges" && p.Radio.Topology != "" && len(p.Radio.Edges) > 0 {
		p.File.Fault("radio.edges", "are listed, but the topology is %s, not edges", p.Radio.Topology)
	}
}

func (p *Part) edges() {
	if len(p.Radio.Edges) == 0 && p.File.Sound("radio.edges") {
		p.File.Fault("radio", "topology edges needs edges: [[1, 2], …]")
	}
	seen := map[[2]protocol.ID]int{}
	for i, e := range p.Radio.Edges {
		at := section.Item("radio.edges", i)
		key := [2]protocol.ID{min(e[0], e[1]), max(e[0], e[1])}
		first, twice := seen[key]
		switch {
		case !p.File.Sound(at) || !p.File.Known(at+"[0]", e[0], p.Nodes) || !p.File.Known(at+"[1]", e[1], p.Nodes):
		case e[0] == e[1]:
			p.File.Fault(at, "joins node %d to itself", e[0])
		case twice:
			p.File.Fault(at, "is listed twice, first as edge %d", first+1)
		default:
			seen[key] = i
		}
	}
}

// Try makes a channel and a loss, so that no run fails for them, and notes how far the radio
// reaches. The medium of a sound file may still be refused.
func (p *Part) Try(made *air.Radio) {
	fault := func(path string, err error) {
		for _, why := range errs.Each(err) {
			p.File.Refused(path, why, err)
		}
	}
	if p.Radio.Powered() {
		c, err := made.Tune()
		if err != nil {
			fault("radio", err)
			return
		}
		p.sense(c)
	}
	switch _, err := made.Loss(made.Seed); {
	case err == nil:
	case p.Radio.Loss.Model == section.WordOwn: // the faults apart would not say whose loss it is
		p.File.Refused("radio.loss", errs.Plain(err), err)
	default:
		fault("radio.loss", err)
	}
}

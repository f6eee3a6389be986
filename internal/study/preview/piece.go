package preview

import (
	"context"
	"fmt"
	"strings"
	"time"

	"bellwether/internal/base/wording"
	"bellwether/internal/study/campaign"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace/measure"
)

const (
	// mostPieceNodes is the largest world of which pieces are run. In a larger one the first
	// piece would be too short to come to rest.
	mostPieceNodes = 500
	// pieceSpan is the length of a piece: the first half is for the election at the beginning, which
	// takes a few seconds by default, and for queues to fill where a row fills the medium; the second
	// half is what the rest of a run is like. Pieces of 3 s, whole, said that bully takes most of
	// campus-walk's time, where omega takes three quarters.
	pieceSpan = 20 * time.Second
	// patience is after how many seconds of pieces the other rows have pieces that are shorter by the
	// factor hasty: their times are less sure then.
	patience = 1.0
	hasty    = 5
	// fullPieceNodes is the largest world with pieces of full length. Larger ones have shorter
	// pieces, so that all have about as many events.
	fullPieceNodes = 100
	// deliveryRate is how many frames a second one processor delivers with hellos and all
	// measures: docs/speed.md, run+hello at 10⁵ nodes.
	deliveryRate = 2e6
	// named is the share below which a class of messages is not named: a tenth of a percent.
	named = 0.0005
)

// rest is what nodes send while nothing happens.
type rest struct {
	row     string
	seconds float64 // of the piece that was measured; 0: there is no piece
	said    [protocol.Classes]float64
	air     *[protocol.Classes]float64 // shares of the medium; nil: nodes do not contend for it
	powerW  float64                    // of a node's frames above listening, its mean; below 0 where sending takes less
}

// cost is the time of all runs.
type cost struct {
	seconds float64 // of one processor
	known   bool
	formula bool // of hellos alone
	row     string
	share   float64            // of the row that takes the most
	of      map[string]float64 // seconds of a run of each row
}

// upkeep are the classes of messages that are sent while nothing happens.
var upkeep = []protocol.Class{protocol.ClassHello, protocol.ClassBeacon, protocol.ClassDetector, protocol.ClassStandby}

// pieces runs a piece of each row.
func (p *Preview) pieces(ctx context.Context) {
	s := p.scenario
	if s.Nodes > mostPieceNodes {
		p.byFormula()
		return
	}
	most, spent := 0.0, 0.0
	p.cost.known, p.cost.of = true, map[string]float64{}
	for i, e := range s.Algorithms {
		length := pieceSpan
		if s.Nodes > fullPieceNodes {
			length = length * fullPieceNodes / time.Duration(s.Nodes)
		}
		if spent > patience {
			length /= hasty
		}
		span := min(length, s.Duration.Std())
		run, failure := p.piece(ctx, e, span)
		half, halfFailure := p.piece(ctx, e, span/2)
		spent += run.WallS + half.WallS
		if failure != nil || halfFailure != nil {
			p.cost.known = false
			continue
		}
		if i == 0 {
			p.rest = restOf(s, &run.Metrics, e.Label)
			p.rest.seconds = (span - span/2).Seconds()
			p.rest.powerW = run.Metrics.Get("energy_traffic_j_per_node").X / p.rest.seconds
		}
		one := timed{run.WallS, half.WallS, span}.until(s.Duration.Std())
		takes := one * float64(s.Runs)
		p.cost.of[e.Label] = one
		p.cost.seconds += takes
		if takes > most {
			most, p.cost.row = takes, e.Label
		}
	}
	p.cost.share = most / p.cost.seconds
}

// timed is how many seconds a piece took, and its first half alone.
type timed struct {
	whole, half float64
	span        time.Duration // of the whole piece
}

// until returns how many seconds a run of a length takes, if it goes on like the second half.
func (t timed) until(length time.Duration) float64 {
	settled := max(t.whole-t.half, 0) / (t.span - t.span/2).Seconds() // for each second
	return t.whole + settled*(length-t.span).Seconds()
}

// piece runs the beginning of a row.
func (p *Preview) piece(ctx context.Context, row scenarios.Entry, span time.Duration) (measure.RunResult, *campaign.Failure) {
	piece := *p.scenario
	piece.Duration, piece.Warmup = scenarios.Duration(span), scenarios.Duration(span/2)
	return campaign.One(ctx, &piece, row, piece.Seed, nil)
}

// restOf reads what a piece said, in its second half.
func restOf(s *scenarios.Scenario, m *measure.Metrics, row string) rest {
	r := rest{row: row}
	for _, class := range upkeep {
		r.said[class] = m.Get(class.String() + "_messages_per_node_s").X
	}
	if m.AirByClass == nil {
		return r
	}
	sharers := s.Sharers()
	r.air = new([protocol.Classes]float64)
	for class, share := range m.AirByClass {
		r.air[class] = sharers * share
	}
	return r
}

// byFormula counts the hellos of all runs: each is heard by the neighbours of its sender.
func (p *Preview) byFormula() {
	s := p.scenario
	interval := s.Neighbours.Interval.Std().Seconds()
	if s.Neighbours.Service != "hello" {
		return
	}
	frames := float64(s.Nodes) * s.Duration.Std().Seconds() / interval
	p.cost = cost{known: true, formula: true, seconds: float64(p.runs()) * frames * (1 + s.MeanDegree()) / deliveryRate}
	p.rest.said[protocol.ClassHello] = 1 / interval
}

// loadText is what the upkeep of a settled network takes.
func (p *Preview) loadText() string {
	var parts []string
	total := 0.0
	for _, class := range upkeep {
		switch r := p.rest; {
		case r.air != nil && r.air[class] >= named:
			parts = append(parts, fmt.Sprintf("%v %.2g %%", class, 100*r.air[class]))
			total += r.air[class]
		case r.air == nil && r.said[class] >= named:
			parts = append(parts, fmt.Sprintf("%v %.2g", class, r.said[class]))
		}
	}
	how := fmt.Sprintf("in an emulated piece of %.3g s of %s, after as long a beginning", p.rest.seconds, p.rest.row)
	if p.rest.seconds == 0 {
		how = "by neighbours.interval; what algorithms add is not known before a run"
	}
	switch {
	case len(parts) == 0 && p.rest.seconds == 0:
		return "not known before a run of so many nodes"
	case p.rest.air != nil && len(parts) == 0:
		return "below 0.1 % of the air, " + how
	case p.rest.air != nil:
		return fmt.Sprintf("%.2g %% of the air at rest (%s), %s", 100*total, strings.Join(parts, ", "), how)
	case len(parts) == 0:
		return "no message at rest, " + how
	}
	medium := "ideal medium, no frame waits or collides: "
	if p.scenario.Radio.Contended() {
		medium = ""
	}
	return fmt.Sprintf("%s%s messages a second of each node at rest, %s", medium, strings.Join(parts, ", "), how)
}

// timeText is the time of all runs of the table.
func (p *Preview) timeText() string {
	if !p.cost.known {
		return "not known before a run"
	}
	at := min(p.jobs, p.runs())
	text := fmt.Sprintf("%s on this machine for the %s of `run`, %d at a time", wording.Rough(p.cost.seconds/float64(at)), wording.Count(p.runs(), "run"), at)
	switch {
	case p.cost.formula:
		return "at least " + text + ", for hellos alone"
	case p.cost.seconds/float64(at) < 2:
		return "below " + text
	case len(p.scenario.Algorithms) > 1:
		return "about " + text + fmt.Sprintf("; %s takes %.0f %% of it", p.cost.row, 100*p.cost.share)
	}
	return "about " + text
}

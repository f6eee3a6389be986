package scenarios

import (
	"slices"
	"strings"

	"bellwether/internal/sim/phy"
	"bellwether/mobility"
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
)

// deepestShadow is how many standard deviations a shadow takes at most: internal/sim/phy cuts
// the distribution there.
const deepestShadow = 3

// heights are the altitudes of all nodes.
func (s *Scenario) heights() mobility.Altitudes {
	if s.movement == nil {
		return mobility.Altitudes{}
	}
	return mobility.AltitudesOf(s.movement)
}

// sureRangeM is how far any two nodes have a link wherever they are, and of which link that
// is if it is less than rangeM. It is 0 where it is not known: behind walls, by antennas that
// may look away, where the path depends on different altitudes, where no distance decides.
func (s *Scenario) sureRangeM() (reach float64, of string) {
	switch {
	case s.Radio.Model == section.RadioDisk:
		return s.Radio.Range, ""
	case !s.powered() || s.fromTable() || s.Radio.Obstacles != "" || s.antennas() != nil || s.byHeights():
		return 0, ""
	}
	o := s.channelOptions(s.Seed)
	powerDBm := o.Emitter.PowerDBm
	if own := o.Emitter.OwnDBm; len(own) > 0 {
		powerDBm = slices.Min(own)
	}
	powerDBm -= o.Emitter.SpreadDB / 2
	if s.unequal() {
		of = " of the weakest sender"
	}
	if sigma := o.Shadowing.SigmaDB; sigma > 0 {
		powerDBm -= deepestShadow * sigma
		of += " in the deepest shadow"
	}
	o.Emitter = radio.Emitter{PowerDBm: powerDBm, GainDB: o.Emitter.GainDB}
	o.Shadowing = radio.Shadowing{}
	c, err := phy.NewChannel(o, phy.Site{})
	if err != nil {
		return 0, "" // the weakest is not heard at any distance
	}
	return c.RangeM(), of
}

// unequal reports whether nodes send with different powers.
func (s *Scenario) unequal() bool {
	own := s.Radio.Powers
	return s.Radio.PowerSpread > 0 || len(own) > 0 && slices.Min(own) < slices.Max(own)
}

// byHeights reports whether the path loss depends on altitudes, and these differ.
func (s *Scenario) byHeights() bool {
	_, above := s.path().(radio.PathLossAbove)
	heights := s.heights()
	return above && heights.MinM < heights.MaxM
}

// rangeAtBest says of which links of a radio that decides by power the range is, in words,
// if it is not that of all: two nodes may be nearer and have no link.
func (s *Scenario) rangeAtBest() string {
	var of, without []string
	if s.unequal() {
		of = append(of, "of the strongest sender")
	}
	if s.antennas() != nil {
		of = append(of, "between antennas that look at each other")
	}
	if s.byHeights() {
		of = append(of, "at the highest altitude")
	}
	if s.Radio.Obstacles != "" {
		without = append(without, "walls")
	}
	if s.Radio.Shadowing.Sigma > 0 {
		without = append(without, "shadows")
	}
	if len(without) > 0 {
		of = append(of, "without "+strings.Join(without, " and "))
	}
	return strings.Join(of, ", ")
}

package air

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bellwether/internal/sim/phy"
	"bellwether/radio"
	"bellwether/scenarios/internal/section"
)

// deepestShadow is how many standard deviations a shadow takes at most: internal/sim/phy cuts
// the distribution there.
const deepestShadow = 3

// RangeM is how far the radio reaches, in metres: the range, or where the mean
// path of the strongest sender ends without shadows and walls. It is infinite
// where no distance decides.
func (r *Radio) RangeM() float64 {
	switch {
	case r.Keys.Model == section.RadioDisk:
		return r.Keys.Range
	case r.Keys.Powered():
		return r.Files.RangeM
	}
	return math.Inf(1)
}

// SureRangeM is how far any two nodes have a link wherever they are, and of which link that
// is if it is less than rangeM. It is 0 where it is not known: behind walls, by antennas that
// may look away, where the path depends on different altitudes, where no distance decides.
func (r *Radio) SureRangeM() (reach float64, of string) {
	switch {
	case r.Keys.Model == section.RadioDisk:
		return r.Keys.Range, ""
	case !r.Keys.Powered() || r.Keys.FromTable() || r.Keys.Obstacles != "" || r.Antennas() != nil || r.byHeights():
		return 0, ""
	}
	o := r.channelOptions(r.Seed)
	powerDBm := o.Emitter.PowerDBm
	if own := o.Emitter.OwnDBm; len(own) > 0 {
		powerDBm = slices.Min(own)
	}
	powerDBm -= o.Emitter.SpreadDB / 2
	if r.Keys.Unequal() {
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

// byHeights reports whether the path loss depends on altitudes, and these differ.
func (r *Radio) byHeights() bool {
	_, above := r.Keys.PathLoss().(radio.PathLossAbove)
	heights := r.Heights()
	return above && heights.MinM < heights.MaxM
}

// RangeAtBest says in words which links have the range of a radio that decides by power,
// if it is not that of all: two nodes may be nearer and have no link.
func (r *Radio) RangeAtBest() string {
	var of, without []string
	if r.Keys.Unequal() {
		of = append(of, "of the strongest sender")
	}
	if r.Antennas() != nil {
		of = append(of, "between antennas that look at each other")
	}
	if r.byHeights() {
		of = append(of, "at the highest altitude")
	}
	if r.Keys.Obstacles != "" {
		without = append(without, "walls")
	}
	if r.Keys.Shadowing.Sigma > 0 {
		without = append(without, "shadows")
	}
	if len(without) > 0 {
		of = append(of, "without "+strings.Join(without, " and "))
	}
	return strings.Join(of, ", ")
}

// Reach says in words how far the radio reaches, and what makes it reach so far. Lengths are in
// metres, powers in dBm and dB.
func (r *Radio) Reach() string {
	switch k := r.Keys; {
	case k.Model == section.RadioDisk:
		return fmt.Sprintf("%.4g m, as radio.range says", k.Range)
	case k.Model == section.RadioGraph:
		return "no range: links are those of the graph, topology " + k.Topology
	case k.Model == section.RadioContacts:
		return "no range: links are the contacts in " + k.File
	case k.FromTable():
		return "no range: the table " + k.File + " says what each link does"
	default:
		return fmt.Sprintf("%.4g m%s: %s", r.Files.RangeM, r.atBest(), r.budget())
	}
}

// atBest is RangeAtBest in brackets.
func (r *Radio) atBest() string {
	if at := r.RangeAtBest(); at != "" {
		return " (" + at + ")"
	}
	return ""
}

// budget is the path from power to the weakest frame that counts as a link.
func (r *Radio) budget() string {
	powerDBm := r.Keys.Power
	if own := r.Keys.Powers; len(own) > 0 {
		powerDBm = slices.Max(own)
	}
	powerDBm += r.Keys.PowerSpread / 2
	gains := ""
	if g := r.Keys.AntennaGain; g != 0 {
		gains = fmt.Sprintf(" and %.4g dB of antenna gain at both ends", g)
	}
	if r.Antennas() != nil {
		gains += " and the gain of the antennas"
	}
	return fmt.Sprintf("from %.4g dBm%s to the %.4g dBm of the weakest link, by the path loss of %s", powerDBm, gains, r.Files.LinkDBm, r.Keys.Model)
}

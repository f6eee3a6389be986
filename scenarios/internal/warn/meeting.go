package warn

import (
	"fmt"
	"math"
	"slices"

	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// fewPairs is the least number of pairs that should be in range at any instant.
const fewPairs = 0.5

// lonely is the mean degree below which most nodes hear no other node. Of evenly
// distributed nodes a share e^−degree hears none (degrees are Poisson's), and e^−ln 2 is
// half.
const lonely = math.Ln2

// spanning is the mean degree from which on evenly distributed disks join to a network
// across the world (Quintanilla, Torquato and Ziff, Efficient Measurement of the
// Percolation Threshold for Fully Penetrable Discs, Journal of Physics A 33, 2000:
// 4.512).
const spanning = 4.5

// surePairs is the number of expected pairs in range above which no movement is sampled: the
// probability of a world without any pair is e^−50.
const surePairs = 50

// Meeting warns about worlds whose nodes do not meet.
type Meeting struct {
	File   *keys.File
	Nodes  int
	Path   string  // the key that sets how far the radio reaches
	ReachM float64 // infinite where no distance decides
	Even   bool    // nodes may be anywhere with about the same probability
	Degree float64 // the mean number of neighbours, if so
	Walls  bool
	Sample string // the places that were looked at, for messages
	AtBest string // the links that the range is of, if not of all
	Links  *Links // of a radio that goes by a table; else nil
	// Search reports whether any two nodes are ever linked, and if not, how near they come.
	Search func() (nearest string, met bool)
}

// Links is what a table of links says, where no distance decides.
type Links struct {
	Radio   section.Radio
	LinkDBm float64 // the power of the weakest link
}

// Ever warns if no two nodes ever meet, or most are alone.
func (m Meeting) Ever() {
	pairs := float64(m.Nodes) / 2 * m.Degree
	if m.Even && pairs > surePairs && !m.Walls {
		m.alone()
		return
	}
	nearest, met := m.Search()
	switch {
	case !met && m.Links != nil:
		m.Links.none(m)
	case !met && m.AtBest != "": // they may well be near
		m.File.Warn(m.Path, "%sno two nodes are ever linked, where %v m is the range %s%s", m.Sample, metres(m.ReachM), m.AtBest, nearest)
	case !met:
		m.File.Warn(m.Path, "%sno two nodes are ever in range of %v m%s", m.Sample, metres(m.ReachM), nearest)
	case m.Even && pairs < fewPairs:
		m.File.Warn(m.Path, "no two nodes are likely to be in range: at any instant %.2g pairs are expected within %v m", pairs, metres(m.ReachM))
	case m.Even:
		m.alone()
	}
}

// alone warns if the density is so low that most nodes have no neighbour.
func (m Meeting) alone() {
	if m.Degree < lonely {
		m.File.Warn(m.Path, "most nodes are likely to hear no other node: %v m makes a mean degree of %.2g, and %.0f %% of the nodes have no neighbour; from a degree of %v on a network spans the world",
			metres(m.ReachM), m.Degree, 100*math.Exp(-m.Degree), spanning)
	}
}

// none warns that the table has no link.
func (l *Links) none(m Meeting) {
	of := l.Radio
	enough := fmt.Sprintf("a sensitivity of %v dBm", of.Reception.Sensitivity)
	if of.Reception.Model == section.ReceptionNoise {
		enough = fmt.Sprintf("the %.4g dBm at which half of the frames of 64 bytes get through", l.LinkDBm)
	}
	switch of.Model {
	case section.RadioMatrix:
		power := of.Power
		if len(of.Powers) > 0 {
			power = slices.Max(of.Powers)
		}
		m.File.Warn("radio", "no two of %d nodes ever hear each other: no losses of %s in both directions let %v dBm through to %s",
			m.Nodes, of.File, power, enough)
	case section.RadioRSSI:
		m.File.Warn("radio", "no two of %d nodes ever hear each other: no strengths of %s in both directions are enough for %s",
			m.Nodes, of.File, enough)
	case section.RadioDelivery:
		m.File.Warn("radio", "no two of %d nodes are ever linked: no ratios of %s in both directions are at least link_ratio, %v",
			m.Nodes, of.File, of.LinkRatio)
	}
}

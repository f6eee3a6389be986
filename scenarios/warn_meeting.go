package scenarios

import (
	"fmt"
	"math"
	"slices"
	"time"

	"bellwether/protocol"
	"bellwether/scenarios/internal/section"
)

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

// warnOfMeeting warns about worlds whose nodes do not meet.
func (r *reader) warnOfMeeting() {
	s := r.s
	if s.Nodes < 2 || s.placeless() {
		return
	}
	reach, path := s.rangeM(), s.rangePath()
	even, degree := s.strewnEvenly(), s.evenDegree()
	pairs := float64(s.Nodes) / 2 * degree
	if even && pairs > surePairs && s.Radio.Obstacles == "" {
		r.warnOfDegree(degree)
		return
	}
	nearest, met := s.everInRange()
	sample := "in a sample of the movement "
	switch {
	case s.Recorded() || len(s.Groups) == 0 && len(s.Mobility.Positions) > 0:
		sample = ""
	case s.movement.MaxSpeed() == 0:
		sample = "in a sample of the places "
	}
	switch {
	case !met && s.fromTable():
		r.warnOfTable()
	case !met && s.powered() && s.rangeAtBest() != "": // they may well be near
		r.Warn(path, "%sno two nodes are ever linked, where %v m is the range %s%s", sample, metres(reach), s.rangeAtBest(), nearest)
	case !met:
		r.Warn(path, "%sno two nodes are ever in range of %v m%s", sample, metres(reach), nearest)
	case even && pairs < fewPairs:
		r.Warn(path, "no two nodes are likely to be in range: at any instant %.2g pairs are expected within %v m", pairs, metres(reach))
	case even:
		r.warnOfDegree(degree)
	}
}

// warnOfTable warns that the file which says what each link does has no link.
func (r *reader) warnOfTable() {
	s, of := r.s, r.s.Radio
	enough := fmt.Sprintf("a sensitivity of %v dBm", of.Reception.Sensitivity)
	if of.Reception.Model == section.ReceptionNoise {
		enough = fmt.Sprintf("the %.4g dBm at which half of the frames of 64 bytes get through", s.air.linkDBm)
	}
	switch of.Model {
	case section.RadioMatrix:
		power := of.Power
		if len(of.Powers) > 0 {
			power = slices.Max(of.Powers)
		}
		r.Warn("radio", "no two of %d nodes ever hear each other: no losses of %s in both directions let %v dBm through to %s",
			s.Nodes, of.File, power, enough)
	case section.RadioRSSI:
		r.Warn("radio", "no two of %d nodes ever hear each other: no strengths of %s in both directions are enough for %s",
			s.Nodes, of.File, enough)
	case section.RadioDelivery:
		r.Warn("radio", "no two of %d nodes are ever linked: no ratios of %s in both directions are at least link_ratio, %v",
			s.Nodes, of.File, of.LinkRatio)
	}
}

// warnOfDegree warns if the density is so low that most nodes have no neighbour.
func (r *reader) warnOfDegree(degree float64) {
	if degree < lonely {
		r.Warn(r.s.rangePath(), "most nodes are likely to hear no other node: %v m makes a mean degree of %.2g, and %.0f %% of the nodes have no neighbour; from a degree of %v on a network spans the world",
			metres(r.s.rangeM()), degree, 100*math.Exp(-degree), spanning)
	}
}

// flapsOften is the mean time between false drops of a link below which there is a warning.
const flapsOften = time.Minute

// warnOfHellos warns if neighbours are dropped although they stay.
func (r *reader) warnOfHellos() {
	s := r.s
	if s.Neighbours.Service != section.ServiceHello {
		return
	}
	interval, timeout := s.Neighbours.Interval.Std(), s.Neighbours.Timeout.Std()
	if longest := interval + interval/10; timeout < longest { // overlay's jitter is a tenth
		r.Warn("neighbours.timeout", "%v is below the longest pause between two hellos, %v: neighbours are dropped though nothing is lost",
			s.Neighbours.Timeout, Duration(longest))
		return
	}
	acts := slices.ContainsFunc(s.Algorithms, func(e Entry) bool { // an algorithm that routes by roster does not use neighbours
		a, _ := Algorithm(e.Name)
		return a.Needs == protocol.NeedsNeighbours
	})
	if s.Radio.Loss.Model != section.LossBernoulli || s.Radio.Loss.Probability == 0 || !acts {
		return
	}
	if every := falseDrop(s.Radio.Loss.Probability, s.Neighbours); every < flapsOften {
		r.Warn("neighbours.timeout", "at a loss of %v a link is taken for broken each %v though it is not: all hellos of %v are lost by chance",
			s.Radio.Loss.Probability, Duration(every.Round(time.Second/10)), s.Neighbours.Timeout)
	}
}

// falseDrop is the mean time until a link loses all hellos of a time-out by chance.
// Intervals differ by at most a tenth, so a certain number of hellos is due within the
// time-out after each hello that was heard. One more may be due; it counts half. Each
// hello that is heard, 1 − p of all, begins such a time-out.
func falseDrop(p float64, n section.Neighbours) time.Duration {
	intervals := n.Timeout.Std().Seconds() / n.Interval.Std().Seconds()
	certain := math.Floor(intervals / 1.1)
	silent := math.Pow(p, certain)
	if (certain+1)*0.9 < intervals {
		silent *= (1 + p) / 2
	}
	rate := (1 - p) * silent // per interval
	if rate <= 0 {
		return math.MaxInt64
	}
	return time.Duration(min(n.Interval.Std().Seconds()/rate, 1e9) * float64(time.Second))
}

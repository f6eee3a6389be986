package reproduce

import "time"

// ChosenConfiguration is the configuration of AsChosen. It was chosen by a rule, from Figs. 5,
// 8 and 10a alone, before any value of Figs. 9 and 10b was looked at, and was not tuned
// afterwards:
//
//   - The factorial study of package sensitivity estimates what fifteen unknowns do to 16 numbers
//     of Figs. 5, 8 and 10a.
//   - Candidates are the eight of all 2^15 combinations that are nearest to the published by
//     these estimates, and the four points of the study that were nearest as measured.
//   - Each candidate is run again with another seed. The nearest of them is the chosen one:
//     the mean over the four panels of the mean squares of ln(ours / published) is least.
//
// A test of package sensitivity holds this to the recorded studies. It is point ABCFGMNOP: the
// factors that are not named are low.
func ChosenConfiguration() Configuration {
	return Configuration{
		Reply: 10 * time.Second, Tries: 5, Probe: 5 * time.Second, Child: ChildBounded,
		List: AsBeacons, RangeShare: 1, Merge: ByExchange,
		Unicast: Stalling, Medium: GloMoSim, Sensing: 10, Jitter: 10 * time.Millisecond, Connect: Reused,
		Forced: AnyNode, Period: 5 * time.Minute, Start: Leaving, First: Apart,
	}
}

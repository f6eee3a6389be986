package reproduce

import (
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"bellwether/trace/measure"
)

// A Point is a place in a figure.
type Point struct {
	Figure int
	Series string
	Nodes  int
}

// A value is a mean over runs with half its plain 95 % interval (Student). ends returns the
// ends of the interval that is printed and drawn.
type value struct {
	Mean, Half float64
	Runs       int // runs that have a value; a run may have no election
}

// symmetric bounds half of a plain interval, as a part of the distance from the mean to the
// nearest bound of the metric. Up to this bound the widths of the plain and the other interval
// differ by at most a seventh.
const symmetric = 0.25

// ends returns the ends of the 95 % interval of a metric's value. Both ends lie within the
// metric's bounds; plain reports that they are equally far from the mean.
func (v value) ends(m Metric) (low, high float64, plain bool) {
	room := v.Mean
	if m == F {
		room = min(room, 1-v.Mean)
	}
	if v.Half <= symmetric*room {
		return v.Mean - v.Half, v.Mean + v.Half, true
	}
	k, _ := measure.FindKey(keyOf[m])
	low, high = k.Ends(v.Mean, v.Half)
	return low, high, false
}

// keyOf has the keys of the paper's metrics in package measure.
var keyOf = map[Metric]string{
	F: "election_fraction", R: "election_rate_per_min", T: "election_time_s",
	MB: "messages_per_election_broadcast", MU: "messages_per_election_unicast",
}

// valueOf returns the mean of runs with its interval.
func valueOf(runs []float64) value {
	v := value{Runs: len(runs), Mean: stat.Mean(runs, nil)}
	if n := float64(len(runs)); n > 1 {
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975)
		v.Half = t * stat.StdErr(stat.StdDev(runs, nil), n)
	}
	return v
}

// quick returns the figure with runs a quarter as long, but at least an hour: a node waits
// two minutes for beacons before it elects.
func (f Figure) quick() Figure {
	f.Duration, f.Discard = max(f.Duration/quickly, time.Hour), max(f.Discard/quickly, 15*time.Minute)
	return f
}

const quickly = 4

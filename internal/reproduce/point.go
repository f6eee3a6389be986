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

// A Value is a mean over runs with half its plain 95 % interval (Student); Ends has those
// of the interval that is printed and drawn.
type Value struct {
	Mean, Half float64
	Runs       int // that have a value: there may be no election in a run
}

// symmetric is up to which part of a mean, or of what it lacks of the most there can be,
// the plain interval serves: it is as wide as the other within a seventh then.
const symmetric = 0.25

// Ends are those of the 95 % interval of a value of a metric, none of them one that the
// metric cannot have; plain says that they are equally far from the mean.
func (v Value) Ends(m Metric) (low, high float64, plain bool) {
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

// keyOf are the metrics of package measure that are the paper's.
var keyOf = map[Metric]string{
	F: "election_fraction", R: "election_rate_per_min", T: "election_time_s",
	MB: "messages_per_election_broadcast", MU: "messages_per_election_unicast",
}

// valueOf sums runs up.
func valueOf(runs []float64) Value {
	v := Value{Runs: len(runs), Mean: stat.Mean(runs, nil)}
	if n := float64(len(runs)); n > 1 {
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975)
		v.Half = t * stat.StdErr(stat.StdDev(runs, nil), n)
	}
	return v
}

// quick makes a figure a quarter as long, but an hour at least: beacons are missed for
// two minutes before anything happens.
func (f Figure) quick() Figure {
	f.Duration, f.Discard = max(f.Duration/quickly, time.Hour), max(f.Discard/quickly, 15*time.Minute)
	return f
}

const quickly = 4

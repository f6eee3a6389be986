package reproduce

import (
	"fmt"
	"time"
)

// A Series is a line of a figure.
type Series struct {
	Label      string
	Signalling string
	RangeM     float64
	SpeedMaxMS float64
}

// A Figure is a figure of the paper, with the settings of its worlds.
type Figure struct {
	Number   int
	About    string
	Pause    time.Duration
	Duration time.Duration
	Discard  time.Duration
	Forced   time.Duration // between two forced elections; 0: natural ones only
	Series   []Series
	Metrics  []Metric
}

// sizesOfFigures are the sizes of every figure (§VII).
var sizesOfFigures = []int{20, 40, 60, 80, 100, 120}

// A Metric is a metric of the paper.
type Metric string

// The metrics.
const (
	F  Metric = "F"           // share of time in an election
	R  Metric = "R /min"      // elections entered, per node and minute
	T  Metric = "T s"         // duration of an election, in seconds
	MB Metric = "M broadcast" // broadcasts of a node per election
	MU Metric = "M unicast"   // unicasts of a node per election
)

// paperFigures returns the figures that are reproduced, with the settings of §VII.
func paperFigures() []Figure {
	speeds := []Series{
		{"Vmax 3", optimised, 200, 3}, {"Vmax 9", optimised, 200, 9}, {"Vmax 19", optimised, 200, 19},
	}
	return []Figure{{
		Number: 5, About: "the four signallings", Pause: 150 * time.Second,
		Duration: 100 * time.Minute, Discard: fig5Discard,
		Series:  []Series{{"TCP", "tcp", 200, 3}, {"UDP", "udp", 200, 3}, {"Bcast", "broadcast", 200, 3}, {"Opt", optimised, 200, 3}},
		Metrics: []Metric{F},
	}, {
		Number: 8, About: "mobility: how often, and how much of the time", Pause: 10 * time.Second,
		Duration: 400 * time.Minute, Discard: 150 * time.Minute, Series: speeds, Metrics: []Metric{R, F},
	}, {
		Number: 9, About: "range: how often, and how much of the time", Pause: 10 * time.Second,
		Duration: 400 * time.Minute, Discard: 150 * time.Minute,
		Series:  []Series{{"200 m", optimised, 200, 3}, {"250 m", optimised, 250, 3}, {"300 m", optimised, 300, 3}},
		Metrics: []Metric{R, F},
	}, {
		Number: 10, About: "mobility: how long, and how many messages", Pause: 10 * time.Second,
		Duration: 200 * time.Minute, Discard: 50 * time.Minute, Forced: forcedPeriod, Series: speeds,
		Metrics: []Metric{T, MB, MU},
	}}
}

// figureOf returns the figure of a number.
func figureOf(number int, quick bool) (Figure, error) {
	for _, f := range paperFigures() {
		if f.Number != number {
			continue
		}
		if quick {
			f = f.quick()
		}
		return f, nil
	}
	return Figure{}, fmt.Errorf("%w %d: there are 5, 8, 9 and 10", errFigure, number)
}

// minutes returns a duration in minutes, as text.
func minutes(d time.Duration) string { return fmt.Sprintf("%g min", d.Minutes()) }

// optimised is the signalling of Figs. 8 to 10: at N = 120 the F of Fig. 8 agrees with
// that of Fig. 5's Election-Opt, and with no other.
const optimised = "optimised"

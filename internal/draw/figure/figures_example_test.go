package figure_test

import (
	"fmt"
	"math"
	"time"

	"bellwether/internal/draw/figure"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// drawn are the figures of the examples, for tests of their layout.
var (
	drawn []figure.Figure
	files = figure.Images()
)

// save draws a figure as wide as a column.
func save(name string, f figure.Figure) {
	drawn = append(drawn, f)
	for _, i := range files {
		if err := figure.SaveFigure(name+"."+string(i), f, figure.Single); err != nil {
			fmt.Println(err)
		}
	}
}

// summary is a mean with an interval to either side.
func summary(mean, half float64) *measure.Summary {
	low, high := mean-half, mean+half
	return &measure.Summary{Mean: mean, Low: &low, High: &high, N: 10}
}

// Differences of two algorithms from a third, by what they consist of, in two worlds.
func ExampleBars() {
	save("bars", &figure.Bars{
		Title: "What makes which algorithm worse",
		X:     figure.Axis{Title: "instability minus that of vasudevan", Unit: "percentage points"},
		Parts: []string{"boot", "detection", "stale news", "election: waiting", "election: messages", "election: no end", "no election", "merge", "arrival", "offers", "wrong choice"},
		Panels: []figure.BarPanel{
			{"two-islands", []figure.Bar{
				{"bully", []float64{0, 0.14, 0, 0.002, 0, 0, 0, -0.08, 0, 0, 0}},
				{"chang-roberts", []float64{0, 0.16, 0, 2.63, 0, 0, 0, -0.08, 0, 0, 0}}}},
			{"campus-sparse", []figure.Bar{
				{"bully", []float64{0.01, 0.79, -0.03, 0.14, -0.02, 0.1, -0.04, 0.24, -0.01, 0.27, -0.55}},
				{"chang-roberts", []float64{0.04, 0.6, -0.04, 12.26, 0.11, 0.17, -0.04, -0.5, 0.16, -1.69, -2.03}}}},
		},
		Notes: []string{"Means of 12 runs."},
	})
}

// A metric over the number of nodes, with 95 % intervals. Two lines end close to
// each other, one has a gap, one has a point that is a lower bound.
func ExampleLines() {
	bound := summary(0.060, 0.012)
	bound.Censored = 3
	key, _ := measure.FindKey("leaderless_fraction")
	save("lines", &figure.Lines{
		Title: "Density: how long nodes have no leader",
		X:     figure.Axis{Title: "number of nodes"},
		Y:     figure.MetricAxis(&key),
		Series: []figure.Series{
			{Label: "vasudevan", Points: []figure.Point{
				{20, summary(0.004, 0.001)}, {40, summary(0.011, 0.002)}, {60, summary(0.021, 0.003)},
				{80, summary(0.029, 0.003)}, {100, summary(0.027, 0.004)}, {120, summary(0.020, 0.003)}}},
			{Label: "bully", Points: []figure.Point{
				{20, summary(0.010, 0.003)}, {40, summary(0.024, 0.004)}, {60, summary(0.041, 0.006)},
				{80, summary(0.055, 0.009)}, {100, bound}, {120, summary(0.061, 0.011)}}},
			{Label: "chang-roberts", Points: []figure.Point{
				{20, summary(0.013, 0.003)}, {40, summary(0.030, 0.005)}, {60, nil},
				{80, summary(0.049, 0.006)}, {100, summary(0.055, 0.008)}, {120, summary(0.062, 0.007)}}},
			{Label: "flood-max", Points: []figure.Point{
				{20, summary(0.002, 0.001)}, {40, summary(0.006, 0.001)}, {60, summary(0.011, 0.002)},
				{80, summary(0.015, 0.002)}, {100, summary(0.018, 0.002)}, {120, summary(0.022, 0.002)}}},
		},
	})
}

// A repeated measurement beside published values, which are open marks. There may be fewer
// of them.
func ExampleLines_beside() {
	points := func(halfOf float64, means ...float64) (out []figure.Point) {
		for i, mean := range means {
			out = append(out, figure.Point{X: float64(20 + 20*i), Y: summary(mean, halfOf*mean)})
		}
		return out
	}
	save("lines-beside", &figure.Lines{
		Title: "Time to elect, repeated",
		X:     figure.Axis{Title: "number of nodes"},
		Y:     figure.Axis{Title: "T, time of an election", Unit: "s"},
		Series: []figure.Series{
			{Label: "slow", Points: points(0.1, 3, 6, 8, 11), Beside: []figure.Spot{{X: 20, Y: 2.5}, {X: 40, Y: 5.2}, {X: 60, Y: 8.3}, {X: 80, Y: 12.1}}},
			{Label: "fast", Points: points(0.1, 3.5, 7, 10, 13), Beside: []figure.Spot{{X: 80, Y: 15.2}, {X: 20, Y: 2.5}, {X: 60, Y: 10.9}}},
			{Label: "faster", Points: points(0.08, 4, 9, 13, 14.5), Beside: []figure.Spot{{X: 60, Y: 14}}},
			{Label: "fastest", Points: points(0.05, 5, 12, 17, 18)},
			{Label: "by train", Points: points(0.02, 6, 14, 21, 25), Beside: []figure.Spot{{X: 40, Y: 17}, {X: 80, Y: 28}}},
		},
		Beside: "published values",
		Notes:  []string{"Trains were predicted."},
	})
}

// runs returns values around a middle, and censors those beyond a horizon.
func runs(middle, spread, horizon float64) []figure.Observation {
	var out []figure.Observation
	for i := range 20 {
		x := middle * math.Exp(spread*(float64(i)-9.5)/6)
		out = append(out, figure.Observation{X: min(x, horizon), Censored: x > horizon})
	}
	return out
}

// The runs of each algorithm, some cut off at the horizon of a minute.
func ExampleBoxes() {
	key, _ := measure.FindKey("election_time_s")
	save("boxes", &figure.Boxes{
		Title: "Time to elect",
		X:     figure.MetricAxis(&key),
		Rows: []figure.Box{
			{Label: "vasudevan", Values: runs(4, 0.3, 60)},
			{Label: "vasudevan-optimised", Values: runs(2.5, 0.5, 60)},
			{Label: "bully", Values: runs(17, 0.8, 60)},
			{Label: "chang-roberts", Values: runs(25, 0.4, 60)},
			{Label: "le-lann", Values: runs(400, 0.2, 60)}, // never ended
		},
	})
}

// The same runs as distribution functions: the share of runs that have a leader by a time.
func ExampleECDF() {
	key, _ := measure.FindKey("election_time_s")
	save("ecdf", &figure.ECDF{
		Title: "Time to elect",
		X:     figure.MetricAxis(&key),
		Series: []figure.Sample{
			{Label: "vasudevan", Values: runs(4, 0.3, 60)},
			{Label: "vasudevan-optimised", Values: runs(2.5, 0.5, 60)},
			{Label: "bully", Values: runs(17, 0.8, 60)},
			{Label: "chang-roberts", Values: runs(25, 0.4, 60)},
		},
	})
}

// Elections of many runs: the share that has not ended by a time.
func ExampleSurvival() {
	key, _ := measure.FindKey("election_time_s")
	elections := func(middle, spread float64) (all []figure.Observation) {
		for i := range 30 {
			all = append(all, runs(middle*(1+float64(i)/40), spread, 30)...)
		}
		return all
	}
	save("survival", &figure.Survival{
		Title: "Time to elect",
		X:     figure.MetricAxis(&key),
		Of:    "elections",
		Series: []figure.Sample{
			{Label: "vasudevan", Values: elections(4, 0.3), Runs: 30},
			{Label: "bully", Values: elections(9, 0.8), Runs: 30},
		},
	})
}

// Nineteen rows: a panel for each, with the others in grey.
func ExampleECDF_many() {
	many := &figure.ECDF{
		Title: "Campus walk: how long elections take",
		X:     figure.Axis{Title: "election time", Unit: "s", Scale: figure.Log},
		Of:    "elections",
	}
	for i, label := range []string{"vasudevan", "vasudevan-udp", "vasudevan-optimised", "bully", "chang-roberts",
		"chang-roberts-replacing", "ring-list", "le-lann", "franklin", "a-elect-leader-c", "s-elect-leader-c",
		"simple-sync", "omega", "omega-crash-recovery", "raft", "flood-max", "link-reversal", "global-view", "topology-aware"} {
		many.Series = append(many.Series, figure.Sample{Label: label, Values: runs(0.1*float64(3+i), 0.5+0.03*float64(i), 6), Runs: 10})
	}
	save("ecdf-many", many)
}

// Ten rows over an axis.
func ExampleLines_many() {
	many := &figure.Lines{Title: "Ten algorithms", X: figure.Axis{Title: "nodes"}, Y: figure.Axis{Title: "leaderless", Percent: true}}
	for i, label := range []string{"vasudevan", "bully", "chang-roberts", "ring-list", "le-lann", "franklin", "raft", "flood-max", "global-view", "omega"} {
		s := figure.Series{Label: label}
		for _, n := range []float64{20, 40, 60, 80, 100} {
			mean := 0.02 + 0.004*float64(i) + 0.0003*n*float64(1+i%3)
			low, high := mean*0.8, mean*1.2
			s.Points = append(s.Points, figure.Point{X: n, Y: &measure.Summary{Mean: mean, Low: &low, High: &high, N: 10}})
		}
		many.Series = append(many.Series, s)
	}
	save("lines-many", many)
}

// story is a run of nine nodes. 9 leads; 7, 8 and 9 are in a partition for a time, 9
// crashes and comes back, 3 arrives late.
func story(to trace.Sink) {
	at := func(seconds float64, r trace.Record) {
		r.At = protocol.Time(seconds * float64(time.Second))
		if to.Wants().Has(r.Kind) {
			to.Record(&r)
		}
	}
	elect := func(seconds, took float64, leader protocol.ID, nodes ...protocol.ID) {
		for i, id := range nodes {
			at(seconds+float64(i)*took/20, trace.Record{Kind: trace.Electing, Node: id})
		}
		for i, id := range nodes {
			at(seconds+took+float64(i)*took/20, trace.Record{Kind: trace.Elected, Node: id, Peer: leader})
		}
	}
	for id := protocol.ID(1); id <= 9; id++ {
		angle := 2.4 * float64(id) // the golden angle spreads points evenly
		at(0, trace.Record{Kind: trace.Move, Node: id, X: 300 + 90*math.Sqrt(float64(id))*math.Cos(angle),
			Y: 300 + 70*math.Sqrt(float64(id))*math.Sin(angle), VX: 0.2, VY: -0.1, Value: int64(5 * time.Minute)})
		if id == 3 {
			at(0, trace.Record{Kind: trace.Absent, Node: id})
		} else {
			at(0, trace.Record{Kind: trace.Boot, Node: id, Value: 1})
		}
	}
	for _, l := range [][2]protocol.ID{{1, 2}, {1, 4}, {1, 6}, {2, 5}, {2, 7}, {4, 6}, {4, 9}, {6, 9}, {6, 1}, {5, 7}, {5, 8}, {7, 9}, {3, 6}, {3, 8}, {3, 1}} {
		at(0, trace.Record{Kind: trace.LinkUp, Node: l[0], Peer: l[1]})
	}
	elect(1, 4, 9, 1, 2, 4, 5, 6, 7, 8, 9)
	at(40, trace.Record{Kind: trace.Boot, Node: 3, Value: 1})
	at(47, trace.Record{Kind: trace.Elected, Node: 3, Peer: 9})
	at(60, trace.Record{Kind: trace.Fault, Name: "partition"})
	elect(68, 6, 8, 5, 7, 8)
	for _, tree := range [][2]protocol.ID{{5, 8}, {7, 5}} {
		at(69, trace.Record{Kind: trace.State, Node: tree[0], Name: "parent", Value: int64(tree[1])})
	}
	at(110, trace.Record{Kind: trace.Fault, Name: "heal"})
	elect(112, 1, 9, 5, 7, 8)
	at(150, trace.Record{Kind: trace.Fault, Node: 9, Name: "crash"})
	at(150, trace.Record{Kind: trace.Fault, Node: 2, Name: "crash"})
	at(150, trace.Record{Kind: trace.Crash, Node: 9})
	at(150, trace.Record{Kind: trace.Crash, Node: 2})
	elect(158, 9, 8, 1, 3, 4, 5, 6, 7, 8)
	at(200, trace.Record{Kind: trace.Fault, Node: 4, Name: "elect"})
	elect(200, 2, 8, 4, 1, 6)
	at(210, trace.Record{Kind: trace.Boot, Node: 9, Value: 2})
	elect(214, 2, 9, 9, 8, 7, 6, 5, 4, 3, 1)
	at(240, trace.Record{Kind: trace.End})
}

// The timeline of a run: whom each node followed when.
func ExampleTimeline() {
	history := new(figure.History)
	story(history)
	save("timeline", history.Timeline("Nine nodes, parted and crashed"))
}

// The map of the same run at one instant: 5, 7 and 8 are in a partition and in an election.
func ExampleMap() {
	moment := &figure.Moment{At: protocol.Time(73 * time.Second)}
	story(moment)
	m := moment.Map("Nine nodes, at 73 s")
	m.Obstacles = [][]figure.Spot{{{400, 330}, {520, 330}, {520, 380}, {400, 380}}}
	save("map", m)
}

// The energy left in batteries: all but the leader's drain at one rate, and the smallest is
// empty first.
func ExampleEnergy() {
	drains := new(figure.Drains)
	for t := time.Duration(0); t <= 10*time.Minute; t += 10 * time.Second {
		for id := protocol.ID(1); id <= 12; id++ {
			spent := (0.75 + 0.02*float64(id%5)) * t.Seconds()
			if left := 390 + 60*float64(id) - spent; left > 0 {
				drains.Record(&trace.Record{Kind: trace.Energy, At: protocol.Time(t), Node: id, X: spent, Value: int64(1e6 * left)})
			} else if left > -7.5 {
				drains.Record(&trace.Record{Kind: trace.Crash, At: protocol.Time(t), Node: id, Why: trace.WhyBattery})
			}
		}
	}
	save("energy", drains.Energy("Twelve batteries"))
}

// How node 9 came to follow node 4: 7 waited, while it heard nothing of a leader that crashed, and
// began an election.
func ExampleSpaceTime() {
	const ms = protocol.Time(time.Millisecond)
	s := &figure.SpaceTime{Title: "9 follows 4 since 6.118s.", Says: []string{"7 began election ⟨2,7⟩ at 6s, when it had waited for 6s.", "4 can offer 12."}, Start: 6000 * ms}
	at, node := protocol.Time(0), protocol.ID(7)
	step := func(kind figure.SpaceKind, to protocol.ID, lasts protocol.Time, text string, lost int) {
		s.Steps = append(s.Steps, figure.SpaceStep{Since: at, Until: at + lasts, From: node, To: to, Kind: kind, Text: text, Lost: lost})
		at, node = at+lasts, to
	}
	step(figure.Wait, 7, 6000*ms, "waits (3 time-outs)", 0)
	step(figure.Message, 3, ms/5, "election", 0)
	step(figure.Omission, 9, 12*ms, "… 7 steps", 0)
	step(figure.Wait, 9, 100*ms, "waits", 0)
	step(figure.Message, 3, 5*ms, "ack", 2)
	step(figure.Message, 7, ms/4, "ack", 0)
	step(figure.Message, 9, ms/2, "leader-of-the-whole-long-named-component", 0)
	s.Marks = []figure.SpaceMark{
		{At: 1000 * ms, Node: 7, Lost: true, Text: "2 messages of 3 lost"}, {At: 2100 * ms, Node: 7, Lost: true},
		{At: 2500 * ms, Node: 7, Text: "fault 1: crash"}, {At: 2500 * ms, Node: 7, Text: "12 crashes"},
		{At: 5800 * ms, Node: 7, Text: "out of reach: 8, 10"},
	}
	save("space-time", s)
}

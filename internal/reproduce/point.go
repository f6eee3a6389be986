package reproduce

import (
	"context"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"bellwether/emulator"
	"bellwether/protocol"
	"bellwether/scenarios"
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

// keyOf are the metrics of package measure that are most like the paper's.
var keyOf = map[Metric]string{
	F: "leaderless_fraction", R: "election_rate_per_min", T: "election_time_s",
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

// text is the scenario of a run but for its seed. Everything the paper leaves open
// is named in Assumptions. Which figure it is for is not: some share a world.
func (t task) text() string {
	f, s := t.figure, t.series
	forced := ""
	if f.Forced > 0 {
		forced = fmt.Sprintf("faults: [{every: %v, elect: random}]\n", f.Forced)
	}
	return fmt.Sprintf(`about: a world of VKT04
duration: %v
warmup: %v
nodes: %d
world: {width: 2000, height: 2000}
mobility: {model: random-waypoint, speed: {min: 1, max: %g}, pause: {min: %v, max: %v}}
radio: {model: unit-disk, range: %g, bitrate: 2000000, loss: {model: none}%s}
energy: {profile: none}
capability: {values: %s, hysteresis: 0}
neighbours: {service: hello, %s}
detection: {interval: 20s, misses: 6}
start: {elect: all}
measure: {every: 1m}
%salgorithms:
  - name: vasudevan
    params: {signalling: %s, child_timeout: 3s, reply_timeout: 3s, probe_interval: 5s, udp_tries: 3, rebroadcast_jitter: 20ms, link_exchanges: %d}
`, f.Duration, f.Discard, t.nodes, s.SpeedMaxMS, f.Pause, f.Pause, s.RangeM,
		t.access.text(), numbers(t.nodes), t.list.text(), forced, s.Signalling, t.merge.linkExchanges())
}

// numbers is [1, 2, …, n].
func numbers(n int) string {
	b := []byte{'['}
	for i := 1; i <= n; i++ {
		b = fmt.Appendf(b, "%d, ", i)
	}
	return string(append(b[:len(b)-2], ']'))
}

// A rig is a run that is set up, with what measures it.
type rig struct {
	config emulator.Config
	meter  *measure.Run
	share  *delta
}

// set sets a run up in the world of a scenario.
func (t task) set(text string) (*rig, error) {
	scenario, err := scenarios.Read("VKT04", []byte(text), scenarios.Options{})
	if err != nil {
		return nil, err
	}
	discard := protocol.Time(t.figure.Discard)
	r := &rig{meter: measure.NewRun(measure.Options{Warmup: discard}), share: newDelta(discard)}
	r.config, err = scenario.Config(scenario.Algorithms[0], t.seed, r.meter, r.share)
	if err != nil {
		return nil, err
	}
	r.config.SampleEvery = 0 // no metric of the paper asks who is connected to whom
	return r, nil
}

// run gives the metrics of a run; NaN where there is none.
func (r *rig) run(ctx context.Context) (map[Metric]float64, error) {
	world, err := emulator.New(r.config)
	if err != nil {
		return nil, err
	}
	if err := world.Run(ctx); err != nil {
		return nil, err
	}
	m := r.meter.Metrics()
	get := func(key string) float64 {
		if v := m.Get(key); v.Known {
			return v.X
		}
		return math.NaN()
	}
	return map[Metric]float64{
		F: r.share.share(), R: get(keyOf[R]), T: get(keyOf[T]), MB: get(keyOf[MB]), MU: get(keyOf[MU]),
	}, nil
}

// run makes a run.
func (t task) run(ctx context.Context) (map[Metric]float64, error) {
	r, err := t.set(t.text())
	if err != nil {
		return nil, err
	}
	return r.run(ctx)
}

// quick makes a figure a quarter as long, but an hour at least: beacons are missed for
// two minutes before anything happens.
func (f Figure) quick() Figure {
	f.Duration, f.Discard = max(f.Duration/quickly, time.Hour), max(f.Discard/quickly, 15*time.Minute)
	return f
}

const quickly = 4

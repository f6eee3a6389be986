package reproduce

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bellwether/internal/study/plan"
)

// The axes of a study's plan: a value of the first is a series of a figure, one of the
// second a size.
const (
	axisWorld = "world"
	axisNodes = "nodes"
)

// scenarioFile is the name of a study's scenario in its directory.
const scenarioFile = "vkt04.yaml"

// scenario returns the scenario of all runs of a study. Assumptions names everything that the
// paper leaves open. The plan sets the values that differ from point to point.
func (o *Options) scenario() []byte {
	return fmt.Appendf(nil, `# The worlds of Vasudevan, Kurose and Towsley (ICNP 2004), §VII: %s.
# plan.yaml beside this sets what differs from point to point.
schema: 2
name: vkt04
about: a world of VKT04
duration: 100m
warmup: 25m
nodes: 20
world: {width: 2000, height: 2000}
mobility: {model: random-waypoint, speed: {min: 1, max: 3}, pause: {min: 150s, max: 150s}}
radio: {model: unit-disk, range: 200, bitrate: 2000000, loss: {model: none}%s}
energy: {profile: none}
capability: {values: %s, hysteresis: 0}
neighbours: {service: hello, %s}
detection: {interval: 20s, misses: 6}
start: {elect: all}
measure: {every: 1m}
algorithms:
  - name: vasudevan
    params: {signalling: optimised, child_timeout: %v, reply_timeout: 3s, probe_interval: 5s, udp_tries: 3, rebroadcast_jitter: 20ms, link_exchanges: %d}
`, reading(o.Merge, o.List, o.Access), o.Access.text(), numbers(20), o.List.text(), o.Child, o.Merge.linkExchanges())
}

// numbers returns "[1, 2, …, n]".
func numbers(n int) string {
	b := []byte{'['}
	for i := 1; i <= n; i++ {
		b = fmt.Appendf(b, "%d, ", i)
	}
	return string(append(b[:len(b)-2], ']'))
}

// A setting is a value of the scenario, by path.
type setting struct{ path, value string }

// world returns the settings of a series. They do not name the figure, since two figures may
// share a world.
func (f Figure) world(s Series) []setting {
	set := []setting{
		{"duration", f.Duration.String()}, {"warmup", f.Discard.String()},
		{"mobility.speed.max", fmt.Sprint(s.SpeedMaxMS)},
		{"mobility.pause", fmt.Sprintf("{min: %v, max: %v}", f.Pause, f.Pause)},
		{"radio.range", fmt.Sprint(s.RangeM)},
		{"algorithms[vasudevan].params.signalling", s.Signalling},
	}
	if f.Forced > 0 {
		set = append(set, setting{"faults", fmt.Sprintf("[{every: %v, elect: random}]", f.Forced)})
	}
	return set
}

// size returns the settings of a number of nodes: the value of a node is its number.
func size(nodes int) []setting {
	return []setting{{"nodes", strconv.Itoa(nodes)}, {"capability.values", numbers(nodes)}}
}

// A world is a value of the axis: a series of one figure, or of two figures that share it.
type world struct {
	name string
	sets []setting
	of   []line
	// The first line's figure, with the lengths of its runs, and series.
	figure Figure
	series Series
}

// A line is a series of a figure.
type line struct {
	figure int
	series string
}

// worlds lists the worlds of all figures. A world has the name of its first line.
func worlds(quick bool) []world {
	var all []world
	for _, f := range paperFigures() {
		if quick {
			f = f.quick()
		}
		for _, s := range f.Series {
			sets := f.world(s)
			i := slices.IndexFunc(all, func(w world) bool { return slices.Equal(w.sets, sets) })
			if i < 0 {
				i = len(all)
				name := fmt.Sprintf("fig%d-%s", f.Number, strings.ReplaceAll(strings.ToLower(s.Label), " ", "-"))
				all = append(all, world{name: name, sets: sets, figure: f, series: s})
			}
			all[i].of = append(all[i].of, line{f.Number, s.Label})
		}
	}
	return all
}

// shown reports whether a world belongs to one of some figures.
func (w world) shown(figures []int) bool {
	return slices.ContainsFunc(w.of, func(l line) bool { return slices.Contains(figures, l.figure) })
}

// name returns the name of a study's plan, which identifies the reading of a directory.
func (o *Options) name() string {
	name := fmt.Sprintf("vkt04-%s-%s-%s", o.Merge, o.List, o.Access)
	if o.Child != ChildAssumed {
		name += fmt.Sprintf("-child-%v", o.Child)
	}
	if o.Setup != "" {
		name = "vkt04-" + string(o.Setup)
	}
	if o.Quick {
		name += "-quick"
	}
	return name
}

// plan returns the plan of a study. Its axes are the worlds, in the order of the figures, and
// the sizes.
func (o *Options) plan() (*plan.Plan, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "schema: %d\nname: %s\nabout: %q\nscenario: %s\nruns: %d\naxes:\n", plan.Form, o.name(), about, scenarioFile, o.Runs)
	value := func(name string, sets []setting) {
		fmt.Fprintf(&b, "    %s:\n", name)
		for _, s := range sets {
			fmt.Fprintf(&b, "      %q: %s\n", s.path, s.value)
		}
	}
	fmt.Fprintf(&b, "  %s:\n", axisWorld)
	for _, w := range worlds(o.Quick) {
		if w.shown(o.Figures) {
			value(w.name, o.settings(w))
		}
	}
	fmt.Fprintf(&b, "  %s:\n", axisNodes)
	for _, n := range o.sizes() {
		value(strconv.Itoa(n), size(n))
	}
	p, err := plan.Read(filepath.Join(o.Out, "plan.yaml"), b.Bytes())
	if err != nil {
		return nil, err
	}
	p.Text = o.scenario()
	return p, nil
}

// settings returns the settings of a study in a world.
func (o *Options) settings(w world) []setting {
	if o.Setup == "" {
		return w.sets
	}
	c, _ := o.Setup.configuration() // fill has refused others
	var set []setting
	for _, s := range c.Settings(w.figure, w.series) {
		set = append(set, setting{s.Path, s.Value})
	}
	return set
}

const about = "Do the simulations of Vasudevan, Kurose and Towsley (ICNP 2004) come out alike here?"

// studied returns the options of a plan's study, as far as they follow from the plan; false if
// it is not a plan of a reproduction.
func studied(p *plan.Plan) (Options, bool) {
	if len(p.Axes) != 2 || p.Axes[0].Path != axisWorld || p.Axes[1].Path != axisNodes {
		return Options{}, false
	}
	for _, setup := range Setups() {
		for _, quick := range []bool{false, true} {
			o := Options{Setup: setup, Quick: quick, Runs: p.Runs}
			if o.fill() == nil && o.name() == p.Name {
				o.Figures = whole(p.Axes[0].Values, quick)
				return o, len(o.Figures) > 0
			}
		}
	}
	for _, o := range readings() {
		for _, quick := range []bool{false, true} {
			if o.Quick, o.Runs = quick, p.Runs; o.name() == p.Name {
				o.Figures = whole(p.Axes[0].Values, quick)
				return o, len(o.Figures) > 0
			}
		}
	}
	return Options{}, false
}

// readings returns the options of every reading over every medium.
func readings() (all []Options) {
	for _, m := range merges() {
		for _, l := range lists() {
			for _, a := range accesses() {
				for _, c := range children() {
					all = append(all, Options{Merge: m, List: l, Access: a, Child: c})
				}
			}
		}
	}
	return all
}

// whole lists the figures whose worlds are all among some worlds.
func whole(there []string, quick bool) (figures []int) {
	for _, f := range paperFigures() {
		lacks := func(w world) bool { return w.shown([]int{f.Number}) && !slices.Contains(there, w.name) }
		if !slices.ContainsFunc(worlds(quick), lacks) {
			figures = append(figures, f.Number)
		}
	}
	return figures
}

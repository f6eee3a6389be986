package hunt

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/base/strictyaml"
)

// A World is a scenario in a form that can be drawn and shrunk. Nodes are 1…Nodes.
type World struct {
	Name      string
	Algorithm string
	Params    map[string]string
	Seed      uint64
	Nodes     int
	Duration  time.Duration

	Graph *graph // Graph or Field is set; both are nil with a user's scenario
	Field *field

	Loss     string        // the fields of radio.loss, without until; "": none
	LossEnds time.Duration // 0: never

	Hello        time.Duration // between hellos; 0: an oracle reports neighbours
	HelloTimeout time.Duration // from a neighbour's last hello until it is dropped
	Flood        bool          // routes by flooding, and not by an oracle
	AODV         string        // routes by AODV with this detection; "": not by AODV
	Interval     time.Duration // the detection budget
	Misses       int           // of the detection budget
	Values       []int64
	Share        float64 // hysteresis
	Leader       int     // that the world begins with; 0: none
	StartsAll    bool    // all nodes start an election
	Starts       []int   // the nodes that start one

	Faults []fault
	Cuts   []cut

	// Given holds the parts of a user's scenario that are taken unchanged, in its order.
	Given []section
	Move  string // the fields of mobility in a user's scenario, without until; "": as in Given
	Still time.Duration
	Radio string // the fields of radio in a user's scenario, without loss
}

// graph is a radio by links, without positions.
type graph struct {
	Edges   [][2]int
	Latency time.Duration
}

// field is a rectangle with positions, in m, and a radio by range.
type field struct {
	Width, Height, Range float64
	At                   [][2]float64  // positions of nodes that do not move
	Move                 string        // the fields of mobility, without until; "": they stand at At
	Still                time.Duration // when movement ends; 0: never
}

// A section is a key of a scenario with its value on one line.
type section struct{ Key, Value string }

// A fault is an entry of a scenario's faults.
type fault struct {
	At, For     time.Duration // For is 0 if the fault does not end
	Kind        string        // its key in a scenario
	Nodes       []int
	Whom        string // best, leader, random, all; "": Nodes
	Groups      [][]int
	Region      string // of jam
	Probability float64
	Delay       time.Duration
	PPM         int
	Up, Down    time.Duration
	LoseStorage bool
	Raw         string // a user's entry, taken as it is
}

// A cut is a link that is down for a time; Until 0: for good.
type cut struct {
	A, B        int
	From, Until time.Duration
}

// clone returns a copy that shares nothing that a reduction changes.
func (w *World) clone() *World {
	c := *w
	c.Params = maps.Clone(w.Params)
	if w.Graph != nil {
		g := *w.Graph
		g.Edges = slices.Clone(g.Edges)
		c.Graph = &g
	}
	if w.Field != nil {
		f := *w.Field
		f.At = slices.Clone(f.At)
		c.Field = &f
	}
	c.Values, c.Starts = slices.Clone(w.Values), slices.Clone(w.Starts)
	c.Faults, c.Cuts, c.Given = slices.Clone(w.Faults), slices.Clone(w.Cuts), slices.Clone(w.Given)
	for i := range c.Faults {
		f := &c.Faults[i]
		f.Nodes = slices.Clone(f.Nodes)
		f.Groups = slices.Clone(f.Groups)
		for k := range f.Groups {
			f.Groups[k] = slices.Clone(f.Groups[k])
		}
	}
	return &c
}

// YAML is the scenario file of the world.
func (w *World) YAML() []byte {
	var b strings.Builder
	line := func(key, value string) { fmt.Fprintf(&b, "%s: %s\n", key, value) }
	line("schema", "2")
	line("name", w.Name)
	line("duration", span(w.Duration))
	if w.Given == nil {
		line("warmup", "0s")
	}
	line("runs", "1")
	line("seed", strconv.FormatUint(w.Seed, 10))
	line("nodes", strconv.Itoa(w.Nodes))
	for _, s := range w.Given {
		line(s.Key, s.Value)
	}
	w.writePlaces(line)
	if w.Given == nil {
		w.writeNodes(line)
	}
	list := func(key string, entries []string) {
		if len(entries) > 0 {
			fmt.Fprintf(&b, "%s:\n", key)
		}
		for _, e := range entries {
			fmt.Fprintf(&b, "  - %s\n", e)
		}
	}
	var faults, cuts []string
	for _, f := range w.Faults {
		faults = append(faults, f.flow())
	}
	for _, c := range w.Cuts {
		cuts = append(cuts, c.flow())
	}
	list("faults", faults)
	list("interventions", cuts)
	list("algorithms", []string{w.row()})
	return []byte(b.String())
}

// writePlaces writes positions, mobility and the radio.
func (w *World) writePlaces(line func(key, value string)) {
	loss := "{model: none}"
	if w.Loss != "" {
		loss = "{" + join(w.Loss, until(w.LossEnds)) + "}"
	}
	switch {
	case w.Graph != nil:
		var edges []string
		for _, e := range w.Graph.Edges {
			edges = append(edges, fmt.Sprintf("[%d, %d]", e[0], e[1]))
		}
		shape := "topology: edges, edges: [" + strings.Join(edges, ", ") + "]"
		if complete(w.Nodes, w.Graph.Edges) {
			shape = "topology: complete"
		}
		line("radio", "{"+join("model: graph", shape, "latency: "+span(w.Graph.Latency), "loss: "+loss)+"}")
	case w.Field != nil:
		f := w.Field
		line("world", fmt.Sprintf("{width: %v, height: %v}", f.Width, f.Height))
		if f.Move != "" {
			line("mobility", "{"+join(f.Move, until(f.Still))+"}")
		} else {
			var at []string
			for _, p := range f.At {
				at = append(at, fmt.Sprintf("[%v, %v]", p[0], p[1]))
			}
			line("mobility", "{model: static, positions: ["+strings.Join(at, ", ")+"]}")
		}
		line("radio", fmt.Sprintf("{model: unit-disk, range: %v, loss: %s}", f.Range, loss))
		line("energy", "{profile: none}")
	default:
		if w.Move != "" {
			line("mobility", "{"+join(w.Move, until(w.Still))+"}")
		}
		line("radio", "{"+join(w.Radio, "loss: "+loss)+"}")
	}
}

// complete reports whether the edges form a complete graph.
func complete(nodes int, edges [][2]int) bool {
	seen := map[[2]int]bool{}
	for _, e := range edges {
		seen[[2]int{min(e[0], e[1]), max(e[0], e[1])}] = true
	}
	return len(seen) == nodes*(nodes-1)/2
}

// writeNodes writes services, the detection budget, capabilities, and how the world begins.
func (w *World) writeNodes(line func(key, value string)) {
	if w.Hello > 0 {
		line("neighbours", fmt.Sprintf("{service: hello, interval: %s, timeout: %s}", span(w.Hello), span(w.HelloTimeout)))
	} else {
		line("neighbours", "{service: oracle}")
	}
	if w.Flood {
		line("routing", "{service: flood}")
	}
	if w.AODV != "" {
		line("routing", "{service: aodv, detection: "+w.AODV+"}")
	}
	line("detection", fmt.Sprintf("{interval: %s, misses: %d}", span(w.Interval), w.Misses))
	var values []string
	for _, v := range w.Values {
		values = append(values, strconv.FormatInt(v, 10))
	}
	line("capability", fmt.Sprintf("{values: [%s], hysteresis: %v}", strings.Join(values, ", "), w.Share))
	elect := "none"
	switch {
	case w.StartsAll:
		elect = "all"
	case len(w.Starts) > 0:
		elect = ints(w.Starts)
	}
	leader := "none"
	if w.Leader > 0 {
		leader = strconv.Itoa(w.Leader)
	}
	line("start", fmt.Sprintf("{leader: %s, elect: %s}", leader, elect))
}

// row returns the algorithm and its parameters as an entry of a scenario.
func (w *World) row() string {
	if len(w.Params) == 0 {
		return w.Algorithm
	}
	var params []string
	for name, value := range sortedParams(w.Params) {
		params = append(params, name+": "+strictyaml.Text(value))
	}
	return fmt.Sprintf("{name: %s, params: {%s}}", w.Algorithm, strings.Join(params, ", "))
}

// sortedParams iterates over parameters by name.
func sortedParams(of map[string]string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, name := range slices.Sorted(maps.Keys(of)) {
			if !yield(name, of[name]) {
				return
			}
		}
	}
}

func (f *fault) flow() string {
	if f.Raw != "" {
		return f.Raw
	}
	whom := f.Whom
	if whom == "" {
		whom = ints(f.Nodes)
	}
	switch f.Kind {
	case "partition":
		var groups []string
		for _, g := range f.Groups {
			groups = append(groups, ints(g))
		}
		whom = "[" + strings.Join(groups, ", ") + "]"
	case "jam":
		whom = f.Region
	case "duplicate", "reorder", "heal":
		whom = "all"
	}
	parts := []string{"at: " + span(f.At), f.Kind + ": " + whom}
	add := func(given bool, text string) {
		if given {
			parts = append(parts, text)
		}
	}
	add(f.For > 0, "for: "+span(f.For))
	add(f.Up > 0, "up: "+span(f.Up)+", down: "+span(f.Down))
	add(f.Probability > 0, fmt.Sprintf("probability: %v", f.Probability))
	add(f.Delay > 0, "delay: "+span(f.Delay))
	add(f.PPM != 0, fmt.Sprintf("ppm: %d", f.PPM))
	add(f.LoseStorage, "lose_storage: true")
	return "{" + strings.Join(parts, ", ") + "}"
}

func (c cut) flow() string {
	return fmt.Sprintf("{%s}", join(fmt.Sprintf("hold_down: [%d, %d]", c.A, c.B), "from: "+span(c.From), until(c.Until)))
}

func until(at time.Duration) string {
	if at == 0 {
		return ""
	}
	return "until: " + span(at)
}

// join joins the fields of a mapping on one line, and leaves out empty ones.
func join(fields ...string) string {
	return strings.Join(slices.DeleteFunc(fields, func(f string) bool { return f == "" }), ", ")
}

func ints(list []int) string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = strconv.Itoa(v)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func span(d time.Duration) string { return strictyaml.Duration(d).String() }

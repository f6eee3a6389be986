package story

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// nodes begins a new world of an algorithm. Its lines name the nodes with what
// they can offer, and links or a shape that links all of them (line, ring,
// complete, star: from the first). All nodes start, and know their neighbours.
//
//	nodes vasudevan signalling=udp interval=2s misses=3 leader=B seed=1
//	A 3
//	B 7
//	A-B
//
// The keys are the algorithm's parameters, the detection budget (interval,
// misses; default 2s, 3), the leader of a settled start, and the seed of the
// nodes' own randomness (1).
func begin(find Finder, sinks []trace.Sink, d Directive) (*world, error) {
	if len(d.Words) == 0 {
		return nil, fmt.Errorf("nodes needs the name of an algorithm")
	}
	a, ok := find(d.Words[0])
	if !ok {
		return nil, fmt.Errorf("unknown algorithm %q", d.Words[0])
	}
	w := &world{algorithm: a, witness: newWitness(sinks)}
	o, err := readOptions(d.Words[1:])
	if err != nil {
		return nil, err
	}
	if err := w.make(o); err != nil {
		return nil, err
	}
	if err := w.people(d.Input, o.seed); err != nil {
		return nil, err
	}
	leader := protocol.Nobody
	if o.leader != "" {
		if leader, err = w.id(o.leader); err != nil {
			return nil, err
		}
	}
	for _, id := range w.members {
		w.at(id).machine = w.boot()
	}
	for _, id := range w.members {
		w.start(id)
	}
	if leader != protocol.Nobody {
		c := w.capability(leader)
		for _, id := range w.members {
			w.handle(id, func(m protocol.Machine, env *protocol.Env) { protocol.Settle(m, env, c) })
		}
	}
	return w, nil
}

// options are the keys of nodes.
type options struct {
	detection protocol.Detection
	leader    string
	seed      uint64
	given     map[string]string
}

func readOptions(words []string) (options, error) {
	o := options{
		detection: protocol.Detection{Interval: 2 * time.Second, Misses: 3}, // a scenario's defaults
		seed:      1,
		given:     map[string]string{},
	}
	for _, word := range words {
		key, value, ok := strings.Cut(word, "=")
		if !ok {
			return o, fmt.Errorf("nodes takes key=value after the algorithm, not %q", word)
		}
		var err error
		switch key {
		case "interval":
			o.detection.Interval, err = readSpan(value)
		case "misses":
			o.detection.Misses, err = strconv.Atoi(value)
			if err != nil || o.detection.Misses < 1 || o.detection.Misses > 100 {
				err = fmt.Errorf("misses must be a number from 1 to 100, not %q", value)
			}
		case "leader":
			o.leader = value
		case "seed":
			if o.seed, err = strconv.ParseUint(value, 10, 64); err != nil {
				err = fmt.Errorf("seed must be a whole number, not %q", value)
			}
		default:
			o.given[key] = value
		}
		if err != nil {
			return o, err
		}
	}
	return o, nil
}

// make resolves the parameters and stacks the layers that the algorithm needs.
func (w *world) make(o options) error {
	values, faults := protocol.Resolve(w.algorithm.Params, o.given, o.detection)
	if len(faults) > 0 {
		return fmt.Errorf("%s: %s", faults[0].Name, faults[0].Why)
	}
	w.config = protocol.Config{Detection: o.detection, Values: values}
	inner, err := w.algorithm.New(w.config)
	if err != nil {
		return err
	}
	boot, kinds, timers := overlay.Compose(w.algorithm, inner, overlay.Services{Detection: o.detection})
	w.boot = boot
	for _, k := range kinds {
		w.kinds[k.Kind], w.classes[k.Kind] = k.Name, k.Class
	}
	w.timers = timers
	return nil
}

// nameForm keeps names apart from links, and readable to datadriven.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9_.]{1,32}$`)

// people reads the lines of nodes.
func (w *world) people(lines []string, seed uint64) error {
	var links []string
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) != 2 || !nameForm.MatchString(words[0]) || slices.Contains(shapes, words[0]) {
			links = append(links, words...)
			continue
		}
		value, err := strconv.ParseInt(words[1], 10, 64)
		switch {
		case err != nil || value < 0 || value > maxValue:
			return fmt.Errorf("%s offers a whole number from 0 to %d, not %q", words[0], int64(maxValue), words[1])
		case slices.Contains(w.names, words[0]):
			return fmt.Errorf("there are two nodes %s", words[0])
		case len(w.names) == maxNodes:
			return fmt.Errorf("a story has at most %d nodes", maxNodes)
		}
		w.names = append(w.names, words[0])
		id := protocol.ID(len(w.names))
		w.members = append(w.members, id)
		source := rand.NewPCG(seed, uint64(id))
		w.nodes = append(w.nodes, node{value: value, source: source, rand: rand.New(source), timers: make([]timer, w.timers)})
	}
	n := len(w.names)
	if n == 0 {
		return fmt.Errorf("nodes needs lines like %q", "A 3")
	}
	w.links = make([][]bool, n)
	for i := range w.links {
		w.links[i] = make([]bool, n)
	}
	ends, err := w.ends(links)
	for _, e := range ends {
		w.join(e, true)
	}
	return err
}

// maxValue leaves room for margins: see protocol.Capability.Deposes.
const maxValue = 1 << 40

func readSpan(text string) (time.Duration, error) {
	span, err := time.ParseDuration(text)
	if err != nil || span <= 0 || span > maxSpan {
		return 0, fmt.Errorf("a time is like 250ms, at most %v, not %q", maxSpan, text)
	}
	return span, nil
}

// maxSpan is more than any election takes.
const maxSpan = 24 * time.Hour

package story

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"bellwether/internal/base/crash"
	"bellwether/internal/contract/optional"
	"bellwether/internal/sim/async"
	"bellwether/overlay"
	"bellwether/protocol"
	"bellwether/trace"
)

// A Setup is what a directive nodes describes. Any number of systems with the same
// initial state can be made from it.
type Setup struct {
	algorithm protocol.Algorithm
	config    protocol.Config
	kinds     [256]string // names of messages by kind
	names     []string    // of node i+1
	links     []async.Pair
	leader    protocol.ID // the leader of a settled start, or Nobody
	services  overlay.Services
	options   async.Options
}

// Prepare reads a directive nodes, which begins a new world of an algorithm. Its lines name
// the nodes with what they can offer, and links or a shape that links all of them: line, ring,
// complete, or star with the first node in the middle. All nodes start, and know their
// neighbours unless they have hellos.
//
//	nodes vasudevan signalling=udp interval=2s misses=3 leader=B seed=1 services=hello
//	A 3
//	B 7
//	A-B
//
// The keys are the algorithm's parameters, the detection budget (interval, default 2s, and
// misses, default 3), the leader of a settled start (default: nobody), and the seed of the
// nodes' own randomness (default 1). With draws=steady each handler of a node draws the same
// numbers again, as in a search of bellwether explore; with draws=seeded, the default, new
// ones. With services=hello,flood,link nodes have these services of package overlay in place
// of an oracle: they find their neighbours by hellos (each second, time-out 3s) and know none
// at first, route by flooding, and repeat what they send until it is acknowledged (after
// 50ms, at most seven times). services=aodv routes by AODV.
func Prepare(find Finder, d Directive) (*Setup, error) {
	if len(d.Words) == 0 {
		return nil, fmt.Errorf("nodes needs the name of an algorithm")
	}
	a, ok := find(d.Words[0])
	if !ok {
		return nil, fmt.Errorf("unknown algorithm %q", d.Words[0])
	}
	s := &Setup{algorithm: a}
	o, err := readOptions(d.Words[1:])
	if err != nil {
		return nil, err
	}
	if err := s.make(o); err != nil {
		return nil, err
	}
	if err := s.readNodes(d.Input); err != nil {
		return nil, err
	}
	if o.leader != "" {
		s.leader, err = s.id(o.leader)
	}
	return s, err
}

// Config is the configuration of the algorithm.
func (s *Setup) Config() protocol.Config { return s.config }

// System makes a system, and lets all its nodes start. The error is the panic of a machine
// that starts, or its breach of contract: the system is of no use then.
func (s *Setup) System(sinks ...trace.Sink) (out *async.System, err error) {
	out = s.fresh(sinks)
	defer func() {
		if v := recover(); v != nil {
			err = crash.By(v, out.Calls.Place())
		}
	}()
	s.begin(out)
	return out, out.Calls.Err()
}

// fresh makes a system whose nodes are down.
func (s *Setup) fresh(sinks []trace.Sink) *async.System {
	out := async.New(s.options)
	out.Records.Attach(sinks...)
	out.Link(s.links...)
	return out
}

func (s *Setup) begin(in *async.System) {
	in.BootAll()
	if s.leader != protocol.Nobody {
		for _, id := range in.Members() {
			in.Settle(id, s.leader)
		}
	}
}

// options are the keys of nodes.
type options struct {
	detection protocol.Detection
	leader    string
	seed      uint64
	steady    bool
	services  overlay.Services
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
		case "draws":
			if o.steady = value == "steady"; !o.steady && value != "seeded" {
				err = fmt.Errorf("draws are seeded or steady, not %q", value)
			}
		case "services":
			o.services, err = readServices(strings.Split(value, ","))
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
func (s *Setup) make(o options) error {
	values, faults := protocol.Resolve(s.algorithm.Params, o.given, o.detection)
	if len(faults) > 0 {
		return fmt.Errorf("%s: %s", faults[0].Name, faults[0].Why)
	}
	s.config = protocol.Config{Detection: o.detection, Values: values}
	inner, err := optional.Maker(s.algorithm, s.config)
	if err != nil {
		return fmt.Errorf("%s: %w", s.algorithm.Name, err)
	}
	s.options = async.Options{Seed: o.seed, Limit: maxSteps, Algorithm: s.algorithm.Name, Name: s.name}
	if o.steady {
		s.options.Steady, s.options.Origin = true, async.Late
	}
	s.services = o.services
	if s.services.AODV != nil {
		s.services.AODV.Origin, s.options.Reboot = s.options.Origin, time.Millisecond
	}
	s.services.Detection = o.detection
	s.options.Make, s.options.Kinds, s.options.Timers = overlay.Compose(s.algorithm, inner, s.services)
	convertAll(s.options.Make)
	for _, k := range s.options.Kinds {
		s.kinds[k.Kind()] = k.Name
	}
	return nil
}

// convertAll lets all machines of a maker convert every message. A maker that panics is
// blamed when a node boots.
func convertAll(machine func() protocol.Machine) {
	defer func() { _ = recover() }()
	optional.ConvertAll(machine())
}

// nameForm is the form of a node's name: no hyphen, as in links, and only what datadriven reads.
var nameForm = regexp.MustCompile(`^[A-Za-z0-9_.]{1,32}$`)

// readNodes reads the lines of the directive nodes.
func (s *Setup) readNodes(lines []string) error {
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
		case slices.Contains(s.names, words[0]):
			return fmt.Errorf("there are two nodes %s", words[0])
		case len(s.names) == maxNodes:
			return fmt.Errorf("a story has at most %d nodes", maxNodes)
		}
		s.names = append(s.names, words[0])
		s.options.Values = append(s.options.Values, value)
	}
	if len(s.names) == 0 {
		return fmt.Errorf("nodes needs lines like %q", "A 3")
	}
	var err error
	s.links, err = s.ends(links)
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

// maxSpan is longer than any election.
const maxSpan = 24 * time.Hour

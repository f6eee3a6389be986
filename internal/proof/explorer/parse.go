package explorer

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Parse reads the options of a search in the words of [Options.String]. It needs only
// what differs from a world without faults in which A starts and timers fire at rest:
//
//	line of 3
//	signalling=udp, complete of 3, values tied/permuted, start all, timers any, one leader rest, crashes 1, losses 1, idle 0s, depth 6
func Parse(algorithm, text string) (Options, error) {
	o := Options{Algorithm: algorithm}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		at := strings.LastIndex(part, " ")
		if err := o.parse(part[:max(at, 0)], part[at+1:]); err != nil {
			return Options{}, fmt.Errorf("%q: %w", part, err)
		}
	}
	return o, nil
}

// parse reads one option: words and the value behind them.
func (o *Options) parse(words, value string) error {
	for f := range o.Budget {
		if words == Fault(f).String() {
			return number(value, &o.Budget[f])
		}
	}
	topology, of := strings.CutSuffix(words, " of")
	switch {
	case words == "values":
		o.Values = strings.Split(value, "/")
	case words == "services":
		o.Services = strings.Split(value, "/")
	case words == "start":
		o.Start = strings.Split(value, "/")
	case words == "timers":
		o.Timers = Timers(value)
	case words == "one leader":
		o.OneLeader = Moment(value)
	case words == "seeds":
		return number(value, &o.Seeds)
	case words == "depth":
		return number(value, &o.Depth)
	case words == "idle":
		return o.parseIdle(value)
	case of:
		o.Topology = topology
		return number(value, &o.Nodes)
	case words == "" && strings.Contains(value, "="):
		o.Params = append(o.Params, value)
	default:
		return fmt.Errorf("there is no such option of a search")
	}
	return nil
}

func (o *Options) parseIdle(value string) (err error) {
	if o.Idle, err = time.ParseDuration(value); err == nil && o.Idle == 0 {
		o.Idle = NoIdle
	}
	return err
}

func number(text string, to *int) (err error) {
	if *to, err = strconv.Atoi(text); err != nil {
		return fmt.Errorf("%q is not a number", text)
	}
	return nil
}

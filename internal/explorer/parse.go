package explorer

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse reads the options of a search in the words of [Options.String]. It needs only
// what differs from a world without faults in which A starts and timers fire at rest:
//
//	line of 3
//	signalling=udp, complete of 3, all start, timers any, one leader rest, crashes 1, losses 1, depth 6
func Parse(algorithm, text string) (Options, error) {
	o := Options{Algorithm: algorithm, Timers: AtRest, OneLeader: Always}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		at := strings.LastIndex(part, " ")
		words, value := part[:max(at, 0)], part[at+1:]
		var number *int
		switch words {
		case "timers":
			o.Timers = Timers(value)
		case "one leader":
			o.OneLeader = Moment(value)
		case "crashes":
			number = &o.Crashes
		case "losses":
			number = &o.Losses
		case "depth":
			number = &o.Depth
		default:
			topology, of := strings.CutSuffix(words, " of")
			switch {
			case of:
				o.Topology, number = topology, &o.Nodes
			case part == "all start":
				o.All = true
			case words == "" && strings.Contains(value, "="):
				o.Params = append(o.Params, value)
			default:
				return Options{}, fmt.Errorf("%q is no option of a search", part)
			}
		}
		if number == nil {
			continue
		}
		n, err := strconv.Atoi(value)
		if err != nil {
			return Options{}, fmt.Errorf("%q: %q is not a number", part, value)
		}
		*number = n
	}
	return o, nil
}

package sensors

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"bellwether/protocol"
)

const allowed = "use static=N, auto, auto=battery:0.7,connectivity:0.3 or exec=COMMAND"

// Parse makes the source that the text of a user describes:
//
//	static=N      always N, from 0 to protocol.MaxValue
//	auto          what is read of the machine, weighed by DefaultWeights
//	auto=W:X,…    with other weights: battery, connectivity, link_quality, uptime,
//	              load, signal, rtt; those not named keep their defaults
//	exec=COMMAND   what the shell command COMMAND prints: see [Script]
func Parse(spec string) (Source, error) {
	kind, rest, given := strings.Cut(spec, "=")
	switch {
	case kind == "static" && given:
		n, err := number(rest)
		if err != nil {
			return nil, fmt.Errorf("capability %q: %w", clip(spec), err)
		}
		return Static(n), nil
	case kind == "auto":
		w, err := parseWeights(rest)
		if given && rest == "" {
			err = fmt.Errorf("no weights after auto=; %s", allowed)
		}
		if err != nil {
			return nil, fmt.Errorf("capability %q: %w", clip(spec), err)
		}
		return source(NewAuto(AutoOptions{Weights: w}))
	case kind == "exec" && given:
		return source(NewScript(ScriptOptions{Command: rest}))
	}
	return nil, fmt.Errorf("unknown capability %q; %s", clip(spec), allowed)
}

// source keeps a nil pointer from becoming a Source that is not nil.
func source[S Source](s S, err error) (Source, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// unknowable are the terms of a scenario that no machine can measure.
var unknowable = map[string]string{
	"closeness": "a node does not learn how many hops others are from one another",
	"mobility":  "a machine does not know how fast it moves; exec= can say it",
	"static":    "static=N is a capability by itself",
}

// parseWeights reads name:weight, separated by commas.
func parseWeights(text string) (Weights, error) {
	w := DefaultWeights
	if text == "" {
		return w, nil
	}
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(part, ":")
		at := w.named(name)
		switch {
		case at != nil:
		case unknowable[name] != "":
			return w, fmt.Errorf("a weight of %s cannot be used here: %s; there are %s", name, unknowable[name], w.names())
		default:
			return w, fmt.Errorf("there is no weight %q; there are %s", clip(name), w.names())
		}
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return w, fmt.Errorf("weight %s must be a number from 0 to 1, as in %s:0.5, got %q", name, name, clip(value))
		}
		if seen[name] {
			return w, fmt.Errorf("weight %s is given twice", name)
		}
		seen[name] = true
		*at = x
	}
	return w, w.fault()
}

func (w *Weights) named(name string) *float64 {
	for _, x := range w.list() {
		if x.name == name {
			return x.of
		}
	}
	return nil
}

func (w *Weights) names() string {
	var names []string
	for _, x := range w.list() {
		names = append(names, x.name)
	}
	return strings.Join(names, ", ")
}

// number reads a decimal value and rounds it to a whole number.
func number(text string) (int64, error) {
	text = strings.TrimSpace(text)
	x, err := strconv.ParseFloat(text, 64)
	decimal := strings.Trim(text, "0123456789+-.eE") == "" // ParseFloat also reads NaN, Inf, hexadecimal
	switch {
	case text == "":
		return 0, fmt.Errorf("no number")
	case !decimal || err != nil && !math.IsInf(x, 0):
		return 0, fmt.Errorf("%q is not a number", clip(text))
	case x < 0 || x > float64(protocol.MaxValue):
		return 0, fmt.Errorf("a value must be from 0 to %d, got %s", protocol.MaxValue, clip(text))
	}
	return int64(math.Round(x)), nil
}

// clip shortens a text that an error quotes.
func clip(s string) string {
	const most = 60
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}

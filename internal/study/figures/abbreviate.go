package figures

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"bellwether/internal/base/strictyaml"
)

// An abbreviation is a short name of an axis and of one of its values, for figures in which
// the long values would leave no room.
type abbreviation struct {
	axis  string // the last part of its path, if no other axis ends in the same part
	value string // the part in which it differs from the other values
	rest  string // the part that all values share, with "…" for the rest; "" if the value is whole
}

// abbreviate gives the settings of all runs their abbreviations, and settings of durations
// their numbers, in seconds.
func abbreviate(runs []run) {
	names := axesOf(runs)
	for _, axis := range names {
		var values []string
		for _, r := range runs {
			if s, ok := r.Axes.get(axis); ok && !slices.Contains(values, s.value) {
				values = append(values, s.value)
			}
		}
		name := axis[strings.LastIndexByte(axis, '.')+1:]
		if slices.ContainsFunc(names, func(other string) bool {
			return other != axis && other[strings.LastIndexByte(other, '.')+1:] == name
		}) {
			name = axis
		}
		head, tail := inCommon(values)
		rest := ""
		if head+tail != "" {
			rest = head + "…" + tail
		}
		for _, r := range runs {
			for i := range r.Axes {
				s := &r.Axes[i]
				if s.axis == axis {
					s.short = abbreviation{name, s.value[len(head) : len(s.value)-len(tail)], rest}
					s.number = s.order()
				}
			}
		}
	}
}

// least is the length from which a value is worth abbreviating, in bytes.
const least = 12

// inCommon returns the beginning and the end that all values share, up to the border of a
// word. Both are empty if all values are short, or if nothing would be left of one.
func inCommon(values []string) (head, tail string) {
	if len(values) < 2 || !slices.ContainsFunc(values, func(v string) bool { return len(v) >= least }) {
		return "", ""
	}
	border := func(c byte) bool { return strings.IndexByte(" ,:{}[]/", c) >= 0 }
	head, tail = values[0], values[0]
	for _, v := range values {
		for !strings.HasPrefix(v, head) {
			head = head[:len(head)-1]
		}
		for !strings.HasSuffix(v, tail) {
			tail = tail[1:]
		}
	}
	for len(head) > 0 && !border(head[len(head)-1]) {
		head = head[:len(head)-1]
	}
	for len(tail) > 0 && !border(tail[0]) {
		tail = tail[1:]
	}
	if slices.ContainsFunc(values, func(v string) bool { return len(v) <= len(head)+len(tail) }) {
		return "", ""
	}
	return head, tail
}

// order returns the number by which a setting is sorted: its own, its seconds, or its
// abbreviation's; 0 if it has no number.
func (s setting) order() float64 {
	if s.numeric {
		return s.number
	}
	if span, is := s.seconds(); is {
		return span
	}
	if x, err := strconv.ParseFloat(s.short.value, 64); err == nil && !math.IsNaN(x) {
		return x
	}
	return 0
}

// seconds returns the number of a setting on an axis of durations.
func (s setting) seconds() (float64, bool) {
	var d strictyaml.Duration
	if s.numeric || d.UnmarshalText([]byte(s.value)) != nil {
		return 0, false
	}
	return d.Std().Seconds(), true
}

package strictyaml

import (
	"fmt"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// tags are the parsed tags of a field.
type tags struct {
	name     string
	unit     string
	fallback string // the default, as a user would write it
	enum     []string
	pattern  *regexp.Regexp

	minimum, maximum, above, below string // numbers; above and below are exclusive
	minItems, maxItems, maxLength  int
	least, most                    Duration // 0: no bound
	unsaid                         bool     // 0 means not given, and is not written

	whenKey string
	when    []string
}

// parsed has what tagsOf gave for a reflect.Type: tags are constants of the program, and
// parsing them took a third of the time to read a scenario.
var parsed sync.Map

// tagsOf returns the tags of a struct's fields, in their order. They are shared: nobody
// changes them.
func tagsOf(t reflect.Type) []tags {
	if known, ok := parsed.Load(t); ok {
		return known.([]tags)
	}
	out := make([]tags, t.NumField())
	for i := range out {
		out[i] = parseTags(t.Field(i))
	}
	parsed.Store(t, out)
	return out
}

func parseTags(f reflect.StructField) tags {
	t := tags{name: f.Tag.Get("yaml"), unit: f.Tag.Get("unit")}
	for part := range strings.SplitSeq(f.Tag.Get("jsonschema"), ",") {
		key, value, _ := strings.Cut(part, "=")
		switch key {
		case "default":
			t.fallback = value
		case "enum":
			t.enum = append(t.enum, value)
		case "pattern":
			t.pattern = regexp.MustCompile(value)
		case "minimum":
			t.minimum = value
		case "maximum":
			t.maximum = value
		case "exclusiveMinimum":
			t.above = value
		case "exclusiveMaximum":
			t.below = value
		case "minItems":
			t.minItems = mustInt(value)
		case "maxItems":
			t.maxItems = mustInt(value)
		case "maxLength":
			t.maxLength = mustInt(value)
		}
	}
	t.least, t.most = mustDuration(f.Tag.Get("min")), mustDuration(f.Tag.Get("max"))
	t.unsaid = f.Tag.Get("zero") == "unsaid"
	if key, values, ok := strings.Cut(f.Tag.Get("when"), "="); ok {
		t.whenKey, t.when = key, strings.Split(values, "|")
	}
	return t
}

func mustInt(s string) int {
	i, err := strconv.Atoi(s)
	if err != nil {
		panic("strict: bad tag: " + s)
	}
	return i
}

func mustDuration(s string) Duration {
	if s == "" {
		return 0
	}
	d, why := parseDuration(s)
	if why != "" {
		panic("strict: bad tag: " + why)
	}
	return d
}

func (t tags) in() string {
	if t.unit == "" {
		return ""
	}
	return " of " + t.unit
}

// outside returns which bound a number breaks, "" if none. It compares exactly, without
// rounding.
func (t tags) outside(text, as string) string {
	value, ok := new(big.Rat).SetString(text)
	if !ok {
		return "must be a number, got " + as
	}
	for _, b := range []struct {
		limit, words string
		bad          func(order int) bool
	}{
		{t.minimum, "at least", func(o int) bool { return o < 0 }},
		{t.above, "more than", func(o int) bool { return o <= 0 }},
		{t.maximum, "at most", func(o int) bool { return o > 0 }},
		{t.below, "less than", func(o int) bool { return o >= 0 }},
	} {
		limit, ok := new(big.Rat).SetString(b.limit)
		if ok && b.bad(value.Cmp(limit)) {
			return strings.TrimSpace(fmt.Sprintf("must be %s %s %s", b.words, b.limit, t.unit)) + ", got " + as
		}
	}
	return ""
}

// idle reports whether the field has no meaning in v, because of the value of a sibling or
// of a key within one.
func (t tags) idle(v reflect.Value) (key, value string, idle bool) {
	if t.whenKey == "" {
		return "", "", false
	}
	for step := range strings.SplitSeq(t.whenKey, ".") {
		i, ok := fieldByKey(v.Type(), step)
		if !ok {
			panic("strict: no key " + t.whenKey + " beside " + t.name)
		}
		v = v.Field(i)
	}
	return t.whenKey, v.String(), !slices.Contains(t.when, v.String())
}

func keys(t reflect.Type) []string {
	var out []string
	for _, t := range tagsOf(t) {
		if t.name != "" {
			out = append(out, t.name)
		}
	}
	return out
}

func fieldByKey(t reflect.Type, key string) (int, bool) {
	for i, t := range tagsOf(t) {
		if key != "" && t.name == key {
			return i, true
		}
	}
	return 0, false
}

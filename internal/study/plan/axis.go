package plan

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"

	"bellwether/internal/base/strictyaml"
)

// A Setting is a value of the scenario: its path, and the value as YAML on one
// line.
type Setting struct {
	Path, Value string

	node *strictyaml.Node
}

// Settings are in the order of the file.
type Settings []Setting

// DecodeStrict reads a mapping of paths to values.
func (s *Settings) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	if n.Kind != strictyaml.Map {
		d.Add(n, "must be a mapping of paths to values, like {nodes: 40}, got %s", n.Describe())
		return
	}
	for _, f := range n.Fields {
		*s = append(*s, Setting{f.Key, f.Value.Flow(), f.Value})
	}
}

// An Axis is what is varied, and the values it takes, as YAML on one line each. If values set
// several paths at once, Path and Values are names.
type Axis struct {
	Path   string
	Values []string

	node   *strictyaml.Node
	places []*strictyaml.Node // of the values; nil for values of a range
	sets   []Settings         // of each value; nil: it sets Path alone
}

// settings returns what a value sets.
func (a *Axis) settings(i int) Settings {
	if a.sets != nil {
		return a.sets[i]
	}
	place := a.node
	if i < len(a.places) {
		place = a.places[i]
	}
	return Settings{{a.Path, a.Values[i], place}}
}

// paths lists what the values set, each once.
func (a *Axis) paths() []string {
	if a.sets == nil {
		return []string{a.Path}
	}
	var paths []string
	for _, set := range a.sets {
		for _, s := range set {
			if !slices.Contains(paths, s.Path) {
				paths = append(paths, s.Path)
			}
		}
	}
	return paths
}

// Axes are in the order of the file.
type Axes []Axis

// maxAxes bounds the axes. Two values on each of twelve axes already make 4096 points, and
// no table shows more axes.
const maxAxes = 12

// DecodeStrict reads a mapping of paths to lists or ranges.
func (a *Axes) DecodeStrict(d *strictyaml.Document, n *strictyaml.Node) {
	if n.Kind != strictyaml.Map {
		d.Add(n, "must be a mapping of paths to values, like {nodes: [20, 40]}, got %s", n.Describe())
		return
	}
	if len(n.Fields) > maxAxes {
		d.Add(n, "must have at most %d axes, got %d", maxAxes, len(n.Fields))
		return
	}
	for _, f := range n.Fields {
		axis := Axis{Path: f.Key, node: f.Value}
		switch {
		case f.Value.Kind != strictyaml.Map:
			axis.fromList(d, f.Value)
		case slices.ContainsFunc(f.Value.Fields, func(f strictyaml.Field) bool { return f.Value.Kind == strictyaml.Map }):
			axis.fromNames(d, f.Value)
		default:
			axis.fromRange(d, f.Value)
		}
		*a = append(*a, axis)
	}
}

// nameForm matches the names of values that set several paths.
var nameForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`) })

// section reports whether named values are sections of the axis's path, as of mobility.speed: a
// path has a dot, and the name of an axis that sets several paths has none.
func (a *Axis) section() bool { return strings.Contains(a.Path, ".") }

// fromNames reads values that set several paths each, or a section.
func (a *Axis) fromNames(d *strictyaml.Document, n *strictyaml.Node) {
	if len(n.Fields) > maxPoints {
		d.Add(n, "has %d values; at most %d", len(n.Fields), maxPoints)
		return
	}
	for _, f := range n.Fields {
		var set Settings
		if a.section() && f.Value.Kind == strictyaml.Map && len(f.Value.Fields) > 0 {
			set = Settings{{a.Path, f.Value.Flow(), f.Value}}
		} else {
			set.DecodeStrict(d, f.Value)
		}
		switch {
		case !nameForm().MatchString(f.Key):
			d.Add(f.Value, "the name of a value has letters, digits, dots, hyphens and underscores, at most 64 in all")
		case f.Value.Kind == strictyaml.Map && len(set) == 0:
			d.Add(f.Value, "sets nothing")
		}
		a.Values, a.sets = append(a.Values, f.Key), append(a.sets, set)
	}
}

func (a *Axis) fromList(d *strictyaml.Document, n *strictyaml.Node) {
	switch {
	case n.Kind != strictyaml.List:
		d.Add(n, "must be a list, or a range {from, to, step}, got %s", n.Describe())
		return
	case len(n.Items) == 0:
		d.Add(n, "has no values")
		return
	case len(n.Items) > maxPoints:
		d.Add(n, "has %d values; at most %d", len(n.Items), maxPoints)
		return
	}
	first := map[string]int{}
	for i, item := range n.Items {
		value := item.Flow()
		if j, twice := first[value]; twice {
			d.Add(item, "%s is listed twice, first as value %d", value, j+1)
		} else {
			first[value] = i
		}
		a.Values = append(a.Values, value)
	}
	a.places = n.Items
}

// ends are the keys of a range, in the order in which it is written.
var ends = [...]string{"from", "to", "step"}

// decimalForm matches an end of a range: a decimal number of few digits, which is exact.
var decimalForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?[0-9]{1,18}(\.[0-9]{1,18})?$`) })

// fromRange reads a range: from, from + step, … up to to. The sums are exact: 0.1 + 0.2
// is 0.3.
func (a *Axis) fromRange(d *strictyaml.Document, n *strictyaml.Node) {
	for _, f := range n.Fields {
		if f.Key != ends[0] && f.Key != ends[1] && f.Key != ends[2] {
			d.Add(f.Value, "unknown key of a range%s", strictyaml.Hint(f.Key, ends[:]))
			return
		}
	}
	var texts [len(ends)]string
	for i, key := range ends {
		value := n.Get(key)
		if value == nil {
			d.Add(n, "a range needs from, to and step; %s is missing", key)
			return
		}
		if value.Kind == strictyaml.Plain {
			texts[i] = value.Text
		}
	}
	read, write := decimals, decimal
	if !decimalForm().MatchString(texts[0]) {
		read, write = durations, duration
	}
	from, to, step, ok := read(texts)
	switch {
	case !ok:
		d.Add(n, "from, to and step must be three numbers or three durations")
		return
	case step.Sign() <= 0:
		d.Add(n, "step must be more than 0")
		return
	case from.Cmp(to) > 0:
		d.Add(n, "from %s is above to %s", write(from), write(to))
		return
	}
	count := steps(from, to, step)
	if count.Cmp(big.NewInt(maxPoints)) > 0 {
		d.Add(n, "makes %v values; at most %d", count, maxPoints)
		return
	}
	for i := range count.Int64() {
		value := new(big.Rat).Mul(step, new(big.Rat).SetInt64(i))
		a.Values = append(a.Values, write(value.Add(value, from)))
	}
}

// steps returns how many of the numbers from, from + step, … are at most to.
func steps(from, to, step *big.Rat) *big.Int {
	whole := new(big.Rat).Sub(to, from)
	whole.Quo(whole, step)
	count := new(big.Int).Quo(whole.Num(), whole.Denom())
	return count.Add(count, big.NewInt(1))
}

func decimals(texts [len(ends)]string) (from, to, step *big.Rat, ok bool) {
	var numbers [len(ends)]*big.Rat
	for i, text := range texts {
		if !decimalForm().MatchString(text) {
			return nil, nil, nil, false
		}
		numbers[i], _ = new(big.Rat).SetString(text) // cannot fail: the text has decimalForm
	}
	return numbers[0], numbers[1], numbers[2], true
}

func decimal(x *big.Rat) string {
	digits, _ := x.FloatPrec() // exact: a sum of decimals is a decimal
	return x.FloatString(digits)
}

func durations(texts [len(ends)]string) (from, to, step *big.Rat, ok bool) {
	var spans [len(ends)]*big.Rat
	for i, text := range texts {
		var d strictyaml.Duration
		if d.UnmarshalText([]byte(text)) != nil {
			return nil, nil, nil, false
		}
		spans[i] = new(big.Rat).SetInt64(int64(d))
	}
	return spans[0], spans[1], spans[2], true
}

func duration(x *big.Rat) string { return fmt.Sprint(strictyaml.Duration(x.Num().Int64())) }

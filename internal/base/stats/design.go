package stats

import (
	"fmt"
	"math/bits"
	"slices"
)

// Bounds of designs: more points would be a study nobody has the time for.
const (
	maxBasic      = 10
	maxGenerators = 16
)

// A Design is a two-level design. A point is numbered by the levels of the basic factors:
// bit i is set where basic factor i is high.
type Design struct {
	basic   int
	columns []uint // of each factor, basic ones first: the basic factors whose product it is
}

// NewDesign returns the design of some basic factors and generators, each a list of basic
// factors, counted from 0.
func NewDesign(basic int, generators ...[]int) (Design, error) {
	if basic < 1 || basic > maxBasic || len(generators) > maxGenerators {
		return Design{}, fmt.Errorf("factorial: a design has 1 to %d basic factors and at most %d generators, not %d and %d", maxBasic, maxGenerators, basic, len(generators))
	}
	d := Design{basic: basic}
	for i := range basic {
		d.columns = append(d.columns, 1<<i)
	}
	for _, g := range generators {
		var column uint
		for _, i := range g {
			if i < 0 || i >= basic || column&(1<<i) != 0 {
				return Design{}, fmt.Errorf("factorial: generator %v: want different basic factors from 0 to %d", g, basic-1)
			}
			column |= 1 << i
		}
		if slices.Contains(d.columns, column) || column == 0 {
			return Design{}, fmt.Errorf("factorial: generator %v is the column of another factor, or of none: take another product", g)
		}
		d.columns = append(d.columns, column)
	}
	return d, nil
}

// Points is the number of points.
func (d Design) Points() int { return 1 << d.basic }

// Factors is the number of factors.
func (d Design) Factors() int { return len(d.columns) }

// Sign returns the level of a factor at a point: -1 low, 1 high.
func (d Design) Sign(point, factor int) int { return sign(uint(point), d.columns[factor]) }

// sign is the product of the levels, at a point, of the basic factors of a column.
func sign(point, column uint) int {
	if bits.OnesCount(column&^point)%2 == 1 {
		return -1
	}
	return 1
}

// Generator returns the basic factors whose product a factor is; itself if it is basic.
func (d Design) Generator(factor int) (of []int) {
	for i := range d.basic {
		if d.columns[factor]&(1<<i) != 0 {
			of = append(of, i)
		}
	}
	return of
}

// Words returns how many words of each length the defining relation has, by length.
func (d Design) Words() []int {
	count := make([]int, d.Factors()+1)
	more := d.columns[d.basic:]
	for set := uint(1); set < 1<<len(more); set++ {
		var product uint
		for i, c := range more {
			if set&(1<<i) != 0 {
				product ^= c
			}
		}
		count[bits.OnesCount(set)+bits.OnesCount(product)]++
	}
	return count
}

// Resolution returns the length of the shortest word, 0 for a full design.
func (d Design) Resolution() int {
	return max(slices.IndexFunc(d.Words(), func(n int) bool { return n > 0 }), 0)
}

// An Effect is of one factor, or of two together.
type Effect []int

// effects lists for each contrast, the product of some basic factors, the effects of one
// and of two of some factors that it estimates.
func (d Design) effects(able []int) map[uint][]Effect {
	all := map[uint][]Effect{}
	for i, a := range able {
		all[d.columns[a]] = append(all[d.columns[a]], Effect{a})
		for _, b := range able[:i] {
			pair := Effect{min(a, b), max(a, b)}
			column := d.columns[a] ^ d.columns[b]
			all[column] = append(all[column], pair)
		}
	}
	for _, list := range all {
		slices.SortFunc(list, func(a, b Effect) int {
			if len(a) != len(b) {
				return len(a) - len(b)
			}
			return slices.Compare(a, b)
		})
	}
	return all
}

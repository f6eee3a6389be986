// Package formula computes the formulas in which algorithms state their costs, as they are
// printed: what readers see is what runs are held to. It assumes the signs that
// protocol.Charge lists, and panics at none of what it is given. Cost: one pass.
package formula

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Letters are what formulas of protocol.Charge are in.
type Letters struct {
	N, K, D int // n, k, d
	Links   int // |E|
}

// Value computes a formula: + − · / ² ⌊⌋ ⌈⌉ log₂, brackets, and factors side by side.
func (l Letters) Value(text string) (value float64, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("formula %q: %v", text, r)
		}
	}()
	f := formula{Letters: l, rest: strings.ReplaceAll(text, " ", "")}
	value = f.sum()
	if f.rest != "" {
		panic("left over: " + f.rest)
	}
	return value, nil
}

// formula is a text that is read from its beginning.
type formula struct {
	Letters
	rest string
}

func (f *formula) take(token string) bool {
	rest, ok := strings.CutPrefix(f.rest, token)
	f.rest = rest
	return ok
}

func (f *formula) must(token string) {
	if !f.take(token) {
		panic("no " + token + " before " + f.rest)
	}
}

func (f *formula) sum() float64 {
	value := f.product()
	for {
		switch {
		case f.take("+"):
			value += f.product()
		case f.take("−"):
			value -= f.product()
		default:
			return value
		}
	}
}

func (f *formula) product() float64 {
	value := f.factor()
	for {
		switch {
		case f.take("/"):
			value /= f.factor()
		case f.take("·"), f.rest != "" && !strings.ContainsAny(f.rest[:1], "+)") && !strings.HasPrefix(f.rest, "−") &&
			!strings.HasPrefix(f.rest, "⌋") && !strings.HasPrefix(f.rest, "⌉"):
			value *= f.factor()
		default:
			return value
		}
	}
}

func (f *formula) factor() float64 {
	value := f.atom()
	if f.take("²") {
		value *= value
	}
	return value
}

func (f *formula) atom() float64 {
	bracketed := func(end string, change func(float64) float64) float64 {
		value := change(f.sum())
		f.must(end)
		return value
	}
	switch {
	case f.take("("):
		return bracketed(")", func(v float64) float64 { return v })
	case f.take("⌊"):
		return bracketed("⌋", math.Floor)
	case f.take("⌈"):
		return bracketed("⌉", math.Ceil)
	case f.take("log₂"):
		return logarithm(f.atom())
	case f.take("Hₙ"):
		value := 0.0
		for i := 1; i <= f.N; i++ {
			value += 1 / float64(i)
		}
		return value
	case f.take("|E|"):
		return float64(f.Links)
	case f.take("n"):
		return float64(f.N)
	case f.take("k"):
		return float64(f.K)
	case f.take("d"):
		return float64(f.D)
	}
	digits := strings.IndexFunc(f.rest+"!", func(r rune) bool { return r < '0' || r > '9' })
	value, err := strconv.Atoi(f.rest[:digits])
	if err != nil {
		panic(err)
	}
	f.rest = f.rest[digits:]
	return float64(value)
}

// logarithm is exact for powers of two, which floors and ceilings need.
func logarithm(v float64) float64 {
	if whole := uint(v); float64(whole) == v && bits.OnesCount(whole) == 1 {
		return float64(bits.Len(whole) - 1)
	}
	return math.Log2(v)
}

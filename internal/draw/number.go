package draw

import (
	"math"
	"strconv"
	"strings"

	"bellwether/trace/measure"
)

// asMeasured is the precision that loses nothing.
const asMeasured = -1

// unreadable is from where on a number is written with a power of ten: a metric of one's own may
// have a hundred digits, and a float64 holds no more than sixteen of them.
const unreadable = 1e15

// number writes x with so many decimals, or with as many digits as it has. All
// formats take their numbers from here.
func number(x float64, decimals int) string {
	if decimals == asMeasured {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	if math.Abs(x) >= unreadable {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-") // nothing below zero rounds to less than nothing
	}
	return text
}

// optional writes a number that may not exist.
func optional(x *float64) string {
	if x == nil {
		return ""
	}
	return number(*x, asMeasured)
}

// shown writes x as key k is printed.
func shown(x float64, k *measure.Key) string {
	if k.Percent {
		x *= 100
	}
	return number(x, k.Decimals)
}

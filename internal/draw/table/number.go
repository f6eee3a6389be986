package table

import (
	"math"
	"strconv"
	"strings"

	"bellwether/trace/measure"
)

// AsMeasured is the number of decimals that stands for all digits.
const AsMeasured = -1

// unreadable is the number from which on a power of ten is written: a metric of the program
// may have a hundred digits before the point, and a float64 has only sixteen.
const unreadable = 1e15

// Number returns x with a number of decimals, or with all its digits. All formats write
// numbers with it.
func Number(x float64, decimals int) string {
	if decimals == AsMeasured {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	if math.Abs(x) >= unreadable {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-") // no "-0.00"
	}
	return text
}

// optional returns a number as text, "" for nil.
func optional(x *float64) string {
	if x == nil {
		return ""
	}
	return Number(*x, AsMeasured)
}

// shown returns x as a value of metric k is printed.
func shown(x float64, k *measure.Key) string {
	if k.Percent {
		x *= 100
	}
	return Number(x, k.Decimals)
}

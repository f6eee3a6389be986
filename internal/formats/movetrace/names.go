package movetrace

import (
	"cmp"
	"strconv"
	"strings"
)

// CompareNames orders names so that v2 comes before v10: runs of digits by their
// value, all else by its bytes.
func CompareNames(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		var u, v string
		u, x = cutRun(x)
		v, y = cutRun(y)
		if c := compareRuns(u, v); c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}

// cutRun takes the longest beginning that is all digits, or that has no digit.
func cutRun(s string) (run, rest string) {
	for i := range len(s) {
		if isDigit(s[i]) != isDigit(s[0]) {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

func compareRuns(a, b string) int {
	if isDigit(a[0]) && isDigit(b[0]) {
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	}
	return cmp.Compare(a, b)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// Numbers returns numbers for nodes 1…n, for formats without names: their names if all are
// plain decimal numbers, else 0…n-1, as simulators count.
func (t *Trace) Numbers() (numbers []string, own bool) {
	numbers, own = t.Names(), true
	for _, name := range numbers {
		if number, err := strconv.ParseUint(name, 10, 31); err != nil || strconv.FormatUint(number, 10) != name {
			own = false
		}
	}
	for i := range numbers {
		if !own {
			numbers[i] = strconv.Itoa(i)
		}
	}
	return numbers, own
}

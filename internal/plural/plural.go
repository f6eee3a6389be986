// Package plural counts things in words for people: 1 run, 2 runs. It knows English words
// that take an s, and no others.
package plural

import "strconv"

// Of is a number of things that are called one each.
func Of(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}

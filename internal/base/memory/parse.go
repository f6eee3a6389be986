package memory

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// units of memory, the longest name first.
var units = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
}

var errSize = errors.New("must be a size like 8GB, 500MB or 2GiB, or off")

// Off is the size that means no bound.
const Off = "off"

// Parse reads a user's amount of memory: a size, Off for no bound, or "" for what [Free]
// finds. The function that it returns reads the amount at each call.
func Parse(text string) (func() (Amount, bool), error) {
	switch text {
	case "":
		return Free, nil
	case Off:
		return func() (Amount, bool) { return Amount{}, false }, nil
	}
	for _, u := range units {
		number, is := strings.CutSuffix(text, u.name)
		if !is {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if bytes := n * u.bytes; err == nil && bytes >= 1 && bytes < math.MaxInt64/2 {
			given := Amount{int64(bytes), "was given"}
			return func() (Amount, bool) { return given, true }, nil
		}
		break
	}
	return nil, fmt.Errorf("%q %w", text, errSize)
}

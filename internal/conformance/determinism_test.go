package conformance

import (
	"errors"
	"fmt"
	"testing"

	"bellwether/trace"
)

// TestSameSeedSameTrace runs each world twice, and once more with another seed.
func TestSameSeedSameTrace(t *testing.T) { hold(t, deterministic) }

func deterministic(t testing.TB, r row) error {
	sum := func(w Case, seed uint64) string {
		h := trace.NewHash()
		c := w.Config(r.a, r.values(t))
		c.Seed = seed
		ends(t, c, calmAt, h)
		return h.Sum()
	}
	others := 0
	for number := range uint64(10) {
		w := Draw(*first + number)
		one := sum(w, 1)
		if two := sum(w, 1); one != two {
			return &drawn{w.Number, errors.New("two runs, two traces")}
		}
		if sum(w, 2) != one {
			others++
		}
	}
	if others < 5 {
		return fmt.Errorf("only %d of 10 worlds differ under another seed: the seed is not used", others)
	}
	return nil
}

package conformance

import (
	"errors"
	"fmt"
	"testing"

	"bellwether/emulator"
	"bellwether/trace"
)

// deterministic runs each world twice with one seed, and once with another seed. In one of
// the worlds nodes contend for the medium.
func deterministic(t testing.TB, r row) error {
	sum := func(c emulator.Config, seed uint64) (string, error) {
		h := trace.NewHash()
		c.Seed = seed
		err := ends(t, r, c, calmAt, h)
		return h.Sum(), err
	}
	draws, others, shared := count(6), uint64(0), false
	for number := range draws {
		c := drawScene(*first + number).with(r)
		if crowded, ok := contended(*first+number, r); ok && !shared {
			c, shared = crowded, true
		}
		one, err := sum(c, 1)
		if err != nil {
			return &drawn{*first + number, err}
		}
		if two, _ := sum(c, 1); one != two {
			return &drawn{*first + number, errors.New("two runs of one seed leave two traces")}
		}
		if other, _ := sum(c, 2); other != one {
			others++
		}
	}
	if others < draws/2 {
		return &finding{"Env.Rand", fmt.Sprintf("only %d of %d worlds differ under another seed: the seed is not used", others, draws),
			"draw from env.Rand(), or leave the duty out if nothing is drawn"}
	}
	return nil
}

// Package loss decides which frames are lost: on each directed link good and bad seconds
// alternate at random, and in a bad one a share of the frames is lost.
//
// Fill in: what it is a model of and its source, its units, and what it costs.
//
// It assumes that links are named by their nodes. It is a pure function of link and instant:
// the number and order of calls change nothing. It never draws from a stream, because then the
// loss of one frame would depend on others.
package loss

import (
	"fmt"
	"math/rand/v2"
	"time"

	"bellwether/protocol"
	"bellwether/radio"
)

// Options of the loss. Fill in: unit, default, reason and source of each.
type Options struct {
	Seed        uint64  // of the run: equal values lose the same frames
	Bad         float64 // share of the seconds that are bad, 0 to 1
	Probability float64 // with which a frame is lost in a bad second, 0 to 1
}

type loss struct{ Options }

// Of makes the loss of a run from its seed: cli.App.Losses and scenarios.Options.Losses
// take this function. A scenario then has radio: {loss: {model: own, name: "loss"}}. Fill
// in: your shares, which a scenario cannot set.
func Of(seed uint64) (radio.Loss, error) {
	return New(Options{Seed: seed, Bad: 0.1, Probability: 0.5})
}

// New makes the loss; emulator.Config takes it as Loss.
func New(o Options) (radio.Loss, error) {
	if !(o.Bad >= 0 && o.Bad <= 1 && o.Probability >= 0 && o.Probability <= 1) {
		return nil, fmt.Errorf("loss: shares must be between 0 and 1, got %g and %g", o.Bad, o.Probability)
	}
	return loss{o}, nil
}

// Lost reports whether a frame that from begins to send at this instant is lost on its way
// to to. Fill in: your own rule.
func (l loss) Lost(from, to protocol.ID, at protocol.Time) bool {
	link := uint64(from)<<32 | uint64(to)
	second := uint64(at) / uint64(time.Second)
	return l.draw(link, second, ofSeconds) < l.Bad && l.draw(link, uint64(at), ofFrames) < l.Probability
}

// The purposes of draws: draws for different purposes are independent.
const (
	ofSeconds = iota + 1
	ofFrames
)

// draw returns a number in [0, 1) that depends only on its arguments and the seed.
func (l loss) draw(link, instant, purpose uint64) float64 {
	stream := rand.New(rand.NewPCG(l.Seed^purpose, link^instant*0x9e3779b97f4a7c15)) // the golden ratio spreads nearby instants
	return stream.Float64()
}

package phy

import (
	"math"
	"math/bits"
	"sort"

	"bellwether/internal/contract/chance"

	"bellwether/protocol"
	"bellwether/radio"
)

func noFading(o radio.Fading) bool { return o.Shapes == [3]float64{} }

func checkFading(o radio.Fading, f *faults) {
	if noFading(o) {
		return
	}
	for _, m := range o.Shapes {
		f.check(m >= 0.5 && m <= 100, "Nakagami's shape must be from 0.5 to 100, got %g", m)
	}
	d := o.DistancesM
	f.check(d[0] >= 0 && d[0] <= d[1] && d[1] <= maxRangeM, "fading distances must rise from 0 to at most %g m, got %g, %g", float64(maxRangeM), d[0], d[1])
	f.check(o.Slot > 0, "fading slot must be above 0, got %v", o.Slot)
	f.check(o.DopplerHz >= 0 && o.DopplerHz <= maxDopplerHz, "Doppler frequency must be from 0 to %g Hz, got %g", float64(maxDopplerHz), o.DopplerHz)
}

// maxDopplerHz is above that of any vehicle: 1000 m/s at 30 GHz are 100 kHz.
const maxDopplerHz = 1e5

const (
	// fadeCap bounds what a frame gains, in thousandths of a decibel: 10 dB, which
	// Rayleigh fading exceeds once in e^10 = 22 000 frames.
	fadeCap level = 10_000
	// fadeFloor bounds what a frame loses.
	fadeFloor level = -60_000

	// The quantiles of a fade are tabled by octaves of the probability from either end,
	// with 64 steps in each octave. For m from 0.75 no step is more than 0.1 dB, and the
	// rarest probability is 2^-20.
	octaves = 20
	steps   = 64
)

// fader draws the fades of one seed.
type fader struct {
	key     uint64
	slot    uint64
	waves   *waves         // nil: fades of neighbouring slots are independent
	squares [2]float64     // of the distances
	tables  [3]*fadesOfOne // shared where shapes agree
	// leastM2 is where the reach of the worst fade ends, or the last shape begins: a fade
	// alone excludes no nearer node.
	leastM2 float64
}

// fadesOfOne are the fades of one shape, by rank.
type fadesOfOne [2 * octaves * steps]fade

// fade is a frame's gain over the mean path.
type fade struct {
	gain    int32   // thousandths of a decibel
	reachM2 float32 // no node farther away notices a frame with this fade
}

func newFader(o radio.Fading, seed uint64) *fader {
	if noFading(o) {
		return nil
	}
	f := &fader{key: chance.Mix(seed, chance.ForFading), slot: uint64(o.Slot)}
	if o.DopplerHz > 0 {
		f.slot, f.waves = 1, &waves{omega: 2 * math.Pi * o.DopplerHz, key: f.key} // a slot is an instant
	}
	for i, d := range o.DistancesM {
		f.squares[i] = d * d
	}
	for i, m := range o.Shapes {
		for j := range i {
			if o.Shapes[j] == m {
				f.tables[i] = f.tables[j]
			}
		}
		if f.tables[i] == nil {
			f.tables[i] = tableOfFades(m)
		}
	}
	return f
}

// of is the fade of a pair in a slot.
func (f *fader) of(pair, slot uint64, squareM2 float64) *fade {
	table := f.tables[2]
	switch {
	case squareM2 < f.squares[0]:
		table = f.tables[0]
	case squareM2 < f.squares[1]:
		table = f.tables[1]
	}
	return &table[f.rank(pair, slot)]
}

// rank is the place of a pair's fade in the tables.
func (f *fader) rank(pair, slot uint64) int {
	if f.waves != nil {
		return f.waves.rank(pair, protocol.Time(slot))
	}
	return rankOf(chance.Mix(pair^f.key, slot))
}

// reachStep is the step, in thousandths of a decibel, in which reaches are computed: a
// gain is rounded up to whole steps. At an exponent of 3 a step is 2 % of the distance.
const reachStep level = 250

// bound gives every fade its reach, that of a frame with a gain.
func (f *fader) bound(reachM func(gain level) float64) {
	at := make(map[level]float32) // by gain, in steps
	f.leastM2 = math.Inf(1)
	for i, table := range f.tables {
		if i > 0 && table == f.tables[i-1] {
			continue
		}
		for rank := range table {
			step := (level(table[rank].gain) - fadeFloor + reachStep - 1) / reachStep
			if _, known := at[step]; !known {
				m := reachM(fadeFloor + step*reachStep)
				at[step] = float32(m * m * (1 + 1e-6)) // more than rounding can take away
			}
			table[rank].reachM2 = at[step]
			f.leastM2 = min(f.leastM2, float64(at[step]))
		}
	}
	f.leastM2 = max(f.leastM2, f.squares[1])
}

// rankOf returns the place of a uniform number in a table: the half, how many
// octaves from its end, and the step in that octave.
func rankOf(u uint64) int {
	half, rest := int(u>>63), u<<1
	octave := min(bits.LeadingZeros64(rest), octaves-1)
	if octave < octaves-1 {
		rest <<= 1 // the bit that ends the leading zeros is always 1; the last octave may lack it
	}
	step := int(rest << octave >> 58)
	return (half*octaves+octave)*steps + step
}

// probabilityOf is the middle of the probabilities that share a rank, counted from the
// nearer end of the distribution: the lower tail if low.
func probabilityOf(rank int) (tail float64, low bool) {
	octave, step := rank/steps%octaves, rank%steps
	width := math.Ldexp(1, -octave-1) // of the octave, as a share of its half
	from := width
	if octave == octaves-1 {
		from, width = 0, 2*width // the last one reaches down to 0
	}
	return (from + width*(float64(step)+0.5)/steps) / 2, rank < octaves*steps
}

// tableOfFades tables the quantiles of a Gamma distribution of mean 1 in
// decibels, looked up in a scale of decibels since the tails have no closed
// inverse.
func tableOfFades(shape float64) *fadesOfOne {
	const perDB = 20
	lowest, highest := int(fadeFloor/1000)*perDB, int(fadeCap/1000)*perDB
	scale := make([]struct{ below, above float64 }, highest-lowest+1)
	for i := range scale {
		x := math.Pow(10, float64(lowest+i)/perDB/10)
		scale[i].below, scale[i].above = gammaTails(shape, shape*x)
	}
	table := new(fadesOfOne)
	for rank := range table {
		tail, low := probabilityOf(rank)
		at := sort.Search(len(scale), func(i int) bool { // the first point beyond the quantile
			return low && scale[i].below >= tail || !low && scale[i].above <= tail
		})
		switch {
		case at == 0:
			table[rank].gain = int32(fadeFloor)
		case at == len(scale):
			table[rank].gain = int32(fadeCap)
		default:
			a, b := scale[at-1].below, scale[at].below
			if !low {
				a, b = scale[at-1].above, scale[at].above
			}
			table[rank].gain = int32(levelOf((float64(lowest+at-1) + (tail-a)/(b-a)) / perDB))
		}
	}
	return table
}

package measure

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"time"
)

// mostExactTimes is how many observations of one metric a run keeps to the
// nanosecond. They take some 4 bytes each in a line of results, so that the line
// stays below a megabyte. Beyond it each is rounded to keptBits significant bits.
const mostExactTimes = 1 << 16

// keptBits is the precision of a time that is rounded: to a part of 2⁻¹⁰, a thousandth, of
// the exact time. Equal times then share an entry, and of all times from a nanosecond to a
// year there are fewer than 60 000 entries.
const keptBits = 10

// timeSet is the times of something in a run, such as elections, and which of these had not
// ended when they were last seen (censored). They are sorted; among equal times, those that
// ended come before those that were cut off.
//
// Up to mostExactTimes are exact; of more each is rounded, see Rounded. Values can be
// compared with ==.
type timeSet struct {
	// code holds unsigned varints: first the number of significant bits, 0 for all of them.
	// Then for each observation, which is twice the nanoseconds plus one if cut off, its
	// difference from the one before, starting from -1; or a 0, and how many more
	// observations are equal.
	code string
}

// A Span is one time of a timeSet.
type Span struct {
	Length   time.Duration
	Censored bool // it had not ended then
}

// TimesOf stores spans in any order. Their lengths are not negative.
func TimesOf(spans []Span) timeSet {
	observations := make([]observation, len(spans))
	for i, s := range spans {
		observations[i] = ended(s.Length)
		if s.Censored {
			observations[i] = cutOff(s.Length)
		}
	}
	return keep(observations)
}

// keep encodes observations, and leaves them as they are.
func keep(observations []observation) timeSet {
	if len(observations) == 0 {
		return timeSet{}
	}
	sorted, kept := slices.Clone(observations), 0
	if len(sorted) > mostExactTimes {
		kept = keptBits
		for i, o := range sorted {
			sorted[i] = o.rounded()
		}
	}
	slices.Sort(sorted)
	code := binary.AppendUvarint(nil, uint64(kept))
	before := observation(-1)
	for i := 0; i < len(sorted); {
		same := i + 1
		for same < len(sorted) && sorted[same] == sorted[i] {
			same++
		}
		code = binary.AppendUvarint(code, uint64(sorted[i]-before))
		if same-i > 1 {
			code = binary.AppendUvarint(append(code, 0), uint64(same-i-1))
		}
		before, i = sorted[i], same
	}
	return timeSet{string(code)}
}

// rounded rounds a time to its first keptBits bits, to the nearest.
func (o observation) rounded() observation {
	length := uint64(o >> 1)
	if drop := bits.Len64(length) - keptBits; drop > 0 {
		length = (length + 1<<(drop-1)) >> drop << drop
	}
	return observation(length)<<1 | o&1
}

// All returns the spans from the shortest to the longest.
func (t timeSet) All() iter.Seq[Span] {
	return func(yield func(Span) bool) {
		for o := range t.observations() {
			if !yield(Span{time.Duration(o >> 1), o.cut()}) {
				return
			}
		}
	}
}

// Known reports whether times were kept at all.
func (t timeSet) Known() bool { return t.code != "" }

// Len is how many spans there are.
func (t timeSet) Len() int {
	n, _, _ := t.valid() // t was valid when it was made or read
	return n
}

// Restricted is the mean of one run up to a horizon, in seconds, or to the longest of the
// times if that was cut off before. Then followed is false, and the mean is a lower bound.
func (t timeSet) Restricted(horizon float64) (mean float64, followed bool) {
	p := poolOf([]timeSet{t})
	if p.n == 0 {
		return 0, false
	}
	until := min(p.followed(), horizon)
	mean, _ = p.restricted(until)
	return mean, until == horizon
}

// Rounded reports that there were too many times to keep them exactly: each is kept to a
// thousandth.
func (t timeSet) Rounded() bool { return t.code != "" && t.code[0] != 0 }

// observations decodes. A code that cannot be decoded ends the sequence; valid reports it.
func (t timeSet) observations() iter.Seq[observation] {
	return func(yield func(observation) bool) {
		d := decoder{rest: t.code, last: -1}
		d.number()
		for d.next() {
			for range d.count {
				if !yield(d.last) {
					return
				}
			}
		}
	}
}

// longest is the last observation, 0 without any.
func (t timeSet) longest() (last observation) {
	d := decoder{rest: t.code, last: -1}
	d.number()
	for d.next() {
		last = d.last
	}
	return last
}

// A decoder reads a timeSet entry by entry.
type decoder struct {
	rest  string
	last  observation
	count uint64 // more of last
	fault error
}

var errTimes = errors.New("they are not as they were written")

// number reads one varint; 0 after a fault.
func (d *decoder) number() uint64 {
	var x uint64
	for i := 0; i < len(d.rest) && i < binary.MaxVarintLen64; i++ {
		x |= uint64(d.rest[i]&0x7f) << (7 * i)
		if d.rest[i] < 0x80 {
			d.rest = d.rest[i+1:]
			return x
		}
	}
	d.rest, d.fault = "", errTimes
	return 0
}

// next advances to the next value, last, with count observations.
func (d *decoder) next() bool {
	if d.rest == "" {
		return false
	}
	step := d.number()
	d.count = 1
	if step == 0 {
		d.count = d.number()
	}
	next := d.last + observation(step)
	if d.fault == nil && (next < d.last || d.count == 0 || next < 0) {
		d.fault = errTimes
	}
	d.last = next
	return d.fault == nil
}

// mostTimes bounds the observations that a line of results may announce: as many as a run
// of 2²⁰ nodes and some hundred elections each could have.
const mostTimes = 1 << 27

// valid counts observations; it returns an error if they are not as keep writes them.
func (t timeSet) valid() (n, censored int, err error) {
	if t.code == "" {
		return 0, 0, nil
	}
	d := decoder{rest: t.code, last: -1}
	if kept := d.number(); kept != 0 && kept != keptBits {
		return 0, 0, fmt.Errorf("they are rounded to %d bits, which this version does not know", kept)
	}
	for d.next() {
		if d.count > uint64(mostTimes-n) {
			return 0, 0, fmt.Errorf("more than %d of them", mostTimes)
		}
		n += int(d.count)
		if d.last.cut() {
			censored += int(d.count)
		}
	}
	if n == 0 {
		d.fault = errTimes
	}
	return n, censored, d.fault
}

// MarshalText returns the code in base64.
func (t timeSet) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(nil, []byte(t.code)), nil
}

// UnmarshalText reads what MarshalText wrote.
func (t *timeSet) UnmarshalText(text []byte) error {
	code, err := base64.StdEncoding.Strict().AppendDecode(nil, text)
	if err != nil {
		return err
	}
	read := timeSet{string(code)}
	if _, _, err := read.valid(); err != nil {
		return err
	}
	*t = read
	return nil
}

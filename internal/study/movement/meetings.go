package movement

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/contacts"
)

// ContactInfo describes a trace of contacts.
type ContactInfo struct {
	contacts.Tally
	Names       []string // of nodes 1…n
	First, Last time.Duration
	Contacts    int
	Pairs       int // that ever meet
	Open        int // contacts without end

	Lasts Times // of contacts that end
	Apart Times // between two contacts of a pair

	MeanDegree float64 // from First to Last
	Moments    []Moment
}

// Times are a sample of times. Quantiles are by nearest rank: the least time that at least
// this share of the sample does not exceed.
type Times struct {
	Count       int
	Median, P95 time.Duration // 0 without a sample
}

func timesOf(sample []time.Duration) Times {
	if len(sample) == 0 {
		return Times{}
	}
	slices.Sort(sample)
	rank := func(share float64) time.Duration { return sample[int(math.Ceil(share*float64(len(sample))))-1] }
	return Times{Count: len(sample), Median: rank(0.5), P95: rank(0.95)}
}

// InspectContacts looks at a trace of contacts: at its whole span, and at moments. It uses
// only Every of the look.
func InspectContacts(t *contacts.Trace, look Look) (ContactInfo, error) {
	first, last := t.Span()
	if look.Every == 0 {
		look.Every = max((last-first)/20, 1)
		if whole := look.Every.Truncate(time.Second); whole > 0 {
			look.Every = whole
		}
	}
	if look.Every < 0 || (last-first)/look.Every >= maxMoments {
		return ContactInfo{}, errs.Mobility.Errorf("too many moments to look at")
	}
	list := t.Contacts()
	i := ContactInfo{Tally: t.Tally(), Names: t.Names(), First: first, Last: last, Contacts: len(list)}
	var lasts, apart []time.Duration
	var together nodeTime
	for k, c := range list {
		if k > 0 && list[k-1].A == c.A && list[k-1].B == c.B {
			apart = append(apart, c.From-list[k-1].Until)
		} else {
			i.Pairs++
		}
		together.add(min(c.Until, last) - c.From)
		if c.Until == contacts.Forever {
			i.Open++
		} else {
			lasts = append(lasts, c.Until-c.From)
		}
	}
	i.Lasts, i.Apart = timesOf(lasts), timesOf(apart)
	if last > first {
		i.MeanDegree = 2 * together.seconds() / (last - first).Seconds() / float64(t.Nodes())
	}
	i.connect(t, look)
	return i, nil
}

// numbered reports whether the nodes are called 1…n.
func (i *ContactInfo) numbered() bool {
	for k, name := range i.Names {
		if name != strconv.Itoa(k+1) {
			return false
		}
	}
	return true
}

// connect computes the components, moment by moment.
func (i *ContactInfo) connect(t *contacts.Trace, look Look) {
	begins := slices.Clone(t.Contacts())
	slices.SortFunc(begins, func(c, d contacts.Contact) int { return cmp.Compare(c.From, d.From) })
	n := t.Nodes()
	w := web{root: make([]int, n), size: make([]int, n)}
	var now []contacts.Contact
	for at := i.First; at <= i.Last; at += look.Every {
		for len(begins) > 0 && begins[0].From <= at {
			now = append(now, begins[0])
			begins = begins[1:]
		}
		now = slices.DeleteFunc(now, func(c contacts.Contact) bool { return c.Until <= at })
		i.Moments = append(i.Moments, w.met(now, at))
	}
}

// met is how connected nodes are by the contacts at an instant.
func (w *web) met(now []contacts.Contact, at time.Duration) Moment {
	n := len(w.root)
	m := Moment{At: at, Present: n, Components: n, Largest: min(n, 1), MeanDegree: 2 * float64(len(now)) / float64(n)}
	for k := range w.root {
		w.root[k], w.size[k] = k, 1
	}
	for _, c := range now {
		if size := w.join(int(c.A)-1, int(c.B)-1); size > 0 {
			m.Components--
			m.Largest = max(m.Largest, size)
		}
	}
	return m
}

package contacts

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/formats/text"
)

// ConferenceOptions describe a day at a conference, seen only by the devices in people's
// pockets.
//
// The day has nine hours: coffee for half an hour, a session of an hour and a half,
// coffee, a session, lunch for an hour and a half, session, coffee, session. In breaks
// everybody is in one hall. During a session people sit in the rooms, mostly each in the
// room of their own track, or stay in the hall.
//
// Two people can meet while they are in one place. The time they spend there until they
// meet again is the smaller of two: a Pareto time, which gives inter-contact times their
// power law (A. Chaintreau et al., "Impact of Human Mobility on Opportunistic Forwarding
// Algorithms", IEEE Transactions on Mobile Computing 6(6), 2007: from ten minutes to a
// day), and an exponential time, which cuts the law off (T. Karagiannis, J.-Y. Le Boudec,
// M. Vojnović, "Power Law and Exponential Decay of Inter Contact Times between Mobile
// Devices", MobiCom 2007: beyond half a day). Contacts last a Pareto time, and end early
// when one of the two goes to another place.
//
// Devices scan, each at its own phase. A device records the first and the last scan that
// saw another device, as long as no scan between missed it: these records are the file.
type ConferenceOptions struct {
	Seed  uint64
	Nodes int           // people, 2 … 1000; default 41, the devices at Infocom 2005 (Chaintreau et al.)
	Rooms int           // parallel sessions, 1 … 100; default 3
	Scan  time.Duration // between two scans of a device, whole seconds; default 120s, Haggle's
}

// The model's numbers. Those without a source are ours: with them a pair has the mean
// number of contacts a day and the median contact that the tests demand.
const (
	gapExponent  = 0.4            // well below 1, where Chaintreau et al. find no finite mean
	gapCutOff    = 12 * time.Hour // mean of the exponential: half a day (Karagiannis et al.)
	gapShortest  = 2 * time.Minute
	lastsAtLeast = 30 * time.Second
	lastsTail    = 1.2 // exponent of how long contacts last
	trackLoyalty = 0.7 // probability that a node goes to the room of its own track
	hallway      = 0.15
	hallPace     = 4 // people who mingle meet this many times faster than the gaps say …
	roomPace     = 1 // … and people who sit do not
)

// maxConference bounds the people: a thousand have half a million pairs.
const maxConference = 1000

// slot is a part of the day.
type slot struct {
	lasts   time.Duration
	session bool
}

const hall = -1 // a place; rooms are 0, 1, …

// program lists the slots of the day.
func program() []slot {
	coffee, session, lunch := slot{lasts: 30 * time.Minute}, slot{90 * time.Minute, true}, slot{lasts: 90 * time.Minute}
	return []slot{coffee, session, coffee, session, lunch, session, coffee, session}
}

func (o *ConferenceOptions) complete() error {
	o.Nodes, o.Rooms, o.Scan = cmp.Or(o.Nodes, 41), cmp.Or(o.Rooms, 3), cmp.Or(o.Scan, 120*time.Second)
	switch {
	case o.Nodes < 2 || o.Nodes > maxConference:
		return errs.Mobility.Errorf("a conference takes 2 to %d people, got %d", maxConference, o.Nodes)
	case o.Rooms < 1 || o.Rooms > 100:
		return errs.Mobility.Errorf("a conference has 1 to 100 rooms, got %d", o.Rooms)
	case o.Scan < time.Second || o.Scan > time.Hour || o.Scan%time.Second != 0:
		return errs.Mobility.Errorf("devices scan each whole seconds, from 1s to 1h, got %v", o.Scan)
	}
	return nil
}

// Independent streams of randomness.
const (
	ofPerson = iota + 1
	ofPair
)

func draws(o ConferenceOptions, of, number int) *rand.Rand {
	return rand.New(rand.NewPCG(o.Seed, uint64(of)<<32|uint64(number)))
}

// WriteConference writes the sightings of a day, in the format contacts. The same
// options give the same bytes.
func WriteConference(w io.Writer, o ConferenceOptions) error {
	if err := o.complete(); err != nil {
		return err
	}
	people := make([]attendee, o.Nodes)
	for i := range people {
		people[i] = attend(o, i)
	}
	var seen []Contact
	for a := range people {
		for b := a + 1; b < o.Nodes; b++ {
			for _, m := range meetings(people[a], people[b], draws(o, ofPair, a*maxConference+b)) {
				seen = appendScans(seen, o, people[a].phase, Contact{int32(a + 1), int32(b + 1), m.From, m.Until})
				seen = appendScans(seen, o, people[b].phase, Contact{int32(b + 1), int32(a + 1), m.From, m.Until})
			}
		}
	}
	slices.SortFunc(seen, func(c, d Contact) int {
		return cmp.Or(cmp.Compare(c.From, d.From), cmp.Compare(c.A, d.A), cmp.Compare(c.B, d.B))
	})
	out := text.NewWriter(w)
	out.Text(fmt.Sprintf("# A day at a conference, made by bellwether: %d people, %d rooms, scans each %v, seed %d.\n", o.Nodes, o.Rooms, o.Scan, o.Seed))
	out.Text("seer,seen,t_first,t_last\n")
	for _, c := range seen {
		out.Text(fmt.Sprintf("%d,%d,%d,%d\n", c.A, c.B, c.From/time.Second, c.Until/time.Second))
	}
	return out.Close()
}

// attendee is a person.
type attendee struct {
	places []int // by slot of the program
	phase  time.Duration
}

func attend(o ConferenceOptions, number int) attendee {
	g := draws(o, ofPerson, number)
	p := attendee{phase: time.Duration(g.Int64N(int64(o.Scan/time.Second))) * time.Second}
	track := g.IntN(o.Rooms)
	for _, s := range program() {
		place, loyal := g.IntN(o.Rooms), g.Float64() < trackLoyalty
		if loyal {
			place = track
		}
		if g.Float64() < hallway || !s.session {
			place = hall
		}
		p.places = append(p.places, place)
	}
	return p
}

// meetings are the true contacts of two people, to the second.
func meetings(a, b attendee, g *rand.Rand) []Contact {
	var out []Contact
	wait := -gapCutOff // of time together: the two have met before the day begins
	for wait < 0 {
		wait += gap(g)
	}
	begin := time.Duration(0)
	for k, s := range program() {
		end := begin + s.lasts
		if a.places[k] != b.places[k] {
			begin = end
			continue
		}
		pace := float64(roomPace)
		if a.places[k] == hall {
			pace = hallPace
		}
		for now := begin; ; wait = gap(g) {
			at := now + time.Duration(math.Round(wait.Seconds()/pace))*time.Second
			if at >= end {
				wait -= time.Duration(math.Round((end-now).Seconds()*pace)) * time.Second
				break
			}
			now = min(at+pareto(g, lastsAtLeast, lastsTail), end)
			out = append(out, Contact{From: at, Until: now})
		}
		begin = end
	}
	return out
}

// gap is the time together until two people meet again.
func gap(g *rand.Rand) time.Duration {
	tail := gapShortest + wholeSeconds(g.ExpFloat64()*gapCutOff.Seconds())
	return min(pareto(g, gapShortest, gapExponent), tail)
}

// pareto draws a time of at least least. The probability that it is longer than t falls as
// t to the power -exponent.
func pareto(g *rand.Rand, least time.Duration, exponent float64) time.Duration {
	return wholeSeconds(least.Seconds() * math.Pow(1-g.Float64(), -1/exponent))
}

// wholeSeconds rounds: pow differs between machines, in bits far below a second.
func wholeSeconds(s float64) time.Duration {
	return time.Duration(math.Round(min(s, 1e6))) * time.Second
}

// appendScans appends what one device records of a contact: its first and its last scan
// within the contact, if there is one.
func appendScans(out []Contact, o ConferenceOptions, phase time.Duration, m Contact) []Contact {
	scans := func(before time.Duration) time.Duration { // how many scans come before an instant
		return (max(before-phase, 0) + o.Scan - time.Second) / o.Scan
	}
	first, end := scans(m.From), scans(m.Until)
	if first == end {
		return out
	}
	m.From, m.Until = phase+first*o.Scan, phase+(end-1)*o.Scan
	return append(out, m)
}

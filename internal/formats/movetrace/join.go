package movetrace

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"bellwether/mobility"
)

// A Part is one track of a world that is made of several traces.
type Part struct {
	Name  string        // of the node in the world
	Track Track         // in the world's time, on its plane
	End   time.Duration // of the trace that has the track
	File  string        // for errors

	unread  error   // why an altitude of its trace is left out; nil: none is
	groundM float64 // the lowest altitude of its file, +Inf without altitudes
}

// Assembled makes one trace of parts, in the order of the first part of each node. Parts of
// one name are tracks of one device, one after the other: between two of them it is not in
// the world. The error names two that overlap, since a device is in one place at a time.
func Assembled(parts []Part, a Anchor) (*Trace, error) {
	index := map[string]int{} // by name, into devices; never ranged over
	var devices [][]Part
	var end time.Duration
	for _, p := range parts {
		i, known := index[p.Name]
		if !known {
			i = len(devices)
			index[p.Name] = i
			devices = append(devices, nil)
		}
		devices[i] = append(devices[i], p)
		end = max(end, p.End)
	}
	if len(devices) > MaxTraceNodes {
		return nil, fmt.Errorf("more than %d nodes", MaxTraceNodes)
	}
	tracks := make([]Track, len(devices))
	legs := 0
	for i, of := range devices {
		var err error
		if tracks[i], err = joined(of); err != nil {
			return nil, err
		}
		if legs += tracks[i].legs.n; legs > maxTraceLegs {
			return nil, fmt.Errorf("more than %d straight legs", maxTraceLegs)
		}
	}
	t, err := NewTrace(tracks)
	if err != nil {
		return nil, err
	}
	t.duration, t.anchor = max(t.duration, end), a
	for _, p := range parts {
		t.unread = cmp.Or(t.unread, p.unread)
		t.groundM = min(t.groundM, p.groundM)
	}
	return t, nil
}

// joined makes one track of the parts of one device.
func joined(parts []Part) (Track, error) {
	if len(parts) == 1 {
		track := parts[0].Track
		track.Name = parts[0].Name
		return track, nil
	}
	type stay struct {
		Part
		from, until time.Duration
	}
	var stays []stay
	for _, p := range parts {
		if from, until, ok := p.Track.presence(p.End); ok {
			stays = append(stays, stay{p, from, until})
		}
	}
	out := Track{Name: parts[0].Name}
	slices.SortStableFunc(stays, func(a, b stay) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.until, b.until)) })
	out.Append(mobility.Leg{Absent: true})
	for i, p := range stays {
		last := i == len(stays)-1
		if !last && stays[i+1].from < p.until {
			next := stays[i+1]
			return out, fmt.Errorf("%s of %s and %s of %s are joined, and both are in the world from %v to %v: a device is in one place at a time",
				p.Track.Name, p.File, next.Track.Name, next.File, next.from, min(next.until, p.until))
		}
		out.rises = append(out.rises, p.Track.rises...)
		for l := range p.Track.legs.walk().each {
			if l.Start < p.from {
				continue // absent, as the node is already
			}
			if !last && l.Start >= p.until {
				break
			}
			out.Append(l)
		}
		if !last {
			out.Append(mobility.Leg{Start: p.until, Absent: true})
		} else if p.Track.lost {
			out.Lose(p.Track.seen)
		}
	}
	return out, nil
}

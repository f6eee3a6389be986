package gpx

import (
	"cmp"
	"slices"
	"time"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// tell remarks what was assumed of tracks and points.
func (f *file) tell(in text.File, t *movetrace.Trace) {
	switch {
	case oneByOne(t):
		in.Remark("the %d tracks follow one another in time, and are read as a node each: if they are of one device, join: file in a scenario makes one node of them", t.Nodes())
	case len(f.alike) > 0:
		in.Remark("%d tracks have the name of another, %s first, and are read as nodes of their own: if those of a name are of one device, write them as segments of one track", len(f.alike), text.Quote(f.alike[0]))
	}
	if f.doubted > 0 {
		in.Remark("%d track points say that they are no fix, by <fix>none</fix> or an <hdop> above %d, and are read as others are, unless they are deleted", f.doubted, dilution)
	}
}

// dilution is the greatest horizontal dilution of precision of a good fix, as of tables.
const dilution = 20

// lost reports whether an element of a point says that it is no fix, or a bad one.
func lost(name, word string) bool {
	if name == "fix" {
		return word == "none"
	}
	n, err := text.Number(word)
	return err == nil && n > dilution
}

// oneByOne reports whether there are several nodes, of which none is in the world with another.
func oneByOne(t *movetrace.Trace) bool {
	type stay struct{ from, until time.Duration }
	var stays []stay
	for node := 1; node <= t.Nodes(); node++ {
		var s stay
		came := false
		for f := range t.Fixes(node) {
			if !came && !f.Away {
				s.from, came = f.At, true
			}
			if came && !f.Away {
				s.until = f.At
			}
		}
		stays = append(stays, s)
	}
	slices.SortFunc(stays, func(a, b stay) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(stays); i++ {
		if stays[i].from <= stays[i-1].until {
			return false
		}
	}
	return len(stays) > 1
}

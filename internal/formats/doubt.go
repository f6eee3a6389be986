package formats

import (
	"math"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/geo"
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
	"bellwether/mobility"
)

// doubt remarks what was read and may not be what the file means.
func (f Format) doubt(t *movetrace.Trace, in Input) {
	if f.doubtFixes(t, in); !f.doubtUnit(t, in) {
		f.doubtSpeed(t, in)
	}
	doubtRadians(t, in)
	if f.Name != "csv" { // whose reader doubts other names, too
		in.file().DoubtAlike(t.Names())
	}
	doubtSentinels(t, in)
	doubtZeros(t, in)
	f.doubtMap(t, in)
	if torn := t.Torn(); torn > 0 {
		in.file().Remark("%d ways across the rim of the rectangle are cut at a fix, since the next one is more than a degree away", torn)
	}
	if d := t.Duration(); d > 0 && d < shortest {
		in.file().Remark("the trace lasts %v: is the time in another unit?", d)
	}
	if t.Duration() > longest {
		in.file().Remark("the trace lasts %.3g years: is the time in another column, or in another unit?", t.Duration().Hours()/hoursAYear)
	}
}

const (
	// longest is the length of a trace from which on a remark asks for its times: ten years. No
	// public trace that we know of is as long.
	longest = 10 * 365 * 24 * time.Hour

	// shortest is the length below which times are perhaps in a coarser unit.
	shortest = 10 * time.Millisecond

	hoursAYear = 24 * 365.25
)

// surelyMetres is the least extent of a trace in metres. In degrees a city is a tenth
// across, and a hundred kilometres are one.
const surelyMetres = 1

// doubtUnit notes places that were read as metres and look like degrees: SUMO writes both
// under the same names, and degrees would put all nodes in one place. It reports whether it did: speeds say
// nothing then.
func (f Format) doubtUnit(t *movetrace.Trace, in Input) bool {
	b := t.Bounds()
	across := max(b.Max[0]-b.Min[0], b.Max[1]-b.Min[1])
	wide := across >= surelyMetres && (t.MaxSpeed() >= slowM || !apart(b, across))
	if f.Metres || in.Coordinates != geo.Auto || t.Anchor().OnEarth || across == 0 || wide ||
		b.Min[0] < -180 || b.Max[0] > 180 || b.Min[1] < -90 || b.Max[1] > 90 {
		return false
	}
	in.file().Remark("all places lie within %.2g m, from [%.6g, %.6g] to [%.6g, %.6g]: if they are degrees, --coordinates degrees (coordinates: degrees in a scenario) says so",
		across, b.Min[0], b.Min[1], b.Max[0], b.Max[1])
	return true
}

// apart reports whether places lie farther from the origin than they are across, as those of a
// region in degrees do, and those of a room hardly ever.
func apart(b orb.Bound, across float64) bool {
	for axis := range b.Min {
		if b.Min[axis] > across || b.Max[axis] < -across {
			return true
		}
	}
	return false
}

// Bounds of mean and greatest speeds, in m/s, that times or places in another unit would have: trains
// are slower on average, and who walks is faster at times.
const (
	fastM = 45
	slowM = 0.02

	// soundM is a speed that only aircraft have for long.
	soundM = 340

	// Times in whole tens of seconds are hardly ever those of a log that is in seconds, so
	// nodes that never reach this speed are doubted there.
	crawlM = 0.3

	// strollM is the mean speed from which on nodes are perhaps walkers whose times are days.
	strollM     = 0.2
	secondsADay = 24 * 3600

	// likelyM is a greatest speed that a finer unit would give.
	likelyM = 0.1
)

// doubtSpeed notes speeds that no vehicle on the ground has, or hardly any: times may be minutes, or
// milliseconds.
func (f Format) doubtSpeed(t *movetrace.Trace, in Input) {
	advice := func(unit, words string) string {
		if !f.Columns {
			return ""
		}
		return " --columns time=NAME:" + unit + " (columns: in a scenario) says " + words
	}
	dated := !t.Anchor().Start.IsZero() || in.Notes != nil && in.Notes.Timed
	way, took, grain, leaps, from := 0.0, 0.0, time.Duration(0), 0, time.Duration(0)
	words := func(unit string) string {
		if unit == "h" && way/took > strollM*secondsADay {
			return "hours, and :d days"
		}
		return unitWords[unit]
	}
	odd := func(unit, place string) string {
		metres := ""
		if f.Name == "csv" && !t.Anchor().OnEarth {
			metres = ", x=NAME:" + place + ",y=NAME:" + place + " a unit of places"
		}
		switch {
		case !dated:
			return " are times or places in another unit?" + advice(unit, words(unit)) + metres
		case metres != "":
			return " are places in another unit? --columns" + metres[1:] + " (columns: in a scenario)"
		}
		return map[string]string{"cm": " aircraft do, and other nodes hardly", "km": " do they all stand still?"}[place]
	}
	for node := 1; node <= t.Nodes(); node++ {
		for path := t.Path(node, nil, nil); ; {
			l := path.Next()
			if l.End == mobility.Forever {
				break
			}
			grain = common(grain, l.End)
			if speed := l.Speed(); speed > 0 && !l.Absent {
				if speed > soundM && l.End > l.Start {
					if leaps++; leaps == 1 {
						from = l.Start
					}
				}
				way += speed * (l.End - l.Start).Seconds()
				took += (l.End - l.Start).Seconds()
			}
		}
	}
	relative := f.Columns && in.Columns.Clock().Unit == "" && !dated
	switch mean, most := way/took, t.MaxSpeed(); {
	case took == 0:
	case mean > fastM:
		unit := coarser(mean, t)
		in.file().Remark("nodes move at %.3g m/s on average:%s", mean, odd(unit, "cm"))
	case most < slowM, relative && most < crawlM && grain >= 10*time.Second && grain%(10*time.Second) == 0:
		unit := finer(most)
		in.file().Remark("no node moves faster than %.2g m/s:%s", most, odd(unit, "km"))
	case f.Fixes && leaps > 0:
		in.file().Remark("%d ways are faster than sound, %.3g m/s at most, the first %v after the beginning: are their fixes wrong? --within leaves out what lies elsewhere", leaps, most, from)
	case relative && grain >= thousand && grain%thousand == 0:
		in.file().Remark("all times are multiples of %v apart: are they milliseconds?%s", grain, advice("ms", "so"))
	}
}

// thousand is the grain of times that are perhaps milliseconds.
const thousand = 1000 * time.Second

var unitWords = map[string]string{"min": "minutes", "h": "hours", "d": "days", "ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds"}

// common is the greatest common divisor of two lengths of time.
func common(a, b time.Duration) time.Duration {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// coarser is the unit that times have perhaps, whose seconds give too great a mean speed.
func coarser(mean float64, t *movetrace.Trace) string {
	switch {
	case text.SaysDay(t.Zero().Seconds()) && t.Duration() < time.Hour, mean > 3600*fastM:
		return "d"
	case mean > 60*fastM:
		return "h"
	}
	return "min"
}

// finer is the unit that times have perhaps, whose seconds give too small a speed.
func finer(most float64) string {
	for _, unit := range []string{"ms", "us"} {
		if most *= 1000; most >= likelyM {
			return unit
		}
	}
	return "ns"
}

// doubtRadians notes degrees that are all within π of 0: they are hardly ever there.
func doubtRadians(t *movetrace.Trace, in Input) {
	c := t.Anchor().Centre
	if t.Anchor().OnEarth && math.Abs(c[0]) <= math.Pi && math.Abs(c[1]) <= math.Pi/2 && c != (orb.Point{}) {
		in.file().Remark("all places are near longitude %.3g and latitude %.3g: are they radians? Degrees are read: --columns lon=NAME:rad,lat=NAME:rad (columns: in a scenario) reads radians of a table", c[0], c[1])
	}
}

// doubtMap notes metres that are perhaps those of a map on the web. A table judges its own columns.
func (f Format) doubtMap(t *movetrace.Trace, in Input) {
	if f.Name == "csv" || t.Anchor().OnEarth {
		return
	}
	if told := geo.DoubtMap(t.Bounds().Min, "mobility: {scale: {place: %.4g}} in a scenario mends that"); told != "" {
		in.file().Remark("%s", told)
	}
}

// fewest is from how many nodes on single fixes are doubted: of two, one may well come late.
const fewest = 3

// doubtFixes notes nodes that come one after another and never move: their names are numbers of
// rows. And it notes many nodes that are in two places at one instant: one name stands for
// several.
func (f Format) doubtFixes(t *movetrace.Trace, in Input) {
	late := 0
	for node := 1; node <= t.Nodes(); node++ {
		if comesAndStands(t, node) {
			late++
		}
	}
	if t.Nodes() >= fewest && 2*late >= t.Nodes() {
		in.file().Remark("%d of %d nodes come after the beginning and never move: is each a fix of another node? --columns node=NAME (columns: in a scenario) says which column or property names the nodes", late, t.Nodes())
	}
	if twice, fixes := t.Clashes(); 10*twice > fixes && twice > 1 {
		in.file().Remark("%d of %d fixes have their node at another place at the same instant: does one name stand for several nodes?", twice, fixes)
	} else if lost := t.Unseen(); lost > 0 && fixes > 0 {
		in.file().Remark("left out: %d of %d fixes, since the next one has their node at another place at the same instant", lost, fixes)
	} else if b := t.Bounds(); f.Fixes && t.JumpM() > max(longJumpM, math.Hypot(b.Max[0]-b.Min[0], b.Max[1]-b.Min[1])/2) {
		in.file().Remark("%d of %d fixes have their node at another place at the same instant, %.4g m away at most, and are read as jumps: is one of them wrong?", twice, fixes, t.JumpM())
	}
}

// longJumpM is from where on a jump is doubted that crosses half of the world.
const longJumpM = 100

// comesAndStands reports whether a node comes after the beginning and stays in one place.
func comesAndStands(t *movetrace.Trace, node int) bool {
	var first movetrace.Fix
	came := false
	for f := range t.Fixes(node) {
		switch {
		case f.Away:
		case !came:
			first, came = f, true
		case f.Place != first.Place:
			return false
		}
	}
	return came && first.At > 0
}

package warn

import (
	"math"
	"strings"
	"time"

	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Movement warns about ways to move.
type Movement struct {
	File  *keys.File
	Run   Run
	World section.Plane
	// Roads counts the places of a way's road map that are left out, and those that are not;
	// 0 and 0 without a map.
	Roads func(section.Mobility) (left, places int)
	// Shares tells which part of the world obstacles leave open, and which part of it nodes
	// reach; 0 and 0 without obstacles to walk around.
	Shares func(section.Moving) (open, reached float64)
}

// cutOff is the share of the open world that may be cut off without a warning: the grid by
// which shares are known is as coarse.
const cutOff = 0.05

// Way warns about one way to move.
func (w Movement) Way(m section.Moving) {
	speed := m.Speed
	switch m.Model {
	case section.MobilityWaypoint, section.MobilityReferenceGroup, section.MobilityWalk, section.MobilityDirection, section.MobilityManhattan, section.MobilityRoadMap, section.MobilityWaypoint3D, section.MobilityCoverage:
		if speed.Min == 0 && speed.Max > 0 {
			w.File.Warn(m.Path+".speed", "a minimum of 0 has no steady state (the mean speed decays for ever); taken as %v m/s, which makes it %.2g m/s on average",
				section.Slowest, (speed.Max-section.Slowest)/math.Log(speed.Max/section.Slowest))
		}
	case section.MobilityGaussMarkov:
		if m.Alpha == 1 {
			w.File.Warn(m.Path+".alpha", "1 is ns-3's default: no node ever changes its speed, nor its direction but at borders")
		}
	}
	w.fast(m)
	if left, places := w.Roads(*m.Mobility); left > 0 {
		w.File.Warn(m.Path+".file", "%d of %d places are not joined to the others by a road, and left out", left, left+places)
	}
	if open, reached := w.Shares(m); open-reached > cutOff*open {
		w.File.Warn(m.Path+".obstacles", "no way leads to %.0f %% of what obstacles leave open, such as closed courtyards: nodes are in the largest part only, %.0f %% of the world",
			100*(open-reached)/open, 100*reached)
	}
	if m.Model == section.MobilityDirection && m.Travel.Max == 0 && m.ModelSpeed().Min > 0 {
		crossing := section.Duration(max(m.Area(w.World).Width, m.Area(w.World).Height) / m.ModelSpeed().Min * float64(time.Second))
		if w.Run.Warmup < crossing {
			w.File.Warn("warmup", "random-direction to the border begins evenly spread, not in its steady state: crossing the world takes up to %v, the warm-up is %v; with travel it is steady from the beginning",
				section.Duration(crossing.Std().Round(time.Second)), w.Run.Warmup)
		}
	}
	if m.Group == nil {
		return
	}
	path := strings.TrimSuffix(m.Path, ".mobility")
	if m.Group.Arrive.Max >= w.Run.Duration {
		w.File.Warn(path+".arrive", "some never arrive: they come until %v, the run ends at %v", m.Group.Arrive.Max, w.Run.Duration)
	}
	if m.Group.Depart.Min >= w.Run.Duration {
		w.File.Warn(path+".depart", "no node departs: they stay until %v, the run ends at %v", m.Group.Depart.Min, w.Run.Duration)
	}
}

// beyondSaid is the factor of speed.max above which a model's speed gives a warning: the
// members of teams in BonnMotion's variants go 1.5 times as fast.
const beyondSaid = 1.5

// fast warns if nodes go much faster than speed.max.
func (w Movement) fast(m section.Moving) {
	speed := m.ModelSpeed().Max
	switch m.Model {
	case section.MobilityGaussMarkov:
		if fastest := speed + 4*m.Deviation.Speed; fastest > beyondSaid*speed {
			w.File.Warn(m.Path+".deviation.speed", "nodes go up to %.3g m/s, where speed says means up to %v m/s: four standard deviations of %v m/s come on top",
				fastest, speed, m.Deviation.Speed)
		}
		if w.File.Before(2) && !w.File.Given(m.Path+".deviation.speed") {
			w.File.Warn(m.Path+".deviation.speed", "%v m/s, a tenth of speed.max; in files without schema it was 0.5 m/s: write deviation.speed, or schema: %d",
				m.Deviation.Speed, keys.Form)
		}
	case section.MobilityReferenceGroup:
		if m.MemberSpeed > beyondSaid*speed {
			w.File.Warn(m.Path+".member_speed", "members go up to %v m/s over ground, where speed says up to %v m/s of their team's centre", m.MemberSpeed, speed)
		}
		if w.File.Before(2) && !w.File.Given(m.Path+".member_speed") && m.Wander > 0 {
			w.File.Warn(m.Path+".member_speed", "members go up to %v m/s; in files without schema they went up to %.3g m/s: write member_speed, or schema: %d",
				m.MemberSpeed, speed+2*m.Wander/m.Step.Std().Seconds(), keys.Form)
		}
	}
}

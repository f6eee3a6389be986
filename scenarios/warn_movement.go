package scenarios

import (
	"math"
	"strings"
	"time"

	"bellwether/scenarios/internal/section"
)

// warnOfMoving warns about one way to move.
func (r *reader) warnOfMoving(m section.Moving) {
	s := r.s
	speed := m.Speed
	switch m.Model {
	case section.MobilityWaypoint, section.MobilityReferenceGroup, section.MobilityWalk, section.MobilityDirection, section.MobilityManhattan, section.MobilityRoadMap, section.MobilityWaypoint3D, section.MobilityCoverage:
		if speed.Min == 0 && speed.Max > 0 {
			r.Warn(m.Path+".speed", "a minimum of 0 has no steady state (the mean speed decays for ever); taken as %v m/s, which makes it %.2g m/s on average",
				section.Slowest, (speed.Max-section.Slowest)/math.Log(speed.Max/section.Slowest))
		}
	case section.MobilityGaussMarkov:
		if m.Alpha == 1 {
			r.Warn(m.Path+".alpha", "1 is ns-3's default: no node ever changes its speed, nor its direction but at borders")
		}
	}
	r.warnOfFast(m)
	if of := s.mapOf(*m.Mobility); of != nil && of.Left() > 0 {
		r.Warn(m.Path+".file", "%d of %d places are not joined to the others by a road, and left out", of.Left(), of.Left()+of.Places())
	}
	if m.Model == section.MobilityDirection && m.Travel.Max == 0 && m.ModelSpeed().Min > 0 {
		crossing := Duration(max(s.area(m).Width, s.area(m).Height) / m.ModelSpeed().Min * float64(time.Second))
		if s.Warmup < crossing {
			r.Warn("warmup", "random-direction to the border begins evenly spread, not in its steady state: crossing the world takes up to %v, the warm-up is %v; with travel it is steady from the beginning",
				Duration(crossing.Std().Round(time.Second)), s.Warmup)
		}
	}
	if m.Group == nil {
		return
	}
	path := strings.TrimSuffix(m.Path, ".mobility")
	if m.Group.Arrive.Max >= s.Duration {
		r.Warn(path+".arrive", "some never arrive: they come until %v, the run ends at %v", m.Group.Arrive.Max, s.Duration)
	}
	if m.Group.Depart.Min >= s.Duration {
		r.Warn(path+".depart", "no node departs: they stay until %v, the run ends at %v", m.Group.Depart.Min, s.Duration)
	}
}

// beyondSaid is the factor of speed.max above which a model's speed gives a warning: the
// members of teams in BonnMotion's variants go 1.5 times as fast.
const beyondSaid = 1.5

// warnOfFast warns if nodes go much faster than speed.max.
func (r *reader) warnOfFast(m section.Moving) {
	speed := m.ModelSpeed().Max
	switch m.Model {
	case section.MobilityGaussMarkov:
		if fastest := speed + 4*m.Deviation.Speed; fastest > beyondSaid*speed {
			r.Warn(m.Path+".deviation.speed", "nodes go up to %.3g m/s, where speed says means up to %v m/s: four standard deviations of %v m/s come on top",
				fastest, speed, m.Deviation.Speed)
		}
		if r.Before(2) && !r.Given(m.Path+".deviation.speed") {
			r.Warn(m.Path+".deviation.speed", "%v m/s, a tenth of speed.max; in files without schema it was 0.5 m/s: write deviation.speed, or schema: %d",
				m.Deviation.Speed, Form)
		}
	case section.MobilityReferenceGroup:
		if m.MemberSpeed > beyondSaid*speed {
			r.Warn(m.Path+".member_speed", "members go up to %v m/s over ground, where speed says up to %v m/s of their team's centre", m.MemberSpeed, speed)
		}
		if r.Before(2) && !r.Given(m.Path+".member_speed") && m.Wander > 0 {
			r.Warn(m.Path+".member_speed", "members go up to %v m/s; in files without schema they went up to %.3g m/s: write member_speed, or schema: %d",
				m.MemberSpeed, speed+2*m.Wander/m.Step.Std().Seconds(), Form)
		}
	}
}

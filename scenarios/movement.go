package scenarios

import (
	"math"

	"bellwether/internal/base/errs"
	"bellwether/mobility"
	"bellwether/scenarios/internal/section"
)

// makeMovement makes the model of the whole world; with an error, path is of
// what it is about.
func (s *Scenario) makeMovement() (model mobility.Model, path string, err error) {
	if len(s.Groups) == 0 {
		model, err = s.modelOf(s.movings()[0])
		return model, "mobility", err
	}
	var groups []mobility.Group
	for i, m := range s.movings() {
		model, err := s.modelOf(m)
		if err != nil {
			return nil, m.Path, err
		}
		g := mobility.Group{
			Nodes: m.Group.Nodes, Model: model,
			ArriveMin: m.Group.Arrive.Min.Std(), ArriveMax: m.Group.Arrive.Max.Std(),
			DepartMin: m.Group.Depart.Min.Std(), DepartMax: m.Group.Depart.Max.Std(),
		}
		if err := g.Validate(); err != nil {
			return nil, section.Item("groups", i), err
		}
		groups = append(groups, g)
	}
	if model, err = mobility.NewGroups(groups); err == nil && len(s.replays) > 0 {
		model = anchored{model, s.anchor()}
	}
	return model, "groups", err
}

// modelOf makes the model by which some nodes move.
func (s *Scenario) modelOf(m section.Moving) (mobility.Model, error) {
	model, err := s.ownWays(m)
	if err == nil && m.Model != section.MobilityWaypoint3D && m.Model != section.MobilityHover && (m.Model != section.MobilityTrace || m.Vertical == section.WordNone) {
		model, err = m.Raised(model)
	}
	if err == nil && m.Group != nil && m.Group.Headway > 0 {
		model, err = s.column(m, model)
	}
	if err != nil || m.Until == 0 {
		return model, err
	}
	return stopped{model, m.Until.Std()}, nil
}

// column makes the model of nodes that drive one behind the other.
func (s *Scenario) column(m section.Moving, model mobility.Model) (mobility.Model, error) {
	return mobility.NewColumn(mobility.ColumnOptions{Lead: model, Members: m.Group.Nodes, Headway: m.Group.Headway.Std()})
}

// ownWays makes the model by which some nodes move, each on a way of its own.
func (s *Scenario) ownWays(m section.Moving) (mobility.Model, error) {
	world := m.Area(s.World)
	speed, pause := m.ModelSpeed(), m.Pause
	switch m.Model {
	case section.MobilityWaypoint3D:
		return mobility.NewWaypoint3D(mobility.Waypoint3DOptions{World: world, Altitudes: m.Altitude.Bounds(), SpeedMin: speed.Min, SpeedMax: speed.Max,
			PauseMin: pause.Min.Std(), PauseMax: pause.Max.Std()})
	case section.MobilityCoverage:
		return mobility.NewCoverage(mobility.CoverageOptions{World: world, Nodes: m.Count(s.Nodes), Spacing: m.Spacing, SpeedMin: speed.Min, SpeedMax: speed.Max})
	case section.MobilityHover:
		return mobility.NewHover(mobility.HoverOptions{World: world, Positions: m.Points(), Altitudes: m.Altitude.Bounds(), Drift: m.Drift, Step: m.Step.Std()})
	case section.MobilityTrace:
		of := s.replayOf(m.Path)
		if of == nil || of.Excerpt == nil {
			return nil, errs.Mobility.Errorf("trace: none read")
		}
		return of.Excerpt, nil
	case section.WordOwn:
		return s.ownModel(m.Name, world)
	case section.MobilityWaypoint:
		return mobility.NewWaypoint(m.Waypoint(world))
	case section.MobilityWalk:
		return mobility.NewWalk(mobility.WalkOptions{World: world, SpeedMin: speed.Min, SpeedMax: speed.Max,
			Distance: m.Distance, Step: m.Step.Std()})
	case section.MobilityDirection:
		return mobility.NewDirection(mobility.DirectionOptions{World: world, SpeedMin: speed.Min, SpeedMax: speed.Max,
			PauseMin: pause.Min.Std(), PauseMax: pause.Max.Std(), TravelMin: m.Travel.Min.Std(), TravelMax: m.Travel.Max.Std()})
	case section.MobilityGaussMarkov:
		return mobility.NewGaussMarkov(mobility.GaussMarkovOptions{World: world, Alpha: m.Alpha, Step: m.Step.Std(),
			SpeedMin: m.Speed.Min, SpeedMax: m.Speed.Max, SpeedDeviation: m.Deviation.Speed,
			DirectionDeviation: m.Deviation.Direction * math.Pi / 180})
	case section.MobilityLevy:
		return mobility.NewLevy(mobility.LevyOptions{World: world,
			FlightMin: m.Flight.Min, FlightMax: m.Flight.Max, FlightExponent: m.Flight.Exponent,
			PauseMin: pause.Min.Std(), PauseMax: pause.Max.Std(), PauseExponent: m.PauseExponent,
			PaceFactor: m.Pace.Factor, PaceExponent: m.Pace.Exponent})
	case section.MobilityManhattan:
		return mobility.NewManhattan(mobility.ManhattanOptions{World: world, BlocksX: m.Blocks.X, BlocksY: m.Blocks.Y,
			Lanes: m.Lanes.Count, LaneWidth: m.Lanes.Width, TurnLeft: m.Turn.Left, TurnRight: m.Turn.Right,
			SpeedMin: speed.Min, SpeedMax: speed.Max})
	case section.MobilityRoadMap:
		return mobility.NewShortestPath(mobility.ShortestPathOptions{Roads: s.roadsOf(m.File), SpeedMin: speed.Min, SpeedMax: speed.Max,
			PauseMin: pause.Min.Std(), PauseMax: pause.Max.Std()})
	case section.MobilityReferenceGroup:
		centre, err := mobility.NewWaypoint(m.Waypoint(world.Inset(m.Spread + m.Wander + marginM)))
		if err != nil {
			return nil, err
		}
		return mobility.NewReferenceGroup(mobility.ReferenceGroupOptions{Centre: centre, Members: m.Members,
			Spread: m.Spread, Wander: m.Wander, Step: m.Step.Std(), MemberSpeed: max(m.MemberSpeed, speed.Max)})
	}
	return m.Standing(world)
}

// marginM keeps what is rounded inside the world, in metres.
const marginM = 1e-6

package scenarios

import (
	"math"

	"github.com/paulmach/orb"

	"bellwether/internal/base/errs"
	"bellwether/mobility"
)

// slowest stands for a minimum speed of 0, in m/s: the least that models of
// movement take.
const slowest = 0.001

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
			return nil, m.path, err
		}
		g := mobility.Group{
			Nodes: m.group.Nodes, Model: model,
			ArriveMin: m.group.Arrive.Min.Std(), ArriveMax: m.group.Arrive.Max.Std(),
			DepartMin: m.group.Depart.Min.Std(), DepartMax: m.group.Depart.Max.Std(),
		}
		if err := g.Validate(); err != nil {
			return nil, itemOf("groups", i), err
		}
		groups = append(groups, g)
	}
	if model, err = mobility.NewGroups(groups); err == nil && len(s.replays) > 0 {
		model = anchored{model, s.anchor()}
	}
	return model, "groups", err
}

// modelOf makes the model by which some nodes move.
func (s *Scenario) modelOf(m moving) (mobility.Model, error) {
	model, err := s.ownWays(m)
	if err == nil && m.Model != mobilityWaypoint3D && m.Model != mobilityHover && (m.Model != mobilityTrace || m.Vertical == wordNone) {
		model, err = m.raised(model)
	}
	if err == nil && m.group != nil && m.group.Headway > 0 {
		model, err = s.column(m, model)
	}
	if err != nil || m.Until == 0 {
		return model, err
	}
	return stopped{model, m.Until.Std()}, nil
}

// column makes the model of nodes that drive one behind the other.
func (s *Scenario) column(m moving, model mobility.Model) (mobility.Model, error) {
	return mobility.NewColumn(mobility.ColumnOptions{Lead: model, Members: m.group.Nodes, Headway: m.group.Headway.Std()})
}

// ownWays makes the model by which some nodes move, each on a way of its own.
func (s *Scenario) ownWays(m moving) (mobility.Model, error) {
	world := s.area(m)
	speed, pause := m.speed(), m.Pause
	switch m.Model {
	case mobilityWaypoint3D:
		return mobility.NewWaypoint3D(mobility.Waypoint3DOptions{World: world, Altitudes: m.Altitude.bounds(), SpeedMin: speed.Min, SpeedMax: speed.Max,
			PauseMin: pause.Min.Std(), PauseMax: pause.Max.Std()})
	case mobilityCoverage:
		return mobility.NewCoverage(mobility.CoverageOptions{World: world, Nodes: s.nodesMoving(m), Spacing: m.Spacing, SpeedMin: speed.Min, SpeedMax: speed.Max})
	case mobilityHover:
		return mobility.NewHover(mobility.HoverOptions{World: world, Positions: m.points(), Altitudes: m.Altitude.bounds(), Drift: m.Drift, Step: m.Step.Std()})
	case mobilityTrace:
		of := s.replayOf(m.path)
		if of == nil || of.excerpt == nil {
			return nil, errs.Mobility.Errorf("trace: none read")
		}
		return of.excerpt, nil
	case wordOwn:
		return s.ownModel(m.Name, world)
	case mobilityWaypoint:
		return mobility.NewWaypoint(m.waypoint(world))
	case mobilityWalk:
		return mobility.NewWalk(mobility.WalkOptions{World: world, SpeedMin: speed.Min, SpeedMax: speed.Max,
			Distance: m.Distance, Step: m.Step.Std()})
	case mobilityDirection:
		return mobility.NewDirection(mobility.DirectionOptions{World: world, SpeedMin: speed.Min, SpeedMax: speed.Max,
			PauseMin: pause.Min.Std(), PauseMax: pause.Max.Std(), TravelMin: m.Travel.Min.Std(), TravelMax: m.Travel.Max.Std()})
	case mobilityGaussMarkov:
		return mobility.NewGaussMarkov(mobility.GaussMarkovOptions{World: world, Alpha: m.Alpha, Step: m.Step.Std(),
			SpeedMin: m.Speed.Min, SpeedMax: m.Speed.Max, SpeedDeviation: m.Deviation.Speed,
			DirectionDeviation: m.Deviation.Direction * math.Pi / 180})
	case mobilityLevy:
		return mobility.NewLevy(mobility.LevyOptions{World: world,
			FlightMin: m.Flight.Min, FlightMax: m.Flight.Max, FlightExponent: m.Flight.Exponent,
			PauseMin: pause.Min.Std(), PauseMax: pause.Max.Std(), PauseExponent: m.PauseExponent,
			PaceFactor: m.Pace.Factor, PaceExponent: m.Pace.Exponent})
	case mobilityManhattan:
		return mobility.NewManhattan(mobility.ManhattanOptions{World: world, BlocksX: m.Blocks.X, BlocksY: m.Blocks.Y,
			Lanes: m.Lanes.Count, LaneWidth: m.Lanes.Width, TurnLeft: m.Turn.Left, TurnRight: m.Turn.Right,
			SpeedMin: speed.Min, SpeedMax: speed.Max})
	case mobilityRoadMap:
		return mobility.NewShortestPath(mobility.ShortestPathOptions{Roads: s.roadsOf(m.File), SpeedMin: speed.Min, SpeedMax: speed.Max,
			PauseMin: pause.Min.Std(), PauseMax: pause.Max.Std()})
	case mobilityReferenceGroup:
		centre, err := mobility.NewWaypoint(m.waypoint(world.Inset(m.Spread + m.Wander + marginM)))
		if err != nil {
			return nil, err
		}
		return mobility.NewReferenceGroup(mobility.ReferenceGroupOptions{Centre: centre, Members: m.Members,
			Spread: m.Spread, Wander: m.Wander, Step: m.Step.Std(), MemberSpeed: max(m.MemberSpeed, speed.Max)})
	}
	return m.standing(world)
}

// marginM keeps what is rounded inside the world, in metres.
const marginM = 1e-6

// speed is the range with a minimum that models take.
func (m *mobilitySection) speed() speedSection {
	s := m.Speed
	if s.Min == 0 && s.Max > 0 {
		s.Min = min(slowest, s.Max)
	}
	return s
}

func (m *mobilitySection) waypoint(world mobility.Area) mobility.WaypointOptions {
	speed := m.speed()
	o := mobility.WaypointOptions{World: world, SpeedMin: speed.Min, SpeedMax: speed.Max,
		PauseMin: m.Pause.Min.Std(), PauseMax: m.Pause.Max.Std()}
	if m.Start == string(mobility.StartLeaving) {
		o.Start = mobility.StartLeaving
	}
	return o
}

func (m *mobilitySection) standing(world mobility.Area) (mobility.Model, error) {
	if len(m.Positions) == 0 {
		return mobility.NewStatic(world)
	}
	return mobility.NewStaticAt(m.points())
}

// placed reports whether nodes are where the file may say.
func (m *mobilitySection) placed() bool { return m.Model == mobilityStatic || m.Model == mobilityHover }

// points are the positions that the file gives.
func (m *mobilitySection) points() []orb.Point {
	points := make([]orb.Point, len(m.Positions))
	for i, p := range m.Positions {
		points[i] = orb.Point(p)
	}
	return points
}

// nodesMoving is how many nodes move so.
func (s *Scenario) nodesMoving(m moving) int {
	if m.group != nil {
		return m.group.Nodes
	}
	return s.Nodes
}

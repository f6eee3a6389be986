// Package movement makes the model by which the nodes of a scenario move, and checks the ways
// to move that the file gives.
//
// It assumes that the files of traces and road maps were read. The model is of all nodes: of
// each group its own, or one for all. It is the same in every run, and a run draws from it by
// its seed. The package reads no file and moves no node.
//
// Lengths are in metres, speeds in m/s.
package movement

import (
	"math"

	"bellwether/internal/base/errs"
	"bellwether/internal/sim/userparts"
	"bellwether/mobility"
	"bellwether/radio"
	"bellwether/scenarios/internal/recorded"
	"bellwether/scenarios/internal/section"
)

// Ways are the ways to move of one world.
type Ways struct {
	World    section.Plane
	Mobility *section.Mobility // of all nodes, if there are no groups
	Groups   []section.Group
	Nodes    int
	Roads    []recorded.Roads
	Replays  []*recorded.Replay
	// Obstacles are those of the radio, which nodes may walk around; Towns keeps what is computed
	// of them.
	Obstacles []radio.Obstacle
	Towns     *Towns
	// Own are the program's own models, by name.
	Own map[string]func(mobility.Area) (mobility.Model, error)
}

// Movings are the ways that count.
func (w *Ways) Movings() []section.Moving { return section.Movings(w.Mobility, w.Groups) }

// Model makes the model of the whole world; with an error, path is of
// what it is about.
func (w *Ways) Model() (model mobility.Model, path string, err error) {
	if len(w.Groups) == 0 {
		model, err = w.modelOf(w.Movings()[0])
		return model, "mobility", err
	}
	var groups []mobility.Group
	for i, m := range w.Movings() {
		model, err := w.modelOf(m)
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
	if model, err = mobility.NewGroups(groups); err == nil && len(w.Replays) > 0 {
		model = anchored{model, w.anchor()}
	}
	return model, "groups", err
}

// modelOf makes the model by which some nodes move.
func (w *Ways) modelOf(m section.Moving) (mobility.Model, error) {
	model, err := w.ownWays(m)
	if err == nil && m.Model != section.MobilityWaypoint3D && m.Model != section.MobilityHover && (m.Model != section.MobilityTrace || m.Vertical == section.WordNone) {
		model, err = m.Raised(model)
	}
	if err == nil && m.Group != nil && m.Group.Headway > 0 {
		model, err = w.column(m, model)
	}
	if err != nil || m.Until == 0 {
		return model, err
	}
	return stopped{model, m.Until.Std()}, nil
}

// column makes the model of nodes that drive one behind the other.
func (w *Ways) column(m section.Moving, model mobility.Model) (mobility.Model, error) {
	return mobility.NewColumn(mobility.ColumnOptions{Lead: model, Members: m.Group.Nodes, Headway: m.Group.Headway.Std()})
}

// ownWays makes the model by which some nodes move, each on a way of its own.
func (w *Ways) ownWays(m section.Moving) (mobility.Model, error) {
	world := m.Area(w.World)
	speed, pause := m.ModelSpeed(), m.Pause
	switch m.Model {
	case section.MobilityWaypoint3D:
		return mobility.NewWaypoint3D(mobility.Waypoint3DOptions{World: world, Altitudes: m.Altitude.Bounds(), SpeedMin: speed.Min, SpeedMax: speed.Max,
			PauseMin: pause.Min.Std(), PauseMax: pause.Max.Std()})
	case section.MobilityCoverage:
		return mobility.NewCoverage(mobility.CoverageOptions{World: world, Nodes: m.Count(w.Nodes), Spacing: m.Spacing, SpeedMin: speed.Min, SpeedMax: speed.Max})
	case section.MobilityHover:
		return mobility.NewHover(mobility.HoverOptions{World: world, Positions: m.Points(), Altitudes: m.Altitude.Bounds(), Drift: m.Drift, Step: m.Step.Std()})
	case section.MobilityTrace:
		of := w.Replay(m.Path)
		if of == nil || of.Excerpt == nil {
			return nil, errs.Mobility.Errorf("trace: none read")
		}
		return of.Excerpt, nil
	case section.WordOwn:
		return w.own(m.Name, world)
	case section.MobilityWaypoint:
		return w.waypoint(m)
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
		return mobility.NewShortestPath(mobility.ShortestPathOptions{Roads: w.roadsOf(m.File), SpeedMin: speed.Min, SpeedMax: speed.Max,
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

// own makes the program's model of movement.
func (w *Ways) own(name string, area mobility.Area) (mobility.Model, error) {
	return userparts.Model(name, w.Own[name])(area)
}

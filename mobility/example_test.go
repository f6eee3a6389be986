package mobility_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// patrol is a model of the program: node i walks to and fro along row i of a field.
type patrol struct {
	length, apart float64 // metres, of a row and between rows
	speed         float64 // m/s
}

func (p patrol) MaxSpeed() float64 { return p.speed * (1 + 1e-9) } // arrivals are rounded to whole nanoseconds

// Path begins at one of the two ends of the node's row.
func (p patrol) Path(node int, placement, _ *rand.Rand) mobility.Path {
	y := float64(node) * p.apart
	from, to := orb.Point{0, y}, orb.Point{p.length, y}
	if placement.IntN(2) == 1 {
		from, to = to, from
	}
	return &patrolPath{next: mobility.Trip{From: from, To: to, Speed: p.speed}}
}

type patrolPath struct{ next mobility.Trip }

// Next goes to the other end. A leg starts when and where the one before ends.
func (p *patrolPath) Next() mobility.Leg {
	leg := p.next.Leg()
	p.next = mobility.Trip{Start: leg.End, From: leg.At(leg.End), To: p.next.From, Speed: p.next.Speed}
	return leg
}

// A model of a program has two methods, and is used like a built-in one.
func ExampleModel() {
	guards := patrol{length: 90, apart: 10, speed: 1.5}
	post, err := mobility.NewStaticAt([]orb.Point{{45, 0}})
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := mobility.NewGroups([]mobility.Group{{Nodes: 1, Model: post}, {Nodes: 2, Model: guards}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for node := 1; node <= 3; node++ {
		path := world.Path(node, rand.New(rand.NewPCG(7, uint64(node))), nil)
		leg := path.Next()
		fmt.Printf("node %d:", node)
		for t := time.Duration(0); t <= 90*time.Second; t += 30 * time.Second {
			for leg.End <= t {
				leg = path.Next()
			}
			at := leg.At(t)
			fmt.Printf(" (%.0f, %.0f)", at[0], at[1])
		}
		fmt.Println()
	}
	// Output:
	// node 1: (45, 0) (45, 0) (45, 0) (45, 0)
	// node 2: (0, 10) (45, 10) (90, 10) (45, 10)
	// node 3: (90, 20) (45, 20) (0, 20) (45, 20)
}

// The place of a walker in a park, each minute.
func ExampleNewWaypoint() {
	park, err := mobility.NewWaypoint(mobility.WaypointOptions{
		World:    mobility.Area{Width: 400, Height: 200},
		SpeedMin: 0.5, SpeedMax: 2,
		PauseMax: time.Minute,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	path := park.Path(1, rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 2)))
	leg := path.Next()
	for t := time.Duration(0); t <= 5*time.Minute; t += time.Minute {
		for leg.End <= t {
			leg = path.Next()
		}
		at := leg.At(t)
		fmt.Printf("%v: (%.1f, %.1f) at %.2f m/s\n", t, at[0], at[1], leg.Speed())
	}
	// Output:
	// 0s: (273.4, 40.1) at 1.28 m/s
	// 1m0s: (221.0, 59.3) at 0.00 m/s
	// 2m0s: (266.4, 108.2) at 1.70 m/s
	// 3m0s: (286.2, 142.5) at 1.96 m/s
	// 4m0s: (200.0, 89.9) at 0.00 m/s
	// 5m0s: (242.8, 89.3) at 0.75 m/s
}

// A minimum speed of 0 is refused, and the error says why.
func ExampleWaypointOptions_Validate() {
	fmt.Println(mobility.WaypointOptions{
		World:    mobility.Area{Width: 400},
		SpeedMax: 2,
	}.Validate())
	// Output:
	// world: height: must be from 0.001 to 1e+06 m, got 0
	// speed: a minimum of 0 m/s with a maximum of 2 has no steady state: the mean trip lasts for ever and the mean speed decays towards 0 (Yoon, Liu, Noble 2003); give a minimum of at least 0.001 m/s
}

// A team of three that stays together, and a visitor who walks about for a
// minute.
func ExampleNewGroups() {
	park := mobility.Area{Width: 400, Height: 200}
	way, err := mobility.NewWaypoint(mobility.WaypointOptions{World: park.Inset(25), SpeedMin: 1, SpeedMax: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	team, err := mobility.NewReferenceGroup(mobility.ReferenceGroupOptions{Centre: way, Members: 3, Spread: 20, Wander: 5, Step: time.Second})
	if err != nil {
		fmt.Println(err)
		return
	}
	visitor, err := mobility.NewWalk(mobility.WalkOptions{World: park, SpeedMin: 1, SpeedMax: 2, Step: 10 * time.Second})
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := mobility.NewGroups([]mobility.Group{
		{Nodes: 3, Model: team},
		{Nodes: 1, Model: visitor, ArriveMin: time.Minute, ArriveMax: time.Minute, DepartMin: 2 * time.Minute, DepartMax: 2 * time.Minute},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	run := mobility.ForRun(world, 1) // the team's way is drawn from the run's seed
	for node := 1; node <= 4; node++ {
		fmt.Printf("node %d:", node)
		path := run.Path(node, rand.New(rand.NewPCG(1, uint64(node))), rand.New(rand.NewPCG(2, uint64(node))))
		leg := path.Next()
		for t := time.Duration(0); t <= 2*time.Minute; t += time.Minute {
			for leg.End <= t {
				leg = path.Next()
			}
			if leg.Absent {
				fmt.Print(" away")
				continue
			}
			at := leg.At(t)
			fmt.Printf(" (%.0f, %.0f)", at[0], at[1])
		}
		fmt.Println()
	}
	// Output:
	// node 1: (129, 132) (226, 92) (241, 138)
	// node 2: (142, 108) (243, 72) (258, 121)
	// node 3: (137, 94) (236, 53) (248, 105)
	// node 4: away (49, 46) away
}

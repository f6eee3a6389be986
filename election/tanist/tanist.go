package tanist

import (
	"fmt"

	"bellwether/protocol"
)

// Algorithm describes the election to tables, documentation and drivers.
func Algorithm() protocol.Algorithm {
	return protocol.Algorithm{
		Name:         "tanist",
		About:        "The leader's beacons name its heir, and it hands over when that pays; a node that misses a beacon asks its neighbours first.",
		Paper:        "none: an algorithm of bellwether's own",
		Needs:        protocol.NeedsNeighbours,
		CountsHellos: true,
		Goal:         protocol.GoalBest,
		Params:       params(),
		Variants:     []protocol.Variant{{Label: "tanist-steady", Params: map[string]string{"late": "2"}}},
		Kinds:        kinds(),
		Costs:        costs(),
		Timers:       int(timers),
		SettleBound:  settleBound,
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, fmt.Errorf("tanist: %w", err)
			}
			s := resolve(c)
			return func() protocol.Machine { return &node{settings: s} }, nil
		},
	}
}

func params() []protocol.Param {
	return []protocol.Param{
		{Name: "patience", Type: protocol.TypeDuration, Default: "24h", Min: "0s", Max: "24h",
			Doc: "For how long an heir within the scenario's margin must be ahead by 5 % or more before the leader hands over; a smaller lead takes longer, up to five times. " +
				"An heir that exceeds the leader by the margin takes over at once. At least 5 beacon intervals. 24h: by the margin alone."},
		{Name: "late", Type: protocol.TypeFraction, Default: "1.25", Min: "1", Max: "100",
			Doc: "Beacon intervals of silence after which a node asks its neighbours for its leader. Larger: fewer leader changes, longer without the right leader."},
		{Name: "pulls", Type: protocol.TypeInteger, Default: "2", Min: "1", Max: "20",
			Doc: "How often neighbours are asked at least before a silent leader counts as lost. A node that misses hellos of its neighbours asks oftener, up to 8 times."},
		{Name: "confirm", Type: protocol.TypeInteger, Default: "2", Min: "1", Max: "2",
			Doc: "How many beacons of a better leader a node must hear from nodes that are no neighbours of it, within 2.5 intervals, before it leaves its own for that one. One from a neighbour is enough."},
		{Name: "copies", Type: protocol.TypeInteger, Default: "4", Min: "2", Max: "255",
			Doc: "A node that hears so many copies of a beacon before it passes it on keeps silent, but for each fourth beacon. 255: it keeps silent only where all its neighbours have said it."},
		{Name: "contest", Type: protocol.TypeDuration, Default: "60ms", Min: "0s", Max: "10s",
			Doc: "From the best claim until its author leads: time for a flood and a contradiction."},
		{Name: "jitter", Type: protocol.TypeDuration, Default: "20ms", Min: "0s", Max: "1s",
			Doc: "A node passes a flood on after a random time up to this, and at most a quarter of the detection interval."},
		{Name: "ride", Type: protocol.TypeChoice, Default: rideOff, Choices: []string{rideOff, rideHellos},
			Doc: "How beacons travel. hellos: each hello carries the newest beacon that its node knows, at no frame of its own, and each hop costs up to a hello interval; up to 35 hops. " +
				"Without a hello service, and with off, they are flooded."},
	}
}

func kinds() []protocol.MessageKind {
	return []protocol.MessageKind{
		{Message: flood{kind: kindClaim}, Name: "claim", Class: protocol.ClassElection, About: "flooded: the leader is lost, and I lead"},
		{Message: flood{kind: kindResign}, Name: "resign", Class: protocol.ClassElection, About: "flooded: I no longer lead, and have no heir"},
		{Message: flood{kind: kindHandover}, Name: "handover", Class: protocol.ClassAnnouncement, About: "flooded: my heir leads from now on"},
		{Message: flood{kind: kindBeacon}, Name: "beacon", Class: protocol.ClassBeacon, About: "flooded: I lead, and this is my heir"},
		{Message: flood{kind: kindMerge}, Name: "merge", Class: protocol.ClassBeacon, About: "flooded where components met: our leader gives way to this one"},
		{Message: ridden{}, Name: "ridden", Class: protocol.ClassBeacon, Rides: true, About: "a beacon on a hello, with its age: I follow, and this is the heir"},
		{Message: bid{}, Name: "bid", Class: protocol.ClassStandby, About: "to the leader, hop by hop: this node could succeed you"},
		{Message: pull{}, Name: "pull", Class: protocol.ClassStandby, About: "to the neighbours: have you heard of my leader?"},
		{Message: answer{}, Name: "answer", Class: protocol.ClassStandby, About: "to a pull, and to followers of a worse leader: what the sender knows of its leader"},
	}
}

package protocol

import "time"

// Hellos is what a node knows of a neighbour by its hellos. It is about the reception of the
// neighbour's frames, and never about the outcome of the node's own: see duty 5 of drivers.
type Hellos struct {
	Age time.Duration // since the last one was heard, in whole milliseconds
	// Heard of the last Due hellos were received. Due is at most 10, the window of the delivery
	// ratio of ETX (De Couto, Aguayo, Bicket and Morris, MobiCom 2003, §4.1: ten probes): less
	// measures chance, more is out of date where nodes move. Both are 0 unless the algorithm
	// declares [Algorithm.CountsHellos].
	Heard, Due int
}

// Share is the share of the last hellos that was heard, in [0, 1]; 1 if none was due.
func (h Hellos) Share() float64 {
	if h.Due == 0 {
		return 1
	}
	return float64(h.Heard) / float64(h.Due)
}

// A HelloView is a View that finds neighbours by hellos. An Env is one, too.
type HelloView interface {
	View
	// HelloInterval is the mean time between two hellos of the node itself; 0: it sends none.
	HelloInterval() time.Duration
	// Hellos returns what is known of a neighbour; false if it is not one.
	Hellos(id ID) (Hellos, bool)
}

// HelloInterval is the mean time between two hellos of this node; single intervals differ from
// it by up to a tenth. It is 0 where neighbours are not found by hellos (an oracle knows them,
// or the node is on a ring): then no message rides, and the algorithm sends it itself.
func (e *Env) HelloInterval() time.Duration {
	if v, is := e.facts.View.(HelloView); is {
		return v.HelloInterval()
	}
	return 0
}

// Hellos returns what this node knows of a neighbour by its hellos. It returns false if id is
// no neighbour, or if neighbours are not found by hellos: then nothing is known.
func (e *Env) Hellos(id ID) (Hellos, bool) {
	if v, is := e.facts.View.(HelloView); is {
		return v.Hellos(id)
	}
	return Hellos{}, false
}

// MostRiding is the most bytes of a message that rides on a hello, its kind included. A node
// sends hellos whether anything changed or not, so what rides must be small: with 64 bytes
// beside its own 5 a hello fits into the smallest frame that carries IPv6, of IEEE 802.15.4
// (127 bytes, of which headers and security take up to 46: RFC 4944 §4).
const MostRiding = 64

// A HelloObserver is told that its node is about to send a hello. By [Env.Ride] it can give a
// message that rides on this hello, and needs no frame of its own.
//
// The machine is asked, instead of leaving a message to be sent, because it alone knows what is
// newest at that instant: nothing that rides is out of date, and nothing has to be taken back. A
// machine that gives nothing sends a plain hello. It is never asked where [Env.HelloInterval] is 0.
type HelloObserver interface{ HelloDue(env *Env) }

// Ride makes m ride on the hello that is about to be sent, on no later one, and in place of a
// message that was given before. Only HelloDue may call it. Each machine that receives the hello
// gets m by Receive, after NeighbourUp if the sender is new to it. Its kind must declare
// [MessageKind.Rides], and it has at most [MostRiding] bytes.
//
// The hello stays one frame, and counts as one frame of class hello, of the kind laden-hello. Its
// bytes, airtime and energy include m, and count in class hello as well: what rides makes hellos
// larger, and does not show in the class of its own kind.
func (e *Env) Ride(m Message) {
	e.effects = append(e.effects, Effect{Op: OpRide, Message: m})
}

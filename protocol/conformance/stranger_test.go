package conformance_test

import (
	"encoding/binary"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/protocol"
	"bellwether/protocol/conformance"
)

// lowest is an election by the smallest ID, written from the contract alone. The leader
// floods a beacon each interval. A node that misses the beacon for the detection time-out
// claims to lead, and leads unless a node with a smaller ID shows itself. defect puts an
// error into it: see defects.
func lowest(defect string) protocol.Algorithm {
	return protocol.Algorithm{
		Name:  "lowest-id",
		About: "Whoever misses the leader's beacons claims to lead; of two leaders the larger gives way.",
		Goal:  protocol.GoalSmallestID,
		Kinds: []protocol.MessageKind{
			{Message: said{kind: kindClaim}.message(defect), Name: "claim", Class: protocol.ClassElection, About: "who is about to lead"},
			{Message: said{kind: kindBeacon}.message(defect), Name: "beacon", Class: protocol.ClassBeacon, About: "who leads"},
		},
		Timers: 2,
		// A silent leader is missed within a time-out of its last beacon. A claim takes a
		// quarter of an interval, and a beacon that arrives too late for it one interval
		// more; each is flooded. A count that a restarted leader forgot is believed again a
		// time-out later.
		SettleBound: func(s protocol.Scale, c protocol.Config) time.Duration {
			return 2*c.Detection.Timeout() + 2*c.Detection.Interval + s.Neighbour + 3*time.Duration(s.Diameter)*(s.Hop+spread)
		},
		New: func(c protocol.Config) (func() protocol.Machine, error) {
			if err := c.Detection.Validate(); err != nil {
				return nil, cannot{err}
			}
			return func() protocol.Machine {
				if defect == "has no Settle" {
					return struct{ protocol.Machine }{&node{detection: c.Detection, heard: map[protocol.ID]uint32{}}}
				}
				return &node{detection: c.Detection, defect: defect, heard: map[protocol.ID]uint32{}}
			}, nil
		},
	}
}

// cannot is the error of New.
type cannot struct{ why error }

func (c cannot) Error() string { return "lowest-id: " + c.why.Error() }

const (
	kindClaim  protocol.Kind = 1
	kindBeacon protocol.Kind = 2

	timerWatch protocol.Timer = 0 // the leader is silent, or the claim stands
	timerBeat  protocol.Timer = 1

	spread = 5 * time.Millisecond // the jitter of nodes that pass a flood on
)

// said is a claim or a beacon. A node's count rises with each of them.
type said struct {
	kind  protocol.Kind
	of    protocol.ID
	count uint32
}

func (m said) Kind() protocol.Kind { return m.kind }
func (m said) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&m.of)
	w.Uint32(&m.count)
	return protocol.Done(w, m)
}

// forgetful is said without its count on the wire.
type forgetful said

func (m forgetful) Kind() protocol.Kind { return m.kind }
func (m forgetful) Fields(w *protocol.Wire) protocol.Message {
	w.ID(&m.of)
	return protocol.Done(w, m)
}

// message is said, or said with a defect.
func (m said) message(defect string) protocol.Message {
	if defect == "field left out" {
		return forgetful(m)
	}
	return m
}

type node struct {
	detection protocol.Detection
	defect    string
	leader    protocol.ID
	claiming  bool
	entered   protocol.Computation   // the newest election heard of, until its leader shows itself
	count     uint32                 // of this node's claims and beacons
	heard     map[protocol.ID]uint32 // the newest count of each other
	born      protocol.Time          // with the defect that leaves it behind
}

func (n *node) Start(env *protocol.Env, saved []byte) {
	if n.defect == "leaves an instant" {
		n.born = env.Now()
	}
	if len(saved) == 4 {
		n.count = binary.BigEndian.Uint32(saved)
	}
	env.SetTimer(timerWatch, n.detection.Timeout())
}

func (n *node) Settle(env *protocol.Env, leader protocol.Capability) {
	n.leader = leader.ID
	env.Elected(n.leader, protocol.Computation{})
	if n.leader == env.Self() {
		env.StopTimer(timerWatch)
		env.SetTimer(timerBeat, n.detection.Interval)
	}
}

// Elect claims to lead.
func (n *node) Elect(env *protocol.Env) {
	n.leader, n.claiming = protocol.Nobody, true
	n.say(env, kindClaim, func() {
		n.entered = protocol.Computation{Num: n.count, Source: env.Self()}
		env.Electing(n.entered)
	})
	env.StopTimer(timerBeat)
	env.SetTimer(timerWatch, n.detection.Interval/4)
}

// say floods a claim or a beacon, with a new count.
func (n *node) say(env *protocol.Env, kind protocol.Kind, before func()) {
	n.count++
	keep := func() { env.Save(binary.BigEndian.AppendUint32(nil, n.count)) }
	if n.defect == "saves late" {
		defer keep()
	} else {
		keep()
	}
	before()
	env.Broadcast(said{kind, env.Self(), n.count}.message(n.defect))
}

func (n *node) beat(env *protocol.Env) {
	n.say(env, kindBeacon, func() {})
	env.SetTimer(timerBeat, n.detection.Interval)
}

func (n *node) Fire(env *protocol.Env, t protocol.Timer) {
	switch {
	case t == timerBeat:
		n.beat(env)
	case n.claiming:
		n.claiming, n.leader = false, env.Self()
		env.Elected(n.leader, n.entered)
		n.beat(env)
	case n.leader != protocol.Nobody && n.defect == "trusts the dead":
	default:
		clear(n.heard)
		n.Elect(env)
	}
}

// smaller reports whether node a is to lead rather than b.
func (n *node) smaller(a, b protocol.ID) bool {
	if n.defect == "wrong comparison" {
		a, b = b, a
	}
	return b == protocol.Nobody || a < b
}

func (n *node) Receive(env *protocol.Env, from protocol.ID, m protocol.Message) {
	v := m.(said)
	if known, ok := n.heard[v.of]; v.of == env.Self() || ok && v.count <= known {
		return // received before, over another path
	}
	n.take(env, v)
	n.heard[v.of] = v.count
	env.BroadcastWithin(spread, v)
}

// take handles a claim or a beacon that is received for the first time.
func (n *node) take(env *protocol.Env, v said) {
	worse := n.smaller(env.Self(), v.of)
	switch {
	case v.kind == kindClaim && worse && n.leader == env.Self():
		n.beat(env)
	case v.kind == kindClaim:
		n.entered = protocol.Computation{Num: v.count, Source: v.of}
	case worse && !n.claiming && n.leader != env.Self() && n.smaller(env.Self(), n.leader):
		n.Elect(env) // a larger one leads, and this node knows of no smaller
	case v.of == n.leader:
		env.SetTimer(timerWatch, n.detection.Timeout())
	case !worse && n.smaller(v.of, n.leader):
		n.follow(env, v)
	}
}

// follow takes a node for the leader: by the election that it won, if that is the newest
// known election.
func (n *node) follow(env *protocol.Env, v said) {
	won := protocol.Computation{}
	if n.entered.Source == v.of && n.entered.Num+1 == v.count {
		won = n.entered
	}
	n.leader, n.claiming, n.entered = v.of, false, protocol.Computation{}
	env.Elected(n.leader, won)
	env.StopTimer(timerBeat)
	env.SetTimer(timerWatch, n.detection.Timeout())
}

func (n *node) Copy() protocol.Machine {
	c := *n
	if n.defect != "shares a map" {
		c.heard = maps.Clone(n.heard)
	}
	return &c
}

// Shift does nothing: without a defect the node remembers no instants.
func (n *node) Shift(protocol.Time, time.Duration) {}

func (n *node) Inspect(show func(name string, value int64)) { show("leader", int64(n.leader)) }

func (n *node) Snapshot(b []byte) []byte {
	b = protocol.AppendComputation(protocol.AppendID(b, n.leader), n.entered)
	if b = append(b, 0); n.claiming {
		b[len(b)-1] = 1
	}
	b = protocol.AppendTime(binary.BigEndian.AppendUint32(b, n.count), n.born)
	for _, id := range slices.Sorted(maps.Keys(n.heard)) {
		b = binary.BigEndian.AppendUint32(protocol.AppendID(b, id), n.heard[id])
	}
	return b
}

// TestStranger tests all duties of an election that uses only public packages, with no
// facts stated.
func TestStranger(t *testing.T) {
	conformance.Run(t, lowest(os.Getenv("DEFECT")), conformance.Facts{})
}

// defects are errors of lowest, the duty that each breaks, and what the failure contains.
var defects = []struct {
	defect, duty string
	says         []string
}{
	{"trusts the dead", "Snapshot", []string{"breaks duty Snapshot"}},
	{"trusts the dead", "Converge", []string{"breaks duty Converge", "never settles", "-conformance.world "}},
	{"wrong comparison", "Smallest", []string{"breaks duty Smallest", "never settles", "should name 1, but"}},
	{"wrong comparison", "Reports", []string{"breaks duty Reports", "bound 1"}},
	{"field left out", "Describe", []string{"whose field count differs once it is decoded", "Write: pass every field to the Wire"}},
	{"shares a map", "Copy", []string{"breaks duty Copy (Machine.Copy)", "the copy took it, and the original changed", "maps.Clone"}},
	{"leaves an instant", "Shift", []string{"breaks duty Shift (Machine.Shift)", "moved back in time it differs from one that was not moved", "m.heard.Shift(d)"}},
	{"has no Settle", "Describe", []string{"its machines are no protocol.Settler", "Write: Settle(env, leader)"}},
	{"saves late", "Describe", []string{"saves its state after it sent a message", "Write: save before the first message"}},
}

// TestStrangersDefectsAreConvicted runs TestStranger with each defect in a process of its
// own. It must fail, and name the duty, the field or method, what was seen, what to write
// and how to repeat it, and not print a struct.
func TestStrangersDefectsAreConvicted(t *testing.T) {
	for _, d := range defects {
		t.Run(strings.ReplaceAll(d.defect, " ", "-")+"/"+d.duty, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(os.Args[0], "-test.run", "^TestStranger$/^"+d.duty+"$", "-conformance.worlds", "20")
			cmd.Env = append(os.Environ(), "DEFECT="+d.defect)
			out, err := cmd.CombinedOutput()
			if err == nil {
				t.Fatalf("passes:\n%s", out)
			}
			for _, want := range append(d.says, "Seen:  ", "Write: ", "Again: go test -run '^TestStranger$/^"+d.duty+"$'") {
				if !strings.Contains(string(out), want) {
					t.Errorf("does not say %q:\n%s", want, out)
				}
			}
			if strings.Contains(string(out), "{") && strings.Contains(string(out), ":0x") {
				t.Errorf("shows a struct:\n%s", out)
			}
		})
	}
}

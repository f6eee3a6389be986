package ns2_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/ns2"
	"bellwether/internal/formats/text"
	"bellwether/internal/formats/tracetest"
)

// ns3 follows one node of a file like ns-3's Ns2MobilityHelper and
// ConstantVelocityMobilityModel, with times cut to whole nanoseconds. It is written from
// the behaviour of that helper, and shares no code with this package's reader:
//
//   - a line without a time sets a coordinate of the start, which is (0, 0) before;
//   - a setdest goes from the place where the helper expects the node, and ends after
//     distance over speed, unless another replaces it;
//   - a timed set moves the node already at time 0, and at its time sets both coordinates
//     to those that the node had when the line was read.
type ns3 struct {
	place    orb.Point // at the start
	velocity []change
	puts     []change
}

type change struct {
	at time.Duration
	to orb.Point // a velocity, or a place
}

func followNS3(t *testing.T, file string) *ns3 {
	t.Helper()
	n := &ns3{}
	var believed, from, speed orb.Point
	var start, arrival float64
	stop := -1 // index into velocity of the end of the latest move
	for line := range strings.Lines(file) {
		words := strings.Fields(strings.NewReplacer(`"`, " ").Replace(line))
		var x, y, v, at float64
		switch {
		case len(words) == 4 && words[1] == "set":
			fmt.Sscan(words[3], &x)
			if axis := strings.Index("XY", words[2][:1]); axis >= 0 {
				n.place[axis] = x
			}
			believed = n.place
		case len(words) == 8 && words[4] == "setdest":
			fmt.Sscan(strings.Join([]string{words[2], words[5], words[6], words[7]}, " "), &at, &x, &y, &v)
			if arrival > at {
				n.velocity[stop].at = -1 // cancelled
				believed = orb.Point{from[0] + speed[0]*(at-start), from[1] + speed[1]*(at-start)}
			}
			from, start, arrival, speed = believed, at, at, orb.Point{}
			if takes := math.Hypot(x-believed[0], y-believed[1]) / v; v > 0 && takes > 0 {
				speed = orb.Point{(x - believed[0]) / takes, (y - believed[1]) / takes}
				n.velocity = append(n.velocity, change{cut(at), speed}, change{cut(at + takes), orb.Point{}})
				stop, believed, arrival = len(n.velocity)-1, orb.Point{x, y}, at+takes
			}
		case len(words) == 7 && words[4] == "set":
			fmt.Sscan(words[2]+" "+words[6], &at, &x)
			n.place[strings.Index("XY", words[5][:1])] = x
			believed = n.place
			n.puts = append(n.puts, change{cut(at), n.place})
		}
	}
	return n
}

// cut converts seconds to nanoseconds like older versions of ns-3.
func cut(s float64) time.Duration { return time.Duration(s * 1e9) }

// at returns where the node is: it applies its changes in order of time.
func (n *ns3) at(t time.Duration) orb.Point {
	type event struct {
		change
		put bool
	}
	var events []event
	for _, c := range n.velocity {
		if c.at >= 0 {
			events = append(events, event{c, false})
		}
	}
	for _, c := range n.puts {
		events = append(events, event{c, true})
	}
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	place, now, velocity := n.place, time.Duration(0), orb.Point{}
	walk := func(until time.Duration) {
		s := (until - now).Seconds()
		place, now = orb.Point{place[0] + velocity[0]*s, place[1] + velocity[1]*s}, until
	}
	for _, e := range events {
		if e.at > t {
			break
		}
		walk(e.at)
		if e.put {
			place = e.to
		} else {
			velocity = e.to
		}
	}
	walk(t)
	return place
}

// ns-3 also reads the written file correctly, jumps above all: the node moves, jumps while
// it moves, jumps while it stands, and moves on.
func TestNS3ReadsWhatIsWritten(t *testing.T) {
	r := movetrace.NewRecorder(movetrace.RecorderOptions{FromZero: true})
	node, err := r.Node("0")
	for _, f := range []struct{ s, x, y float64 }{
		{0, 10, 20}, {10, 110, 20}, {10, 900, 700}, {20, 900, 760}, {30, 900, 760}, {30, 4, 5}, {40, 4, 5}, {55, 34, 45}, {55, 3000, 45}, {60, 3000, 90},
	} {
		if err == nil {
			err = r.Fix(node, time.Duration(f.s*1e9), orb.Point{f.x, f.y})
		}
	}
	tr, err2 := r.Trace()
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	var file bytes.Buffer
	if err := ns2.Write(&file, tr); err != nil {
		t.Fatal(err)
	}
	theirs, ours := followNS3(t, file.String()), mustRead(t, file.String())
	for s := 0.0; s <= 70; s += 0.5 {
		at := time.Duration(s * 1e9)
		_, want := tracetest.Where(tr, 1, at)
		_, again := tracetest.Where(ours, 1, at)
		if got := theirs.at(at); math.Hypot(got[0]-want[0], got[1]-want[1]) > 5e-3 { // each jump costs a millimetre
			t.Errorf("at %v in ns-3 the node is at %v, want %v\n%s", at, got, want, file.String())
			break
		}
		if math.Hypot(again[0]-want[0], again[1]-want[1]) > 5e-6 {
			t.Errorf("at %v read by us the node is at %v, want %v", at, again, want)
		}
	}
}

// Files in which nodes have no start are read like in ns-3, and a note reports it. The files
// resemble the files of ns-3's tests: a move without a start, a start with one coordinate, a
// start after the moves.
func TestNodesWithoutAStart(t *testing.T) {
	for _, c := range []struct {
		name, file string
		probes     []string
		note       string
	}{
		{"a move alone", "$ns_ at 1.0 \"$node_(0) setdest 25 0 5\"",
			[]string{"0s 0 0", "1s 0 0", "3s 10 0", "6s 25 0", "9s 25 0"}, "f: 1 of 1 nodes have no start, X_ and Y_ without a time; what is missing is 0 m, as in ns-3 and ns-2: 0"},
		{"half a start", "$node_(3) set X_ 4\n$ns_ at 2 \"$node_(3) setdest 4 10 1\"\n", []string{"0s 4 0", "7s 4 5"}, "1 of 1 nodes have no start"},
		{"a start behind the moves", "$ns_ at 1 \"$node_(0) setdest 15 10 5\"\n$node_(0) set X_ 10\n$node_(0) set Y_ 10\n", []string{"0s 10 10", "2s 15 10"}, ""},
		{"one of two", "$node_(0) set X_ 1\n$node_(0) set Y_ 1\n$ns_ at 1 \"$node_(9) setdest 3 4 1\"\n",
			[]string{"node 1: 5s 1 1", "node 2: 0s 0 0", "node 2: 6s 3 4"}, "1 of 2 nodes have no start, X_ and Y_ without a time; what is missing is 0 m, as in ns-3 and ns-2: 9"},
		{"one that is placed before it comes", "$node_(0) set X_ 1\n$node_(0) set Y_ 1\n$ns_ at 0 \"$node_(9) switch OFF\"\n$ns_ at 4 \"$node_(9) setdest 3 4 1e9\"\n$ns_ at 5 \"$node_(9) switch ON\"\n",
			[]string{"node 2: 1s absent", "node 2: 6s 3 4"}, ""},
	} {
		var notes text.Notes
		tr, err := ns2.Read(strings.NewReader(c.file), text.File{Name: "f", Notes: &notes})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, probe := range c.probes {
			tracetest.Probe(t, tr, probe)
		}
		said := strings.Join(notes.Lines(), "\n")
		if (c.note == "") != (said == "") || !strings.Contains(said, c.note) {
			t.Errorf("%s: noted %q, want %q", c.name, said, c.note)
		}
	}
}

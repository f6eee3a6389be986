package ns2_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"bellwether/internal/formats/ns2"
	"bellwether/internal/formats/text"
	"bellwether/internal/formats/tracetest"
	"bellwether/mobility"

	"github.com/paulmach/orb"
)

// traps are files that other readers got wrong, and their right content.
var traps = []struct {
	name   string
	file   string
	probes []string
	legs   int // of node 1; 0: not compared
}{
	{"a node that only stands", `
$node_(0) set X_ 131.89
$node_(0) set Y_ 247.27
$node_(0) set Z_ 0.0`,
		[]string{"0s 131.89 247.27", "1h 131.89 247.27"}, 1},

	{"a move ends at its destination", `
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 2.5 "$node_(0) setdest 30 40 10"`,
		[]string{"2.5s 0 0", "4s 9 12", "7.5s 30 40", "99s 30 40"}, 3},

	{"names without underscore", `
$node(0) set X_ 1
$node(0) set Y_ 2
$ns at 1 "$node(0) setdest 5 2 1"`,
		[]string{"3s 3 2", "9s 5 2"}, 3},

	{"comments, blanks, exponents, a status number, Windows line ends", "\ufeff# setdest -n 1\r\n\r\n" +
		"\t$node_(0) set X_ 1e1 ;# where it begins\r\n" +
		"$node_(0)  set  Y_\t+.5E+1# no semicolon\r\n" +
		"$ns_ at 1.0e0 \" $node_(0) setdest 20. 5 2.5e0 0.00 \" ; # and a status\r\n" +
		";# the end",
		[]string{"0s 10 5", "3s 15 5", "9s 20 5"}, 3},

	{"initial positions after the moves", `
$ns_ at 1 "$node_(0) setdest 10 0 1"
$node_(0) set X_ 4
$node_(0) set Y_ 0`,
		[]string{"0s 4 0", "3s 6 0", "8s 10 0"}, 3},

	{"a setdest replaces one under way", `
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 0 "$node_(0) setdest 100 0 1"
$ns_ at 5 "$node_(0) setdest 5 10 2"`,
		[]string{"5s 5 0", "7s 5 4", "10s 5 10", "100s 5 10"}, 3},

	{"speed 0 stops", `
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 0 "$node_(0) setdest 100 0 1"
$ns_ at 5 "$node_(0) setdest 100 0 0"`,
		[]string{"4s 4 0", "5s 5 0", "200s 5 0"}, 2},

	{"a move to where it is stops too", `
$node_(0) set X_ 3
$node_(0) set Y_ 3
$ns_ at 1 "$node_(0) setdest 3 3 7"`,
		[]string{"0s 3 3", "1s 3 3", "2s 3 3"}, 1},

	{"events out of order", `
$ns_ at 20 "$node_(0) setdest 0 0 1"
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 10 "$node_(0) setdest 5 0 1"`,
		[]string{"12s 2 0", "15s 5 0", "20s 5 0", "21s 4 0"}, 5},

	{"of two moves at one instant the later line counts", `
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 1 "$node_(0) setdest 10 0 1"
$ns_ at 1 "$node_(0) setdest 0 10 1"`,
		[]string{"2s 0 1"}, 3},

	{"a timed X_ and Y_ are one teleport, and end the move", `
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 0 "$node_(0) setdest 100 0 1"
$ns_ at 9 "$node_(0) set X_ 70"
$ns_ at 9 "$node_(0) set Y_ 80"
$ns_ at 9 "$node_(0) set Z_ 2"`,
		[]string{"8s 8 0", "9s 70 80", "50s 70 80"}, 2},

	{"a timed X_ alone keeps the other coordinate as it is then", `
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 0 "$node_(0) setdest 0 100 2"
$ns_ at 10 "$node_(0) set X_ 7"`,
		[]string{"10s 7 20", "30s 7 20"}, 2},

	{"a move of the same instant starts where the teleport leads", `
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 5 "$node_(0) setdest 50 60 10"
$ns_ at 5 "$node_(0) set X_ 50"
$ns_ at 5 "$node_(0) set Y_ 50"`,
		[]string{"4s 0 0", "5.5s 50 55", "6s 50 60"}, 3},

	{"a position set at time 0 replaces the initial one", `
$node_(0) set X_ 1
$node_(0) set Y_ 1
$ns_ at 0.0 "$node_(0) set X_ 2"
$ns_ at 0.0 "$node_(0) set Y_ 3"`,
		[]string{"0s 2 3"}, 1},

	{"a setdest at absurd speed is a placement", `
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 3 "$node_(0) setdest 1335.5 1004.5 1000000000.0"
$ns_ at 4 "$node_(0) setdest 2335.5 1004.5 999999"`,
		[]string{"2.999999999s 0 0", "3s 1335.5 1004.5", "4.0005s 1835.4995 1004.5"}, 4},

	{"a vehicle arrives, drives, leaves and is put away", `
$ns_ at 0.0 "$node_(5) switch OFF" ;# set_X,Y,Z
$node_(5) set X_ 0.000000
$node_(5) set Y_ 0.000000
$node_(5) set Z_ 0.0
$ns_ at 10.000000 "$node_(5) setdest 1000 500 1000000000.000000" ;# init_node
$ns_ at 10.010000 "$node_(5) switch ON" ;# inside
$ns_ at 10.010000 "$node_(5) setdest 1100 500 10" ;#
$ns_ at 15.010000 "$node_(5) switch OFF" ;# arrived_to
$ns_ at 16.020000 "$node_(5) setdest 0.010000 0.010000 1000000001.000000" ;# remove`,
		[]string{"0s absent", "10s absent", "10.01s 1000 500", "12.01s 1020 500", "15.01s absent", "1h absent"}, 3},

	{"without a line at 0, a node first switched ON was absent", `
$node_(0) set X_ 1
$node_(0) set Y_ 1
$ns_ at 4 "$node_(0) switch ON"`,
		[]string{"0s absent", "3.9s absent", "4s 1 1"}, 2},

	{"a node first switched OFF was there", `
$node_(0) set X_ 1
$node_(0) set Y_ 1
$ns_ at 4 "$node_(0) switch OFF"
$ns_ at 6 "$node_(0) switch ON"`,
		[]string{"0s 1 1", "4s absent", "5.9s absent", "6s 1 1"}, 3},

	{"OFF and ON at time 0", `
$node_(0) set X_ 1
$node_(0) set Y_ 1
$ns_ at 0 "$node_(0) switch OFF"
$ns_ at 0 "$node_(0) switch ON"`,
		[]string{"0s 1 1", "9s 1 1"}, 1},

	{"ON and then OFF at one instant", `
$node_(0) set X_ 1
$node_(0) set Y_ 1
$ns_ at 5 "$node_(0) switch ON"
$ns_ at 5 "$node_(0) switch OFF"
$ns_ at 7 "$node_(0) switch on"
$ns_ at 8 "$node_(0) switch off"`,
		[]string{"0s absent", "6s absent", "7s 1 1", "8s absent"}, 3},

	{"a switch that changes nothing", `
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 0 "$node_(0) setdest 9 0 1"
$ns_ at 2 "$node_(0) switch OFF"
$ns_ at 3 "$node_(0) switch OFF"`,
		[]string{"1s 1 0", "2s absent", "3s absent"}, 2},

	{"a switch ON of a node that is there", `
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 0 "$node_(0) setdest 9 0 1"
$ns_ at 0 "$node_(0) switch ON"
$ns_ at 3 "$node_(0) switch ON"`,
		[]string{"1s 1 0", "3s 3 0", "20s 9 0"}, 2},

	{"a height changes nothing under way", `
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 0 "$node_(0) setdest 9 0 1"
$ns_ at 4 "$node_(0) set Z_ 12"`,
		[]string{"4s 4 0", "8s 8 0"}, 2},

	{"a node moves on while it is away", `
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 0 "$node_(0) setdest 100 0 1"
$ns_ at 10 "$node_(0) switch OFF"
$ns_ at 20 "$node_(0) setdest 20 100 2"
$ns_ at 30 "$node_(0) switch ON"`,
		[]string{"9s 9 0", "10s absent", "25s absent", "30s 20 20", "31s 20 22", "70s 20 100", "80s 20 100"}, 4},

	{"a node needs no place before it arrives", `
$ns_ at 5 "$node_(0) set X_ 3"
$ns_ at 5 "$node_(0) set Y_ 4"
$ns_ at 5 "$node_(0) switch ON"`,
		[]string{"0s absent", "5s 3 4"}, 2},

	{"any numbering, in ascending order", `
$node_(100) set X_ 100
$node_(100) set Y_ 0
$node_(9) set X_ 9
$node_(9) set Y_ 0
$node_(020) set X_ 20
$node_(20) set Y_ 0`,
		[]string{"node 1: 0s 9 0", "node 2: 0s 20 0", "node 3: 0s 100 0", "node 4: 0s absent", "node 0: 0s absent"}, 0},

	{"the god's distances", `
$god_ set-dist 0 1 16777215
$node_(0) set X_ 0
$node_(0) set Y_ 0
$ns_ at 1.5 "$god_ set-dist 0 1 1"`,
		[]string{"2s 0 0"}, 1},
}

func TestTraps(t *testing.T) {
	for _, c := range traps {
		t.Run(c.name, func(t *testing.T) {
			tr := mustRead(t, c.file)
			for _, p := range c.probes {
				tracetest.Probe(t, tr, p)
			}
			if legs := tracetest.Walk(tr, 1); c.legs > 0 && len(legs) != c.legs {
				t.Errorf("%d legs, want %d: %+v", len(legs), c.legs, legs)
			}
			for node := 1; node <= tr.Nodes(); node++ {
				if law := tracetest.BrokenLaw(tr, node); law != "" {
					t.Errorf("node %d: %s", node, law)
				}
			}
		})
	}
}

func TestMeasures(t *testing.T) {
	tr := mustRead(t, `
$node_(7) set X_ -5
$node_(7) set Y_ 10
$ns_ at 1 "$node_(7) setdest 95 10 20"
$ns_ at 3 "$node_(7) setdest -5 10 5"
$ns_ at 4 "$node_(7) switch OFF"
$ns_ at 5 "$node_(7) setdest 5000 5000 400"
$node_(3) set X_ 0
$node_(3) set Y_ 0
$ns_ at 2 "$node_(3) setdest 0 30 4"
`)
	if got := tr.Names(); tr.Nodes() != 2 || !slices.Equal(got, []string{"3", "7"}) {
		t.Errorf("%d nodes %q, want 3 and 7", tr.Nodes(), got)
	}
	if got := tr.Duration(); got != 9500*time.Millisecond {
		t.Errorf("duration %v, want 9.5s, when node 3 arrives", got)
	}
	want := orb.Bound{Min: orb.Point{-5, 0}, Max: orb.Point{35, 30}}
	if got := tr.Bounds(); got != want {
		t.Errorf("bounds %v, want %v: places while a node is absent do not count", got, want)
	}
	if got := tr.MaxSpeed(); got != 20 {
		t.Errorf("greatest speed %v, want 20", got)
	}
}

// Only a teleport is a leg that jumps, whatever the numbers are.
func TestOnlyTeleportsJump(t *testing.T) {
	tr := mustRead(t, `
$node_(0) set X_ 0.1
$node_(0) set Y_ 0.7
$ns_ at 0.3 "$node_(0) setdest 33.333333 71.7 1.3"
$ns_ at 7.7 "$node_(0) setdest 0.1 99.99 3.7"
$ns_ at 8.123456789 "$node_(0) switch OFF"
$ns_ at 9 "$node_(0) switch ON"
$ns_ at 60 "$node_(0) set X_ 5"
$ns_ at 61 "$node_(0) setdest 1.1 1.3 2.9"
`)
	var former mobility.Leg
	var jumps []time.Duration
	for i, l := range tracetest.Walk(tr, 1) {
		if i > 0 && l.Jumps(former) {
			jumps = append(jumps, l.Start)
		}
		former = l
	}
	if want := []time.Duration{9 * time.Second, time.Minute}; !slices.Equal(jumps, want) {
		t.Errorf("jumps at %v, want %v: the return from absence and the teleport", jumps, want)
	}
}

func TestPathsOfOneNodeAreIndependent(t *testing.T) {
	tr := mustRead(t, "$node_(0) set X_ 0\n$node_(0) set Y_ 0\n$ns_ at 1 \"$node_(0) setdest 9 0 1\"\n")
	first, second := tr.Path(1, nil, nil), tr.Path(1, nil, nil)
	a := first.Next()
	first.Next()
	if b := second.Next(); a != b {
		t.Errorf("the second path begins with %+v, the first with %+v", b, a)
	}
}

func TestNextAllocatesNothing(t *testing.T) {
	var file strings.Builder
	file.WriteString("$node_(0) set X_ 0\n$node_(0) set Y_ 0\n")
	for i := range 2000 {
		fmt.Fprintf(&file, "$ns_ at %d \"$node_(0) setdest %d 0 1\"\n", i, i+i%2)
	}
	p := mustRead(t, file.String()).Path(1, nil, nil)
	if n := testing.AllocsPerRun(500, func() { p.Next() }); n != 0 {
		t.Errorf("%g allocations per leg", n)
	}
}

func TestReadErrorKeepsItsCauseAndLine(t *testing.T) {
	broken := errors.New("cable cut")
	r := io.MultiReader(strings.NewReader("# one\n$node_(0) set X_ 0\n"), iotest.ErrReader(broken))
	_, err := ns2.Read(r, text.File{Name: "a.tcl"})
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "mobility: a.tcl:3: ") {
		t.Errorf("error %v", err)
	}
}

// Of many moves at one instant only the last counts. A sort that is not stable fails with
// more than a dozen.
func TestEventsOfOneInstantKeepTheirOrder(t *testing.T) {
	var file strings.Builder
	file.WriteString("$node_(0) set X_ 0\n$node_(0) set Y_ 0\n")
	for i := range 200 {
		fmt.Fprintf(&file, "$ns_ at %d \"$node_(0) setdest %d 0 1e9\"\n", 9-i%3, i)
	}
	tr := mustRead(t, file.String())
	for _, probe := range []string{"7s 197 0", "8s 199 0", "9s 198 0"} {
		tracetest.Probe(t, tr, probe)
	}
}

// The trace does not depend on the sizes of the reads.
func TestReadIsAStream(t *testing.T) {
	for _, c := range traps {
		whole := mustRead(t, c.file)
		pieces, err := ns2.Read(iotest.OneByteReader(strings.NewReader(c.file)), text.File{Name: "pieces"})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for node := 1; node <= whole.Nodes(); node++ {
			if a, b := tracetest.Walk(whole, node), tracetest.Walk(pieces, node); !slices.Equal(a, b) {
				t.Errorf("%s: node %d: whole %+v, in pieces %+v", c.name, node, a, b)
			}
		}
	}
}

// Another node in the file does not change the legs of the rest.
func TestNodesAreIndependent(t *testing.T) {
	const one = "$node_(5) set X_ 0\n$node_(5) set Y_ 0\n$ns_ at 1 \"$node_(5) setdest 9 7 1\"\n"
	const other = "$ns_ at 0.5 \"$node_(2) switch ON\"\n$node_(2) set Y_ 9\n$node_(2) set X_ 9\n"
	alone, both := mustRead(t, one), mustRead(t, other+one)
	if a, b := tracetest.Walk(alone, 1), tracetest.Walk(both, 2); !slices.Equal(a, b) {
		t.Errorf("alone %+v, with others %+v", a, b)
	}
}

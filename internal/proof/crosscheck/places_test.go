package crosscheck

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats"
	"bellwether/internal/formats/movetrace"
)

// An account lists the distances between our places and theirs, trace by trace.
type account struct {
	title, prose string
	rows         []distance
}

// A distance is the greatest distance in a trace.
type distance struct {
	what             string
	places           int
	greatest, within float64 // metres
}

func (a account) hold(t *testing.T) {
	t.Helper()
	for _, r := range a.rows {
		if r.places == 0 || !(r.greatest <= r.within) {
			t.Errorf("%s: the greatest difference of %d places is %g m, at most %g m are allowed", r.what, r.places, r.greatest, r.within)
		}
	}
	t.Log("\n" + a.text())
}

func (a account) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n%s\n\n| trace | places | greatest difference, m | allowed, m |\n|---|--:|--:|--:|\n", a.title, a.prose)
	for _, r := range a.rows {
		fmt.Fprintf(&b, "| %s | %d | %.6f | %g |\n", r.what, r.places, r.greatest, r.within)
	}
	return b.String()
}

// load reads a trace of the record.
func load(t *testing.T, name string) *movetrace.Trace {
	t.Helper()
	f, err := os.Open(filepath.Join(*theirs, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	format, err := formats.ByFile(name)
	if err != nil {
		t.Fatal(err)
	}
	trace, err := format.Read(f, formats.Input{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// place returns where a named node is.
func place(trace *movetrace.Trace, name string, at time.Duration) (orb.Point, bool) {
	w := movetrace.NewWalker(trace.Path(slices.Index(trace.Names(), name)+1, nil, nil))
	return w.At(at)
}

// against compares the places of nodes in a trace with ns-3's places, for the given nodes, or
// for all nodes if none is given.
func against(t *testing.T, what, trace, said string, within float64, nodes ...string) distance {
	t.Helper()
	ours, d := load(t, trace), distance{what: what, within: within}
	for _, l := range lines(t, said) {
		if len(nodes) > 0 && !slices.Contains(nodes, l[0]) || !slices.Contains(ours.Names(), l[0]) {
			continue
		}
		p, there := place(ours, l[0], time.Duration(math.Round(number(t, l[1])*1e9)))
		if !there {
			t.Fatalf("%s: node %s is absent at %s s", trace, l[0], l[1])
		}
		d.places++
		d.greatest = max(d.greatest, math.Hypot(p[0]-number(t, l[2]), p[1]-number(t, l[3])))
	}
	return d
}

func TestNS3Places(t *testing.T) { ns3Places(t).hold(t) }

// ns3Places compares the places of nodes in an ns-2 trace.
func ns3Places(t *testing.T) account {
	const rounding = 1e-3 // ns-3 prints 10⁻⁶ m, and its arrivals are on whole nanoseconds
	return account{
		title: "Places of ns-2 traces",
		prose: "`Ns2MobilityHelper` reads what our reader reads. The walk is campus-walk, as `bellwether mobility generate` writes it; the corners are " +
			"`internal/proof/crosscheck/testdata/corners.ns_movements`: places that follow moves, moves that replace others, stops, negative coordinates.",
		rows: []distance{
			against(t, "walk, 10 nodes, each 7.3 s of 5 min", "walk.ns_movements", "walk.tsv", rounding),
			against(t, "corners, but for two nodes", "corners.ns_movements", "corners.tsv", rounding, "0", "1", "2", "4", "5"),
			against(t, "corners, a placement at 10⁹ m/s", "corners.ns_movements", "corners.tsv", 0.5, "6"),
			against(t, "corners, a timed `set X_`", "corners.ns_movements", "corners.tsv", 40, "3"),
		},
	}
}

func TestNS3PlacesOfSUMO(t *testing.T) { exportedPlaces(t).hold(t) }

// exportedPlaces compares the places that ns-3 and we read from SUMO's export.
func exportedPlaces(t *testing.T) account {
	return account{
		title: "SUMO's export to ns-2, read by ns-3 and by us",
		prose: "The file of the table above.",
		rows:  []distance{against(t, "15 cars, each 5 s of 2 min", "cars.ns_movements.gz", "cars.tsv", 1e-3)},
	}
}

func TestSUMOPlaces(t *testing.T) { sumoPlaces(t).hold(t) }

// sumoPlaces compares SUMO's own file with its export to ns-2, which is a step later, as
// long as the car is on the road.
func sumoPlaces(t *testing.T) account {
	const step = time.Second
	const corners = 0.05 // metres: a car turns within a step, and speeds have two decimals
	cars, exported := load(t, "cars.fcd.xml.gz"), load(t, "cars.ns_movements.gz")
	a := account{title: "FCD against its export to ns-2",
		prose: "SUMO drives on a grid of streets, and `traceExporter.py --ns2mobility-output` turns its FCD file into ns-2 commands. Our readers of both are asked, " +
			"each second: the ns-2 trace at t + 1 s against the FCD trace at t."}
	for _, name := range cars.Names() {
		d := distance{what: "car " + name, within: corners}
		for at := time.Duration(0); at < cars.Duration()-step; at += step {
			p, there := place(cars, name, at)
			if _, stays := place(cars, name, at+step); !there || !stays {
				continue
			}
			q, _ := place(exported, name, at+step)
			d.places++
			d.greatest = max(d.greatest, math.Hypot(p[0]-q[0], p[1]-q[1]))
		}
		a.rows = append(a.rows, d)
	}
	return a
}

func TestSUMODegrees(t *testing.T) { degrees(t).hold(t) }

// degrees compares lengths on our plane with lengths in the projection of SUMO's network,
// on its meridian, where its scale is 0.9996.
func degrees(t *testing.T) section {
	const scale = 0.9996
	plane, earth := load(t, "plane.fcd.xml.gz"), load(t, "degrees.fcd.xml.gz")
	s := section{title: "Degrees against metres",
		prose: "A network about 9° E, 47.3° N, projected by SUMO to UTM zone 32; one run written in metres and in degrees. Our reader of degrees makes its own plane: " +
			"compared are distances between two cars, those in SUMO's metres divided by the 0.9996 that UTM has on its meridian.",
		at: "cars, time", unit: "m", within: 0.002, decimals: 3}
	names := plane.Names()
	for i, a := range names {
		for _, b := range names[i+1:] {
			for at := 20 * time.Second; at <= 80*time.Second; at += 10 * time.Second {
				ours, theirs := apart(earth, a, b, at), apart(plane, a, b, at)
				if math.IsNaN(ours) || math.IsNaN(theirs) {
					continue
				}
				s.rows = append(s.rows, row{fmt.Sprintf("%s–%s, %v", a, b, at), ours, theirs / scale})
			}
		}
	}
	return s
}

// apart returns the distance of two nodes, NaN if one is absent.
func apart(trace *movetrace.Trace, a, b string, at time.Duration) float64 {
	p, one := place(trace, a, at)
	q, two := place(trace, b, at)
	if !one || !two {
		return math.NaN()
	}
	return math.Hypot(p[0]-q[0], p[1]-q[1])
}

package layers

import (
	"fmt"
	"go/ast"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Bounds on the public surface: each name is a promise to programs that we do not know.
// To add a name remove another, or give the reason here.
const (
	mostPackages    = 21  // election/tanist, an algorithm that live programs choose as they choose package election
	mostIdentifiers = 945 // 2 for the CSMA-CA of 802.15.4 (radio.Unslotted, DefaultUnslotted), one struct for all its numbers; 1 to test duties outside of go test, and to remove copies of programs (conformance.Judge and Verdict, Programs.Close); 1 for what lines of earlier programs lack beside numbers (measure.Metrics.DropRest); 1 for the timing of a fast LAN (live.LANFast); 5 for elections that are programs in any language (protocol.Closer and its Close; scenarios.Program, and Programs with its Start, which starts each once); 2 for the widths of IEEE's journals (plots.Column and Page), which the command line has; 1 to judge the points of a sweep together (measure.JudgeSweep), since their correction is one; 3 for what nodes walk around (mobility.Obstacles, its constructor and Shares); 3 for what a world is before a run (Connectivity and Scenario.Connectivity, Scenario.Reach; Sound took the place of Check); 6 for what a verdict found (measure.FoundOne and so on), which programs that print a report choose their words by; 1 for the election by succession (tanist.Algorithm); 17 for what hellos tell and carry, and for broadcasts that are taken back (protocol.Hellos and Share, HelloView and its methods, HelloObserver and HelloDue, Env.Hellos, HelloInterval and Ride, MostRiding; Slot, Env.BroadcastSlot and CancelBroadcast; OpRide, OpSlot, OpCancel); 3 for the instants at which the truth of a trace is judged (trace.Clock and ClockKinds, in place of an internal package: who reads a trace beside us needs them); 1 for who shares a medium (Scenario.Sharers); 16 for truth as integrals (trace.Truth and how it is known; measure.Truth, Tolerance, ToleranceOf; Scenario.Measured); 3 for losses of control frames (radio.ControlLoss, its method, radio.LostControl, by which a loss that wraps another passes the question on); 5 for routes by OLSR (overlay.OLSROptions, and its time to settle), 1 for unicast along routes; 8 for antennas (radio.Antenna, Direction, Header), 2 for how long searches and stale routes of AODV last; 19 for altitudes and drones (mobility.Altitudes, AtAltitudeOptions, Waypoint3DOptions, CoverageOptions, HoverOptions, their constructors and methods; radio.Above, PathLossAbove; emulator.Motor; trace.Altitude), 7 for routes by AODV (overlay.AODVOptions, and overlay.NextHop for its law), 24 for 802.11 beyond basic access (radio.DCF, Rates, Overlap, and their words; trace.WhyRTS, WhyCTS); of them 4 to ask a trace (scenarios/why), 2 for time-outs that come at another instant (emulator.Hasten), 9 for metrics of one's own (measure.Own), 21 for faults of one's own (emulator.Hand)
	mostFields      = 750 // 1 to look at links more often (emulator.Config.ExamineEvery); 1 for time-outs under load (protocol.Param.Load), 3 for rows that fill the medium (Algorithm.Collapse, AirByClass, and that of Metrics); 20 for truth as integrals (the standard of measure.Options, Window and Report, emulator.Config.TruthEvery, trace.Header.Version); 2 for conditions of costs; 1 for control frames (radio.Hop.Control); 9 for OLSR, with the RFC's names, 1 for unicast along routes; of them one for AODV's Origin and its local repair; 19 for altitudes and drones (mobility.Leg, Altitudes, AtAltitudeOptions, Waypoint3DOptions, CoverageOptions, HoverOptions; radio.Hop, Above, Obstacle; emulator.Energy.Motors); 24 for AODV's parameters, which have the RFC's names; 1 for other machines (cli.App.Queue); 17 for 802.11 beyond basic access; 14 to ask a trace; exported fields of exported structs; 7 for metrics of one's own, 10 for faults, models and losses
)

// surface counts the public names of a package.
type surface struct{ identifiers, fields int }

// TestPublicSurface prints the public surface by package, and checks the sums.
func TestPublicSurface(t *testing.T) {
	rooms := surfaces(t)
	names := make([]string, 0, len(rooms))
	var sum surface
	for name, s := range rooms {
		names = append(names, name)
		sum.identifiers, sum.fields = sum.identifiers+s.identifiers, sum.fields+s.fields
	}
	slices.Sort(names)
	var table strings.Builder
	for _, name := range names {
		fmt.Fprintf(&table, "%-24s %4d identifiers %4d fields\n", name, rooms[name].identifiers, rooms[name].fields)
	}
	t.Logf("%d public packages, %d identifiers, %d fields\n%s", len(names), sum.identifiers, sum.fields, &table)
	for _, c := range []struct {
		what      string
		got, most int
	}{{"packages", len(names), mostPackages}, {"identifiers", sum.identifiers, mostIdentifiers}, {"fields", sum.fields, mostFields}} {
		if c.got > c.most {
			t.Errorf("%d public %s, at most %d: unexport some, or move a package below internal\n%s", c.got, c.what, c.most, &table)
		}
	}
}

// measured returns the surfaces of the packages below a directory that other modules can import.
func measured(root string) (map[string]surface, error) {
	rooms := map[string]surface{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && (d.Name() == "internal" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := syntaxOf(path)
		if err != nil || file.Name.Name == "main" {
			return err
		}
		name, err := filepath.Rel(root, filepath.Dir(path))
		s := rooms[name]
		s.add(file)
		rooms[name] = s
		return err
	})
	return rooms, err
}

// add counts the exported names of a file.
func (s *surface) add(file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d.Recv.List[0].Type))) {
				s.identifiers++
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				s.declare(spec)
			}
		}
	}
}

func (s *surface) declare(spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			if name.IsExported() {
				s.identifiers++
			}
		}
	case *ast.TypeSpec:
		if !spec.Name.IsExported() {
			return
		}
		s.identifiers++
		switch of := spec.Type.(type) {
		case *ast.StructType:
			s.fields += exported(of.Fields)
		case *ast.InterfaceType:
			s.identifiers += exported(of.Methods)
		}
	}
}

func exported(list *ast.FieldList) (n int) {
	for _, f := range list.List {
		for _, name := range f.Names {
			if name.IsExported() {
				n++
			}
		}
	}
	return n
}

// receiver returns the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

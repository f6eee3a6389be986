package reproduce

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/internal/draw"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// F counts δ = 1 alone, from the end of what is discarded.
func TestShareOfTimeInAnElection(t *testing.T) {
	second := func(s int) protocol.Time { return protocol.Time(s) * protocol.Time(time.Second) }
	d := newDelta(second(10))
	for _, r := range []trace.Record{
		{Kind: trace.Boot, Node: 1}, {Kind: trace.Boot, Node: 2},
		{Kind: trace.Electing, Node: 1, At: second(5)},
		{Kind: trace.Elected, Node: 1, At: second(12)},  // 2 s count
		{Kind: trace.Elected, Node: 1, At: second(15)},  // knows nobody: δ = 0
		{Kind: trace.Electing, Node: 2, At: second(20)}, //
		{Kind: trace.Electing, Node: 2, At: second(22)}, // another computation, the same election
		{Kind: trace.Crash, Node: 2, At: second(25)},    // 5 s
		{Kind: trace.Boot, Node: 2, At: second(30)},
		{Kind: trace.Electing, Node: 1, At: second(49)}, // 1 s
		{Kind: trace.End, At: second(50)},
	} {
		d.Record(&r)
	}
	// Node 1 is there for 40 s, node 2 for 15 and 20.
	if got, want := d.share(), 8.0/75; math.Abs(got-want) > 1e-12 {
		t.Errorf("share %v, want %v", got, want)
	}
}

// A mean of 10 values and its Student interval, by hand: 1…10 has mean 5.5, standard
// deviation 3.0277, and t(9; 0.975) = 2.2622.
func TestValues(t *testing.T) {
	v := valueOf([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
	if v.Mean != 5.5 || math.Abs(v.Half-2.2622*3.0277/math.Sqrt(10)) > 1e-3 {
		t.Errorf("%+v", v)
	}
	if v := valueOf([]float64{7}); v.Mean != 7 || v.Half != 0 {
		t.Errorf("one run: %+v", v)
	}
}

// No interval has an end that its metric cannot have: 4 ± 5 in 100 000 is between
// 4/e^(5/4) and 4·e^(5/4) but for what logit and logarithm differ by, 97 ± 4 % below 100 %.
func TestIntervalsEndWhereValuesCanBe(t *testing.T) {
	for _, c := range []struct {
		v    Value
		m    Metric
		want string
	}{
		{Value{4e-5, 5e-5, 10}, F, "4e-05 [1.1e-05, 0.00014]"},
		{Value{0.97, 0.04, 10}, F, "0.97 [0.89, 0.99]"},
		{Value{0.05, 0.07, 3}, R, "0.05 [0.012, 0.2]"},
		{Value{0.5, 0.1, 10}, F, "0.5 ± 0.1"},
		{Value{2, 0.4, 10}, MB, "2 ± 0.4"},
		{Value{0, 0, 10}, MU, "0 ± 0"},
		{Value{3, 0, 1}, T, "3"},
	} {
		if got := cell(c.v, c.m, true); got != c.want {
			t.Errorf("%s of %+v is printed %s, want %s", c.m, c.v, got, c.want)
		}
	}
}

// Every world of every figure is a sound scenario, and says what the paper says.
func TestWorlds(t *testing.T) {
	for _, f := range Figures() {
		for _, s := range f.Series {
			world := task{figure: f, series: s, nodes: 120, merge: ByExchange, access: Ideal}
			scenario, err := scenarios.Read("VKT04", []byte(world.text()), scenarios.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if scenario.World.Width != 2000 || scenario.Mobility.Speed.Min != 1 || scenario.Mobility.Speed.Max != s.SpeedMaxMS ||
				scenario.Radio.Range != s.RangeM || scenario.Detection.Interval.Std() != 20*time.Second || scenario.Detection.Misses != 6 ||
				scenario.Duration.Std() != f.Duration || scenario.Warmup.Std() != f.Discard {
				t.Errorf("Fig. %d, %s: %s", f.Number, s.Label, scenario.YAML())
			}
			world.access = Contended
			contended, err := scenarios.Read("VKT04", []byte(world.text()), scenarios.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if scenario.Radio.Access.Model != "ideal" || contended.Radio.Access.Model != "csma" {
				t.Errorf("Fig. %d, %s: media %s and %s", f.Number, s.Label, scenario.Radio.Access.Model, contended.Radio.Access.Model)
			}
		}
	}
}

// A verdict is computed: turn the values round, and the claim falls.
func TestVerdicts(t *testing.T) {
	s := &Study{Nodes: Nodes, Figures: Figures(), Values: map[Point]map[Metric]Value{}}
	for _, f := range fromPaper {
		for i, n := range Nodes {
			p := Point{f.figure, f.series, n}
			if s.Values[p] == nil {
				s.Values[p] = map[Metric]Value{}
			}
			s.Values[p][f.metric] = Value{Mean: f.values[i], Runs: 10}
		}
	}
	holds := func(says string) bool {
		for _, v := range s.Verdicts() {
			if strings.Contains(v.Says, says) {
				return v.Holds()
			}
		}
		t.Fatalf("no claim says %q", says)
		return false
	}
	for _, claim := range []string{"TCP > UDP", "R rises", "F rises", "R falls with speed", "T grows with N", "T grows with speed"} {
		if !holds(claim) {
			t.Errorf("with the paper's own values it does not hold that %s", claim)
		}
	}
	s.Values[Point{5, "Opt", 60}][F] = Value{Mean: 0.5, Runs: 10}
	s.Values[Point{10, "Vmax 9", 80}][T] = Value{Mean: 1, Runs: 10}
	s.Values[Point{8, "Vmax 3", 120}][R] = Value{Mean: 9, Runs: 10}
	for _, claim := range []string{"TCP > UDP", "R rises", "R falls with speed", "T grows with N", "T grows with speed"} {
		if claim != "R falls with speed" && holds(claim) {
			t.Errorf("it still holds that %s", claim)
		}
	}
	delete(s.Values, Point{9, "200 m", 20})
	for _, v := range s.Verdicts() {
		if v.Figure == 9 {
			t.Errorf("a verdict about a figure without values: %+v", v)
		}
	}
}

// A study that was stopped goes on, repeats nothing, and comes to the same.
func TestAStudyGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("an hour of 20 nodes, eight times")
	}
	o := Options{Figure: 5, Quick: true, Runs: 1, Jobs: 2, Out: t.TempDir()}
	o.Progress = func(done, all int) {}
	ctx, cancel := context.WithCancel(t.Context())
	stopped := o
	stopped.Jobs = 1
	stopped.Progress = func(done, _ int) {
		if done == 3 {
			cancel()
		}
	}
	if _, err := Run(ctx, stopped); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped with %v", err)
	}
	file := filepath.Join(o.Out, "runs.ndjson")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(before), "\n"); n != 3 {
		t.Fatalf("%d runs are kept, want 3", n)
	}
	torn := append(before[:len(before):len(before)], `{"about":"Fig. 5, Opt`...)
	if err := os.WriteFile(file, torn, 0o600); err != nil {
		t.Fatal(err)
	}
	resumed, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(after), string(before)) || strings.Count(string(after), "\n") != 12 {
		t.Errorf("%d runs are kept after the whole study of 12", strings.Count(string(after), "\n"))
	}
	whole := o
	whole.Out = ""
	again, err := Run(t.Context(), whole)
	if err != nil {
		t.Fatal(err)
	}
	var a, b strings.Builder
	if err := errors.Join(resumed.Write(&a, draw.CSV), again.Write(&b, draw.CSV)); err != nil {
		t.Fatal(err)
	}
	if a.String() != b.String() {
		t.Error("the study that was resumed differs from one in one go")
	}
}

func TestUnknownFigure(t *testing.T) {
	if _, err := Run(t.Context(), Options{Figure: 7}); !errors.Is(err, ErrFigure) {
		t.Errorf("error %v", err)
	}
}

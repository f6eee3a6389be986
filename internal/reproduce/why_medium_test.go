package reproduce

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"bellwether/plots"
	"bellwether/trace"
)

// onMedium is a task over a medium, at a speed that need not be one of the figure's.
func (t task) onMedium(a Access, speedMaxMS float64) task {
	t.access, t.series.SpeedMaxMS = a, speedMaxMS
	return t
}

// same says whether two values differ by no more than their intervals.
func same(a, b Value) bool { return math.Abs(a.Mean-b.Mean) <= a.Half+b.Half }

// whyNotTheMedium: where nodes contend for the medium and frames collide, elections
// by UDP are as quick as over an ideal one, and the order of signallings is the same.
func whyNotTheMedium(t *testing.T) plots.Table {
	table := plots.Table{
		Title:  "Fig. 5 over an ideal medium and a contended one (4 runs of 60 min, the first 15 min discarded)",
		Header: []string{"N", "Vmax m/s", "signalling", "T s ideal", "T s contended", "F ideal", "F contended", "F published"},
		Right:  []bool{true, true, false, true, true, true, true, true},
		Notes:  []string{"Vmax is 3 m/s in the paper"},
	}
	for _, at := range []struct {
		nodes int
		speed float64
	}{{40, 3}, {60, 3}, {100, 3}, {100, 19}} {
		f := map[string]Value{}
		for _, signalling := range []string{"TCP", "UDP", "Bcast", "Opt"} {
			one := pointOf(t, 5, signalling, at.nodes)
			v := variant{merge: ByExchange}
			ideal, contended := v.measure(t, one.onMedium(Ideal, at.speed)), v.measure(t, one.onMedium(Contended, at.speed))
			for _, m := range []Metric{R, T, F} {
				if !same(ideal[m], contended[m]) {
					t.Errorf("N = %d, Vmax %g, %s: %s is %+v over an ideal medium, %+v over a contended one", at.nodes, at.speed, signalling, m, ideal[m], contended[m])
				}
			}
			f[signalling] = contended[F]
			paper, published := theirs(one.point(), F)
			table.Rows = append(table.Rows, []string{fmt.Sprint(at.nodes), fmt.Sprint(at.speed), signalling, cell(ideal[T], true), cell(contended[T], true),
				cell(ideal[F], true), cell(contended[F], true), number(paper, published && at.speed == one.series.SpeedMaxMS)})
		}
		if f["TCP"].Mean < f["Bcast"].Mean || f["UDP"].Mean > 0.3*f["Bcast"].Mean {
			t.Errorf("N = %d, Vmax %g: over a contended medium F is %+v", at.nodes, at.speed, f)
		}
	}
	return table
}

// whyNotTheMediumInFig8: nor is it what makes the difference there.
func whyNotTheMediumInFig8(t *testing.T) plots.Table {
	const nodes = 100
	table := plots.Table{
		Title:  fmt.Sprintf("Fig. 8 at N = %d over an ideal medium and a contended one (4 runs of 100 min, the first 37.5 min discarded)", nodes),
		Header: []string{"Vmax m/s", "R /min ideal", "R contended", "R published", "F ideal", "F contended", "F published"},
		Right:  []bool{true, true, true, true, true, true, true},
	}
	for _, label := range []string{"Vmax 3", "Vmax 19"} {
		at := pointOf(t, 8, label, nodes)
		v := variant{merge: ByExchange}
		ideal, contended := v.measure(t, at.onMedium(Ideal, at.series.SpeedMaxMS)), v.measure(t, at.onMedium(Contended, at.series.SpeedMaxMS))
		row := []string{strings.TrimPrefix(label, "Vmax ")}
		for _, m := range []Metric{R, F} {
			if !same(ideal[m], contended[m]) {
				t.Errorf("%s: %s is %+v over an ideal medium, %+v over a contended one", label, m, ideal[m], contended[m])
			}
			paper, published := theirs(at.point(), m)
			row = append(row, cell(ideal[m], true), cell(contended[m], true), number(paper, published))
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// spoilt counts the frames that arrived at nodes they were for, and those among them
// that were not received because others were on the air.
type spoilt struct{ received, spoilt int }

func (s *spoilt) Wants() trace.Set { return trace.Of(trace.Receive, trace.Lost) }

func (s *spoilt) Record(r *trace.Record) {
	switch {
	case r.Kind == trace.Receive:
		s.received++
	case r.Why == trace.WhyCollision || r.Why == trace.WhyCapture || r.Why == trace.WhyDeaf || r.Why == trace.WhyAccess:
		s.spoilt++
	}
}

// share is of all that arrived.
func (s *spoilt) share() float64 { return float64(s.spoilt) / float64(s.received+s.spoilt) }

// howBusyTheMediumIs: hardly, at the bit rate of the time; and where it is so slow
// that many frames are spoilt, UDP is still the quicker.
func howBusyTheMediumIs(t *testing.T) plots.Table {
	table := plots.Table{
		Title:  "The contended medium in Fig. 5 (4 runs of 60 min, the first 15 min discarded)",
		Header: []string{"bit/s", "N", "frames spoilt by others, of those that arrive", "T s of UDP", "T s of Bcast", "F of UDP", "F of Bcast"},
		Right:  []bool{true, true, true, true, true, true, true},
		Notes:  []string{"frames are counted by UDP and from the beginning: hellos, beacons and elections, each at each node it is for"},
	}
	const usual = 2000000
	least := 0.0
	for _, row := range []struct{ bitrate, nodes int }{{usual, 60}, {usual, 100}, {20000, 60}, {5000, 60}} {
		v := variant{merge: ByExchange}
		if row.bitrate != usual {
			v.old, v.now = "bitrate: 2000000", fmt.Sprintf("bitrate: %d", row.bitrate)
		}
		var s spoilt
		udp := v.measure(t, pointOf(t, 5, "UDP", row.nodes).onMedium(Contended, 3), &s)
		broadcast := v.measure(t, pointOf(t, 5, "Bcast", row.nodes).onMedium(Contended, 3))
		if s.share() <= least || udp[T].Mean > 0.7*broadcast[T].Mean {
			t.Errorf("%d bit/s, N = %d: %.3g of frames are spoilt, T is %+v by UDP, %+v by broadcast", row.bitrate, row.nodes, s.share(), udp[T], broadcast[T])
		}
		least = s.share()
		table.Rows = append(table.Rows, []string{fmt.Sprint(row.bitrate), fmt.Sprint(row.nodes), fmt.Sprintf("%.2g %%", 100*s.share()),
			cell(udp[T], true), cell(broadcast[T], true), cell(udp[F], true), cell(broadcast[F], true)})
	}
	return table
}

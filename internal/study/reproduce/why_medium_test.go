package reproduce

import (
	"fmt"
	"math"
	"testing"

	"bellwether/internal/draw/table"
	"bellwether/trace"
)

// onMedium returns the place with another medium.
func (p place) onMedium(a Access) place {
	p.Access = a
	return p
}

// same reports whether two values differ by no more than their intervals.
func same(a, b value) bool { return math.Abs(a.Mean-b.Mean) <= a.Half+b.Half }

// whyNotTheMedium shows that over a contended medium elections by UDP are as quick as over
// an ideal one, and that the order of signallings is the same.
func whyNotTheMedium(t *testing.T) table.Table {
	table := table.Table{
		Title:  "Fig. 5 over an ideal medium and a contended one (4 runs of 60 min, the first 15 min discarded)",
		Header: []string{"N", "signalling", "frames spoilt by others", "T s ideal", "T s contended", "F ideal", "F contended", "F published"},
		Right:  []bool{true, false, true, true, true, true, true, true},
		Notes:  []string{noteSpoilt},
	}
	for _, at := range []struct {
		nodes       int
		signallings []string
	}{{60, []string{"TCP", "UDP", "Bcast", "Opt"}}, {100, []string{"UDP", "Bcast"}}} { // the signallings whose order is not the published one
		f := map[string]value{}
		for _, signalling := range at.signallings {
			one, v := pointOf(t, 5, signalling, at.nodes), variant{merge: ByExchange}
			var s spoilt
			ideal, contended := v.measure(t, one.onMedium(Ideal)), v.measure(t, one.onMedium(Contended), &s)
			for _, m := range []Metric{R, T, F} {
				if !same(ideal[m], contended[m]) {
					t.Errorf("N = %d, %s: %s is %+v over an ideal medium, %+v over a contended one", at.nodes, signalling, m, ideal[m], contended[m])
				}
			}
			f[signalling] = contended[F]
			paper, published := theirs(one.point(), F)
			table.Rows = append(table.Rows, []string{fmt.Sprint(at.nodes), signalling, s.String(), cell(ideal[T], T, true), cell(contended[T], T, true),
				cell(ideal[F], F, true), cell(contended[F], F, true), number(paper, published)})
		}
		if tcp, asked := f["TCP"]; asked && tcp.Mean < f["Bcast"].Mean || f["UDP"].Mean > 0.3*f["Bcast"].Mean {
			t.Errorf("N = %d: over a contended medium F is %+v", at.nodes, f)
		}
	}
	return table
}

// whyNotTheMediumInFig8 shows that the medium is not the reason in Fig. 8 either, where R is
// a quarter of the published.
func whyNotTheMediumInFig8(t *testing.T) table.Table {
	const nodes, label = 100, "Vmax 19"
	table := table.Table{
		Title:  fmt.Sprintf("Fig. 8 at N = %d, %s, over an ideal medium and a contended one (4 runs of 100 min, the first 37.5 min discarded)", nodes, label),
		Header: []string{"metric", "ideal", "contended", "published"},
		Right:  []bool{false, true, true, true},
	}
	at, v := pointOf(t, 8, label, nodes), variant{merge: ByExchange}
	ideal, contended := v.measure(t, at.onMedium(Ideal)), v.measure(t, at.onMedium(Contended))
	for _, m := range []Metric{R, F} {
		if !same(ideal[m], contended[m]) {
			t.Errorf("%s is %+v over an ideal medium, %+v over a contended one", m, ideal[m], contended[m])
		}
		paper, published := theirs(at.point(), m)
		table.Rows = append(table.Rows, []string{string(m), cell(ideal[m], m, true), cell(contended[m], m, true), number(paper, published)})
	}
	return table
}

// spoilt counts the frames that their addressees received, and the frames that they did not
// receive because of other frames on the air.
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

// share returns the share of spoilt frames among all that arrived.
func (s *spoilt) share() float64 { return float64(s.spoilt) / float64(s.received+s.spoilt) }

func (s *spoilt) String() string { return fmt.Sprintf("%.2g %%", 100*s.share()) }

const noteSpoilt = "share of the receptions of hellos, beacons and elections, counted from the beginning of the run"

// onASlowerMedium shows that UDP is the quicker one even on a medium so slow that many
// frames are spoilt.
func onASlowerMedium(t *testing.T) table.Table {
	const nodes = 60
	table := table.Table{
		Title:  fmt.Sprintf("A slower contended medium in Fig. 5 at N = %d (4 runs of 60 min, the first 15 min discarded)", nodes),
		Header: []string{"bit/s", "frames spoilt by others, by UDP", "T s of UDP", "T s of Bcast", "F of UDP", "F of Bcast"},
		Right:  []bool{true, true, true, true, true, true},
		Notes:  []string{noteSpoilt},
	}
	const bitrate = 5000 // 400 times slower
	v := variant{merge: ByExchange, set: []setting{{"radio.bitrate", fmt.Sprint(bitrate)}}}
	var s spoilt
	udp := v.measure(t, pointOf(t, 5, "UDP", nodes).onMedium(Contended), &s)
	broadcast := v.measure(t, pointOf(t, 5, "Bcast", nodes).onMedium(Contended))
	if s.share() < 0.03 || udp[T].Mean > 0.7*broadcast[T].Mean {
		t.Errorf("%d bit/s: %v of frames are spoilt, T is %+v by UDP, %+v by broadcast", bitrate, &s, udp[T], broadcast[T])
	}
	table.Rows = append(table.Rows, []string{fmt.Sprint(bitrate), s.String(),
		cell(udp[T], T, true), cell(broadcast[T], T, true), cell(udp[F], F, true), cell(broadcast[F], F, true)})
	return table
}

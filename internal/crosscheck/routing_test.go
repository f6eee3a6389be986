package crosscheck

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/scenarios"
)

// A carriage is what one run of the traffic came to, as numbers that are compared.
type carriage struct {
	delivered        float64 // percent
	hops             float64 // of a delivered payload
	rreq, rrep, rerr float64 // transmissions a second in the whole network
}

// spokenSeconds is from when the first flow begins to when all end.
const spokenSeconds = 145 - 10

func carriageOf(sent, delivered, hops, rreq, rrep, rerr float64) carriage {
	return carriage{100 * delivered / sent, hops / delivered, rreq / spokenSeconds, rrep / spokenSeconds, rerr / spokenSeconds}
}

// A quantity is one number of each run, and how far the means may be apart.
type quantity struct {
	name    string
	of      func(carriage) float64
	within  float64
	percent bool // within is percent of theirs, else in the number's unit
}

// The bounds are about twice the difference that was found: they notice another protocol,
// and not another draw. (With hellos alone, without acknowledgements, three are exceeded.)
var quantities = []quantity{
	{"delivered, %", func(c carriage) float64 { return c.delivered }, 5, false},
	{"hops of a delivered packet", func(c carriage) float64 { return c.hops }, 8, true},
	{"RREQ/s", func(c carriage) float64 { return c.rreq }, 35, true},
	{"RREP/s", func(c carriage) float64 { return c.rrep }, 45, true},
	{"RERR/s", func(c carriage) float64 { return c.rerr }, 35, true},
}

// routed are the runs of ours and theirs on the same traces, by who answers requests.
func routed(t *testing.T, answers string) (ours, theirs []carriage) {
	t.Helper()
	for _, l := range lines(t, "routing.tsv") {
		if l[0] != answers {
			continue
		}
		n := func(i int) float64 { return number(t, l[i]) }
		theirs = append(theirs, carriageOf(n(2), n(3), n(4), n(5), n(6), n(7)))
		file, err := filepath.Abs(filepath.Join(*routes, "routing-"+l[1]+".ns_movements.gz"))
		if err != nil {
			t.Fatal(err)
		}
		only := fmt.Sprint(answers == "destination")
		r := carry(t, "testdata/routing.yaml", l[1], scenarios.Override{Path: "mobility.file", Value: file},
			scenarios.Override{Path: "routing.destination_only", Value: only})
		f := func(i int) float64 { return float64(i) }
		ours = append(ours, carriageOf(f(r.sent), f(r.delivered), f(r.hops), f(r.rreq), f(r.rrep), f(r.rerr)))
	}
	return ours, theirs
}

// An interval is a mean and its 95 % interval over runs.
type interval struct{ mean, half float64 }

func (i interval) String() string { return fmt.Sprintf("%.2f ± %.2f", i.mean, i.half) }

// student95 is the 0.975 quantile of Student's distribution with 9 degrees of freedom.
const student95, routedTraces = 2.262, 10

func over(t *testing.T, list []float64) interval {
	t.Helper()
	if len(list) != routedTraces {
		t.Fatalf("%d runs, want %d, for which the quantile is", len(list), routedTraces)
	}
	mean, squares := 0.0, 0.0
	for _, x := range list {
		mean += x / routedTraces
	}
	for _, x := range list {
		squares += (x - mean) * (x - mean)
	}
	return interval{mean, student95 * math.Sqrt(squares/(routedTraces-1)/routedTraces)}
}

// routingTable compares the runs, and returns the table. The first so many quantities have
// a bound.
func routingTable(t *testing.T, answers string, bounded int) string {
	t.Helper()
	ours, theirs := routed(t, answers)
	var b strings.Builder
	b.WriteString("| " + answers + " answers | ours | theirs | difference | allowed |\n|---|--:|--:|--:|--:|\n")
	for k, q := range quantities {
		var x, y, d []float64
		for i := range ours {
			x, y, d = append(x, q.of(ours[i])), append(y, q.of(theirs[i])), append(d, q.of(ours[i])-q.of(theirs[i]))
		}
		mine, yours, apart := over(t, x), over(t, y), over(t, d)
		allowed, limit := "–", math.Inf(1)
		switch {
		case k >= bounded:
		case q.percent:
			limit, allowed = q.within/100*yours.mean, fmt.Sprintf("%g %%", q.within)
		default:
			limit, allowed = q.within, fmt.Sprintf("%g", q.within)
		}
		if !(math.Abs(apart.mean) <= limit) {
			t.Errorf("%s answers, %s: ours %v, theirs %v: more than %s apart", answers, q.name, mine, yours, allowed)
		}
		fmt.Fprintf(&b, "| %s | %v | %v | %v | %s |\n", q.name, mine, yours, apart, allowed)
	}
	return b.String()
}

// routing is the section of the page.
func routing(t *testing.T) string {
	t.Helper()
	return routingProse + "\n" + routingTable(t, "destination", len(quantities)) + "\n" + routingTable(t, "any", 3)
}

const routingProse = `### Routing by AODV

` + "`routing: {service: aodv}`" + ` against ns-3's AODV, on ten traces of thirty nodes that walk by
random waypoint at 1 to 10 m/s over 900 m × 900 m, 150 s each. Both have the same movement, range
(250 m), bit rate (2 Mbit/s), preambles and packets: six flows of four packets of 64 bytes a second.
Both notice gone next hops by hellos and by packets that nobody acknowledges: in ns-3 the MAC tells, here
each hop answers by a frame of one byte. MY_ROUTE_TIMEOUT is ns-3's 11.2 s. The mean over traces, with its
95 % interval, and that of the difference trace by trace. Control messages count at each hop.

With ns-3's default every node sends hellos, each makes a route with a number to its sender,
and so each neighbour of a destination answers every request for it: that is why its replies are many
and why they are compared where only destinations answer. Here nodes on active routes alone send hellos
(RFC 3561, §6.9).
`

func TestNS3Routing(t *testing.T) { t.Log("\n" + routing(t)) }

package measure

import (
	"encoding/csv"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// The A/A study: how often rows that do not differ get an arrow, and how often rows that do.
// docs/maintainers/statistics.md has its numbers. They come from pools of real paired differences: five rows
// against the first, on 120 seeds, in nine scenarios, by four metrics. bellwether itself made
// them: go test ./internal/study/campaign -run '^$' -bench Pairs -benchtime 1x

// realPairs are a pool: what one row differs from another by, seed for seed.
type realPairs struct {
	half, scenario, row, metric string
	differences                 []float64

	mean, typical      float64 // of the pool itself, which stands for all runs
	skewness, kurtosis float64
}

func (p *realPairs) name() string { return p.scenario + " " + p.row + " " + p.metric }

// nearNormal says that its mean rests on no rare run.
func (p *realPairs) nearNormal() bool { return math.Abs(p.skewness) < 1 && p.kurtosis < 5 }

func (p *realPairs) varies() bool { return p.kurtosis > 0 }

// different says that typical run and mean of the pool differ from zero beyond doubt,
// and in the same direction.
func (p *realPairs) different() bool {
	both, _ := newJudge().thresholds(len(p.differences)).test(p.differences, newWalsh(p.differences))
	return both < 1e-4
}

// pools reads the differences of one half of the scenarios.
func pools(t testing.TB, half string) []realPairs {
	t.Helper()
	f, err := os.Open("testdata/pairs.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []realPairs
	for _, line := range lines[1:] {
		if line[0] != half {
			continue
		}
		p := realPairs{half: line[0], scenario: line[1], row: line[2], metric: line[3]}
		for _, text := range strings.Fields(line[4]) {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			p.differences = append(p.differences, x)
		}
		p.typical = newWalsh(p.differences).typical()
		var deviation float64
		p.mean, deviation = stat.MeanStdDev(p.differences, nil)
		if deviation > rounding*math.Abs(p.mean) {
			p.skewness, p.kurtosis = stat.Skew(p.differences, nil), stat.ExKurtosis(p.differences, nil)+3
		}
		out = append(out, p)
	}
	return out
}

// A null is a way to make pairs without a difference out of pairs with one.
type null int

const (
	flipped  null = iota // each with a sign at random: nothing differs, whatever one asks for
	typical              // less the pool's pseudo-median: the typical run does not differ
	centred              // less the pool's mean: the mean does not differ
	original             // as they are
)

var nullNames = [...]string{"signs at random", "typical run centred", "mean centred", "as they are"}

// draw fills sample with differences of the pool.
func (p *realPairs) draw(n null, sample []float64, random *rand.Rand) {
	less := [...]float64{typical: p.typical, centred: p.mean, original: 0}[n]
	for i := range sample {
		sample[i] = p.differences[random.IntN(len(p.differences))] - less
		if n == flipped && random.IntN(2) == 0 {
			sample[i] = -sample[i]
		}
	}
}

// stream is the random numbers of a pool.
func (p *realPairs) stream(n null, size int) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(p.name()))
	return rand.New(rand.NewPCG(h.Sum64(), uint64(n)<<32+uint64(size)))
}

// A method says whether differences get an arrow, and with which sign.
type method struct {
	name      string
	resamples int // a cell, where it is chosen: as many as its own resampling leaves time for
	arrow     func(differences []float64, t *thresholds, random *rand.Rand) int
}

func arrowIf(p, level, sign float64) int {
	switch {
	case p > level:
		return 0
	case sign > 0:
		return 1
	}
	return -1
}

// methods are the candidates at 5 %, the one in use first, then the one before.
var methods = []method{
	{"in use: t and signed ranks", 4000, func(d []float64, t *thresholds, _ *rand.Rand) int {
		p, _ := t.test(d, newWalsh(d))
		return arrowIf(p, 1-confidence, mean(d))
	}},
	{"BCa (before)", 200, func(d []float64, _ *thresholds, r *rand.Rand) int {
		in := bca(d, confidence, mean, r)
		switch {
		case in.low > 0:
			return 1
		case in.high < 0:
			return -1
		}
		return 0
	}},
	{"Student's t", 4000, func(d []float64, _ *thresholds, _ *rand.Rand) int {
		m, p := studentP(d)
		return arrowIf(p, 1-confidence, m)
	}},
	{"signed ranks", 4000, func(d []float64, t *thresholds, _ *rand.Rand) int {
		w := newWalsh(d)
		return arrowIf(w.p(t.ranks), 1-confidence, w.typical())
	}},
	{"sign flips of the mean", 200, func(d []float64, _ *thresholds, r *rand.Rand) int {
		return arrowIf(flipsP(d, r), 1-confidence, mean(d))
	}},
	{"studentised bootstrap", 200, func(d []float64, _ *thresholds, r *rand.Rand) int { return studentised(d, r) }},
}

// flipsP is the p of the mean under random signs: all patterns of up to ten pairs,
// else 999 drawn.
func flipsP(d []float64, random *rand.Rand) float64 {
	sumOf := func(signs uint64) float64 {
		s := 0.0
		for i, x := range d {
			if signs>>i&1 == 1 {
				x = -x
			}
			s += x
		}
		return math.Abs(s)
	}
	seen := sumOf(0) * (1 - rounding)
	hits, all := 0, 0
	if len(d) <= 10 {
		for ; all < 1<<len(d); all++ {
			if sumOf(uint64(all)) >= seen {
				hits++
			}
		}
	} else {
		for hits, all = 1, 1; all < 1000; all++ {
			if sumOf(random.Uint64()) >= seen {
				hits++
			}
		}
	}
	return float64(hits) / float64(all)
}

// studentised is the bootstrap-t interval, of 999 resamples (Efron, Tibshirani 1993,
// §12.5): resampled means in units of their own standard errors.
func studentised(d []float64, random *rand.Rand) int {
	m, s := stat.MeanStdDev(d, nil)
	if s <= rounding*math.Abs(m) {
		return arrowIf(0, 1, m)
	}
	above, below := 0, 0 // of resampled t, how many lie beyond the observed one
	sample := make([]float64, len(d))
	for range 999 {
		for i := range sample {
			sample[i] = d[random.IntN(len(d))]
		}
		mean, deviation := stat.MeanStdDev(sample, nil)
		if t := (mean - m) / max(deviation, 1e-300); t >= m/s {
			above++
		} else if t <= m/s {
			below++
		}
	}
	switch {
	case above < 25 && m > 0:
		return 1
	case below < 25 && m < 0:
		return -1
	}
	return 0
}

// runsOfStudy are the sizes of the study.
var runsOfStudy = []int{6, 10, 12, 20, 30}

// A cell is one pool at one size under one null.
type studied struct {
	pool  *realPairs
	n     int
	share float64 // of resamples with an arrow
}

// arrows gives, for each pool and size, the share of resamples that a method draws an
// arrow for. Pools go in parallel, each with random numbers of its own.
func arrows(of []realPairs, m method, under null, sizes []int, resamples int) []studied {
	cells := make([]studied, len(of)*len(sizes))
	var wait sync.WaitGroup
	for i := range of {
		wait.Go(func() {
			j := newJudge()
			for k, n := range sizes {
				random, t := of[i].stream(under, n), j.thresholds(n)
				sample, drawn := make([]float64, n), 0
				for range resamples {
					of[i].draw(under, sample, random)
					if m.arrow(sample, &t, random) != 0 {
						drawn++
					}
				}
				cells[i*len(sizes)+k] = studied{&of[i], n, float64(drawn) / float64(resamples)}
			}
		})
	}
	wait.Wait()
	return cells
}

// worst gives the cell of one size with most arrows, and how many cells have more
// than 6 %.
func worst(cells []studied, n int) (most studied, over, all int) {
	for _, c := range cells {
		if c.n != n {
			continue
		}
		all++
		if c.share > 0.06 {
			over++
		}
		if most.pool == nil || c.share > most.share {
			most = c
		}
	}
	return most, over, all
}

// upper is the upper end of a one-sided 95 % interval of a share that was counted
// (Wilson, JASA 22, 1927).
func upper(share float64, n int) float64 {
	const z = 1.645
	m := float64(n)
	return (share + z*z/(2*m) + z*math.Sqrt(share*(1-share)/m+z*z/(4*m*m))) / (1 + z*z/m)
}

// BenchmarkDifferences is the study behind docs/maintainers/statistics.md. Its candidates are
// chosen between on one half of the scenarios; the one in use is judged on the other.
func BenchmarkDifferences(b *testing.B) {
	for b.Loop() {
		choose, judge := pools(b, "choose"), pools(b, "judge")
		fmt.Printf("choosing, %d pools\n", len(choose))
		for _, m := range methods {
			for _, under := range []null{flipped, typical} {
				of := choose
				if under != flipped {
					of = varying(choose)
				}
				cells := arrows(of, m, under, runsOfStudy, m.resamples)
				fmt.Printf("%-28s %-20s", m.name, nullNames[under])
				for _, n := range runsOfStudy {
					w, over, all := worst(cells, n)
					fmt.Printf("  n=%d: worst %.1f %%, %d of %d over 6", n, 100*w.share, over, all)
				}
				fmt.Println()
			}
			printPower(m, choose)
		}
		fmt.Printf("judging, %d pools, 10 000 resamples a cell\n", len(judge))
		for _, under := range []null{flipped, typical, centred} {
			of := judge
			if under != flipped {
				of = varying(judge)
			}
			cells := arrows(of, methods[0], under, runsOfStudy, 10_000)
			before := arrows(of, methods[1], under, []int{6, 10, 20, 30}, 200)
			for _, n := range runsOfStudy {
				w, over, all := worst(cells, n)
				fmt.Printf("%-20s n=%d: worst %.2f %% (upper %.2f, %s, skewness %.1f, kurtosis %.1f), %d of %d over 6 %%",
					nullNames[under], n, 100*w.share, 100*upper(w.share, 10_000), w.pool.name(), w.pool.skewness, w.pool.kurtosis, over, all)
				if w, over, all := worst(before, n); all > 0 {
					fmt.Printf("; before: worst %.1f %%, %d of %d", 100*w.share, over, all)
				}
				fmt.Println()
			}
		}
		printPower(methods[0], judge)
		printPower(methods[1], judge)
		printPower(methods[2], judge)
	}
}

// varying leaves out pools whose differences are all the same, which have no centre
// but themselves.
func varying(of []realPairs) []realPairs {
	var out []realPairs
	for _, p := range of {
		if p.varies() {
			out = append(out, p)
		}
	}
	return out
}

// hard are the pools that differ, but not by so much that everybody sees it.
func hard(of []realPairs) []realPairs {
	var out []realPairs
	for _, p := range of {
		if _, deviation := stat.MeanStdDev(p.differences, nil); p.varies() && p.different() && math.Abs(p.mean) < 2*deviation {
			out = append(out, p)
		}
	}
	return out
}

func printPower(m method, of []realPairs) {
	some := hard(of)
	cells := arrows(some, m, original, []int{10, 12, 20, 30}, min(m.resamples, 1000))
	found := map[int]float64{}
	for _, c := range cells {
		found[c.n] += 100 * c.share / float64(len(some))
	}
	fmt.Printf("%-28s finds of %d known differences: %.0f %% at 10 runs, %.0f at 12, %.0f at 20, %.0f at 30\n",
		m.name, len(some), found[10], found[12], found[20], found[30])
}

// page is where the numbers of the study are told.
const page = "../../docs/maintainers/statistics.md"

var study = flag.Bool("study", false, "resample as often as "+page+" says, and hold it to every digit (.ci/study)")

// drawn is how often to resample where the page did so often: a tenth without -study. With
// -short what takes long is left out.
func drawn(t *testing.T, published int) int {
	t.Helper()
	if *study {
		return published
	}
	if testing.Short() {
		t.Skip("resamples real differences some hundred thousand times")
	}
	return published / 10
}

// nearly is how far, in percent, a tenth of the resamples may be from the page.
const nearly = 8

// told holds the page to a row of one of its tables: to its digits with -study.
func told(t *testing.T, row string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	name, numbers, _ := strings.Cut(row[2:], " |")
	_, line, ok := strings.Cut(string(text), "\n| "+name+" |")
	line, _, _ = strings.Cut(line, "\n")
	wanted, found := strings.Split(line, "|"), strings.Split(numbers, "|")
	if !ok || len(wanted) != len(found) {
		t.Fatalf("docs/maintainers/statistics.md has no line\n%s", row)
	}
	if *study {
		if line != numbers {
			t.Errorf("docs/maintainers/statistics.md has no line\n%s", row)
		}
		return
	}
	for i := range wanted[:len(wanted)-1] {
		if want, is := cell(t, wanted[i]), cell(t, found[i]); math.Abs(want-is) > nearly {
			t.Errorf("%s: %v here, %v in docs/maintainers/statistics.md", name, is, want)
		}
	}
}

// cell reads a number of a table.
func cell(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// least is the least that a share of so many resamples can be said to be above: what is
// published is held to its bound, a fifth to that and what chance adds.
func least(bound float64, published, resamples int) float64 {
	if resamples == published {
		return bound
	}
	return bound + 5*math.Sqrt(bound*(1-bound)/float64(resamples))
}

// judgedSizes are the sizes on the page.
var judgedSizes = []int{6, 10, 20, 30}

// False arrows a cell, on the half of the scenarios that the method was not chosen on:
// where nothing differs, and where the typical run does not. In no pool, at no size,
// they are more than 6 %, by the upper end of the interval of what is counted.
func TestDifferencesAreJudgedAsPublished(t *testing.T) {
	const published = 10_000
	resamples := drawn(t, published)
	// The t is only asked where the signed ranks reject: a verdict needs both.
	used := method{arrow: func(d []float64, t *thresholds, r *rand.Rand) int {
		if newWalsh(d).p(t.ranks) > 1-confidence {
			return 0
		}
		return methods[0].arrow(d, t, r)
	}}
	for _, under := range []null{flipped, typical} {
		of := varying(pools(t, "judge"))
		cells := arrows(of, used, under, judgedSizes, resamples)
		row := "| " + nullNames[under] + " |"
		for _, n := range judgedSizes {
			w, _, all := worst(cells, n)
			if all < 80 {
				t.Errorf("%d pools", all)
			}
			end := upper(w.share, resamples)
			if end > least(0.06, published, resamples) {
				t.Errorf("%s, %d runs: %.2f %% false arrows, at most %.2f %%, in %s", nullNames[under], n, 100*w.share, 100*end, w.pool.name())
			}
			row += fmt.Sprintf(" %.1f |", 100*end)
		}
		told(t, row)
	}
}

// families gives the pools of each scenario and metric: rows that stand in one column.
func families(of []realPairs) [][]realPairs {
	var out [][]realPairs
	for _, p := range of {
		if i := indexFamily(out, p); i >= 0 {
			out[i] = append(out[i], p)
		} else {
			out = append(out, []realPairs{p})
		}
	}
	return out
}

func indexFamily(of [][]realPairs, p realPairs) int {
	for i := range of {
		if of[i][0].scenario == p.scenario && of[i][0].metric == p.metric {
			return i
		}
	}
	return -1
}

// falseFamilies counts families with one or more arrows where nothing differs. Rows of
// a family meet the same seeds; each of their differences has a sign of its own.
func falseFamilies(family []realPairs, n, resamples int) (wrong int) {
	random, judge := family[0].stream(flipped, 100+n), newJudge()
	seeds, sample, differences := make([]int, n), make([]float64, n), make([]*Difference, len(family))
	for range resamples {
		for i := range seeds {
			seeds[i] = random.IntN(1 << 20)
		}
		for row := range family {
			d := family[row].differences
			for i, seed := range seeds {
				if sample[i] = d[seed%len(d)]; random.IntN(2) == 0 {
					sample[i] = -sample[i]
				}
			}
			p := new(Difference)
			p.N, p.Mean = n, mean(sample)
			p.P, p.PTypical = judge.thresholds(n).test(sample, newWalsh(sample))
			differences[row] = p
		}
		decide(differences)
		for _, d := range differences {
			if d.Verdict == VerdictHigher || d.Verdict == VerdictLower {
				wrong++
				break
			}
		}
	}
	return wrong
}

// False arrows a family after correction: of the five rows of each scenario and
// metric, and of eighteen rows, as campus-walk compares. At most 5 %.
func TestFamiliesAreJudgedAsPublished(t *testing.T) {
	const published = 2000
	resamples := drawn(t, published)
	judge := pools(t, "judge")
	var eighteen [][]realPairs
	for from := 0; from+18 <= len(judge); from += 18 {
		eighteen = append(eighteen, judge[from:from+18])
	}
	for _, c := range []struct {
		name string
		of   [][]realPairs
	}{{"families of 5 rows", families(judge)}, {"families of 18 rows", eighteen}} {
		row := "| " + c.name + " |"
		for _, n := range judgedSizes {
			wrong := make([]int, len(c.of))
			var wait sync.WaitGroup
			for i := range c.of {
				wait.Go(func() { wrong[i] = falseFamilies(c.of[i], n, resamples) })
			}
			wait.Wait()
			most := 0
			for i, w := range wrong {
				if most = max(most, w); upper(float64(w)/float64(resamples), resamples) > least(0.05, published, resamples) {
					t.Errorf("%d runs: %d of %d families of %d, %s, have an arrow", n, w, resamples, len(c.of[i]), c.of[i][0].name())
				}
			}
			row += fmt.Sprintf(" %.1f |", 100*upper(float64(most)/float64(resamples), resamples))
		}
		told(t, row)
	}
}

// What the method in use finds of differences that are known, on both halves.
func TestPowerIsAsPublished(t *testing.T) {
	resamples := drawn(t, 1000)
	sizes := []int{10, 12, 20, 30}
	for _, half := range []string{"choose", "judge"} {
		of := hard(pools(t, half))
		found := map[int]float64{}
		for _, c := range arrows(of, methods[0], original, sizes, resamples) {
			found[c.n] += c.share / float64(len(of))
		}
		row := fmt.Sprintf("| now, %s half, %d differences |", map[string]string{"choose": "the choosing", "judge": "the judging"}[half], len(of))
		for _, n := range sizes {
			row += fmt.Sprintf(" %.0f |", 100*found[n])
		}
		told(t, row)
	}
}

// What rare runs do: how often a difference is marked whose mean rests on none, and how often
// one whose mean is zero gets an arrow, or the mark.
func TestMarksOfRareRunsAreAsPublished(t *testing.T) {
	resamples := drawn(t, 1000)
	key := indexOf("messages_per_node_s")
	alarms, misses := "| marked, though near normal |", "| arrows where the mean is zero, of skewed pools |"
	open := "| marked where the mean is zero, of skewed pools |"
	for _, n := range judgedSizes {
		var normal, marked, skewed, wrong, said int
		judge, sample := newJudge(), make([]float64, n)
		for _, p := range varying(pools(t, "judge")) {
			under := original
			if !p.nearNormal() {
				if math.Abs(p.skewness) < 2 {
					continue
				}
				under = centred
			}
			random := p.stream(under, 200+n)
			for range resamples {
				p.draw(under, sample, random)
				d := judge.difference(sample, &keys[key])
				decide([]*Difference{d})
				arrow := d.Verdict == VerdictHigher || d.Verdict == VerdictLower
				switch {
				case under == original:
					normal++
					if d.RunsToTell != nil {
						marked++
					}
				default:
					skewed++
					if arrow {
						wrong++
					}
					if d.RunsToTell != nil {
						said++
					}
				}
			}
		}
		alarms += fmt.Sprintf(" %.1f |", 100*float64(marked)/float64(normal))
		misses += fmt.Sprintf(" %.1f |", 100*float64(wrong)/float64(skewed))
		open += fmt.Sprintf(" %.1f |", 100*float64(said)/float64(skewed))
	}
	told(t, alarms)
	told(t, misses)
	told(t, open)
}

package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bellwether/internal/draw/table"
	"bellwether/internal/study/figures"
	"bellwether/internal/study/plan"
	"bellwether/trace/measure"
)

// A layout is the order of the parts of a page, and what stands outside folded parts.
type layout struct {
	order []string // question, verdict, figure, axis, table; each time
	open  map[string]int
	notes []string
}

// layoutOf reads a page.
func layoutOf(t *testing.T, page string) layout {
	t.Helper()
	l := layout{open: map[string]int{}}
	in, folded, inNotes := xml.NewDecoder(strings.NewReader(page)), []bool{}, false
	see := func(what string) {
		l.order = append(l.order, what)
		if !slices.Contains(folded, true) {
			l.open[what]++
		}
	}
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return l
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			of := map[string]string{}
			for _, a := range token.Attr {
				of[a.Name.Local] = a.Value
			}
			switch name := token.Name.Local; {
			case name == "details":
				folded = append(folded, of["open"] == "")
			case name == "figure", name == "table":
				see(name)
			case of["class"] == "question":
				see("question")
			case of["id"] == "verdict":
				see("verdict")
			case of["class"] == "axis":
				see("axis")
			case name == "ul" && of["class"] == "notes":
				inNotes = true
			}
		case xml.EndElement:
			if token.Name.Local == "details" {
				folded = folded[:len(folded)-1]
			}
			inNotes = inNotes && token.Name.Local != "ul"
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); inNotes && text != "" {
				l.notes = append(l.notes, text)
			}
		}
	}
}

// The page opens with the question, then come the verdict, a figure, what decides the order, and what each axis does.
// All tables of a sweep are folded. Of a run the table that it printed is open.
func TestReportOpensWithTheAnswer(t *testing.T) {
	_, out := swept(t, small)
	page, text := (&Job{Dir: out}).report(t)
	holds(t, "a sweep", text, "Verdict: none. 2 runs are too few to tell rows apart at 4 points together: it takes ")
	l := layoutOf(t, page)
	if got := strings.Join(l.order[:7], " "); got != "question verdict figure figure axis figure axis" {
		t.Errorf("a sweep begins with %s", got)
	}
	if l.open["table"] > 0 || l.open["figure"] != 4 {
		t.Errorf("of a sweep %d tables and %d figures are open", l.open["table"], l.open["figure"])
	}
	_, out = swept(t, strings.Replace(small, ", radio.range: [150, 300]", "", 1))
	page, text = (&Job{Dir: out}).report(t)
	l = layoutOf(t, page)
	if got := strings.Join(l.order[:5], " "); got != "question verdict axis figure table" || l.open["figure"] != 1 {
		t.Errorf("a sweep of one axis begins with %s, and %d figures are open", got, l.open["figure"])
	}
	holds(t, "one axis", text, "Figure 1. Over nodes: mean and 95 % interval of each algorithm.", "From nodes = 4 to 6")
	page, text = (&Job{Dir: out, Metrics: []string{"election_time_s"}}).report(t)
	holds(t, "a time", text, "Figure 1. election time over nodes: mean and 95 % interval of each algorithm. Bars", "What nodes does to election_time_s is not shown: election_time_s is a time")
	if l = layoutOf(t, page); l.open["figure"] != 1 {
		t.Errorf("of a time %d figures are open", l.open["figure"])
	}
	page, _ = (&Job{Dir: ran(t, "3")}).report(t)
	l = layoutOf(t, page)
	if got := strings.Join(l.order[:4], " "); got != "question verdict figure table" {
		t.Errorf("a run begins with %s", got)
	}
	if l.open["table"] == 0 || l.open["table"] > 4 || l.open["figure"] != 1 {
		t.Errorf("of a run %d tables and %d figures are open", l.open["table"], l.open["figure"])
	}
}

// Each note stands once, whatever tables and figures it belongs to.
func TestNotesStandOnce(t *testing.T) {
	_, out := swept(t, small)
	for _, dir := range []string{out, ran(t, "3")} {
		page, _ := (&Job{Dir: dir}).report(t)
		for _, section := range strings.Split(page, "<details") { // differences are read apart from means
			seen := map[string]bool{}
			for _, match := range regexp.MustCompile(`<ul class="notes">.*?</ul>`).FindAllString(section, -1) {
				for _, item := range regexp.MustCompile(`<li>(Tables? [0-9, and to]*: )?([^<]*)</li>`).FindAllStringSubmatch(match, -1) {
					if seen[item[2]] {
						t.Errorf("%s: twice: %s", dir, item[2])
					}
					seen[item[2]] = true
				}
			}
		}
		if n := strings.Count(page, "Bars: 95 % intervals over runs.") + strings.Count(page, "Box: quartiles and median."); n != 1 {
			t.Errorf("%s: the marks of figures are explained %d times", dir, n)
		}
	}
}

// A note of one table stands below it, a note of all tables once at the end, and one of several
// with their numbers.
func TestNotesNameTheirTables(t *testing.T) {
	var list []table.Table
	for _, notes := range [][]string{{"all", "some"}, {"all", "mine"}, {"all", "some"}, {"all", "some"}, {"all", "some", "pair"}, {"all", "pair"}} {
		list = append(list, table.Table{Header: []string{"a"}, Notes: notes})
	}
	out, notes := number(list, 11)
	if got := strings.Join(notes, "; "); got != "all; Tables 11 and 13 to 15: some; Tables 15 and 16: pair" {
		t.Errorf("at the end: %s", got)
	}
	for i, table := range out {
		if table.Number != 11+i || (i == 1) != slices.Equal(table.Notes, []string{"mine"}) || i != 1 && len(table.Notes) > 0 {
			t.Errorf("table %d has the notes %v", table.Number, table.Notes)
		}
	}
}

// Each word about an axis stands where the tests bear it, and nowhere else.
func TestWordsOfAnAxis(t *testing.T) {
	low, high, effect := -0.01, 0.03, 0.5
	d := func(mean float64) *measure.Difference {
		return &measure.Difference{Mean: mean, Low: &low, High: &high, Effect: &effect, N: 12}
	}
	key, _ := measure.FindKey("badly_led_fraction")
	say := func(changes ...figures.Change) string {
		return effectWords(&figures.Along{Metric: key, Changes: changes}, 9)
	}
	few, fewer := d(0.02), d(0.02)
	few.N, fewer.N = 4, 3
	same := &measure.Difference{N: 12}
	for _, c := range []struct{ want, got string }{
		{"higher for a by 2.00 points (−1.00 to 3.00).", say(figures.Change{Row: "a", Ends: d(0.02), Found: figures.Rises})},
		{"lower for a by 2.00 points (−3.00 to 1.00).", say(figures.Change{Row: "a", Ends: d(-0.02), Found: figures.Falls})},
		{"no change is shown for a (−1.00 to 3.00).", say(figures.Change{Row: "a", Ends: d(0.02), Found: figures.NotShown})},
		{"the same with each seed for a.", say(figures.Change{Row: "a", Ends: same, Found: figures.NotShown})},
		{"the same with each seed for a.", say(figures.Change{Row: "a", Ends: same, Found: figures.TooFew})},
		{"4 seeds cannot show a change of a: it takes 9.", say(figures.Change{Row: "a", Ends: few, Found: figures.TooFew})},
		{"no seed has it at every point: a.", say(figures.Change{Row: "a"})},
		{"higher for a by 2.00 points (−1.00 to 3.00); lower for b by 1.00 points (−3.00 to 1.00) and c by 1.00 points (−3.00 to 1.00); 3 to 4 seeds cannot show a change of d and e: it takes 9.",
			say(figures.Change{Row: "a", Ends: d(0.02), Found: figures.Rises}, figures.Change{Row: "b", Ends: d(-0.01), Found: figures.Falls}, figures.Change{Row: "c", Ends: d(-0.01), Found: figures.Falls},
				figures.Change{Row: "d", Ends: few, Found: figures.TooFew}, figures.Change{Row: "e", Ends: fewer, Found: figures.TooFew})},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
	key, _ = measure.FindKey(costMetric)
	if got := say(figures.Change{Row: "a", Ends: d(0.02), Found: figures.Rises}); got != "higher for a by 0.020 /node/s (−0.010 to 0.030)." {
		t.Errorf("of frames: %s", got)
	}
}

// With two seeds no change can be shown, and the page says so; with twelve it says what the range
// does, and that this is shown.
func TestReportSaysWhatAxesDo(t *testing.T) {
	_, out := swept(t, small)
	_, text := (&Job{Dir: out}).report(t)
	holds(t, "two seeds", text, "badly led: 2 seeds cannot show a change of vasudevan and b: it takes 9.", "From radio.range = 150 to 300", "single points may change in another way.")
	if strings.Contains(text, "Higher, lower: shown") {
		t.Error("it explains what it does not say")
	}
	if testing.Short() {
		t.Skip("a sweep of 48 runs")
	}
	_, out = swept(t, strings.NewReplacer("runs: 2", "runs: 12", "axes: {nodes: [4, 6], radio.range: [150, 300]}", "axes: {radio.range: [40, 300]}").Replace(small))
	_, text = (&Job{Dir: out, Metrics: []string{"component_count_mean", "badly_led_fraction"}}).report(t)
	holds(t, "twelve seeds", text, "components: lower for vasudevan by ", "Higher, lower: shown in the typical run and in the mean, by signed ranks and t, p ≤ 5 % by Holm for the 4 changes of this section.")
	if !strings.Contains(text, "Who leads best at each point") || strings.Count(text, "Verdict: of 2 points, ") != 1 || !strings.Contains(text, "radio.range = 40: ") {
		t.Error("it does not have the verdict of the sweep, and that of each point")
	}
	if strings.Contains(text, "components: higher") {
		t.Error("more components with a longer range")
	}
}

// Of many combinations of axes the opening shows those at the ends, and says that it does.
func TestOpeningShowsTheEndsOfManyCombinations(t *testing.T) {
	s := &source{plan: &plan.Plan{Axes: []plan.Axis{{Path: "a", Values: []string{"1", "2"}}, {Path: "b", Values: []string{"1", "2", "3"}}, {Path: "c", Values: []string{"x", "y", "z"}}}}, columns: "a"}
	all := s.slices()
	if some := s.atEnds(all); len(all) != 9 || len(some) != 4 || strings.Join(some[3], " ") != "b=3 c=z" {
		t.Errorf("%v of %v", some, all)
	}
	if few := s.atEnds(all[:6]); len(few) != 6 {
		t.Errorf("%d of 6", len(few))
	}
}

// On a dark screen each colour of a figure can be seen, and greys keep their order. A text that
// looks like a style is left alone.
func TestFiguresHaveColoursForADarkScreen(t *testing.T) {
	svg := `<path style="fill:#FFFFFF"/><text style="fill:#141414">style fill:#141414</text><path style="fill:none;stroke:#003959;stroke-width:1"/>`
	shade := shaded(svg)
	if want := `<path style="fill:var(--cFFFFFF,#FFFFFF)"/><text style="fill:var(--c141414,#141414)">style fill:#141414</text><path style="fill:none;stroke:var(--c003959,#003959);stroke-width:1"/>`; shade != want {
		t.Errorf("got %s", shade)
	}
	css := string(dark(numberedFigure{Panels: []panel{{SVG: "x"}, {SVG: template.HTML(shade)}}}))
	if want := `--c003959: #`; !strings.Contains(css, want) || !strings.Contains(css, "--cFFFFFF: #16181a;") {
		t.Errorf("the style is %s", css)
	}
	for _, c := range []rgb{{0, 57, 89}, {0, 114, 178}, {213, 94, 0}, {107, 47, 0}, {0, 79, 58}, {204, 121, 167}, {0, 0, 1}} {
		if got := c.onDark().contrast(darkGround); got < leastContrast {
			t.Errorf("%v has the contrast %.2f", c, got)
		}
	}
	if ink, dim, faint := (rgb{20, 20, 20}).onDark(), (rgb{100, 100, 100}).onDark(), (rgb{235, 235, 235}).onDark(); !(ink[0] > dim[0] && dim[0] > faint[0] && faint[0] > darkGround[0]) {
		t.Errorf("greys become %v, %v, %v", ink, dim, faint)
	}
	if got := (rgb{255, 255, 255}).contrast(rgb{}); got < 20.9 || got > 21.1 {
		t.Errorf("white on black has the contrast %v", got)
	}
	style, err := files.ReadFile("page.css")
	if err != nil || !bytes.Contains(style, []byte("--paper: "+darkGround.String()+"; --ink: "+darkInk.String())) {
		t.Errorf("page.css has another dark ground or ink than %v, %v", darkGround, darkInk)
	}
}

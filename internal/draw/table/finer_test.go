package table

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"bellwether/trace/measure"
)

// near returns the report of two rows and a third, whose frames differ by this much in each run, and
// the third's by much.
func near(t *testing.T, frames, by float64) *measure.Report {
	t.Helper()
	var all []measure.RunResult
	for seed := range 12 {
		spread := 0.9 + 0.2*float64(seed)/11
		for _, row := range []struct {
			label  string
			frames float64
		}{{"base", frames * spread}, {"near", frames*spread - by*(1+spread)/2}, {"far", 2 * frames * spread}} {
			r := measure.RunResult{Label: row.label, Name: row.label, Goal: "best", Seed: uint64(seed + 1)}
			r.Metrics.Set(costColumn, measure.Value{X: row.frames, Known: true})
			r.Metrics.Set("badly_led_fraction", measure.Value{X: row.frames / (8 * frames), Known: true})
			all = append(all, r)
		}
	}
	r, err := measure.Summarise("s", "base", 1, 12, all, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &r
}

// A number with an arrow is not printed like that of the row of comparison: both get as few more
// decimals as that takes. Where the most decimals do not do it there is no arrow, and a note.
func TestArrowsTellNumbersApart(t *testing.T) {
	frames, _ := measure.FindKey(costColumn)
	for _, c := range []struct {
		name        string
		frames, by  float64
		whole, line []string // the means of base, near and far
		arrow       string
		notes       []string
	}{
		{"apart", 40, 1, []string{"40.000", "39.000", "80.000"}, []string{"40.0", "39.0", "80.0"}, lowerMark, nil},
		{"alike in brief", 53283, 0.3, []string{"53283.000", "53282.700", "106566.000"}, []string{"53283.0", "53282.7", "106566"}, lowerMark, []string{"more digits"}},
		{"alike in both", 4, 0.0004, []string{"4.0000", "3.9996", "8.0000"}, []string{"4.0000", "3.9996", "8.00"}, lowerMark, []string{"more digits"}},
		{"too near", 4, 0.0000002, []string{"4.000", "4.000", "8.000"}, []string{"4.00", "4.00", "8.00"}, "", []string{"no arrow beside"}},
	} {
		r := near(t, c.frames, c.by)
		fine := finerOf(r, &frames)
		whole := finest(fine)
		var wholes, lines []string
		for i := range fine {
			fine[i].whole = whole
			one := cellOf(&r.Algorithms[i], &frames, fine[i])
			wholes, lines = append(wholes, one.mean), append(lines, one.brief.mean)
			if label := r.Algorithms[i].Label; label == "near" && one.mark != c.arrow || label == "far" && one.mark != higherMark {
				t.Errorf("%s: %s has the mark %q", c.name, label, one.mark)
			}
		}
		if !slices.Equal(wholes, c.whole) || !slices.Equal(lines, c.line) {
			t.Errorf("%s: the means are %q and in brief %q, want %q and %q", c.name, wholes, lines, c.whole, c.line)
		}
		for _, form := range []briefForm{wholeForm, lineForm} {
			said := strings.Join(reportForm(r, []measure.Key{frames}, "", form).Notes, "\n")
			for _, note := range []string{"more digits", "no arrow beside"} {
				told := slices.Contains(c.notes, note) && (c.name != "alike in brief" || form == lineForm)
				if strings.Contains(said, note) != told {
					t.Errorf("%s, form %v: the note %q: %v, want %v", c.name, form, note, !told, told)
				}
			}
		}
	}
}

// A difference with an arrow is not printed as zero, in the tables of a sweep.
func TestDifferencesWithArrowsAreNotZero(t *testing.T) {
	for by, want := range map[float64]string{0.0004: "-0.0004 ± 0.0000 (-0.0004; d ", 0.0000002: "0.000 ± 0.000 (0.000; d "} {
		c := Cross{Plan: "p", Axes: []string{"x"}, Points: []CrossPoint{{At: []string{"1"}, Report: *near(t, 4, by)}}, Versus: "base"}
		var b bytes.Buffer
		if err := WriteCross(&b, Text, &c, CrossOptions{Rows: ByAlgorithm, Columns: "x", Metrics: []string{costColumn}}); err != nil {
			t.Fatal(err)
		}
		means, differences, _ := strings.Cut(b.String(), "minus base")
		if strings.Contains(means, "printed like that of base") == strings.Contains(differences, "printed like that of base") ||
			strings.Contains(means, "printed as zero") == strings.Contains(differences, "printed as zero") {
			t.Errorf("%v: the notes are of another table:\n%s", by, &b)
		}
		for line := range strings.Lines(differences) {
			if strings.HasPrefix(line, "near") && (!strings.Contains(line, want) || strings.Contains(line, lowerMark) != (by > 0.0001)) {
				t.Errorf("a difference of %v is printed as %q, want %q", by, line, want)
			}
		}
		if strings.Contains(b.String(), "3.9996") != (by > 0.0001) {
			t.Errorf("%v: the means are\n%s", by, &b)
		}
	}
}

// A verdict writes means that its tests tell apart as different numbers.
func TestVerdictsTellNumbersApart(t *testing.T) {
	said := strings.Join(verdictLines(near(t, 4, 0.0004)), "\n")
	for _, words := range []string{"near leads best: badly led for 12.499 % of the time, which is shown to be less than that of base (12.500 %), far (25.000 %)"} {
		if !strings.Contains(said, words) {
			t.Errorf("%q lacks %q", said, words)
		}
	}
}

package table

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"bellwether/internal/base/stats"
	"bellwether/internal/base/wording"
	"bellwether/trace/measure"
)

// said records which marks and forms the cells of a table have, for the notes below it.
type said struct {
	versus string
	form   briefForm

	finer bool     // some numbers have more digits, because an arrow tells them apart
	alike []string // rows whose arrow is left out, because no allowed digits tell them apart

	halves, ends   bool // intervals printed as ±, and by their ends
	arrows, open   bool
	typical        bool     // differences with their typical run
	family         int      // the greatest family of comparisons
	compared, few  int      // differences, and those with too few pairs for a verdict
	pairs          int      // the most pairs of any of the latter
	fewRows        []string // the rows of the latter
	fewest, toTell int      // the least and the greatest RunsToTell
}

// of returns the column of a metric in a report, aligned, and records it.
func (s *said) of(r *measure.Report, k *measure.Key) []string {
	n := len(r.Algorithms)
	cells, differences, labels := make([]cell, n), make([]*measure.Difference, n), make([]string, n)
	fine := finerOf(r, k)
	whole := finest(fine)
	for i := range r.Algorithms {
		a := &r.Algorithms[i]
		s.saw(fine[i], a.Label)
		fine[i].whole = whole
		cells[i], differences[i], labels[i] = cellOf(a, k, fine[i]), a.Paired.Get(k.Name), a.Label
	}
	s.column(cells, differences, labels)
	switch s.form {
	case lineForm:
		return alignBrief(cells)
	case stackedForm:
		return stacked(cells)
	}
	return align(cells)
}

// saw records how fine a cell is.
func (s *said) saw(f finer, label string) {
	s.finer = s.finer || f.whole > 0 && s.form == wholeForm || f.brief > 0 && s.form != wholeForm
	if f.alike && !slices.Contains(s.alike, label) {
		s.alike = append(s.alike, label)
	}
}

// column records one column of cells and their differences, nil where a cell has none.
func (s *said) column(cells []cell, differences []*measure.Difference, labels []string) {
	symmetric, any := true, false
	for i := range cells {
		any = any || cells[i].span.any()
		symmetric = symmetric && (cells[i].span.half != "" || !cells[i].span.any())
	}
	s.halves, s.ends = s.halves || any && symmetric, s.ends || any && !symmetric
	for i, d := range differences {
		if d == nil {
			continue
		}
		s.compared++
		s.family = max(s.family, d.Family)
		switch d.Verdict {
		case measure.VerdictHigher, measure.VerdictLower:
			s.arrows = s.arrows || isArrow(cells[i].mark)
		case measure.VerdictTooFew:
			s.few++
			s.pairs = max(s.pairs, d.N)
			if !slices.Contains(s.fewRows, labels[i]) {
				s.fewRows = append(s.fewRows, labels[i])
			}
		}
		if n := d.RunsToTell; markOf(d) == openMark {
			if !s.open || *n < s.fewest {
				s.fewest = *n
			}
			s.open, s.toTell = true, max(s.toTell, *n)
		}
	}
}

// notes returns the lines below the table.
func (s *said) notes() []string {
	var out []string
	switch {
	case s.form == stackedForm && (s.halves || s.ends):
		out = append(out, "below each mean, low–high: the 95 % interval over runs")
	case s.form == lineForm && (s.halves || s.ends):
		out = append(out, "(low–high): the 95 % interval over runs")
	case s.halves && s.ends:
		out = append(out, "± and [low, high]: the 95 % interval over runs, by half its width where it is symmetric, else by its ends")
	case s.ends:
		out = append(out, "[low, high]: the 95 % interval over runs")
	case s.halves:
		out = append(out, "± half the width of the 95 % interval over runs")
	}
	if s.typical {
		out = append(out, "in brackets: the difference of the typical run (Hodges-Lehmann); d, effect size, Cohen's d_z: the mean of the paired differences over their standard deviation")
	}
	if s.arrows {
		correction := ""
		if s.family > 1 {
			correction = fmt.Sprintf(", by Holm for the %d rows of a metric", s.family)
		}
		out = append(out, fmt.Sprintf("↑ ↓ higher or lower than %s, in the typical run and in the mean: signed ranks and t of the differences on common seeds, p ≤ 5 %%%s",
			s.versus, correction))
	}
	like := "like that of " + s.versus
	if s.typical {
		like = "as zero"
	}
	if s.finer {
		out = append(out, "more digits where a number with an arrow would be printed "+like)
	}
	if s.alike != nil {
		out = append(out, fmt.Sprintf("no arrow beside a number that is printed %s, though tests tell it from %s: %s", like, s.versus, some(s.alike)))
	}
	if s.open {
		need := fmt.Sprint(s.fewest)
		if s.toTell > s.fewest {
			need = fmt.Sprintf("%d to %d", s.fewest, s.toTell)
		}
		out = append(out, fmt.Sprintf("† the typical run differs from %s and the mean is not shown to: more runs could turn this into an arrow; it takes at least %s", s.versus, need))
	}
	return append(out, s.tooFew()...)
}

// tooFew returns the note on why there are no arrows, if there are too few pairs.
func (s *said) tooFew() []string {
	if s.few == 0 {
		return nil
	}
	least := stats.LeastPairs(s.family)
	if s.few == s.compared {
		return []string{fmt.Sprintf("no arrows: %s too few to tell a difference from chance; with %s compared with %s it takes %d runs",
			pairsAre(s.pairs), rows(s.family), s.versus, least)}
	}
	return []string{fmt.Sprintf("no arrows where fewer than %d pairs of runs cannot tell a difference from chance: %s", least, some(s.fewRows))}
}

func pairsAre(n int) string {
	if n == 1 {
		return "1 pair of runs is"
	}
	return fmt.Sprintf("%d pairs of runs are", n)
}

func rows(n int) string { return wording.Count(n, "row") }

// someOf is how many names a note has room for.
const someOf = 5

func some(names []string) string { return naming{most: someOf}.join(names) }

// naming is how many names a text has: most of them, and as many more as spare says if these are all.
type naming struct{ most, spare int }

// join joins names, and says how many it leaves out.
func (n naming) join(names []string) string {
	if len(names) <= n.most+n.spare {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:n.most], ", "), len(names)-n.most)
}

// clauses is some for texts that contain commas.
func clauses(texts []string) string {
	if n := len(texts) - someOf; n > 0 {
		texts = append(slices.Clone(texts[:someOf]), fmt.Sprintf("and %d more", n))
	}
	return strings.Join(texts, "; ")
}

// lacking yields each row that lacks seeds of other rows of the report, with these seeds.
func lacking(r *measure.Report) iter.Seq2[string, string] {
	var all []uint64
	for i := range r.Algorithms {
		all = append(all, r.Algorithms[i].Seeds...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return func(yield func(label, seeds string) bool) {
		for i := range r.Algorithms {
			a := &r.Algorithms[i]
			var missing []string
			for _, seed := range all {
				if _, has := slices.BinarySearch(a.Seeds, seed); !has {
					missing = append(missing, fmt.Sprint(seed))
				}
			}
			if missing != nil && !yield(a.Label, some(missing)) {
				return
			}
		}
	}
}

// seedNotes returns the note of rows that lack seeds of others: they are compared only on
// common seeds.
func seedNotes(lacks []string) []string {
	if lacks == nil {
		return nil
	}
	return []string{"different seeds: " + clauses(lacks) + "; differences are of common seeds alone"}
}

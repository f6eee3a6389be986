package plots

import "bellwether/internal/draw/figure"

// A Sample is what the runs of one algorithm gave, or their elections. What had not ended
// when it was last seen is cut off: its values are lower bounds.
type Sample struct {
	Label  string
	Values []float64 // in any order
	CutOff []float64 // likewise
	Runs   int       // behind the values; 0: as many as there are values
}

func (s *Sample) observations() []figure.Observation {
	var out []figure.Observation
	for _, x := range s.Values {
		out = append(out, figure.Observation{X: x})
	}
	for _, x := range s.CutOff {
		out = append(out, figure.Observation{X: x, Censored: true})
	}
	return out
}

// Boxes compares distributions: a row for each sample, with its median, its quartiles, Tukey's
// whiskers (to the outermost value within 1.5 times the distance of the quartiles) and the
// values themselves. A sample whose observations were all cut off has no box.
type Boxes struct {
	Title   string
	X       Axis
	Samples []Sample
}

func (b *Boxes) figure() figure.Figure {
	out := &figure.Boxes{Title: b.Title, X: b.X.axis()}
	for i := range b.Samples {
		s := &b.Samples[i]
		out.Rows = append(out.Rows, figure.Box{Label: s.Label, Values: s.observations()})
	}
	return out
}

// An ECDF compares distributions as empirical distribution functions: which part of the
// values is at most so much. Where some were cut off, the function is one minus the
// estimate of Kaplan and Meier (JASA 53, 1958).
type ECDF struct {
	Title   string
	X       Axis
	Of      string // what there is a value of, in the plural: elections; "": runs
	Samples []Sample
}

func (e *ECDF) figure() figure.Figure {
	out := &figure.ECDF{Title: e.Title, X: e.X.axis(), Of: e.Of}
	for i := range e.Samples {
		s := &e.Samples[i]
		out.Series = append(out.Series, figure.Sample{Label: s.Label, Values: s.observations(), Runs: s.Runs})
	}
	return out
}

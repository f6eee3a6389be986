package report

import (
	"fmt"

	"bellwether/internal/study/figures"
)

// decides makes the figure of what decides the order of rows, for a sweep of at least two axes with
// several values. Metrics of which nothing can be divided, such as times, are left out in silence: the
// first metric says why there is no figure at all.
func (s *source) decides(d *drawing, p *page) {
	if s.plan == nil || s.several() < 2 {
		return
	}
	q := figures.Request{Kind: figures.Shares}
	var first error
	for _, metric := range s.metrics[:min(len(s.metrics), maxMoved)] {
		one := q
		one.Metrics = []string{metric}
		_, err := d.results.Figure(one)
		if err == nil {
			q.Metrics = append(q.Metrics, metric)
		} else if first == nil {
			first = err
		}
	}
	if len(q.Metrics) == 0 {
		p.LeftOut = append(p.LeftOut, fmt.Sprintf("No figure of what decides the order of rows: %v", first))
		return
	}
	f := numberedFigure{Number: d.next()}
	f.Caption = "What decides the order of rows, and by how much they differ: the algorithm's own part, the same at every point, and what depends on axes"
	drawn, err := d.results.Figure(q)
	if err == nil {
		err = d.add(&f, panel{Says: f.Caption}, drawn)
	}
	if err != nil {
		d.last--
		p.LeftOut = append(p.LeftOut, fmt.Sprintf("No figure of what decides the order of rows: %v", err))
		return
	}
	p.Decides = &f
}

// several is how many axes have several values.
func (s *source) several() (axes int) {
	for _, a := range s.plan.Axes {
		if len(a.Values) > 1 {
			axes++
		}
	}
	return axes
}

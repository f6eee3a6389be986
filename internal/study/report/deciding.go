package report

import "fmt"

// decides makes the figure of what decides the order of rows, for a sweep of at least two axes with
// several values. Metrics of which nothing can be divided, such as times, are left out in silence,
// unless there is no figure at all.
func (s *source) decides(d *drawing, p *page) {
	if s.plan == nil || s.several() < 2 {
		return
	}
	drawn, left := d.results.Shares(s.metrics[:min(len(s.metrics), maxMoved)])
	if drawn == nil {
		p.LeftOut = append(p.LeftOut, fmt.Sprintf("No figure of what decides the order of rows: %v", left))
		return
	}
	f := numberedFigure{Number: d.next()}
	f.Caption = "What decides the order of rows, and by how much they differ: the algorithm's own part, the same at every point, and what depends on axes"
	if err := d.add(&f, panel{Says: f.Caption}, drawn); err != nil {
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

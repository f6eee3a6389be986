package recorded

import (
	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
	"bellwether/scenarios/internal/section"
)

// leastScale bounds a factor: a trace of a thousand kilometres on a metre. Smaller ones make speeds
// whose squares are no numbers any more.
const leastScale = 1e-6

// maxWorldM is the greatest side of a world, in metres, as its tags have it.
const maxWorldM = 1e7

// shape makes the trace of a section from its files: joined, cut, stretched and moved. It
// reports whether it could.
func (r *Reader) shape(m section.Moving, of *Replay) bool {
	trace, err := r.assembled(m, of)
	of.Read = nil
	if err != nil {
		r.File.Fault(r.File.First(m.Path+".join", m.Path+".files", m.Path+".file"), "%v", err)
		return false
	}
	if m.Join == section.JoinName { // each file was asked about its own names
		notes := &text.Notes{}
		text.File{Name: "joined by name", Notes: notes}.DoubtAlike(trace.Names())
		r.Files.Remarks(m.Path+".join", notes)
	}
	of.Trace, of.Begin, of.End = trace, m.Begin.Std(), m.End.Std()
	_, stretch := m.Scale.Factors()
	how := movetrace.Reshaping{Place: m.Placing()}
	if m.Within.Given() {
		b, err := m.Within.Bound(trace.Anchor())
		if err != nil {
			r.File.Fault(m.Path+".within", "%v", err)
			return false
		}
		how.Within = &b
	}
	if stretch != 1 || m.Shift.Time > 0 {
		if !r.part(m, of) {
			return false
		}
		how.From, how.Until, how.Stretch, how.Later = of.Begin, of.End, stretch, m.Shift.Time.Std()
		of.Begin, of.End = 0, 0
	}
	if how.Place != nil || how.Within != nil || how.Stretch > 0 {
		if of.Trace, err = trace.Reshaped(how); err != nil {
			r.File.Fault(r.File.First(m.Path+".within", m.Path+".scale", m.Path+".shift"), "%s: %v: its places are from [%.6g, %.6g] to [%.6g, %.6g] m, and it lasts %v", of.File, err,
				trace.Bounds().Min[0], trace.Bounds().Min[1], trace.Bounds().Max[0], trace.Bounds().Max[1], section.Duration(trace.Duration()))
			return false
		}
	}
	if b := of.Trace.Bounds(); !(section.Plane{Width: maxWorldM, Height: maxWorldM}).Holds(b) {
		r.File.Fault(r.File.First(m.Path+".file", m.Path+".files"), "%s: goes from [%g, %g] to [%g, %g]: a world ends %g m from its corner", of.File,
			b.Min[0], b.Min[1], b.Max[0], b.Max[1], float64(maxWorldM))
	}
	return true
}

// part refuses a beginning or an end that the trace does not have.
func (r *Reader) part(m section.Moving, of *Replay) bool {
	last := of.Trace.Duration()
	end := of.End
	if end == 0 {
		end = last
	}
	switch {
	case of.End > last:
		r.File.Fault(m.Path+".end", "%v is after the end of %s, at %v", section.Duration(of.End), of.File, section.Duration(last))
	case of.Begin > 0 && of.Begin >= last:
		r.File.Fault(m.Path+".begin", "%v is not before the end of %s, at %v", section.Duration(of.Begin), of.File, section.Duration(last))
	case of.Begin > 0 && of.Begin >= end:
		r.File.Fault(m.Path+".end", "%v is not after the beginning, at %v", section.Duration(end), section.Duration(of.Begin))
	default:
		return true
	}
	return false
}

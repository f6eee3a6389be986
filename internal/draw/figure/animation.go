package figure

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"bellwether/protocol"
)

// An Animation is maps of one run, one after another, with one scale and one legend, and
// the messages on their way.
type Animation struct {
	Title  string
	Frames []Frame
}

// A Frame is a map with the messages of its instant.
type Frame struct {
	*Map
	At      protocol.Time
	Flights []Flight
}

// A Flight is a message on its way to one receiver.
type Flight struct {
	Link  // from A to B
	Class protocol.Class
	Part  float64 // of its time that is over, 0 to 1
	Lost  bool
}

// MaxFrames bounds an animation: a minute of ten frames a second.
const MaxFrames = 600

// lostAt is where on its way a lost message is shown to end: which part of the way it went is not
// known.
const lostAt = 0.7

// classColours are the colours of the viewer's page, by class.
var classColours = []color.Color{blue, green, orange, purple, sky, color.RGBA{154, 163, 173, 255}, vermillion, color.RGBA{140, 109, 49, 255}, color.Gray{120}}

// plan lays out all frames alike.
func (a *Animation) plan(t *typeface, width vg.Length) ([]*page, error) {
	if len(a.Frames) == 0 || len(a.Frames) > MaxFrames {
		return nil, fmt.Errorf("an animation of %d pictures; at most %d are allowed", len(a.Frames), MaxFrames)
	}
	all := &Map{Obstacles: a.Frames[0].Obstacles, Drawn: a.Frames[0].Drawn, Names: a.Frames[0].Names}
	for _, f := range a.Frames {
		if len(f.Places) > maxPlaces {
			return nil, fmt.Errorf("%d nodes; at most %d can be told apart", len(f.Places), maxPlaces)
		}
		all.Places = append(all.Places, f.Places...)
		if len(f.Links) > 0 {
			all.Links = f.Links
		}
	}
	if len(all.Places) == 0 {
		return nil, errors.New("nothing to draw: no node has a place in that time")
	}
	leaders := all.leaders()
	entries := append(all.legend(leaders), a.said()...)
	flow, lines := t.flow(entries, width)
	j, high := all.project(width - 2*(margin+mapRim))
	below := margin + vg.Length(lines)*lineStep + gap
	if !all.Drawn {
		below += lineStep + gap
	}
	j.origin = j.origin.Add(vg.Point{X: margin + mapRim, Y: below + mapRim})
	height := below + high + 2*mapRim + 2*lineStep + margin
	pages := make([]*page, len(a.Frames))
	for i, f := range a.Frames {
		heads := []string{instant(f.At)}
		if !slices.Contains(t.without, Title) {
			heads = append([]string{t.fit(titleStyle, a.Title, width-2*margin)}, heads...)
		}
		pages[i] = &page{height: height, draw: func(p *pen) {
			p.headings(heads, height)
			p.legend(entries, flow, margin+vg.Length(lines)*lineStep)
			if !f.Drawn {
				p.scaleBar(j, vg.Point{X: margin, Y: margin + vg.Length(lines)*lineStep + gap + 2}, width)
			}
			p.obstacles(f.Map, j)
			p.network(f.Map, j)
			p.flights(&f, j)
			p.nodes(f.Map, leaders, j)
			p.names(f.Map, j)
		}}
	}
	return pages, nil
}

// instant is a time with as many signs at each frame.
func instant(at protocol.Time) string {
	s := at.Seconds()
	if s < 60 {
		return fmt.Sprintf("%.3f s", s)
	}
	return fmt.Sprintf("%d m %06.3f s", int(s/60), math.Mod(s, 60))
}

// said explains the messages of all frames.
func (a *Animation) said() (out []legendEntry) {
	var classes [protocol.Classes]bool
	lost := false
	for _, f := range a.Frames {
		for _, m := range f.Flights {
			classes[m.Class] = true
			lost = lost || m.Lost
		}
	}
	for c, has := range classes {
		if has {
			out = append(out, legendEntry{protocol.Class(c).String() + " message", func(p *pen, at vg.Point) {
				p.message(classColours[c], vg.Point{X: at.X + swatch/2, Y: at.Y})
			}})
		}
	}
	if lost {
		out = append(out, legendEntry{"lost", func(p *pen, at vg.Point) { p.lost(vg.Point{X: at.X + swatch/2, Y: at.Y}) }})
	}
	return out
}

// flights draws messages on their way, each with the way that it has gone.
func (p *pen) flights(f *Frame, j projection) {
	at := f.spots(j)
	for _, m := range f.Flights {
		from, known := at[m.A]
		to, other := at[m.B]
		if !known || !other {
			continue
		}
		part := m.Part
		if m.Lost {
			part = min(part, lostAt)
		}
		now := vg.Point{X: from.X + (to.X-from.X)*vg.Length(part), Y: from.Y + (to.Y-from.Y)*vg.Length(part)}
		p.line(draw.LineStyle{Color: classColours[m.Class], Width: 0.7}, from, now)
		if m.Lost && part == lostAt {
			p.lost(now)
		} else {
			p.message(classColours[m.Class], now)
		}
	}
}

func (p *pen) message(c color.Color, at vg.Point) {
	p.DrawGlyphNoClip(draw.GlyphStyle{Color: c, Radius: 1.7, Shape: draw.CircleGlyph{}}, at)
}

func (p *pen) lost(at vg.Point) {
	p.DrawGlyphNoClip(draw.GlyphStyle{Color: vermillion, Radius: 2, Shape: draw.CrossGlyph{}}, at)
}

// names writes names above nodes: always at the same side, so that they stay with them.
func (p *pen) names(m *Map, j projection) {
	for _, place := range m.namedFirst() {
		s := textStyle
		if place.leads() {
			s.bold = true
		}
		at := j.at(place.At)
		p.write(s.at(0.5, 0), vg.Point{X: at.X, Y: at.Y + leaderRadius + 1}, nameOf(m.Names, place.Node))
	}
}

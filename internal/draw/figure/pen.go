package figure

import (
	"image/color"
	"strings"
	"unicode"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
)

// A typeface measures text. It is Liberation Sans or Serif, whose letters have the widths of Arial
// and Helvetica or of Times, so that an SVG keeps its layout on machines that have only those.
type typeface struct {
	cache   *font.Cache
	variant font.Variant
	without []Words
	left    LeftOut // what of without there was
}

// typeface returns the typeface of a print.
func (p *Print) typeface() *typeface {
	t := &typeface{cache: font.NewCache(liberation.Collection()), variant: "Sans", without: p.Without}
	if p.Font == Serif {
		t.variant = "Serif"
	}
	return t
}

// A style is how text is written. The point at which it is written is at the share across of
// its width from its left end, and at the share up of its height above its baseline.
type style struct {
	size       vg.Length
	bold       bool
	color      color.Color // nil: ink
	across, up float64
}

// at returns the style with another alignment.
func (s style) at(across, up float64) style {
	s.across, s.up = across, up
	return s
}

// Heights of capitals and descenders of Liberation Sans, in parts of its size, from the
// font's tables (1409 and 431 of 2048 units).
const (
	capHeight = 0.688
	descender = 0.21
)

// boldWeight is font.WeightBold of x/image, which is not imported for one constant.
const boldWeight = 3

func (t *typeface) face(s style) font.Face {
	f := font.Font{Typeface: "Liberation", Variant: t.variant}
	if s.bold {
		f.Weight = boldWeight
	}
	return t.cache.Lookup(f, s.size)
}

// width returns the width of text.
func (t *typeface) width(s style, text string) vg.Length {
	f := t.face(s)
	return f.Width(text)
}

// widest returns the width of the widest of some texts.
func (t *typeface) widest(s style, texts []string) vg.Length {
	var w vg.Length
	for _, text := range texts {
		w = max(w, t.width(s, text))
	}
	return w
}

// fit returns text, with its end cut off if it is too wide.
func (t *typeface) fit(s style, text string, room vg.Length) string {
	text = printable(text)
	if t.width(s, text) <= room {
		return text
	}
	letters := []rune(text)
	for n := min(len(letters), maxLetters); n > 0; n-- {
		if short := strings.TrimSpace(string(letters[:n])) + "…"; t.width(s, short) <= room {
			return short
		}
	}
	return ""
}

// squeeze returns text, without its middle if it is too wide: names of series often differ
// only at their ends.
func (t *typeface) squeeze(s style, text string, room vg.Length) string {
	text = printable(text)
	if t.width(s, text) <= room {
		return text
	}
	letters := []rune(text)
	for n := min(len(letters)-1, maxLetters); n > 0; n-- {
		head, tail := string(letters[:(n+1)/2]), string(letters[len(letters)-n/2:])
		if short := strings.TrimSpace(head) + "…" + strings.TrimSpace(tail); t.width(s, short) <= room {
			return short
		}
	}
	return ""
}

// maxLetters is more letters than fit across any page.
const maxLetters = 400

// wrap breaks text into lines at its spaces.
func (t *typeface) wrap(s style, text string, room vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(printable(text)) {
		switch longer := strings.TrimSpace(line + " " + word); {
		case line == "" || t.width(s, longer) <= room:
			line = longer
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	for i := range lines {
		lines[i] = t.fit(s, lines[i], room)
	}
	return lines
}

// printable replaces characters that cannot be printed, or that XML does not allow, by
// spaces.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " "))
}

// A pen draws on a page. It has no state beside the canvas and the fonts: its methods are the
// marks that figures share, and each can be read alone.
type pen struct {
	draw.Canvas
	*typeface
}

// write writes text at a point.
func (p *pen) write(s style, at vg.Point, text string) {
	if text == "" {
		return
	}
	f := p.face(s)
	if s.color == nil {
		s.color = ink
	}
	p.SetColor(s.color)
	at.X -= vg.Length(s.across) * f.Width(text)
	at.Y -= vg.Length(s.up*capHeight) * s.size
	p.FillString(f, at, text)
}

// line draws a line through points.
func (p *pen) line(l draw.LineStyle, through ...vg.Point) { p.StrokeLines(l, through) }

// fill fills a rectangle.
func (p *pen) fill(c color.Color, r vg.Rectangle) {
	p.SetColor(c)
	p.Fill(r.Path())
}

// hollow draws a mark of a value that is a lower bound.
func (p *pen) hollow(s draw.GlyphStyle, at vg.Point) {
	inside := draw.GlyphStyle{Color: white, Radius: s.Radius, Shape: draw.CircleGlyph{}}
	p.DrawGlyphNoClip(inside, at)
	p.DrawGlyphNoClip(draw.GlyphStyle{Color: s.Color, Radius: s.Radius, Shape: draw.RingGlyph{}}, at)
}

// open draws the outline of a mark, white inside. A cross has no outline and is drawn in a
// ring.
func (p *pen) open(s draw.GlyphStyle, at vg.Point) {
	const rim = vg.Length(0.6)
	large, small := s, s
	large.Radius, small.Radius = s.Radius+rim, s.Radius-rim/2
	switch s.Shape.(type) {
	case draw.CrossGlyph, draw.PlusGlyph:
		p.DrawGlyphNoClip(draw.GlyphStyle{Color: white, Radius: large.Radius, Shape: draw.CircleGlyph{}}, at)
		p.DrawGlyphNoClip(draw.GlyphStyle{Color: s.Color, Radius: large.Radius, Shape: draw.RingGlyph{}}, at)
		p.DrawGlyphNoClip(small, at)
		return
	}
	small.Color = white
	p.DrawGlyphNoClip(large, at)
	p.DrawGlyphNoClip(small, at)
}

// western is a PDF canvas that writes text in the code page of its fonts (Windows 1252) and
// in one weight, since the canvas keeps one font file for all weights of a typeface.
type western struct {
	*vgpdf.Canvas
	*typeface
}

func (w western) FillString(f font.Face, at vg.Point, text string) {
	b := make([]byte, 0, len(text))
	for _, r := range text {
		b = append(b, codePage1252(r))
	}
	w.Canvas.FillString(w.face(style{size: f.Font.Size}), at, string(b))
}

// codePage1252 returns the byte of a letter, or '?': Latin-1 and a few further characters.
func codePage1252(r rune) byte {
	switch {
	case r < 0x80 || r >= 0xa0 && r <= 0xff:
		return byte(r)
	case r == '–':
		return 0x96
	case r == '—':
		return 0x97
	case r == '…':
		return 0x85
	case r == '’':
		return 0x92
	}
	return '?'
}

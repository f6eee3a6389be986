package figure

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"bellwether/internal/base/durable"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Print is how a figure is set on a page or a screen. The zero Print is that of a column of
// 85 mm, in Liberation Sans of 7 points, with title and notes.
type Print struct {
	// Width is one of Widths, or millimetres like "122mm" or "122". "" is Single.
	Width Width
	// TextPt is the size of the smallest text in points, from 6 (what journals ask for at
	// least) to 24. Titles are larger by 8 to 7. Lines and marks grow with the text. 0 is the
	// text of the width.
	TextPt float64
	// Font is the typeface. "" is Sans.
	Font Font
	// Letters is what text is made of in the file. "" is Embedded.
	Letters Letters
	// Without are the texts that a figure leaves out, since the caption of a paper has them.
	Without []Words
}

// A Font is a typeface. Its letters are as wide as those of the fonts that journals name, so
// that a figure stands beside their text.
type Font string

// The fonts.
const (
	Sans  Font = "sans"  // Liberation Sans, as wide as Arial and Helvetica
	Serif Font = "serif" // Liberation Serif, as wide as Times
)

// Letters are what text is made of.
type Letters string

// The kinds of letters.
const (
	// Embedded letters can be searched and copied. A PDF holds their font; an SVG names it,
	// and a machine without it takes another of the same widths.
	Embedded Letters = "text"
	// Outlined letters are paths: the file needs no font, and has letters of every alphabet
	// that the font has. An EPS has no others.
	Outlined Letters = "paths"
)

// Words are texts of a figure that may be left out.
type Words string

// The texts.
const (
	Title Words = "title"
	Notes Words = "notes" // below; of a space-time diagram the sentences above, too
)

// LeftOut are the texts that a figure has left out, for its caption.
type LeftOut struct {
	Title string
	Notes []string
}

// Caption returns the texts as sentences, "" if there are none.
func (l *LeftOut) Caption() string {
	all := l.Notes
	if l.Title != "" {
		all = append([]string{strings.TrimSuffix(l.Title, ".") + "."}, all...)
	}
	return strings.Join(all, " ")
}

// baseText is the size of text, in points, for which distances are made.
const baseText = 7

// Bounds of a Print.
const (
	leastText = 6   // points: IEEE and Elsevier take none smaller
	mostText  = 24  // points
	leastRoom = 60  // mm for text of baseText: labels of rows have two fifths of it
	mostWide  = 600 // mm: a poster
)

// A named size is a width with its text.
type namedSize struct {
	name Width
	long vg.Length
	text float64 // points
}

// sizes are the widths that have names. Column and Page are those of IEEE's journals
// (3.5 and 7.16 inches, text of 8 to 10 points), Screen the slide of 16:9 of presentation programs.
var sizes = []namedSize{
	{Single, 85 * vg.Millimeter, baseText},
	{Double, 178 * vg.Millimeter, baseText},
	{Column, 3.5 * vg.Inch, 8},
	{Page, 7.16 * vg.Inch, 8},
	{Screen, 10 * vg.Inch, 14},
}

// Check returns an error if no figure can be printed so.
func (p *Print) Check() error {
	_, _, err := p.size()
	if err != nil {
		return err
	}
	return errors.Join(
		oneOf("font", p.Font, Sans, Serif),
		oneOf("kind of letters", p.Letters, Embedded, Outlined),
		allOf("text that can be left out", p.Without, Title, Notes),
	)
}

// size returns the width for the layout, which has text of baseText, and the factor by which
// the layout is enlarged.
func (p *Print) size() (wide vg.Length, scale float64, err error) {
	s, err := p.Width.size()
	if err != nil {
		return 0, 0, err
	}
	if p.TextPt != 0 {
		s.text = p.TextPt
	}
	if !(s.text >= leastText && s.text <= mostText) {
		return 0, 0, fmt.Errorf("text of %v points: must be from %d to %d", s.text, leastText, mostText)
	}
	scale = s.text / baseText
	if wide = s.long / vg.Length(scale); wide < leastRoom*vg.Millimeter-1e-9 {
		return 0, 0, fmt.Errorf("a figure %.4g mm wide has no room for text of %v points: at least %.4g mm", float64(s.long/vg.Millimeter), s.text, leastRoom*scale)
	}
	return wide, scale, nil
}

// size returns the size of a width. A number is of millimetres, and has text of 8 points,
// as columns have.
func (w Width) size() (namedSize, error) {
	if w == "" {
		w = Single
	}
	if i := slices.IndexFunc(sizes, func(s namedSize) bool { return s.name == w }); i >= 0 {
		return sizes[i], nil
	}
	mm, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(string(w), "mm")), 64)
	switch {
	case err != nil:
		return namedSize{}, fmt.Errorf("no width is called %q; there are %s, and millimetres like 122mm", string(w), listed(Widths()))
	case !(mm > 0 && mm <= mostWide):
		return namedSize{}, fmt.Errorf("a figure %v mm wide: must be above 0 and at most %d", mm, mostWide)
	}
	return namedSize{w, vg.Length(mm) * vg.Millimeter, 8}, nil
}

// Write draws a figure, and returns what it left out. If there is anything wrong with it,
// nothing is written.
func (p *Print) Write(w io.Writer, i Image, f Figure) (LeftOut, error) {
	if err := p.Check(); err != nil {
		return LeftOut{}, err
	}
	wide, scale, _ := p.size()
	t := p.typeface()
	plan, err := f.layout(t, wide)
	if err != nil {
		return LeftOut{}, err
	}
	canvas, err := i.canvas(t, p.Letters, wide*vg.Length(scale), plan.height*vg.Length(scale))
	if err != nil {
		return LeftOut{}, err
	}
	plan.onto(p.scaled(canvas, wide, plan.height), t)
	if _, err := canvas.WriteTo(w); err != nil {
		return LeftOut{}, fmt.Errorf("writing a figure: %w", err)
	}
	return t.left, nil
}

// Save draws a figure into a file, which appears whole or not at all. The extension of its name
// decides the format.
func (p *Print) Save(file string, f Figure) (LeftOut, error) {
	i, err := ImageOf(file)
	if err != nil {
		return LeftOut{}, err
	}
	var b bytes.Buffer
	left, err := p.Write(&b, i, f)
	if err != nil {
		return LeftOut{}, err
	}
	const readable = 0o644 // others may read figures
	return left, durable.Write(durable.OS{}, file, readable, b.Bytes())
}

// scaled returns a canvas of the layout's size, which enlarges what is drawn to the size
// asked for.
func (p *Print) scaled(c vg.CanvasSizer, wide, high vg.Length) draw.Canvas {
	_, scale, _ := p.size()
	if scale == 1 {
		return draw.New(c)
	}
	return draw.NewCanvas(enlarged{c, vg.Length(scale)}, wide, high)
}

// oneOf refuses what is neither "" nor one of the known.
func oneOf[S ~string](what string, s S, known ...S) error {
	if s == "" {
		return nil
	}
	return allOf(what, []S{s}, known...)
}

// allOf refuses a list with something else than the known.
func allOf[S ~string](what string, list []S, known ...S) error {
	for _, s := range list {
		if !slices.Contains(known, s) {
			return fmt.Errorf("no %s is called %q; there are %s", what, string(s), listed(known))
		}
	}
	return nil
}

// listed returns names as text: "a, b and c".
func listed[S ~string](names []S) string {
	var b strings.Builder
	for i, s := range names {
		switch {
		case i > 0 && i == len(names)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(string(s))
	}
	return b.String()
}

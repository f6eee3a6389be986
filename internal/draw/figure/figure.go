package figure

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"bellwether/internal/base/durable"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A Figure is Lines, Boxes, ECDF, Survival, Bars, Timeline, Map, Energy or SpaceTime.
type Figure interface {
	// layout checks the data, and plans the drawing for a page of that width. All errors
	// are returned here; drawing the page cannot fail.
	layout(t *typeface, width vg.Length) (*page, error)
}

// A page is a planned drawing.
type page struct {
	height vg.Length
	draw   func(p *pen)
}

// Width is the width of a figure.
type Width string

// The widths of a column and of a page of two columns, as in journals of the field.
const (
	Single Width = "single" // 85 mm
	Double Width = "double" // 178 mm
)

// Widths lists the widths.
func Widths() []Width { return []Width{Single, Double} }

func (w Width) length() (vg.Length, error) {
	switch w {
	case Single:
		return 85 * vg.Millimeter, nil
	case Double:
		return 178 * vg.Millimeter, nil
	}
	return 0, fmt.Errorf("no width is called %q; there are %s and %s", string(w), Single, Double)
}

// An Image is a format of figures.
type Image string

// The formats. The bytes of SVG and PNG depend on the figure alone; a PDF contains
// the date at which it was made. A PDF shows only letters of Western Europe, others as
// question marks, and no bold text.
const (
	SVG Image = "svg"
	PNG Image = "png" // 300 dots an inch
	PDF Image = "pdf"
)

// Images lists the formats.
func Images() []Image { return []Image{SVG, PNG, PDF} }

// dotsPerInch is the resolution that journals require of pictures with lines and halftones.
const dotsPerInch = 300

// ImageOf returns the format of a file, by the extension of its name.
func ImageOf(file string) (Image, error) {
	i := Image(strings.ToLower(strings.TrimPrefix(filepath.Ext(file), ".")))
	if !slices.Contains(Images(), i) {
		return "", fmt.Errorf("%q ends in no format of figures; there are .svg, .png and .pdf", file)
	}
	return i, nil
}

// WriteFigure draws a figure.
func WriteFigure(w io.Writer, i Image, f Figure, width Width) error {
	wide, err := width.length()
	if err != nil {
		return err
	}
	t := newTypeface()
	plan, err := f.layout(t, wide)
	if err != nil {
		return err
	}
	canvas, err := i.canvas(t, wide, plan.height)
	if err != nil {
		return err
	}
	plan.onto(draw.New(canvas), t)
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("writing a figure: %w", err)
	}
	return nil
}

// SaveFigure draws a figure into a file, in the format of its extension. It writes nothing
// if the figure has an error.
func SaveFigure(file string, f Figure, width Width) error {
	i, err := ImageOf(file)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := WriteFigure(&b, i, f, width); err != nil {
		return err
	}
	return durable.Write(durable.OS{}, file, 0o644, b.Bytes())
}

func (i Image) canvas(t *typeface, w, h vg.Length) (vg.CanvasWriterTo, error) {
	switch i {
	case SVG:
		return withFallbackFonts{vgsvg.New(w, h)}, nil
	case PNG:
		return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(dotsPerInch))}, nil
	case PDF:
		return western{vgpdf.New(w, h), t}, nil
	}
	return nil, fmt.Errorf("no format of figures is called %q; there are svg, png and pdf", string(i))
}

// withFallbackFonts is an SVG canvas that adds Arial, Helvetica and any sans serif as
// fallbacks of its font. Letters of the first two have the same widths as its own.
type withFallbackFonts struct{ *vgsvg.Canvas }

func (c withFallbackFonts) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if _, err := c.Canvas.WriteTo(&b); err != nil {
		return 0, err
	}
	family := []byte("font-family:Liberation Sans;")
	wrote, err := w.Write(bytes.ReplaceAll(b.Bytes(), family, []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")))
	return int64(wrote), err
}

// onto draws the page on a white background.
func (p *page) onto(c draw.Canvas, t *typeface) {
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	p.draw(&pen{Canvas: c, typeface: t})
}

package figure

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgeps"
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

// The widths that have names. Others are millimetres, like "122mm".
const (
	Single Width = "single" // 85 mm, text of 7 points
	Double Width = "double" // 178 mm, text of 7 points
	Column Width = "column" // 88.9 mm (3.5 in), a column of IEEE's journals, text of 8 points
	Page   Width = "page"   // 181.9 mm (7.16 in), a page of them, text of 8 points
	Screen Width = "screen" // 254 mm (10 in), a slide, text of 14 points
)

// Widths lists the widths that have names.
func Widths() []Width { return []Width{Single, Double, Column, Page, Screen} }

// An Image is a format of figures.
type Image string

// The formats. The bytes of SVG, PNG and EPS depend on the figure alone; a PDF contains
// the date at which it was made. Embedded letters of a PDF are those of Western Europe, others
// are question marks, and none is bold. An EPS has outlined letters only.
const (
	SVG Image = "svg"
	PNG Image = "png" // 300 dots an inch
	PDF Image = "pdf"
	EPS Image = "eps"
)

// Images lists the formats.
func Images() []Image { return []Image{SVG, PNG, PDF, EPS} }

// dotsPerInch is the resolution that journals require of pictures with lines and halftones.
const dotsPerInch = 300

// ImageOf returns the format of a file, by the extension of its name.
func ImageOf(file string) (Image, error) {
	i := Image(strings.ToLower(strings.TrimPrefix(filepath.Ext(file), ".")))
	if !slices.Contains(Images(), i) {
		return "", fmt.Errorf("%q ends in no format of figures; there are .svg, .png, .pdf and .eps", file)
	}
	return i, nil
}

// WriteFigure draws a figure as wide as asked for, and otherwise as the zero Print.
func WriteFigure(w io.Writer, i Image, f Figure, width Width) error {
	_, err := (&Print{Width: width}).Write(w, i, f)
	return err
}

// canvas returns a canvas of a size.
func (i Image) canvas(t *typeface, l Letters, w, h vg.Length) (vg.CanvasWriterTo, error) {
	var c vg.CanvasWriterTo
	switch i {
	case SVG:
		c = withFallbackFonts{vgsvg.New(w, h)}
	case PNG:
		c = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(dotsPerInch))}
	case PDF:
		pdf := vgpdf.New(w, h)
		if l != Outlined {
			return western{pdf, t}, nil
		}
		c = pdf
	case EPS:
		return outlines{epsCanvas{vgeps.New(w, h)}}, nil
	default:
		return nil, fmt.Errorf("no format of figures is called %q; there are %s", string(i), listed(Images()))
	}
	if l == Outlined {
		return outlines{c}, nil
	}
	return c, nil
}

// withFallbackFonts is an SVG canvas that adds fonts of the same widths and any of the same kind as
// fallbacks of its font.
type withFallbackFonts struct{ *vgsvg.Canvas }

func (c withFallbackFonts) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if _, err := c.Canvas.WriteTo(&b); err != nil {
		return 0, err
	}
	svg := b.Bytes()
	for family, fallbacks := range map[string]string{"Liberation Sans": "Arial,Helvetica,sans-serif", "Liberation Serif": "Times New Roman,Times,serif"} {
		svg = bytes.ReplaceAll(svg, []byte("font-family:"+family+";"), []byte("font-family:"+family+","+fallbacks+";"))
	}
	wrote, err := w.Write(svg)
	return int64(wrote), err
}

// onto draws the page on a white background.
func (p *page) onto(c draw.Canvas, t *typeface) {
	c.SetColor(white)
	c.Fill(c.Rectangle.Path())
	p.draw(&pen{Canvas: c, typeface: t})
}

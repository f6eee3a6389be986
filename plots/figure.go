package plots

import (
	"errors"
	"io"

	"bellwether/internal/draw/figure"
)

// A Figure is something to look at: a pointer to Lines, Boxes, an ECDF or a Timeline.
type Figure interface {
	figure() figure.Figure
}

// An Image is a format of figures.
type Image string

// The formats. The bytes of SVG and PNG depend on the figure alone; a PDF holds the date
// of its making, and has letters of Western Europe only.
const (
	SVG Image = "svg"
	PNG Image = "png" // 300 dots an inch
	PDF Image = "pdf"
)

// Width is how wide a figure stands on the page. Its height follows from what it shows.
type Width string

// The widths of a column and of a page of two, as journals of the field set them. Text has 7 points in
// the first two, and 8 in those of IEEE.
const (
	Single Width = "single" // 85 mm
	Double Width = "double" // 178 mm
	Column Width = "column" // 88.9 mm (3.5 in), a column of IEEE's journals
	Page   Width = "page"   // 181.9 mm (7.16 in), a page of them
)

// WriteFigure draws a figure. If there is anything wrong with it, nothing is written.
func WriteFigure(w io.Writer, i Image, f Figure, width Width) error {
	if f == nil {
		return errors.New("plots: there is no figure: it is nil")
	}
	return named(figure.WriteFigure(w, figure.Image(i), f.figure(), figure.Width(width)))
}

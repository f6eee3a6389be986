package figure

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgeps"
)

// epsCanvas is an EPS canvas with a header as the format asks for (Adobe's EPSF specification 3.0):
// the canvas below begins with two per cent signs, has no whole numbers in its box, and holds
// the date of its making.
type epsCanvas struct{ *vgeps.Canvas }

func (c epsCanvas) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if _, err := c.Canvas.WriteTo(&b); err != nil {
		return 0, err
	}
	_, body, found := bytes.Cut(b.Bytes(), []byte("%%EndComments\n"))
	if !found {
		return 0, errors.New("an EPS without the end of its header")
	}
	wide, high := c.Size()
	up := func(l vg.Length) float64 { return math.Ceil(l.Points() - 1e-6) } // of whole points none too many
	n, err := fmt.Fprintf(w, "%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 %.0f %.0f\n%%%%HiResBoundingBox: 0 0 %.3f %.3f\n%%%%EndComments\n%s",
		up(wide), up(high), wide.Points(), high.Points(), body)
	return int64(n), err
}

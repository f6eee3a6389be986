package figure

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// A Written is a text on a page, and its box.
type Written struct {
	Text string
	Size vg.Length
	Box  vg.Rectangle
}

// Texts draws a figure, and returns its texts with their boxes, from the calls that drew
// them, and the box of the page.
func Texts(f Figure, width Width) ([]Written, vg.Rectangle, error) {
	return PrintedTexts(f, Print{Width: width})
}

// PrintedTexts are the same of a print.
func PrintedTexts(f Figure, as Print) ([]Written, vg.Rectangle, error) {
	wide, scale, err := as.size()
	if err != nil {
		return nil, vg.Rectangle{}, err
	}
	t := as.typeface()
	plan, err := f.layout(t, wide)
	if err != nil {
		return nil, vg.Rectangle{}, err
	}
	c := new(recorder.Canvas)
	plan.onto(draw.NewCanvas(enlarged{c, vg.Length(scale)}, wide, plan.height), t)
	page := vg.Rectangle{Max: vg.Point{X: wide * vg.Length(scale), Y: plan.height * vg.Length(scale)}}
	return written(c, t), page, nil
}

// written replays the calls that move the origin.
func written(c *recorder.Canvas, t *typeface) []Written {
	var out []Written
	origin, stack := vg.Point{}, []vg.Point{}
	for _, a := range c.Actions {
		switch a := a.(type) {
		case *recorder.Push:
			stack = append(stack, origin)
		case *recorder.Pop:
			origin, stack = stack[len(stack)-1], stack[:len(stack)-1]
		case *recorder.Translate:
			origin = origin.Add(a.Point)
		case *recorder.Rotate, *recorder.Scale:
			panic("a figure turns or scales: the test of its layout must learn it")
		case *recorder.FillString:
			f := t.cache.Lookup(a.Font, a.Size)
			at := origin.Add(a.Point)
			out = append(out, Written{a.String, a.Size, vg.Rectangle{
				Min: vg.Point{X: at.X, Y: at.Y - 0.2*a.Size},
				Max: vg.Point{X: at.X + f.Width(a.String), Y: at.Y + 0.7*a.Size},
			}})
		}
	}
	return out
}

// SaveFigure draws a figure into a file.
func SaveFigure(file string, f Figure, width Width) error {
	_, err := (&Print{Width: width}).Save(file, f)
	return err
}

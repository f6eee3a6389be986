package figure

import (
	"bytes"
	"strings"
	"testing"

	"bellwether/trace/measure"
)

// Figures on one level have the same ticks, up to the greatest value of any; a figure without a
// value changes nothing.
func TestFiguresOnOneLevelHaveOneAxis(t *testing.T) {
	of := func(values ...float64) *Lines {
		s := Series{Label: "a"}
		for i, v := range values {
			s.Points = append(s.Points, Point{X: float64(i), Y: &measure.Summary{Mean: v, N: 3}})
		}
		return &Lines{X: Axis{Title: "nodes"}, Y: Axis{Title: "frames"}, Series: []Series{s}}
	}
	svg := func(l *Lines) string {
		var b bytes.Buffer
		if err := WriteFigure(&b, SVG, l, Single); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	low, high, empty := of(1, 2), of(60, 80), of()
	if strings.Contains(svg(low), ">60</text>") {
		t.Error("the low figure reaches 60 alone")
	}
	alone := svg(high)
	Level(low, high, empty)
	if !strings.Contains(svg(low), ">60</text>") {
		t.Error("the low figure does not reach 60")
	}
	if svg(high) == alone { // it begins at 0 now
		t.Error("the high figure keeps its own axis")
	}
	bare := of()
	if Level(bare); bare.level != nil {
		t.Errorf("figures without a value have the axis %v", *bare.level)
	}
}

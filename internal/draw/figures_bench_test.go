package draw_test

import (
	"bytes"
	"testing"

	"bellwether/internal/draw"
)

func BenchmarkFigures(b *testing.B) {
	history := new(draw.History)
	story(history)
	for _, i := range draw.Images() {
		b.Run(string(i), func(b *testing.B) {
			for b.Loop() {
				if err := draw.WriteFigure(new(bytes.Buffer), i, history.Timeline("t"), draw.Single); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

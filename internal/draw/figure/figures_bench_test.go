package figure_test

import (
	"bytes"
	"testing"

	"bellwether/internal/draw/figure"
)

func BenchmarkFigures(b *testing.B) {
	history := new(figure.History)
	story(history)
	for _, i := range figure.Images() {
		b.Run(string(i), func(b *testing.B) {
			for b.Loop() {
				if err := figure.WriteFigure(new(bytes.Buffer), i, history.Timeline("t"), figure.Single); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

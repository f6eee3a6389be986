package plots_test

import (
	"bytes"
	"testing"

	"bellwether/plots"
)

func BenchmarkFigures(b *testing.B) {
	history := new(plots.History)
	story(history)
	for _, i := range plots.Images() {
		b.Run(string(i), func(b *testing.B) {
			for b.Loop() {
				if err := plots.WriteFigure(new(bytes.Buffer), i, history.Timeline("t"), plots.Single); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

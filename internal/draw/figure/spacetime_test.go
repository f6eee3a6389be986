package figure_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bellwether/internal/draw/figure"
	"bellwether/protocol"
)

// words returns the texts of a figure.
func words(t *testing.T, f figure.Figure) (all []string) {
	t.Helper()
	texts, _, err := figure.Texts(f, figure.Double)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range texts {
		all = append(all, w.Text)
	}
	return all
}

// A space-time diagram writes the length of each step and its share, what is before the start has none, and there is a
// bar only if something is after it.
func TestSpaceTimeTellsLengthsAndShares(t *testing.T) {
	const ms = protocol.Time(time.Millisecond)
	s := &figure.SpaceTime{Title: "why", Start: 1000 * ms, Steps: []figure.SpaceStep{
		{Since: 0, Until: 1000 * ms, From: 1, To: 1, Kind: figure.Wait, Text: "waits"},
		{Since: 1000 * ms, Until: 1025 * ms, From: 1, To: 2, Text: "election ⟨2,1⟩", Lost: 2},
		{Since: 1025 * ms, Until: 1100 * ms, From: 2, To: 2, Kind: figure.Wait, Text: "waits"},
	}, Marks: []figure.SpaceMark{{At: 500 * ms, Node: 1, Lost: true, Text: "message of 3 lost"}}}
	got := words(t, s)
	for _, want := range []string{"1s", "25ms · 25 %", "75ms · 75 %", "election ‹2,1› (2 lost)", "−1s", "0s", "100ms", "to scale", "message of 3 lost"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing: %q", want, got)
		}
	}
	s.Steps, s.Marks = s.Steps[:1], nil
	if got := words(t, s); slices.Contains(got, "to scale") || strings.Contains(strings.Join(got, " "), "The bar") {
		t.Errorf("a bar of nothing: %q", got)
	}
	for name, broken := range map[string]figure.SpaceTime{
		"no step": {}, "a gap": {Steps: []figure.SpaceStep{{Until: 1}, {Since: 2, Until: 3}}},
		"another node": {Steps: []figure.SpaceStep{{Until: 1, To: 1}, {Since: 1, Until: 3, From: 2}}},
		"backwards":    {Steps: []figure.SpaceStep{{Since: 2, Until: 1}}}, "a late start": {Start: 9, Steps: []figure.SpaceStep{{Until: 1}}},
	} {
		if _, _, err := figure.Texts(&broken, figure.Double); err == nil {
			t.Errorf("%s is drawn", name)
		}
	}
}

package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// The reader chooses a value of each axis: for each point and metric the page holds one order, the
// style shows the one whose values are all chosen, and the first values are chosen at first.
func TestReaderMovesTheAxes(t *testing.T) {
	_, out := swept(t, small)
	page, _ := (&Job{Dir: out}).report(t)
	orders := regexp.MustCompile(`<ol class="order ([^"]*)" aria-label="([^"]*)">`).FindAllStringSubmatch(page, -1)
	if len(orders) != 4*4 { // points × metrics
		t.Fatalf("%d orders", len(orders))
	}
	seen := map[string]bool{}
	for _, o := range orders {
		if seen[o[1]] {
			t.Errorf("two orders are %q", o[1])
		}
		seen[o[1]] = true
	}
	if !strings.Contains(page, `<ol class="order xm-0 x0-1 x1-0" aria-label="badly led, at nodes = 6, radio.range = 150">`) {
		t.Errorf("no order at the third point; they are %v", orders)
	}
	for _, name := range []string{"x0-0", "x0-1", "x1-0", "x1-1", "xm-0", "xm-3"} {
		if rule := fmt.Sprintf("#moving:has(#%s:checked) .order:not(.%s){display:none}", name, name); strings.Count(page, rule) != 1 {
			t.Errorf("the style has %d times %q", strings.Count(page, rule), rule)
		}
	}
	if n := strings.Count(page, `checked="checked"`); n != 3 {
		t.Errorf("%d values are chosen at first, want one of each axis and one metric", n)
	}
	_, out = swept(t, strings.Replace(small, ", radio.range: [150, 300]", "", 1))
	if page, _ = (&Job{Dir: out}).report(t); strings.Contains(page, `id="moving"`) || strings.Contains(page, `id="decides"`) {
		t.Error("one axis, which has a figure, can be moved too")
	}
}

// Rows stand in the order of their means, and the bars have the scale of the widest interval.
func TestRowsStandInTheirOrder(t *testing.T) {
	_, out := swept(t, small)
	page, _ := (&Job{Dir: out}).report(t)
	means := regexp.MustCompile(`--mean:([0-9.]+)%;--low:([0-9.]+)%;--high:([0-9.]+)%`)
	list := regexp.MustCompile(`(?s)<ol class="order (xm-[012]) [^>]*>(.*?)</ol>`)
	widest := map[string]float64{}
	for _, o := range list.FindAllStringSubmatch(page, -1) {
		last := -1.0
		for _, m := range means.FindAllStringSubmatch(o[2], -1) {
			var mean, low, high float64
			fmt.Sscan(m[1]+" "+m[2]+" "+m[3], &mean, &low, &high)
			if mean < last || low > mean || high < mean || high > 100 {
				t.Errorf("%s: a mean of %v after %v, from %v to %v", o[1], mean, last, low, high)
			}
			last, widest[o[1]] = mean, max(widest[o[1]], high)
		}
	}
	if len(widest) != 3 || widest["xm-0"] != 100 {
		t.Errorf("the widest ends are %v", widest)
	}
}

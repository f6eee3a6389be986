package crosscheck

import (
	"testing"

	"bellwether/internal/testkit/sample"
	"bellwether/radio"
)

// The comparison can fail: without NAV, EIFS, RTS, or the noise of others, some row differs by
// more than the tables allow.
func TestNS3ContentionConvicts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs of 20 s of saturated stations")
	}
	theirs := map[string][]string{}
	for _, l := range lines(t, "contention.tsv") {
		theirs[l[0]+", "+l[1]] = l
	}
	for i, b := range []struct {
		name, crowd, access string
		wreck               func(*radio.CSMA)
	}{
		{"NAV is ignored", "hidden", "rts", func(c *radio.CSMA) { c.DCF.NAV = false }},
		{"no EIFS", "spread, unicast, overload", "basic", func(c *radio.CSMA) { c.DCF.EIFS = 0 }},
		{"no RTS", "hidden", "rts", func(c *radio.CSMA) { c.DCF.ReserveBytes = 0 }},
		{"hidden stations are sensed", "hidden", "basic", func(c *radio.CSMA) { c.FaintestDBm = 0 }},
		{"one window for all", "around, 20", "basic", func(c *radio.CSMA) { c.WindowMax = c.WindowMin }},
	} {
		if !sample.Takes(i, 2) {
			continue
		}
		csma := dsssCSMA(b.access)
		b.wreck(&csma)
		heard, _, onAir := contend(t, crowds()[b.crowd], csma)
		l := theirs[b.crowd+", "+b.access]
		a, z := section{relative: true}.apart(row{"", heard, number(t, l[2])}), section{relative: true}.apart(row{"", onAir, number(t, l[4])})
		t.Logf("%s: %s, %s: received %.2f, theirs %s; on the air %.3f, theirs %s", b.name, b.crowd, b.access, heard, l[2], onAir, l[4])
		if a <= 0.1 && z <= 0.1 {
			t.Errorf("%s: nobody notices", b.name)
		}
	}
}

package crosscheck

import (
	"math"
	"testing"

	"bellwether/internal/sim/phy"
	"bellwether/radio"
)

func TestNS3Curves(t *testing.T) { curves(t).hold(t) }

// curves compares the chance that 1000 bits are right, at each ratio of signal to noise at
// which it is neither 0 nor 1 in ns-3.
func curves(t *testing.T) section {
	s := section{title: "Error models: 802.11b and 802.11g", prose: "`NistErrorRateModel`, which asks `DsssErrorRateModel` for 802.11b; the chance that 1000 bits are right.",
		at: "modulation, signal to noise", unit: "of 1", within: 2e-6, decimals: 6}
	for _, l := range lines(t, "curves.tsv") {
		right := math.Pow(1-phy.BitErrorRate(radio.Modulation(l[0]), math.Pow(10, number(t, l[1])/10)), 1000)
		s.rows = append(s.rows, row{l[0] + ", " + l[1] + " dB", right, number(t, l[2])})
	}
	return s
}

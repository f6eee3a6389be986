package stats

import "testing"

// Two claims: a comparison against one is corrected for all three comparisons, one for it for both
// claims; a claim without comparisons does not count.
func TestJudge(t *testing.T) {
	got := Judge([][]Compared{{{P: 0.02, Verdict: No}, {P: 0.03, Verdict: Yes}}, {}, {{P: 0.02, Verdict: Yes}}})
	if got[0][0] != Open || got[0][1] != Open || len(got[1]) != 0 || got[2][0] != Yes {
		t.Errorf("%v", got)
	}
	if got := Judge([][]Compared{{{P: 0.016, Verdict: No}, {P: 0.5, Verdict: Open}, {P: 0.5, Verdict: Open}}}); got[0][0] != No {
		t.Errorf("%v: three times 0.016 is below 0.05", got)
	}
}

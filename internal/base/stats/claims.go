package stats

// Judge returns the verdicts of the comparisons of several claims, corrected for their number. One
// comparison is enough to deny a claim, so the comparisons against claims are one family, and
// their p values are corrected by Holm. A claim holds only if all its comparisons do, so a p value
// for a claim is corrected for the number of claims that have comparisons.
func Judge(claims [][]Compared) [][]Verdict {
	var against []float64
	asked := 0.0
	for _, claim := range claims {
		for _, c := range claim {
			p := 1.0
			if c.Verdict == No {
				p = c.P
			}
			against = append(against, p)
		}
		if len(claim) > 0 {
			asked++
		}
	}
	against = Holm(against)
	out := make([][]Verdict, len(claims))
	for i, claim := range claims {
		for _, c := range claim {
			p := against[0]
			if c.Verdict == Yes {
				p = asked * c.P
			}
			out[i] = append(out[i], c.Corrected(p))
			against = against[1:]
		}
	}
	return out
}

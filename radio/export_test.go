package radio

// For tests from outside.
func (o GilbertElliott) MeanLoss() float64 { return o.meanLoss() }
func (m TwoRay) CrossoverM() float64       { return m.crossoverM() }

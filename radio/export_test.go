package radio

// Methods for the tests of package radio_test.
func (o GilbertElliott) MeanLoss() float64 { return o.meanLoss() }
func (m TwoRay) CrossoverM() float64       { return m.crossoverM() }

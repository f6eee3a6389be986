package access

import (
	"testing"

	"bellwether/radio"
)

// TestRatesFollowARF: + is a data frame with an acknowledgement, - one without; the rates
// belong to these frames and to the next one.
func TestRatesFollowARF(t *testing.T) {
	const ten = "++++++++++"
	for _, c := range []struct{ why, tries, rates string }{
		{"ten acknowledgements in a row go up, up to the last rate", ten + ten + ten, "0000000000" + "1111111111" + "2222222222" + "2"},
		{"one failure just after a step up goes down at once", ten + "-+", "0000000000" + "1" + "00"},
		{"later two in a row do", ten + "+-+--+", "0000000000" + "11111" + "00"},
		{"without ten in a row, the 15th try goes up", "+-++++-++++-+++" + "+", "000000000000000" + "11"},
		{"if the 15th fails, the next acknowledgement does", "+-++++-+++++++-" + "+", "000000000000000" + "0" + "1"},
		{"two failures at the slowest rate count anew", "+-++++-+++++--+" + "++++++++" + "+", "000000000000000" + "00000000" + "01"},
		{"no failure goes below the slowest rate", "----", "00000"},
	} {
		r := rates{Rates: radio.DefaultRates(radio.Rate{}, radio.Rate{}), known: make([][]arf, 1)}
		got := ""
		for _, try := range c.tries {
			got += string(rune('0' + r.towards(0, 2).rate))
			if try == '+' {
				r.acknowledged(0, 2)
			} else {
				r.failed(0, 2)
			}
		}
		if got += string(rune('0' + r.towards(0, 2).rate)); got != c.rates {
			t.Errorf("%s: rates %s after %s, want %s", c.why, got, c.tries, c.rates)
		}
	}
}

package csv

import (
	"strings"

	"bellwether/internal/formats/text"
)

// ends are the decimals of the last cells of rows. A logger that lost its power in the middle of a
// line leaves a number that is too short, and reads as another: 12.5 of 12.50600.
type ends struct {
	rows        int
	least, last int // decimals: the fewest of the rows before the latest, and its own
	word        string
	column      int
}

// row notes the latest row.
func (e *ends) row(fields []string) {
	if e.rows == 1 || e.rows > 1 && e.last < e.least {
		e.least = e.last
	}
	e.rows++
	e.column = len(fields) - 1
	e.word = fields[e.column]
	_, decimals, _ := strings.Cut(e.word, ".")
	e.last = len(decimals)
}

// fewRows is from how many rows on it is no chance that the last has the fewest decimals.
const fewRows = 8

// tell remarks on the last row of a file whose last line has no end.
func (e *ends) tell(in text.File, number int) {
	if e.rows >= fewRows && e.last < e.least {
		in.Remark("line %d, the last, has no end, and fewer decimals than any other, %s: if it was cut off, delete it", number, text.Quote(e.word))
	}
}

package text

import (
	"fmt"
	"strconv"
	"strings"
)

// Thousands judges whether points in the numbers of columns perhaps part thousands, as 1.004 is 1004 in
// many countries: all have three digits after each point, and the others are whole and below 1000.
type Thousands struct {
	columns []grouped
}

// grouped is what is known of a column.
type grouped struct {
	at      int
	refuted bool
	most    int    // of the whole numbers
	first   string // number with a point
}

// inGroups reports whether a number has the digits of thousands: 1.004, and no 0 in front.
func inGroups(word string) bool {
	word = strings.TrimLeft(word, "+-")
	if word == "" || word[0] < '1' || word[0] > '9' || len(word) < len("1.004") {
		return false
	}
	for i := range len(word) {
		if fromEnd := len(word) - i; fromEnd%4 == 0 {
			if word[i] != '.' {
				return false
			}
		} else if word[i] < '0' || word[i] > '9' {
			return false
		}
	}
	return true
}

// leastWhole is how large a whole number must be to say that the others, which have a point, are larger.
const leastWhole = 100

// Row judges a row by columns of numbers that are read; those below 0 are none.
func (g *Thousands) Row(fields []string, columns ...int) {
	if g.columns == nil {
		for _, at := range columns {
			g.columns = append(g.columns, grouped{at: at})
		}
	}
	for i := range g.columns {
		if of := &g.columns[i]; !of.refuted {
			of.note(Field(fields, of.at))
		}
	}
}

// note judges a number.
func (g *grouped) note(word string) {
	switch {
	case word == "":
	case strings.IndexByte(word, '.') < 0:
		n, err := strconv.Atoi(word)
		g.refuted = err != nil || n >= 1000 || n <= -1000
		g.most = max(g.most, n, -n)
	case inGroups(word):
		if g.first == "" {
			g.first = strings.Clone(word)
		}
	default:
		g.refuted = true
	}
}

// Tell remarks on columns whose points perhaps part thousands.
func (g *Thousands) Tell(in File, header []string) {
	for _, of := range g.columns {
		if of.refuted || of.first == "" || of.most < leastWhole {
			continue
		}
		in.Remark("column %s has whole numbers up to %d, and others with three digits after a point, like %s, which are read as fractions: if these are thousands, write them without points, %s",
			columnName(header, of.at), of.most, of.first, strings.ReplaceAll(of.first, ".", ""))
	}
}

// columnName is a column in a message: its name, else its number.
func columnName(header []string, at int) string {
	if at < len(header) && !isNumber(header[at]) {
		return header[at]
	}
	return strconv.Itoa(at + 1)
}

// commas is the error of a number with commas, or with several points; nil for other words.
func commas(word string) error {
	plain := strings.ReplaceAll(word, ",", ".")
	switch {
	case inGroups(word):
		return fmt.Errorf("%s: not a number: write thousands without points", Quote(word))
	case plain != word && inGroups(plain):
		return fmt.Errorf("%s: not a number: write thousands without commas, and decimal points for decimal commas", Quote(word))
	case strings.Count(word, ",") == 1 && isNumber(plain):
		return fmt.Errorf("%s: not a number: write decimal points for decimal commas", Quote(word))
	}
	return nil
}

package text

import (
	"slices"
	"strconv"
	"strings"
)

// sumNames begin a last row that sums or ends a table.
var sumNames = []string{"total", "totals", "sum", "mean", "average", "avg", "count", "min", "max", "std", "median", "end", "eof"}

// nobody are names that say that there is no node, or none that is known: R writes NA, and frames to all
// have an address of ones.
var nobody = []string{"*", "-", "--", "?", "na", "n/a", "#n/a", "nan", "null", "none", "nil", "undefined", "unknown", "nobody", "no one", "000000000000", "ffffffffffff", "broadcast"}

// isNobody reports whether a name says that there is no node. A number below 0 does so too.
func isNobody(name string) bool {
	folded := strings.ToLower(strings.TrimSpace(name))
	if plain := addressParts.Replace(folded); len(plain) == len("000000000000") {
		folded = plain
	}
	_, err := Number(name)
	return err == nil && strings.HasPrefix(name, "-") || slices.Contains(nobody, folded)
}

// DoubtNames remarks on names of nodes that are perhaps none: -1, * and NA stand for nobody or for a
// stranger in many logs, and two names may be spellings of one.
func (f File) DoubtNames(names []string) {
	var none, cut []string
	sums := ""
	for _, name := range names {
		if slices.Contains(sumNames, strings.ToLower(strings.Trim(name, " :"))) && len(names) > 1 {
			sums = name
		}
		if lostDigits(name) {
			cut = append(cut, name)
		}
		if isNobody(name) {
			none = append(none, name)
		}
	}
	if len(none) > 0 {
		f.Remark("names like %s are read as nodes, %d in all: if they stand for nobody, or for a stranger, delete their rows", Shorten(strings.Join(none, ", ")), len(none))
	}
	if len(cut) > 0 {
		f.Remark("names like %s have lost digits, as a spreadsheet cuts long numbers: one may stand for several nodes; export them in full, as text", cut[0])
	}
	if sums != "" {
		f.Remark("%s is read as a node: if its row sums or ends the table, delete it", Quote(sums))
	}
	f.DoubtAlike(names)
}

// lostDigits reports whether a name is a number like 1.889E+14, which has fewer digits than it says.
func lostDigits(name string) bool {
	number, power, is := strings.Cut(strings.ToLower(name), "e+")
	exponent, err := strconv.Atoi(power)
	if !is || err != nil || !isNumber(number) {
		return false
	}
	_, decimals, _ := strings.Cut(number, ".")
	return len(decimals) < exponent
}

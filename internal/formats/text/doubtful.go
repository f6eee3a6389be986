package text

import (
	"slices"
	"strings"
)

// sumNames begin a last row that sums or ends a table.
var sumNames = []string{"total", "totals", "sum", "mean", "average", "avg", "count", "min", "max", "std", "median", "end", "eof", "null", "none", "nan", "unknown", "n/a"}

// DoubtNames remarks on names of nodes that are perhaps none: -1 and * stand for nobody or for a
// stranger in many logs, and two names may be spellings of one.
func (f File) DoubtNames(names []string) {
	var signed []string
	sums := ""
	for _, name := range names {
		_, err := Number(name)
		if slices.Contains(sumNames, strings.ToLower(strings.Trim(name, " :"))) && len(names) > 1 {
			sums = name
		}
		if name == "*" || err == nil && strings.HasPrefix(name, "-") {
			signed = append(signed, name)
		}
	}
	if len(signed) > 0 {
		f.Remark("names like %s are read as nodes, %d in all: if they stand for nobody, or for a stranger, delete their rows", Shorten(strings.Join(signed, ", ")), len(signed))
	}
	if sums != "" {
		f.Remark("%s is read as a node: if its row sums or ends the table, delete it", Quote(sums))
	}
	f.DoubtAlike(names)
}

package text

import (
	"slices"
	"strings"
)

// bad are the values of a column by which a row is perhaps none:
//
//   - a word that says no in any column, such as invalid, down or no contact, see [saysNo];
//   - the no of a column that has yes and no alone: 0 and 1, true and false, A and V. It does not count in a
//     column of the node or of a measure, such as occupied, floor or speed;
//   - yes in a column of what is bad: deleted, outlier;
//   - 0, numbers below it, and words such as poor in a column of quality: fix, satellites;
//   - 0 in a column that counts what a contact or link got, and strengths that are none;
//   - all but the most frequent value of a flag of quality control.
//
// A value that all rows have is no news, unless it says no by itself.
func (c *column) bad() (bad []value) {
	values := slices.DeleteFunc(slices.Clone(c.values), func(v value) bool { return v.word == "" })
	empty := len(values) < len(c.values)
	no := c.noOfPair(values)
	for _, v := range values {
		word := strings.ToLower(v.word)
		is := false
		switch c.says {
		case inverted:
			is = c.isBadYes(values, v.word)
		case grade:
			is = !c.constant() && (slices.Contains(poor, word) || word == "z" && len(values) > 1 || c.numeric(values) && (isZero(word) || isNumber(word) && word[0] == '-'))
		case counted:
			is = isZero(word) && c.numeric(values) && !c.constant()
		case strength:
			is = isNumber(word) && (!strings.HasPrefix(word, "-") && (c.negative || isZero(word)))
		case either:
			is = !c.many && !c.constant() && slices.ContainsFunc(values, func(other value) bool { return other.rows > v.rows })
		}
		if c.says != inverted && saysNo(v.word) || c.says != carrier && c.says != inverted && c.says != either && slices.Contains(no, word) || is {
			bad = append(bad, v)
		}
	}
	if len(bad) == 0 && empty && len(values) == 1 && isYes(values[0].word) && c.affirms {
		i := slices.IndexFunc(c.values, func(v value) bool { return v.word == "" })
		bad = append(bad, c.values[i])
	}
	return bad
}

// constant reports whether all rows have one value.
func (c *column) constant() bool { return !c.many && len(c.values) == 1 && !c.telling }

// numeric reports whether a column has numbers above 0 beside those that are not, or its name alone
// tells.
func (c *column) numeric(values []value) bool {
	return c.many || c.telling || slices.ContainsFunc(values, func(v value) bool {
		n, err := Number(v.word)
		return err == nil && n > 0
	})
}

// noOfPair are the words for no of a column that has yes and no alone; nil of others.
func (c *column) noOfPair(values []value) []string {
	if c.many {
		return nil
	}
	for _, pair := range pairs {
		yes, no, other := 0, 0, false
		for _, v := range values {
			switch word := strings.ToLower(v.word); {
			case slices.Contains(pair[0], word):
				yes++
			case slices.Contains(pair[1], word):
				no++
			default:
				other = true
			}
		}
		if no > 0 && !other && (yes > 0 || c.telling) {
			return pair[1]
		}
	}
	return nil
}

// isBadYes reports whether a value of a column of what is bad says that it is so: yes beside no, or
// beside empty cells, or a word of an error.
func (c *column) isBadYes(values []value, word string) bool {
	if c.many || c.constant() {
		return false
	}
	others := slices.ContainsFunc(values, func(v value) bool { return !isYes(v.word) && !isNo(v.word) })
	if isYes(word) {
		return !others
	}
	return others && !isNo(word) && !isNumber(word) && !slices.ContainsFunc(values, func(v value) bool { return isNumber(v.word) && !isZero(v.word) }) && !strings.HasPrefix(strings.ToLower(word), "no ")
}

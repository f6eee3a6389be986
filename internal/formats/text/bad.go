package text

import (
	"slices"
	"strings"
)

// bad are the values of a column by which a row is perhaps none:
//
//   - a word that says no in any column, such as invalid, down or no contact, see [saying.saysNo];
//   - the no of a column that has yes and no alone: 0 and 1, true and false, A and V. It does not count in a
//     column of the node or of a measure, such as occupied, floor or speed;
//   - yes in a column of what is bad: deleted, outlier;
//   - 0, numbers below it, and words such as poor in a column of quality: fix, satellites;
//   - 0 in a column that counts what a contact or link got, and strengths that are none;
//   - all but the most frequent value of a flag of quality control, and what is rare and not known in
//     a column of codes: status, state.
//
// A value that all rows have is no news, unless it says no by itself.
func (c *column) bad() (bad []value) {
	values := slices.DeleteFunc(slices.Clone(c.values), func(v value) bool { return v.word == "" })
	no := c.noOfPair(values)
	for _, v := range values {
		says := c.says.saysNo(v.word) || c.ends && len(values) > 1 && slices.Contains(ending, strings.ToLower(v.word))
		switch c.says {
		case inverted:
			says = c.isBadYes(values, v.word)
		case either:
			says = !c.many && slices.ContainsFunc(values, func(other value) bool { return other.rows > v.rows })
		case grade:
			says = says || slices.Contains(no, plainValue(v.word)) || c.isPoor(values, v.word)
		case counted:
			says = says || slices.Contains(no, plainValue(v.word)) || isZero(v.word) && c.numeric(values) && !c.constant()
		case strength:
			says = says || isNumber(v.word) && !strings.HasPrefix(v.word, "-") && (c.negative || isZero(v.word)) || len(values) > 1 && isNoStrength(v.word)
		case state:
			says = says || slices.Contains(no, plainValue(v.word)) || c.isRareCode(values, v)
		}
		if says {
			bad = append(bad, v)
		}
	}
	if i := slices.IndexFunc(c.values, func(v value) bool { return v.word == "" }); i >= 0 && len(bad) == 0 && len(values) == 1 && c.affirms && (isYes(values[0].word) || slices.Contains(known, plainValue(values[0].word))) {
		bad = append(bad, c.values[i])
	}
	return bad
}

// isNoStrength reports whether a number of dBm says that there is no reading: the least of a byte, or
// below any receiver.
func isNoStrength(word string) bool {
	n, err := Number(word)
	return err == nil && (n == -127 || n == -128 || n <= -200)
}

// isPoor reports whether a value of a column of quality is a poor one.
func (c *column) isPoor(values []value, word string) bool {
	switch plain := plainValue(word); {
	case c.constant():
		return false
	case slices.Contains(poor, plain), plain == "z" && len(values) > 1: // Argos has found no place
		return true
	default:
		return c.numeric(values) && isNumber(word) && (isZero(word) || word[0] == '-')
	}
}

// rare is the share of rows up to which a value is rare, one to so many others: of movement most rows
// are fixes.
const rare = 4

// isRareCode reports whether a value of a column of codes is not known, and others have more rows.
func (c *column) isRareCode(values []value, v value) bool {
	if !c.codes || c.many {
		return false
	}
	most := slices.MaxFunc(values, func(a, b value) int { return a.rows - b.rows }).rows
	if isNumber(v.word) {
		return v.rows*rare <= most
	}
	is := func(part string) bool { return slices.Contains(known, part) || slices.Contains(carrierWords, part) }
	return v.rows < most && (!c.fixes || v.rows*rare <= most) && !slices.ContainsFunc(words(v.word), is)
}

// constant reports whether all rows have one value, which is no news.
func (c *column) constant() bool { return !c.many && len(c.values) == 1 && !c.telling }

// numeric reports whether a column has numbers above 0, or a name that tells without them.
func (c *column) numeric(values []value) bool {
	return c.many || c.telling || slices.ContainsFunc(values, func(v value) bool {
		n, err := Number(v.word)
		return err == nil && n > 0
	})
}

// noOfPair are the words for no of a column that has yes and no alone; nil of others. In a table of
// movement the rarer of both is bad, if it is rare, unless the name says that yes is good.
func (c *column) noOfPair(values []value) []string {
	if c.many {
		return nil
	}
	for _, pair := range pairs {
		yes, no, other := 0, 0, false
		for _, v := range values {
			switch word := plainValue(v.word); {
			case slices.Contains(pair[0], word):
				yes += v.rows
			case slices.Contains(pair[1], word):
				no += v.rows
			default:
				other = other || !slices.Contains(neither, word)
			}
		}
		switch {
		case no == 0 || other || yes == 0 && !c.telling:
		case !c.fixes || c.affirms || c.says != state || no*rare <= yes:
			return pair[1]
		case yes*rare <= no:
			return pair[0]
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
	if isYes(word) || !others {
		return isYes(word) && !others
	}
	counts := slices.ContainsFunc(values, func(v value) bool { return isNumber(v.word) && !isZero(v.word) })
	return !counts && !isNo(word) && !strings.HasPrefix(strings.ToLower(word), "no ")
}

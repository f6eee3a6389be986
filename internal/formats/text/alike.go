package text

import (
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"
)

// DoubtAlike remarks on names that are perhaps two spellings of one: of other cases, separators of an
// address, zeros in front, blanks, or 0x. All of them are nodes of their own.
func (f File) DoubtAlike(names []string) {
	first := map[string]string{} // by plain spelling; never ranged over
	told, twice := "", 0
	for _, name := range names {
		again := false
		for _, plain := range spellings(name) {
			switch other, known := first[plain]; {
			case !known:
				first[plain] = name
			case other != name && !again:
				if again = true; twice == 0 {
					told = shownName(other) + " and " + shownName(name)
				}
			}
		}
		if again {
			twice++
		}
	}
	if twice > 0 {
		f.Remark("%s are read as two nodes; %d of %d names differ so little from others: if they are one, write its name alike in all rows", told, twice, len(names))
	}
}

// shownName is a name in a message, in quotes if it has blanks.
func shownName(name string) string {
	if strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsGraphic(c) || unicode.IsSpace(c) }) {
		return Quote(name)
	}
	return Shorten(name)
}

// addressParts are what parts the bytes of an address.
var addressParts = strings.NewReplacer(":", "", "-", "", ".", "")

// spellings are the plain forms of a name: names that share one are perhaps of one node.
func spellings(name string) []string {
	folded := strings.ToLower(name)
	if plain := addressParts.Replace(folded); len(plain) == 12 || len(plain) == 16 {
		if _, err := hex.DecodeString(plain); err == nil { // EUI-48 or EUI-64
			return []string{"address " + plain}
		}
	}
	out := []string{plainSpelling(folded)}
	if digits, is := strings.CutPrefix(folded, "0x"); is {
		out = append(out, plainSpelling(digits))
		if n, err := strconv.ParseUint(digits, 16, 64); err == nil {
			out = append(out, strconv.FormatUint(n, 10))
		}
	}
	if n, err := Number(folded); err == nil && strings.Contains(folded, ".") && !strings.Contains(folded, "e") {
		out = append(out, strconv.FormatFloat(n, 'f', -1, 64)) // 1.0 is 1
	}
	return out
}

// plainSpelling is a name without blanks and what else parts its words, and without zeros before a
// number. What parts two numbers, or stands in front, stays as a dash: 1-12 is not 11-2, nor -1 1.
func plainSpelling(folded string) string {
	var out strings.Builder
	parted, former := false, '0'
	for _, c := range folded {
		if unicode.IsSpace(c) || unicode.Is(unicode.Cf, c) || strings.ContainsRune("-_.:/", c) {
			parted = true
			continue
		}
		if parted && unicode.IsDigit(c) && unicode.IsDigit(former) {
			out.WriteByte('-')
		}
		parted, former = false, c
		out.WriteRune(c)
	}
	if out.Len() == 0 {
		return folded
	}
	return withoutZeros(out.String())
}

// withoutZeros drops zeros before a number.
func withoutZeros(s string) string {
	out := make([]byte, 0, len(s))
	digit := func(i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }
	begun := false // the number has a digit that stays
	for i := range len(s) {
		if !digit(i) {
			begun = false
		} else if s[i] == '0' && !begun && digit(i+1) {
			continue
		} else {
			begun = true
		}
		out = append(out, s[i])
	}
	return string(out)
}

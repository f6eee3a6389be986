package text

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Units of times of a day that are written as digits alone, whose zeros in front may be lost:
// 93005 is 09:30:05, and 930 is 09:30.
const (
	clockSeconds = "hms"
	clockMinutes = "hm"
)

// isDigits reports whether a unit is of digits of a time of the day.
func isDigits(unit string) bool { return unit == clockSeconds || unit == clockMinutes }

// colons parts the digits of a time of the day: 93005 is 09:30:05. It is false for a number of other
// digits.
func colons(word, unit string) (plain string, is bool) {
	whole, rest, fraction := strings.Cut(word, ".")
	width, layout := len("150405"), "150405"
	if unit == clockMinutes {
		width, layout = len("1504"), "1504"
	}
	if whole == "" || len(whole) > width || strings.Trim(whole+rest, "0123456789") != "" {
		return "", false
	}
	whole = strings.Repeat("0", width-len(whole)) + whole
	if _, err := time.Parse(layout, whole); err != nil {
		return "", false
	}
	plain = whole[:2] + ":" + whole[2:4]
	if unit == clockSeconds {
		plain += ":" + whole[4:]
	}
	if fraction {
		plain += "." + rest
	}
	return plain, true
}

// clockDigits judges whether the numbers of a file are perhaps the digits of times of a day.
type clockDigits struct {
	refuted bool    // a number has other digits
	last    string  // number
	turns   int     // numbers that differ from the one before
	least   float64 // of them
	most    float64
	uneven  bool // the last two digits are not all 00 or 50
}

// note judges a number.
func (d *clockDigits) note(word string) {
	if d.refuted || word == d.last {
		return
	}
	if _, is := colons(word, clockSeconds); !is || strings.ContainsAny(word, "eE") || strings.HasPrefix(word, "0.") {
		d.refuted = true
		return
	}
	n, err := Number(word)
	if err != nil {
		return
	}
	if d.turns++; d.turns == 1 {
		d.least = n
	}
	d.last, d.least, d.most = strings.Clone(word), min(d.least, n), max(d.most, n)
	last := int(n) % 100
	d.uneven = d.uneven || last != 0 && last != 50
}

const (
	// anHour is 01:00:00 and noHour 24:00, as digits.
	anHour = 10000
	noHour = 2400

	// manyTurns is how many short numbers must be times of a day, until they are doubted: a sequence
	// of numbers in even steps soon has one of other digits, from 60 to 99.
	manyTurns = 10
)

// unit is the unit that the numbers perhaps have, the first of them given; "" if they are of no time
// of a day.
func (d *clockDigits) unit(first string) string {
	n, err := Number(first)
	long := err == nil && (n >= anHour || strings.HasPrefix(first, "0") && len(first) >= len("150405"))
	switch {
	case d.refuted || d.turns < 2:
	case long, d.most >= anHour && d.turns >= manyTurns && d.uneven:
		return clockSeconds
	case int(d.least)/100 < int(d.most)/100 && d.most < noHour && d.turns >= manyTurns && d.uneven:
		return clockMinutes
	}
	return ""
}

// digits reads a time of the day that is written as digits.
func (c *Clock) digits(word string) (string, error) {
	if plain, is := colons(word, c.Unit); is {
		return plain, nil
	}
	if c.Advice == "" {
		return "", fmt.Errorf("time: %s: want the digits of a time of a day", Quote(word))
	}
	return "", fmt.Errorf("time: %s: want the digits of a time of a day: %s:s reads seconds", Quote(word), c.Advice)
}

// digitsOfDate reports whether a number is the digits of a date and a time, with minutes,
// seconds or milliseconds: 20260501120000. No other unit has as many digits in this century.
func digitsOfDate(word string) bool {
	whole, _, _ := strings.Cut(word, ".")
	switch len(whole) {
	case len("200601021504"), len("20060102150405"), len("20060102150405000"):
	default:
		return false
	}
	_, err := time.Parse("2006-01-02T15:04:05.999", shownDate(word))
	return err == nil && digitsOfDay(whole[:8])
}

// shownDate parts the digits of a date.
func shownDate(word string) string {
	whole, rest, _ := strings.Cut(word, ".")
	clock := whole[8:10] + ":" + whole[10:12]
	if len(whole) < 14 {
		return shownDay(whole) + "T" + clock + ":00"
	}
	if rest = whole[14:] + rest; rest != "" {
		rest = "." + rest
	}
	return shownDay(whole) + "T" + clock + ":" + whole[12:14] + rest
}

// digitsOfDay reports whether a number is the digits of a day from 1970 to 2069.
func digitsOfDay(word string) bool {
	if len(word) != 8 || word < "19700101" || word > "20691231" {
		return false
	}
	_, err := strconv.Atoi(word)
	if err == nil {
		_, err = time.Parse(time.DateOnly, shownDay(word))
	}
	return err == nil
}

func shownDay(digits string) string { return digits[:4] + "-" + digits[4:6] + "-" + digits[6:8] }

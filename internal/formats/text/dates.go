package text

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Layouts of a date in the order of RFC 3339, after [Clock.plain].
var (
	zonedLayouts = []string{time.RFC3339Nano, "2006-01-02T15:04:05Z07", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z07:00"}
	naiveLayouts = []string{"2006-1-2T15:04:05", "2006-1-2T15:04", "2006-1-2T3:04:05PM", "2006-1-2T3:04PM", "2006-1-2T15", "2006-1-2T"}
)

var dashes = strings.NewReplacer("/", "-", ".", "-")

// date reads a date of ISO 8601 in the profile of RFC 3339, and others that are written: with a
// blank for the T, with slashes, with AM or PM, with a zone of hours alone, without a zone or
// seconds, or as digits alone.
func (c *Clock) date(word string) (time.Duration, error) {
	if at, err := time.Parse(time.RFC3339Nano, word); err == nil {
		return sinceEpoch(word, at)
	}
	plain, err := c.plain(word)
	if err != nil {
		return 0, fmt.Errorf("time: %s: %w", Quote(word), err)
	}
	end := time.Duration(0)
	if before, after, cut := strings.Cut(plain, ":59:60"); cut { // a leap second, which Unix time has not
		plain, end = before+":59:59"+after, time.Second
	}
	if before, after, cut := strings.Cut(plain, "T24:00"); cut && strings.Trim(after, ":0Z") == "" {
		plain, end = before+"T00:00"+after, 24*time.Hour // the end of a day
	}
	for _, layout := range zonedLayouts {
		if at, err := time.Parse(layout, plain); err == nil {
			return sinceEpoch(word, at.Add(end))
		}
	}
	for _, layout := range naiveLayouts {
		if at, err := time.Parse(layout, plain); err == nil {
			c.naive = true
			return sinceEpoch(word, at.Add(end))
		}
	}
	if at, err := c.spelt(word); err == nil || !errors.Is(err, errSpelt) {
		return at, err
	}
	return 0, fmt.Errorf("time: %s: want one like 2026-05-01T12:00:00Z", Quote(word))
}

// Layouts of dates with the names of months, without the day of the week.
var (
	speltZoned = []string{"2 Jan 2006 15:04:05 -0700", "2 Jan 2006 15:04:05Z", "Jan 2 15:04:05 -0700 2006", "Jan 2 15:04:05Z 2006", "2 January 2006 15:04:05Z"}
	speltNaive = []string{"2 Jan 2006 15:04:05", "2 Jan 2006 15:04", "Jan 2 15:04:05 2006", "Jan 2 2006 15:04:05", "Jan 2 2006 15:04", "Jan 2 2006 3:04:05 PM", "Jan 2 2006 3:04 PM",
		"2 January 2006 15:04:05", "January 2 2006 15:04:05", "January 2 2006 3:04:05 PM"}
	errSpelt = errors.New("no date with the name of a month")
	twoYears = regexp.MustCompile(`^\d\d[-/.]\d\d[-/.]\d\d\b`)
	weekdays = regexp.MustCompile(`^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*[ ,]+`)
)

// spelt reads a date with the name of its month, as mail, HTTP and C write it.
func (c *Clock) spelt(word string) (time.Duration, error) {
	if twoYears.MatchString(word) {
		return 0, fmt.Errorf("time: %s: years have four digits: write one like 2026-05-01T12:00:00Z", Quote(word))
	}
	plain := weekdays.ReplaceAllString(strings.TrimSpace(word), "")
	plain = strings.Join(strings.Fields(strings.ReplaceAll(plain, ",", " ")), " ")
	for _, zone := range []string{" UTC", " GMT"} {
		plain = strings.ReplaceAll(plain, zone, "Z")
	}
	for _, layout := range speltZoned {
		if at, err := time.Parse(layout, plain); err == nil {
			return sinceEpoch(word, at)
		}
	}
	for _, layout := range speltNaive {
		if at, err := time.Parse(layout, plain); err == nil {
			c.naive = true
			return sinceEpoch(word, at)
		}
	}
	return 0, errSpelt
}

// plain returns a date in the order of RFC 3339.
func (c *Clock) plain(word string) (string, error) {
	if digitsOfDate(word) {
		return shownDate(word), nil
	}
	word = compactDate(strings.TrimSpace(word))
	for _, zone := range []string{" UTC", " GMT"} {
		if before, cut := strings.CutSuffix(word, zone); cut {
			word = before + "Z"
		}
	}
	day, clock, _ := strings.Cut(strings.Replace(word, "T", " ", 1), " ")
	clock = halves(strings.ReplaceAll(clock, " ", "")) // before a zone, AM and PM
	day = dashes.Replace(day)
	if parts := strings.Split(day, "-"); len(parts) == 3 && len(parts[0]) <= 2 && len(parts[2]) == 4 {
		d, m, err := c.dayAndMonth(parts[0], parts[1])
		if err != nil {
			return "", err
		}
		day = parts[2] + "-" + twoDigits(m) + "-" + twoDigits(d)
	}
	return day + "T" + clock, nil
}

// halves are AM and PM in capitals, without points.
func halves(clock string) string {
	clock = strings.ToUpper(clock)
	for _, half := range []string{"A.M.", "P.M.", "A.M", "P.M"} {
		if before, cut := strings.CutSuffix(clock, half); cut {
			return before + half[:1] + "M"
		}
	}
	return clock
}

// compact is a date of ISO 8601 without what parts it: 20260501T120000Z.
var compact = regexp.MustCompile(`^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$`)

// isCompact reports whether a word is such a date.
func isCompact(word string) bool {
	return len(word) > len("20260501T") && word[len("20260501")] == 'T' && compact.MatchString(word)
}

// compactDate parts the digits of such a date.
func compactDate(word string) string {
	if !isCompact(word) {
		return word
	}
	of := compact.FindStringSubmatch(word)
	if of[6] == "" {
		of[6] = "00"
	}
	return fmt.Sprintf("%s-%s-%sT%s:%s:%s%s", of[1], of[2], of[3], of[4], of[5], of[6], of[7])
}

// months are their names as dates have them.
const months = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC"

// dayAndMonth tells the day of a date from its month: by the order of the file, which the first date
// states whose day cannot be a month.
func (c *Clock) dayAndMonth(first, second string) (day, month string, err error) {
	if at := strings.Index(months, strings.ToUpper(second)); len(second) == 3 && at >= 0 && at%3 == 0 {
		return first, strconv.Itoa(at/3 + 1), nil
	}
	switch {
	case c.Unit == monthFirst || c.Unit == dayFirst:
	case len(first) == 2 && first > "12":
		c.Unit = dayFirst
	case len(second) == 2 && second > "12":
		c.Unit = monthFirst
	default:
		return "", "", c.order()
	}
	if c.Unit == monthFirst {
		first, second = second, first
	}
	return first, second, nil
}

func twoDigits(s string) string {
	if len(s) == 1 {
		return "0" + s
	}
	return s
}

// sinceEpoch is the time since 1970 of an instant.
func sinceEpoch(word string, at time.Time) (time.Duration, error) {
	if s := at.Unix(); s < 0 || s > int64(timeLimit/time.Second) {
		return 0, fmt.Errorf("time: %s: must be from 1970 to 2069", Quote(word))
	}
	return time.Duration(at.UnixNano()), nil
}

// daytime reads a time of a day, as time since midnight.
func daytime(word string) (time.Duration, error) {
	plain := halves(strings.ReplaceAll(word, " ", ""))
	if before, cut := strings.CutSuffix(plain, ":59:60"); cut { // a leap second
		at, err := daytime(before + ":59:59")
		return at + time.Second, err
	}
	if plain == "24:00:00" || plain == "24:00" {
		return 24 * time.Hour, nil
	}
	for _, layout := range []string{"15:04:05", "15:04", "3:04:05PM", "3:04PM", "15:04:05Z", "15:04Z"} {
		if at, err := time.Parse(layout, plain); err == nil {
			return at.Sub(time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)), nil
		}
	}
	return 0, fmt.Errorf("time: %s: want one like 12:00:00 or 2026-05-01T12:00:00Z", Quote(word))
}

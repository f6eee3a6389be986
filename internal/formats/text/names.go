package text

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// TimeNames are the usual names of a column or property of times.
var TimeNames = []string{"time", "t", "timestamp", "datetime", "timestep_time", "base_date_time", "tracked_at", "recorded_at", "created_at",
	"unix_time", "unix_timestamp", "time_utc", "utc", "last_timestamp", "fix_time", "gps_time", "ts", "date"}

// timeWords are parts of names that are perhaps those of times; spanWords of lengths of time.
var (
	timeWords = []string{"time", "timestamp", "datetime", "date", "ts", "epoch", "utc", "gmt", "clock", "hour", "hours", "minute", "minutes", "second", "seconds", "secs",
		"day", "tow", "itow", "when", "instant", "moment", "millis", "millisecond", "milliseconds"}
	timeAlone = []string{"ms", "sec", "min", "h", "hr"} // with other words they are units of something
	spanWords = []string{"up", "uptime", "life", "lifetime", "run", "runtime", "travel", "trip", "air", "airtime", "dwell", "zone", "tz", "offset", "interval", "delta", "dt", "duration", "diff", "timeout", "out", "length", "age", "delay", "lat", "latitude", "lon", "lng", "long", "longitude", "unit", "units"}
	dateWords = []string{"date", "datetime", "day"}
)

// unitWords are the units that a name may end in: time_ms, t (s).
var unitWords = map[string]string{
	"s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s",
	"ms": "ms", "msec": "ms", "msecs": "ms", "millis": "ms", "millisecond": "ms", "milliseconds": "ms",
	"us": "us", "µs": "us", "usec": "us", "usecs": "us", "microsec": "us", "micros": "us", "microseconds": "us",
	"ns": "ns", "nsec": "ns", "nsecs": "ns", "nanosec": "ns", "nanosecs": "ns", "nanos": "ns", "nanoseconds": "ns",
	"min": "min", "mins": "min", "minute": "min", "minutes": "min",
	"h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "day": "d", "days": "d",
}

// words are the parts of a name in small letters: BaseDateTime is base, date, time.
func words(name string) []string {
	var out []string
	begin, former := true, ' '
	for _, c := range name {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			begin = true
		case begin || unicode.IsUpper(c) && unicode.IsLower(former):
			out = append(out, string(unicode.ToLower(c)))
			begin = false
		default:
			out[len(out)-1] += string(unicode.ToLower(c))
		}
		former = c
	}
	return out
}

// NameWords are the parts of a name in small letters.
func NameWords(name string) []string { return words(name) }

// PlainName is a name in small letters without what parts its words.
func PlainName(name string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '/' {
			return -1
		}
		return unicode.ToLower(c)
	}, name)
}

// sameColumn compares names of columns without regard to case, to what parts their words, and
// to a hash before a header.
func sameColumn(field, name string) bool {
	if strings.EqualFold(field, name) {
		return true
	}
	plain := PlainName(field)
	return plain != "" && plain == PlainName(name)
}

// UnitIn parts the unit from a name: time_ms is time, in ms.
func UnitIn(name string) (rest, unit string) { return unitOfName(name, unitWords) }

// unitOfName parts a unit of these words from a name.
func unitOfName(name string, known map[string]string) (rest, unit string) {
	of := words(name)
	last := len(of) - 1
	if last < 0 {
		return name, ""
	}
	if unit = known[of[last]]; unit == "" || last == 0 {
		return name, unit
	}
	return strings.Join(of[:last], "_"), unit
}

// SaysTime reports whether a name is perhaps that of times.
func SaysTime(name string) bool {
	of := words(name)
	has := func(list []string) bool {
		return slices.ContainsFunc(of, func(word string) bool { return slices.Contains(list, word) })
	}
	return (has(timeWords) || len(of) == 1 && slices.Contains(timeAlone, of[0])) && !has(spanWords)
}

// Words of names of nodes, and of names that count rows.
var (
	nodeWords = []string{"id", "uuid", "eui", "imei", "mac", "callsign"}
	rowWords  = []string{"event", "row", "record", "point", "fix", "fid", "message", "msg", "seq", "sequence", "log", "frame", "trip", "cell", "gateway", "gw", "type", "seg", "segment"}
)

// SaysNode reports whether a name is perhaps that of nodes, and of no row: bus_id.
func SaysNode(name string) bool {
	of := words(name)
	return len(of) > 1 && slices.Contains(nodeWords, of[len(of)-1]) &&
		!slices.ContainsFunc(of, func(word string) bool { return slices.Contains(rowWords, word) })
}

// saysDate reports whether a name is that of dates.
func saysDate(name string) bool {
	return slices.ContainsFunc(words(name), func(word string) bool { return slices.Contains(dateWords, word) })
}

var plainWord = regexp.MustCompile(`^[\pL_][\pL\pN_.-]*$`)

// PlainWord reports whether a mapping and a shell take a name as it is.
func PlainWord(name string) bool { return plainWord.MatchString(name) }

// ColumnWord is how a flag names a column of a header: by its name, else by its number.
func ColumnWord(header []string, at int) string {
	name := strings.TrimLeft(header[at], "# ")
	first := slices.IndexFunc(header, func(field string) bool { return sameColumn(field, name) })
	if plainWord.MatchString(name) && first == at {
		return name
	}
	return strconv.Itoa(at + 1)
}

package text

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A saying is what a column is about, by its name.
type saying int

const (
	state    saying = iota // unknown: a column of yes and no may say that a row is none
	prose                  // names and texts, which say nothing of the row
	carrier                // of the node or a count: false and 0 are values as others are
	inverted               // yes is bad: deleted, outlier, no_fix
	grade                  // 0 is bad, and words of poor quality are: fix, quality, satellites
	counted                // 0 is bad: packets of a link
	strength               // dBm: 127 and 0 are no strengths
	either                 // codes of quality control: one differs from the most
)

// Words of names. A column that no list has is a state, so that what is not known is told.
var (
	satelliteWords = []string{"satellite", "satellites", "sat", "sats", "nsat", "nsats", "numsat", "numsats", "sv", "nsv", "numsv", "svs", "siv"}
	invertedWords  = []string{"invalid", "deleted", "removed", "outlier", "outliers", "interpolated", "extrapolated", "imputed", "filled", "predicted", "estimated", "simulated", "synthetic", "rejected", "excluded", "discarded", "ignored", "ignore",
		"skip", "skipped", "missing", "missed", "lost", "bad", "error", "errors", "err", "fault", "faulty", "fail", "failed", "failure", "mock", "mocked", "spoofed", "fake", "anomaly", "anomalous", "noise", "noisy", "duplicate", "duplicated",
		"dup", "dropped", "masked", "stale", "expired", "cancelled", "canceled", "disconnected", "down", "off", "offline", "timeout", "suspect", "suspicious", "no", "not", "non", "unreliable", "unusable", "void", "erroneous", "corrupt", "broken", "outdated", "obsolete", "cached", "approximate", "spike",
		"glitch", "warning", "occluded", "occlusion", "generated", "lastknown", "out", "wrong", "exclude", "reject", "remove", "delete", "drop",
		"discard", "hidden", "ghost", "artifact", "test", "censored"}
	fixWords   = []string{"fix", "fixtype", "fixquality", "valid", "validity"}
	gradeWords = []string{"quality", "qual", "confidence", "reliability", "lock", "lc"}
	countWords = []string{"count", "counts", "packets", "pkts", "frames", "beacons", "messages", "hits", "sightings", "detections", "encounters", "contact", "contacts", "connected", "linked", "received", "rx", "seen", "heard", "samples", "acks", "replies",
		"weight", "lq", "lqi", "prr", "pdr", "ratio", "probability", "prob"}
	strengthWords = []string{"rssi", "rss", "dbm", "rsrp"}
	eitherWords   = []string{"flag", "flags", "qc", "qf", "qa"}
	proseWords    = []string{"weather", "comment", "comments", "note", "notes", "remark", "remarks", "description", "desc", "text", "message", "msg", "title", "name", "vessel", "ship", "cargo", "destination", "dest", "station", "stop", "route", "street",
		"address", "city", "town", "region", "country", "place", "road", "surface", "traffic", "mood", "direction", "dir", "trend", "heading", "course", "lift", "elevator", "url", "species", "taxon", "sex", "gender", "navigational", "navigation", "nav", "study", "driver", "owner", "operator"}
	carrierWords = []string{"ground", "onground", "airborne", "moving", "motion", "movement", "stationary", "stopped", "static", "standing", "parked", "parking", "charging", "charger", "charge", "plugged", "ignition", "ign", "engine", "motor", "occupied", "occupancy",
		"vacant", "hired", "passenger", "passengers", "free", "busy", "door", "doors", "open", "light", "lights", "brake", "braking", "turning", "turn", "indicator", "blinker", "siren", "alarm", "alert", "spi", "sos", "panic", "emergency", "weekend",
		"holiday", "weekday", "night", "daylight", "day", "indoor", "indoors", "outdoor", "inside", "raining", "rain", "delayed", "delay", "screen", "walking", "running", "driving", "adult", "child", "student", "leader", "gateway", "root", "sink", "router",
		"mobile", "roaming", "duty", "signals", "slope", "speed", "velocity", "spd", "sog", "cog", "rot", "course", "bearing", "angle", "accel", "acceleration", "acc", "gyro", "lane", "floor", "level", "line", "group", "class", "type", "category",
		"cluster", "label", "id", "index", "idx", "seq", "sequence", "number", "num", "no", "lap", "zone", "channel", "sf", "port", "round", "run", "experiment", "trial", "hop", "hops", "battery", "batt", "power", "voltage", "volt", "current", "temperature",
		"temp", "humidity", "pressure", "age", "gap", "time", "since", "duration", "interval", "lag", "length", "width", "height", "altitude", "alt", "elevation", "ele", "depth", "draft", "size", "pos", "edge", "segment", "seg", "step", "iteration", "frame",
		"distance", "dist", "accuracy", "precision", "hdop", "pdop", "vdop", "dop", "eph", "epv", "count", "odometer", "mileage", "hour", "minute", "min", "sec", "second", "ms", "us", "ns", "month", "year", "week", "x", "y", "z", "role", "team", "party", "household", "room", "unit", "offset", "activity", "event", "events"}
	// lasting are words of times and names of what other words say.
	lasting = []string{"time", "age", "since", "id", "seq", "duration", "delay", "interval", "lag", "until", "from", "to", "after", "before"}
	// numbering are last words of names that number rows.
	numbering = []string{"no", "nr", "num", "number"}
	// telling are parts of names whose value is told even if all rows have it.
	telling = []string{"valid", "visible", "fix", "outlier"}
	// affirming are words of names of which yes is good.
	affirming = []string{"ok", "good", "usable", "valid", "confirmed", "verified", "visible", "connected", "contact", "seen", "fix", "accepted", "reliable", "gps", "position", "located", "available", "online", "active", "tracked", "detected",
		"present", "received", "lock", "healthy", "measured", "observed", "used", "use", "keep", "included", "passed", "success", "status", "state", "link", "signal", "alive", "up", "reachable", "heard"}
	// coding are words of names whose values are codes of what happened to a row.
	coding = []string{"status", "state", "result", "outcome", "condition", "health", "connection", "check"}
	// known are values that are no news in a column of codes; so are carrierWords.
	known = []string{"ok", "okay", "good", "fine", "valid", "active", "up", "normal", "pass", "passed", "success", "fix", "fixed", "locked", "connected", "online", "on", "enabled", "yes", "true", "a", "high", "best", "reliable", "seen", "contact",
		"idle", "driving", "drive", "walk", "bike", "run", "still", "arriving", "departing", "boarding", "waiting", "loading", "full", "available", "started", "start", "stop", "underway", "anchored", "moored"}
)

// sayingOf is what a column is about.
func sayingOf(name string, kind rowKind) saying {
	of := words(name)
	has := func(list []string) bool {
		return slices.ContainsFunc(of, func(word string) bool { return slices.Contains(list, word) })
	}
	plain := PlainName(name)
	within := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(plain, part) })
	}
	if len(of) == 0 {
		return carrier // a table without a header
	}
	last := of[len(of)-1]
	switch {
	case has(strengthWords) && kind != Fix:
		return strength
	case has(satelliteWords) || within("satell"):
		return grade
	case has(lasting), slices.Contains(numbering, last), last == "count" && kind == Fix, of[0] == "no" && len(of) > 1 && of[1] == "of", utf8.RuneCountInString(plain) == 1:
		return carrier
	case has(eitherWords):
		return either
	case has(invertedWords) || within("outlier", "invalid", "interpolat", "disconnect", "duplicat"):
		return inverted
	case has(fixWords) || within("valid"):
		return grade
	case has(proseWords):
		return prose
	case has(gradeWords) || within("quality", "argosclass", "locationclass"):
		return grade
	case has(countWords) && kind != Fix:
		return counted
	case has(carrierWords) || has(strengthWords):
		return carrier
	}
	return state
}

// noWords make a value of few words say that its row is none, whatever its column; so do no, not and
// non before another word.
var (
	noWords = []string{"invalid", "bad", "lost", "void", "error", "failed", "fail", "failure", "missed", "missing", "outlier", "deleted", "removed", "rejected", "discarded", "disconnected", "unreachable", "timeout", "down", "offline",
		"unreliable", "corrupt", "corrupted", "faulty", "ko", "nok", "broken", "spoofed", "stale", "interpolated", "extrapolated", "estimated", "duplicate", "dead", "absent", "unavailable", "unusable", "erroneous", "wrong", "nofix", "nocontact", "nosignal", "nogps",
		"notvalid", "notconnected", "nolink", "inactive", "ungültig", "ungueltig", "invalide", "inválido", "abnormal", "glitch", "unstable", "never", "noise", "artifact", "ghost"}
	denials = []string{"no", "not", "non", "kein", "keine", "nicht", "sans", "pas", "sin", "ohne"}
	poor    = []string{"poor", "low", "suspect", "doubtful", "questionable", "uncertain", "unknown", "undefined", "none", "null", "nan", "n/a", "no", "false", "off"}
	// ending are values by which a row of contacts or links is an end, in columns of what happened.
	ending    = []string{"end", "ended", "leave", "left", "exit", "close", "closed", "stop", "stopped", "disconnect", "departure", "out", "loss", "break", "none", "separated"}
	happening = []string{"event", "action", "type", "kind", "state", "status", "change", "contact"}
)

// mostWords bounds the words of a value that says no: a longer one is a sentence.
const mostWords = 5

// saysNo reports whether a value says that its row is none. In a column of the node not all that is not
// is news.
func (s saying) saysNo(word string) bool {
	of := words(word)
	if len(of) == 0 || len(of) > mostWords {
		return false
	}
	if slices.ContainsFunc(of, func(part string) bool { return slices.Contains(noWords, part) }) {
		return true
	}
	if len(of) == 1 {
		return of[0] == "dropped" // a passenger is dropped off
	}
	if !slices.Contains(denials, of[0]) || isDigit(of[1][0]) || slices.Contains(carrierWords, of[1]) {
		return false
	}
	return s != carrier || slices.Contains(affirming, of[1])
}

// pairs are values that are yes and no.
var pairs = [][2][]string{
	{{"1"}, {"0"}},
	{{"true", "t", "wahr", "vrai"}, {"false", "f", "falsch", "faux"}},
	{{"yes", "y", "ja", "oui", "si", "sim", "x", "✓", "+"}, {"no", "n", "nein", "non", "não", "-", "✗"}},
	{{"on"}, {"off"}},
	{{"a", "d", "e", "r", "f"}, {"v", "n"}}, // of NMEA 0183
	{{"ok", "pass", "good", "valid", "up", "active", "yes", "true", "fix", "3d", "2d", "locked"}, {"none", "null", "nil", "no", "n", "false", "off", "not", "-"}},
}

// neither are values of columns of yes and no that are none of them.
var neither = []string{"unknown", "n/a", "na", "nan", "?", "undefined", "maybe", "-1"}

func isYes(word string) bool {
	return slices.ContainsFunc(pairs[:4], func(pair [2][]string) bool { return slices.Contains(pair[0], plainValue(word)) })
}

func isNo(word string) bool {
	word = plainValue(word)
	return word == "" || word == "none" || word == "null" || word == "ok" || word == "good" || slices.ContainsFunc(pairs[:4], func(pair [2][]string) bool { return slices.Contains(pair[1], word) })
}

// plainValue is a value in small letters; of a number the shortest form.
func plainValue(word string) string {
	if word != "" && isDigit(word[len(word)-1]) {
		if n, err := Number(word); err == nil {
			return strconv.FormatFloat(n, 'g', -1, 64)
		}
	}
	return strings.ToLower(word)
}

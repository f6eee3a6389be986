package movetrace

import (
	"time"

	"bellwether/mobility"
)

// unixFrom is the number of seconds from which a time is taken for Unix time: 2001-09-09,
// 10⁹ seconds after 1970. No recording that begins at 0 lasts 31 years.
const unixFrom = 1e9 * time.Second

// IsUnix reports whether an instant of a file can only be seconds since 1970.
func IsUnix(at time.Duration) bool { return at >= unixFrom && at != mobility.Forever }

// Stamp writes an instant of a file in which times are seconds: as a date if it can only
// be seconds since 1970, else as the time since the file's 0.
func Stamp(at time.Duration) string {
	if IsUnix(at) {
		return Date(at)
	}
	return at.String()
}

// Date writes an instant since 1970 as a date.
func Date(at time.Duration) string { return time.Unix(0, int64(at)).UTC().Format(time.RFC3339Nano) }

package strictyaml

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"time"
)

// A Duration is a span of time, written with its unit: 10s, 1m30s, 250ms. JSON,
// YAML and the schema agree on that form.
type Duration time.Duration

var durationType = reflect.TypeFor[Duration]()

// DurationPattern is the form of a duration. It has no sign, because no duration of a
// scenario is negative.
const DurationPattern = `^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$`

var durationForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(DurationPattern) })

// Std returns the duration as a time.Duration.
func (d Duration) Std() time.Duration { return time.Duration(d) }

// String writes the duration as a user would write it: 10m, not 10m0s.
func (d Duration) String() string {
	s := time.Duration(d).String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// MarshalText writes the duration for JSON.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText writes. A unit is required.
func (d *Duration) UnmarshalText(text []byte) error {
	parsed, why := parseDuration(string(text))
	if why != "" {
		return errors.New(why)
	}
	*d = parsed
	return nil
}

func parseDuration(text string) (Duration, string) {
	switch {
	case number().MatchString(text):
		return 0, fmt.Sprintf("needs a unit: %ss, %sms, %sm?", text, text, text)
	case strings.HasPrefix(text, "-"):
		return 0, "must not be negative, got " + text
	case !durationForm().MatchString(text):
		return 0, fmt.Sprintf("must be a duration like 10s, 1m30s or 250ms (units ns us ms s m h), got %q", shorten(text))
	}
	parsed, err := time.ParseDuration(text)
	if err != nil {
		return 0, "is too long: " + shorten(text)
	}
	return Duration(parsed), ""
}

func setDuration(n *Node, v reflect.Value, t tags) string {
	parsed, why := parseDuration(n.Text)
	if why != "" {
		return why
	}
	if t.least != 0 && parsed < t.least {
		return fmt.Sprintf("must be at least %v, got %s", t.least, n.Text)
	}
	if t.most != 0 && parsed > t.most {
		return fmt.Sprintf("must be at most %v, got %s", t.most, n.Text)
	}
	v.SetInt(int64(parsed))
	return ""
}

package movement

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/formats/movetrace"
	"bellwether/internal/formats/text"
)

// Reanchor gives a trace another origin, LON,LAT in degrees, or another date of its time
// 0. An empty word keeps the trace's own.
func Reanchor(a movetrace.Anchor, origin, start string) (movetrace.Anchor, error) {
	if origin != "" {
		lon, lat, ok := strings.Cut(origin, ",")
		if !ok {
			return a, errors.New("--origin: want LON,LAT in degrees, like 8.54,47.38")
		}
		x, err := text.Degrees(strings.TrimSpace(lon), 180)
		if err != nil {
			return a, fmt.Errorf("--origin: %w", err)
		}
		y, err := text.Degrees(strings.TrimSpace(lat), 90)
		if err != nil {
			return a, fmt.Errorf("--origin: %w", err)
		}
		a.OnEarth, a.Centre, a.Corner = true, orb.Point{x, y}, orb.Point{}
	}
	if start != "" {
		clock := text.Dates()
		at, err := clock.Read(start)
		if err != nil {
			return a, fmt.Errorf("--start: %w", err)
		}
		a.Start = time.Unix(0, int64(at)).UTC()
	}
	return a, nil
}

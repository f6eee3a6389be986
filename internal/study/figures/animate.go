package figures

import (
	"fmt"
	"os"
	"time"

	"bellwether/internal/draw/figure"
	"bellwether/protocol"
)

// frameLasts is the minimum duration of a frame, and its duration unless there would be too
// many.
const frameLasts = 80 * time.Millisecond

// longestByDefault is how long an animation plays at most by default: readers of a page do not
// wait longer.
const longestByDefault = 30 * time.Second

// Animate returns the maps of a span of a trace, which play for so long together (0: as long as the
// span, 30 s at most), and how long each picture is seen.
func Animate(r Request, lasts time.Duration) (a *figure.Animation, each time.Duration, err error) {
	file, err := os.Open(r.Source)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return nil, 0, fmt.Errorf("an animation is of a trace, and %s is a directory", r.Source)
	}
	to := r.To
	if to == 0 {
		var end last
		if _, err := r.read(file, &end); err != nil {
			return nil, 0, err
		}
		to = protocol.Time(end)
		if _, err := file.Seek(0, 0); err != nil {
			return nil, 0, err
		}
	}
	if to <= r.From {
		return nil, 0, fmt.Errorf("from %v to %v there is nothing to show: an animation needs a span of the run", time.Duration(r.From), time.Duration(to))
	}
	if lasts == 0 {
		lasts = min(time.Duration(to-r.From), longestByDefault)
	}
	if lasts < 0 || lasts > time.Hour {
		return nil, 0, fmt.Errorf("an animation cannot play for %v: more than nothing, an hour at most", lasts)
	}
	frames := min(max(int(lasts/frameLasts), 2), figure.MaxFrames)
	reel, err := figure.NewReel(figure.ReelOptions{From: r.From, To: to, Frames: frames, Lasts: lasts})
	if err != nil {
		return nil, 0, err
	}
	h, err := r.read(file, reel)
	if err != nil {
		return nil, 0, err
	}
	if a, err = reel.Animation(title(h)); err != nil {
		return nil, 0, err
	}
	for _, f := range a.Frames {
		f.Obstacles = outlines(h.Ground.Obstacles)
		f.Range = r.Range
	}
	return a, lasts / time.Duration(frames), nil
}

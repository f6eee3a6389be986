package workers

import (
	"testing"
	"time"

	"bellwether/internal/study/campaign"
	"bellwether/internal/study/tasks"
)

// twoWorkers is a coordinator that knows how long the rest takes.
type twoWorkers struct {
	tasks.Coordinator
	whole tasks.Whole
}

func (c *twoWorkers) Tell(w tasks.Whole)        { c.whole = w }
func (*twoWorkers) Note() string                { return "2 workers" }
func (*twoWorkers) Left(runs int) time.Duration { return time.Duration(runs) * time.Hour }

// How long the rest takes is what the coordinator says, which knows who works.
func TestTheCoordinatorSaysHowLongTheRestTakes(t *testing.T) {
	c := new(twoWorkers)
	f := Flags{coordinator: c}
	var got campaign.Progress
	f.Progress(func(p campaign.Progress) { got = p })(campaign.Progress{Done: 3, Total: 5, Left: time.Second})
	if got.Left != 2*time.Hour || got.By != "2 workers" || c.whole != (tasks.Whole{Done: 3, Asked: 5}) {
		t.Errorf("%+v, told %+v", got, c.whole)
	}
}

package campaign

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// clocked is a forecast whose clock a test moves.
func clocked(jobs int) (*Forecast, *time.Time) {
	at := time.Unix(0, 0)
	f := NewForecast(jobs)
	f.now = func() time.Time { return at }
	return f, &at
}

func (f *Forecast) made(at *time.Time, w Work, took time.Duration) {
	end := f.Begin(w)
	*at = at.Add(took)
	end(true)
	f.Done(w)
}

// TestNothingIsSaidBeforeEachRowIsKnown: a cheap row says nothing of a dear one.
func TestNothingIsSaidBeforeEachRowIsKnown(t *testing.T) {
	f, at := clocked(1)
	cheap, dear := Work{Row: "cheap"}, Work{Row: "dear"}
	for range 5 {
		f.Add(cheap)
		f.Add(dear)
	}
	f.made(at, cheap, time.Second)
	if least, most := f.Left(); least != 0 || most != 0 {
		t.Errorf("from %v to %v left, though no run of a row has ended", least, most)
	}
	end := f.Begin(dear)
	*at = at.Add(3 * time.Second)
	end(false) // cut off: it says nothing of whole runs
	if _, most := f.Left(); most != 0 {
		t.Errorf("%v left by a run that was cut off", most)
	}
	f.made(at, dear, 50*time.Second)
	least, most := f.Left()
	if middle := (least + most) / 2; (middle-204*time.Second).Abs() > time.Millisecond || least <= 0 || least >= most {
		t.Errorf("%v to %v left, want 4 × 1 s + 4 × 50 s about the middle", least, most)
	}
	f.Begin(dear)
	*at = at.Add(20 * time.Second)
	if later, _ := f.Left(); (later - least + 20*time.Second).Abs() > time.Millisecond {
		t.Errorf("%v left after 20 s of a run, before it %v", later, least)
	}
}

// TestRestLiesBetweenTheEnds: in 85 % of studies, at the least, if runs differ by chance.
func TestRestLiesBetweenTheEnds(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	rows := []struct {
		label string
		mean  float64
	}{{"a", 1}, {"b", 7}, {"c", 50}} // in one order, so that the draws are the same each time
	const studies, runs = 400, 12
	inside, wide := 0, 0.0
	for range studies {
		f, at := clocked(1)
		rest := 0.0
		for _, row := range rows {
			for i := range runs {
				took := row.mean * math.Exp(0.2*draw.NormFloat64())
				w := Work{Row: row.label}
				f.Add(w)
				if i < 4 {
					f.made(at, w, seconds(took))
				} else {
					rest += took
				}
			}
		}
		least, most := f.Left()
		wide += (most - least).Seconds() / rest / studies
		if rest >= least.Seconds() && rest <= most.Seconds() {
			inside++
		}
	}
	if share := float64(inside) / studies; share < 0.85 || wide > 0.8 {
		t.Errorf("the rest lay between the ends in %.3f of all studies; they are %.2f of it apart", share, wide)
	}
}

// TestOtherPointsStandInForANewOne: and the point's own runs are better, once there are any.
func TestOtherPointsStandInForANewOne(t *testing.T) {
	f, at := clocked(4)
	for point := range 2 {
		for range 4 {
			f.Add(Work{point, "row"})
		}
	}
	f.made(at, Work{0, "row"}, 2*time.Second)
	f.made(at, Work{0, "row"}, 2*time.Second)
	least, most := f.Left()
	if least != 3*time.Second || most != 3*time.Second { // (2 + 4) × 2 s, four at a time
		t.Errorf("%v to %v left", least, most)
	}
	f.made(at, Work{1, "row"}, 10*time.Second)
	f.made(at, Work{1, "row"}, 10*time.Second)
	if least, _ = f.Left(); least != 6*time.Second { // (2 × 2 s + 2 × 10 s) / 4
		t.Errorf("%v left", least)
	}
}

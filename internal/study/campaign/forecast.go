package campaign

import (
	"math"
	"sync"
	"time"
)

// A Work is a kind of run: those of one kind take about as long.
type Work struct {
	Point int // of a plan; 0 without one
	Row   string
}

// A Forecast says how long the runs that are left take, from the runs that ended in this session.
// Rows differ by a factor of fifty in time, so it keeps their times apart, and says nothing before
// a run of each row that is left has ended. At a point where a row has not ended yet it takes the
// times of the row at other points, which differ more. It is safe for use by several goroutines.
// It reads the clock of the machine, and nothing of a run depends on it.
type Forecast struct {
	jobs int
	now  func() time.Time

	mutex sync.Mutex
	left  map[Work]int
	took  map[Work]*spread
	rows  map[string]*spread // over all points
	under map[int]flight
	next  int
}

// flight is a run under way.
type flight struct {
	work  Work
	begun time.Time
}

// unsure is the standard deviation that is assumed of a time that was measured once, as a share of
// it, until two runs of a row have ended.
const unsure = 0.25

// NewForecast returns a forecast for so many runs at a time.
func NewForecast(jobs int) *Forecast {
	return &Forecast{jobs: max(jobs, 1), now: time.Now, left: map[Work]int{}, took: map[Work]*spread{}, rows: map[string]*spread{}, under: map[int]flight{}}
}

// Add adds a run that is to be made.
func (f *Forecast) Add(w Work) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.left[w]++
}

// Done takes away a run that is made, or that need not be made.
func (f *Forecast) Done(w Work) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.left[w]--; f.left[w] <= 0 {
		delete(f.left, w)
	}
}

// Begin times a run. The function that it returns ends the time; whole is false if the run was cut off.
func (f *Forecast) Begin(w Work) (end func(whole bool)) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	id := f.next
	f.next++
	f.under[id] = flight{w, f.now()}
	return func(whole bool) {
		f.mutex.Lock()
		defer f.mutex.Unlock()
		if whole {
			seconds := f.now().Sub(f.under[id].begun).Seconds()
			if f.took[w] == nil {
				f.took[w] = new(spread)
			}
			if f.rows[w.Row] == nil {
				f.rows[w.Row] = new(spread)
			}
			f.took[w].add(seconds)
			f.rows[w.Row].add(seconds)
		}
		delete(f.under, id)
	}
}

// Left returns two times between which the rest lies in most cases (more than 85 % of drawn studies), if runs go on to
// take what they took: two standard deviations about the mean. They are 0 if nothing is known.
func (f *Forecast) Left() (least, most time.Duration) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	whole, variance, runs := 0.0, 0.0, 0
	for w, n := range f.left { // in any order: sums of times that are rounded when they are shown
		s := f.of(w)
		if s == nil {
			return 0, 0
		}
		left := float64(n)
		whole += left * s.mean
		// Each run differs, and the mean of those that ended is as uncertain for all.
		variance += float64(s.variance()*left) + float64(s.variance()*left*left)/float64(s.n)
		runs += n
	}
	for _, u := range f.under {
		if s := f.of(u.work); s != nil && f.left[u.work] > 0 {
			whole -= math.Min(f.now().Sub(u.begun).Seconds(), s.mean)
		}
	}
	jobs := float64(max(min(f.jobs, runs), 1))
	middle, wide := whole/jobs, 2*math.Sqrt(variance)/jobs
	return seconds(math.Max(middle-wide, 0)), seconds(middle + wide)
}

// takes returns how many seconds a run takes, from those that ended; 0 if nothing is known.
func (f *Forecast) takes(w Work) float64 {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if s := f.of(w); s != nil {
		return s.mean
	}
	return 0
}

// of returns the times of a kind of run, nil if nothing is known of its row.
func (f *Forecast) of(w Work) *spread {
	if s := f.took[w]; s != nil {
		return s
	}
	return f.rows[w.Row]
}

// mostSeconds is some three hundred years, the longest that a time.Duration can be.
const mostSeconds = 9e9

func seconds(s float64) time.Duration {
	return time.Duration(math.Min(s, mostSeconds) * float64(time.Second))
}

// spread is the mean and the variance of some times, in seconds, by Welford's method (Technometrics
// 4(3), 1962).
type spread struct {
	n             int
	mean, squares float64
}

func (s *spread) add(x float64) {
	s.n++
	d := x - s.mean
	s.mean += d / float64(s.n)
	s.squares += float64(d * (x - s.mean))
}

func (s *spread) variance() float64 {
	if s.n < 2 {
		return float64(unsure * s.mean * unsure * s.mean)
	}
	return s.squares / float64(s.n-1)
}

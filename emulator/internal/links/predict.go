package links

import (
	"cmp"
	"slices"
	"time"

	"bellwether/emulator/internal/kernel"
	"bellwether/emulator/internal/place"
)

// Bounds on the interval at which links are examined if there is no equation for them: a
// pedestrian walks two metres in a second, and 20 looks a second follow a car.
const (
	surveyAtMost  = time.Second
	surveyAtLeast = 50 * time.Millisecond
)

// crossing is a predicted change of the link between two nodes; i has the lower ID.
type crossing struct {
	i, j           kernel.Slot
	turnsI, turnsJ uint32
}

// onEpoch takes a new snapshot and predicts every pair that could meet or separate before
// the next.
func (l *Links) onEpoch() {
	if !l.exact {
		l.survey()
		return
	}
	l.field.Renew()
	l.epochEnd = kernel.Never
	if good := l.field.GoodFor(); good != kernel.Never {
		l.epochEnd = l.k.Now() + good
		l.k.At(l.epochEnd, l.epoch, 0)
	}
	for _, i := range l.k.ByID {
		if l.k.Over() {
			return
		}
		if l.k.Present(i) {
			l.predictAll(i, i)
		}
	}
}

// examined reports whether links change for which there is no equation.
func (l *Links) examined() bool {
	return l.field != nil && !l.exact && (l.field.SpeedMPS() > 0 || l.reach.Medium.Varies())
}

// surveyEvery is the time between two surveys.
func (l *Links) surveyEvery() time.Duration {
	return max(surveyAtLeast, min(surveyAtMost, time.Duration(l.field.GoodFor())))
}

// survey updates all links, and plans the next survey.
func (l *Links) survey() {
	if l.examined() {
		l.k.At(l.k.Now()+int64(l.surveyEvery()), l.epoch, 0)
	}
	for _, i := range l.k.ByID {
		if l.k.Over() {
			return
		}
		if l.k.Present(i) {
			l.Refresh(i)
		}
	}
}

// predictAll predicts node i's pairs with all nodes of higher IDs than the one in slot
// after (-1: with all) that it could meet in this epoch, and with those it is linked to.
func (l *Links) predictAll(i, after kernel.Slot) {
	if !l.exact {
		return // nothing to solve: see survey
	}
	ahead := 0.0
	if l.epochEnd != kernel.Never {
		ahead = 2 * l.field.SpeedMPS() * float64(l.epochEnd-l.k.Now()) / float64(time.Second)
	}
	near := l.field.Near(l.field.Point(i), l.rangeM+ahead)
	slices.SortFunc(near, func(a, b kernel.Slot) int { return cmp.Compare(l.k.ID(a), l.k.ID(b)) })
	least := l.k.ID(after)
	for _, j := range near {
		if l.k.ID(j) > least && j != i && l.k.Present(j) {
			l.predict(i, j)
		}
	}
}

// predict schedules the next change of a pair in this epoch.
func (l *Links) predict(i, j kernel.Slot) {
	if !l.k.Live(i) || !l.k.Live(j) {
		return
	}
	if l.k.ID(i) > l.k.ID(j) {
		i, j = j, i
	}
	if _, held := l.reach.Held(i, j); held {
		return // until it is released
	}
	linked := l.linked(i, j)
	if !linked && l.reach.Apart(i, j) {
		return
	}
	in := place.Crossing(l.field.Gap(i, j), l.rangeM*l.rangeM, place.SideOf(linked))
	if !(in < place.Soon) {
		return
	}
	at := l.k.Now() + int64(in)
	if at >= l.epochEnd {
		return
	}
	n := l.pool.Take()
	*l.pool.At(n) = crossing{i: i, j: j, turnsI: l.turns[i], turnsJ: l.turns[j]}
	l.k.At(at, l.cross, uint32(n))
}

// onCross changes the link of a pair, if neither has turned since the prediction.
func (l *Links) onCross(n int32) {
	c := *l.pool.At(n)
	l.pool.Give(n)
	if l.turns[c.i] != c.turnsI || l.turns[c.j] != c.turnsJ {
		return
	}
	l.set(c.i, c.j, !l.linked(c.i, c.j))
	l.predict(c.i, c.j)
}

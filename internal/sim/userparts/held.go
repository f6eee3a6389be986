// Package userparts checks that a program's own models of movement and losses keep the contracts of
// their interfaces.
//
// It assumes nothing about them. If one of them panics, returns nil, or returns an invalid leg,
// it names that part: it panics with a *crash.Panic, or returns one where a function returns
// an error.
//
// Cost: some nanoseconds for each leg and each draw of a loss.
package userparts

import (
	"fmt"

	"bellwether/internal/base/crash"
	"bellwether/internal/base/errs"
	"bellwether/mobility"
	"bellwether/radio"
)

// Model is a function that makes a program's own model of movement, with the name, so that the
// model is held to what a mobility.Model promises. nil stays nil.
func Model(name string, inner func(mobility.Area) (mobility.Model, error)) func(mobility.Area) (mobility.Model, error) {
	whose := "the program's own model of movement " + name
	if inner == nil {
		return nil
	}
	return func(a mobility.Area) (m mobility.Model, err error) {
		defer crash.Into(&err, whose)
		if m, err = inner(a); err != nil {
			return nil, fmt.Errorf("%s: %w", whose, err)
		}
		if errs.Nothing(m) {
			panic(crash.Misuse("its function gave a nil mobility.Model, and no error"))
		}
		return held(m, whose, a), nil
	}
}

// Loss is a function that makes a program's own loss, with the name, so that its panics say so.
// nil stays nil.
func Loss(name string, inner func(seed uint64) (radio.Loss, error)) func(seed uint64) (radio.Loss, error) {
	whose := "the program's own loss " + name
	if inner == nil {
		return nil
	}
	return func(seed uint64) (l radio.Loss, err error) {
		defer crash.Into(&err, whose)
		if l, err = inner(seed); err != nil {
			return nil, fmt.Errorf("%s: %w", whose, err)
		}
		if errs.Nothing(l) {
			panic(crash.Misuse("its function gave a nil radio.Loss, and no error"))
		}
		if ranged, is := l.(radio.RangedLoss); is {
			return farFading{fading{l, whose}, ranged}, nil
		}
		return fading{l, whose}, nil
	}
}

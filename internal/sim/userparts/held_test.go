package userparts

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"

	"bellwether/internal/base/crash"
	"bellwether/mobility"
	"bellwether/protocol"
	"bellwether/radio"
)

// A sloppy model has the speed and the paths that it is given, valid or not.
type sloppy struct {
	speed float64
	path  func() mobility.Path
}

func (s sloppy) MaxSpeed() float64 { return s.speed }

func (s sloppy) Path(int, *rand.Rand, *rand.Rand) mobility.Path { return s.path() }

// A stride is a path of one leg.
type stride func() mobility.Leg

func (s stride) Next() mobility.Leg { return s() }

// deaf is a loss that panics.
type deaf struct{}

func (deaf) Lost(protocol.ID, protocol.ID, protocol.Time) bool { panic("no ear") }
func (deaf) LostAt(protocol.ID, protocol.ID, protocol.Time, float64) bool {
	panic("no distance")
}

// mute is a loss that panics of control frames.
type mute struct{ deaf }

func (mute) LostControl(protocol.ID, protocol.ID, protocol.Time, float64) bool { panic("no receipt") }

// Invalid results and panics of a program's own code are reported with the name of the
// part.
func TestFaultsOfOwnPartsNameThem(t *testing.T) {
	walk := func(speed float64, leg mobility.Leg) func() {
		return func() {
			m, err := Model("mine", func(mobility.Area) (mobility.Model, error) {
				return sloppy{speed, func() mobility.Path { return stride(func() mobility.Leg { return leg }) }}, nil
			})(mobility.Area{Width: 100, Height: 100})
			if err != nil {
				panic(err)
			}
			p := mobility.ForRun(m, 1).Path(3, nil, nil)
			p.Next()
			p.Next()
		}
	}
	leg := mobility.Leg{End: time.Second, From: orb.Point{5, 5}}
	with := func(change func(*mobility.Leg)) mobility.Leg { l := leg; change(&l); return l }
	fog := func(l radio.Loss) func() radio.Loss {
		return func() radio.Loss {
			got, err := Loss("fog", func(uint64) (radio.Loss, error) { return l, nil })(1)
			if err != nil {
				panic(err)
			}
			return got
		}
	}
	const moves, fades = "the program's own model of movement mine", "the program's own loss fog"
	for want, do := range map[string]func(){
		moves + ": of node 3, a leg begins at 0s, and not at 1s":                    walk(1, leg),
		moves + ": of node 3, the leg at 0s is from [NaN 5] m":                      walk(1, with(func(l *mobility.Leg) { l.From[0] = math.NaN() })),
		moves + ": of node 3, the leg at 0s begins at (-5, 5) m, outside":           walk(1, with(func(l *mobility.Leg) { l.From[0] = -5 })),
		moves + ": of node 3, the leg at 0s has a speed of 2 m/s, and its MaxSpeed": walk(1, with(func(l *mobility.Leg) { l.Velocity[0] = 2 })),
		moves + ": its MaxSpeed must be from 0 m/s":                                 walk(math.NaN(), leg),
		moves + ": its Path gave nil for node 3": func() {
			held(sloppy{path: func() mobility.Path { return nil }}, moves, mobility.Area{}).Path(3, nil, nil)
		},
		moves + " panics: no way, in userparts": func() {
			held(sloppy{path: func() mobility.Path { panic("no way") }}, moves, mobility.Area{}).Path(3, nil, nil)
		},
		moves + " panics: no leg, in userparts": func() {
			held(sloppy{path: func() mobility.Path { return stride(func() mobility.Leg { panic("no leg") }) }}, moves, mobility.Area{}).Path(3, nil, nil).Next()
		},
		moves + ": its function gave a nil mobility.Model, and no error": func() {
			if _, err := Model("mine", func(mobility.Area) (mobility.Model, error) { return nil, nil })(mobility.Area{}); err != nil {
				panic(err)
			}
		},
		fades + ": its function gave a nil radio.Loss": func() { fog(nil)() },
		fades + " panics: no ear, in userparts":        func() { fog(deaf{})().Lost(1, 2, 3) },
		fades + " panics: no distance, in userparts":   func() { fog(deaf{})().(radio.RangedLoss).LostAt(1, 2, 3, 4) },
		fades + " panics: no receipt, in userparts":    func() { radio.LostControl(fog(mute{})(), 1, 2, 3, 4) },
	} {
		p := func() (p *crash.Panic) {
			defer func() { p = crash.Recovered(recover()) }()
			do()
			return nil
		}()
		if !strings.HasPrefix(p.Error(), want) {
			t.Errorf("got %v, want %s…", p, want)
		}
	}
}

// The error of a function that makes a part names the part.
func TestAnErrorOfAPartNamesThePart(t *testing.T) {
	room, sea := errors.New("mobility: no room"), errors.New("no sea")
	_, moves := Model("mine", func(mobility.Area) (mobility.Model, error) { return nil, room })(mobility.Area{})
	_, fades := Loss("fog", func(uint64) (radio.Loss, error) { return nil, sea })(1)
	if !errors.Is(moves, room) || !errors.Is(fades, sea) ||
		moves.Error() != "the program's own model of movement mine: mobility: no room" || fades.Error() != "the program's own loss fog: no sea" {
		t.Errorf("got %v, %v", moves, fades)
	}
}

// A guard has the optional methods of the part that it guards, and no others.
func TestAGuardHasTheOptionalMethodsOfItsPart(t *testing.T) {
	positions, err := mobility.NewStaticAt([]orb.Point{{1, 1}, {2, 2}})
	if err != nil {
		t.Fatal(err)
	}
	m := mobility.ForRun(held(positions, "it", mobility.Area{Width: 3, Height: 3}), 1)
	if c, counts := m.(interface{ Nodes() int }); !counts || c.Nodes() != 2 {
		t.Error("the number of its nodes is lost")
	}
	if _, counts := held(sloppy{}, "it", mobility.Area{}).(interface{ Nodes() int }); counts {
		t.Error("the guard has a number of nodes, and the model has none")
	}
	plain, err := Loss("fog", func(uint64) (radio.Loss, error) { return radio.NewBernoulli(1, 0.5, time.Second) })(1)
	if _, ranged := plain.(radio.RangedLoss); err != nil || ranged {
		t.Errorf("a loss without distances has become one with distances: %v", err)
	}
}

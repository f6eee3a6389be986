package registry

import (
	"strings"
	"testing"

	"bellwether/internal/base/crash"
	"bellwether/protocol"
	"bellwether/trace"
	"bellwether/trace/measure"
)

// dull is a meter that panics.
type dull struct{}

func (dull) Wants() trace.Set     { return trace.All }
func (dull) Record(*trace.Record) { panic("no record") }
func (dull) Value() measure.Value { panic("no value") }

// Invalid results and panics of a program's own metrics and algorithms are reported with
// their names.
func TestFaultsOfOwnPartsNameThem(t *testing.T) {
	heat := func(m measure.Meter) measure.Meter {
		return metric(measure.Own{Key: measure.Key{Name: "heat"}, New: func(measure.Window) measure.Meter { return m }}).New(measure.Window{})
	}
	own := func(machines func() protocol.Machine) func() {
		return func() {
			made, err := algorithm(protocol.Algorithm{Name: "raft", New: func(protocol.Config) (func() protocol.Machine, error) { return machines, nil }}).New(protocol.Config{})
			if err != nil {
				panic(err)
			}
			made()
		}
	}
	const heats = "the program's own metric heat"
	for want, do := range map[string]func(){
		heats + ": its New gave a nil measure.Meter":                                                   func() { heat(nil) },
		heats + " panics: no record, in registry":                                                      func() { trace.Receptions(heat(dull{}), &trace.Record{}, []protocol.ID{1}) },
		heats + " panics: no value, in registry":                                                       func() { heat(dull{}).Value() },
		"the program's own algorithm raft: its New gave no function that makes machines":               own(nil),
		"the program's own algorithm raft: the function that its New gave made a nil protocol.Machine": own(func() protocol.Machine { return nil }),
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

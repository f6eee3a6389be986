package foreign

import (
	"time"

	"bellwether/protocol"
)

// Inert makes the algorithm of a program that is not started: as it declared itself when it ran, or, with
// an empty declaration, with what every program has. Its machines end a run with an error.
func (c Command) Inert(declares string) (protocol.Algorithm, error) {
	d := Declaration{Bellwether: Version, Goal: string(protocol.GoalAny), Needs: needs[0], Settles: time.Minute.String()}
	if declares != "" {
		d = Declaration{}
		if err := strict([]byte(declares), &d); err != nil {
			return protocol.Algorithm{}, err
		}
	}
	a, err := c.Declared(d)
	a.New = func(protocol.Config) (func() protocol.Machine, error) {
		return func() protocol.Machine { return inert{c.Name} }, nil
	}
	return a, err
}

// inert is a machine of a program that is not started.
type inert struct{ name string }

func (m inert) Start(env *protocol.Env, _ []byte) {
	env.Driver().Break(&protocol.Breach{Algorithm: m.name, Did: "is a program, which was not started", Instead: "run, sweep, verify, why, hunt and explore start it on their own machine, with --allow-commands"})
}

func (m inert) Receive(*protocol.Env, protocol.ID, protocol.Message) {}
func (m inert) Fire(*protocol.Env, protocol.Timer)                   {}
func (m inert) Elect(*protocol.Env)                                  {}
func (m inert) Snapshot(b []byte) []byte                             { return b }

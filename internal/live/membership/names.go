package membership

import (
	"bellwether/internal/live/membership/internal/address"
	"bellwether/internal/live/membership/internal/conflict"
	"bellwether/internal/live/membership/internal/report"
	"bellwether/internal/live/membership/internal/self"
	"bellwether/internal/live/membership/internal/signing"
	"bellwether/internal/live/membership/internal/survey"
	"bellwether/internal/live/membership/internal/view"
	"bellwether/internal/live/membership/internal/wire"
)

// What the parts define and users of this package name.
type (
	Meta        = wire.Meta
	Terms       = wire.Terms
	Tags        = wire.Tags
	Runs        = wire.Runs
	UserEvent   = wire.UserEvent
	Versions    = wire.Versions
	Member      = view.Member
	State       = view.State
	Peer        = view.Peer
	Reach       = survey.Reach
	ReachMember = survey.ReachMember
	Counters    = report.Counters
	Alarm       = report.Alarm
	AlarmKind   = report.AlarmKind
	Conflict    = conflict.Conflict
	Holder      = conflict.Holder
	Identity    = signing.Identity
)

// The states of a member.
const (
	Alive  = view.Alive
	Failed = view.Failed
	Left   = view.Left
)

// The kinds of alarms.
const (
	Replayed       = report.Replayed
	VersionRefused = report.VersionRefused
	Contested      = report.Contested
	Impostor       = report.Impostor
)

// MaxDatagram is the most data one Send takes, in bytes.
const MaxDatagram = wire.MaxDatagram

// DefaultPort is where seeds without a port are sought: memberlist's, UDP and TCP.
const DefaultPort = address.DefaultPort

// Errors of the parts that a caller may test for.
var (
	ErrUnknown = view.ErrUnknown
	ErrLeft    = self.ErrLeft
)

// MakeTags checks tags: see package wire.
func MakeTags(all map[string]string) (Tags, error) { return wire.MakeTags(all) }

// MakeRuns says what a member runs: see package wire.
func MakeRuns(name string, params []string) Runs { return wire.MakeRuns(name, params) }

// CheckName reports why a name cannot be used.
func CheckName(name string) error { return wire.CheckName(name) }

// CheckBind reports what is wrong with an address to listen at.
func CheckBind(bind string) error { return address.CheckBind(bind) }

// CheckAdvertise reports what is wrong with an address at which others reach an agent.
func CheckAdvertise(at string) error { return address.CheckAdvertise(at) }

// CheckSeed reports what is wrong with a member to join, "host[:port]".
func CheckSeed(seed string) error { return address.CheckSeed(seed) }

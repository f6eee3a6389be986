package daemon

import (
	"os"
	"time"

	"bellwether/internal/base/errs"
	"bellwether/internal/base/strictyaml"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/hook"
	"bellwether/internal/live/membership"
	"bellwether/internal/live/sensors"
	"bellwether/internal/study/registry"
	"bellwether/protocol"
	"bellwether/scenarios"
)

// Settings of an agent, from a file and from flags. The comments of the fields are the
// help of the flags.
type Settings struct {
	// The node's name, unique among the members. Default: the host's.
	Name string `yaml:"name" jsonschema:"maxLength=128"`
	// Its number, instead of the one drawn at the first start.
	ID int64 `yaml:"id" jsonschema:"minimum=0,maximum=4294967295"`
	// Where to listen, host:port, UDP and TCP.
	Bind string `yaml:"bind" jsonschema:"default=0.0.0.0:7946"`
	// The address at which others reach this node, if it is not bind.
	Advertise string `yaml:"advertise"`
	// Members to join: host or host:port. Each is tried until it has answered once.
	Join []string `yaml:"join" jsonschema:"maxItems=128"`
	// Look for members by multicast DNS as well.
	Discover bool `yaml:"discover" jsonschema:"default=false"`
	// The network card to look on, like wlan0. Default: the system's choice.
	Interface string `yaml:"interface"`
	// The directory for what must survive a restart. Default: below the user's state
	// directory, by name.
	State string `yaml:"state"`
	// Tags that all members see, for people and scripts: 200 bytes at most.
	Tags map[string]string `yaml:"tags"`
	// Separates clusters on one network. It is no secret.
	Label string `yaml:"label" jsonschema:"maxLength=128"`
	// The file of the gossip's first keys, see "bellwether live keys new". It is read until
	// the first order about keys; then the keys are in the state directory.
	KeyFile string `yaml:"key_file"`
	// The list of the operators' public keys. If it is given, orders about keys count only with the
	// signature of one of them: see "bellwether live keys operator".
	Operators string `yaml:"operators"`
	// Which versions of the handshake the encryption speaks: v1 and v2 begin with that version, and take
	// both; v2-only takes no other. Change all agents by one step before any takes the next.
	Wire string `yaml:"wire" jsonschema:"default=v1,enum=v1,enum=v2,enum=v2-only"`
	// The file of this agent's own key, which proves to others who it is, or "state" for one in
	// the state directory. It is made at the first start. All agents need one, or none.
	Identity string `yaml:"identity"`
	// The list of the keys of all agents. Default: the first key of each name is believed, and
	// remembered in the state directory.
	KnownKeys string `yaml:"known_keys"`
	// The file of an operator's word that this agent counts in majorities, see "bellwether live keys
	// admit". With it only members that an operator has admitted count, on all agents. The
	// file of an agent that is not admitted may be missing.
	Admission string `yaml:"admission"`

	// The algorithm, by name, or gossip-max.
	Algorithm string `yaml:"algorithm" jsonschema:"default=vasudevan"`
	// Its parameters.
	Params map[string]string `yaml:"params"`
	// The kind of network that all time-outs are made for.
	Timing string `yaml:"timing" jsonschema:"default=lan,enum=local,enum=lan-fast,enum=lan,enum=wifi,enum=wan"`
	// The time between two signs of life of a leader, instead of the timing's.
	Interval scenarios.Duration `yaml:"interval" max:"1h"`
	// The number of missed signs after which a leader counts as lost, instead of the
	// timing's.
	Misses int `yaml:"misses" jsonschema:"minimum=0,maximum=1000"`
	// How messages reach members that are no neighbours. Default: direct, or flood with a
	// radio.
	Routing string `yaml:"routing" jsonschema:"enum=direct,enum=flood"`
	// How many members there are, this one included. The agent waits for them before it takes
	// part, and no leader is reported that more than half of them do not grant.
	Expect int `yaml:"expect" jsonschema:"default=0,minimum=0,maximum=4096"`

	// What the node offers: static=N; auto, from battery, links, uptime and load;
	// or exec=COMMAND, which prints a number.
	Capability string `yaml:"capability" jsonschema:"default=auto"`
	// The time between two measurements of the capability.
	Measure scenarios.Duration `yaml:"measure" jsonschema:"default=1s" min:"100ms" max:"1h"`
	// Which nodes may lead, whatever they offer: rules about this machine and its tags, like
	// battery > 20 %, role = gateway. All must hold.
	Eligible string `yaml:"eligible" jsonschema:"maxLength=1000"`
	// How far another node must exceed the leader before it takes over, as a share of
	// what the leader offers.
	Hysteresis float64 `yaml:"hysteresis" jsonschema:"default=0.1,minimum=0,maximum=10"`
	// The bonus of the present leader: a share of the greatest weighted capability.
	Incumbent float64 `yaml:"incumbent" jsonschema:"default=0.05,minimum=0,maximum=10"`

	// Keep a leader until it is gone, even if another node offers more.
	NoPreempt bool `yaml:"no_preempt" jsonschema:"default=false"`
	// How long a better node must have been seen before it takes over.
	PreemptDelay scenarios.Duration `yaml:"preempt_delay" max:"24h"`
	// How long a leader is kept at least, counted from its election.
	MinimumTerm scenarios.Duration `yaml:"minimum_term" max:"24h"`

	// How long a member that granted leadership to one node grants it to no other, so that no
	// two lead at once. It needs expect.
	Lease scenarios.Duration `yaml:"lease" min:"1s" max:"1h"`

	// A scenario whose radio decides which frames arrive.
	Radio string `yaml:"radio"`
	// The number of this node in the scenario. It becomes the node's ID.
	As int `yaml:"as" jsonschema:"minimum=0,maximum=1048576"`
	// Time 0 of the scenario, like 2026-01-02T15:04:05Z, the same for all members.
	Epoch string `yaml:"epoch"`
	// Let the radio decide about the gossip's own packets, too.
	MaskGossip bool `yaml:"mask_gossip" jsonschema:"default=false"`

	// Where to serve HTTP, host:port; "off": nowhere.
	HTTP string `yaml:"http" jsonschema:"default=127.0.0.1:7980"`
	// The file with the token that clients need to give orders over HTTP.
	TokenFile string `yaml:"token_file"`
	// The certificate to serve HTTP with TLS, in PEM. It is read again when it changes.
	HTTPCert string `yaml:"http_cert"`
	// The certificate's private key, in PEM.
	HTTPCertKey string `yaml:"http_cert_key"`
	// The authority whose certificates clients of HTTP must have, in PEM. Default: none.
	HTTPClientCA string `yaml:"http_client_ca"`
	// Names by which clients may ask over HTTP, beside localhost, the host's name and any
	// address.
	HTTPHosts []string `yaml:"http_hosts" jsonschema:"maxItems=32"`
	// Commands to run on events.
	Hooks map[string]string `yaml:"hooks"`
	// The same as hooks, by the name of the flag.
	OnEvent map[string]string `yaml:"on_event"`
	// Step down, until "live resume", if the command of leader-gained fails three times in a row.
	HookStepDown bool `yaml:"hook_step_down" jsonschema:"default=false"`
	// Time after which a hook is killed.
	HookTimeout scenarios.Duration `yaml:"hook_timeout" jsonschema:"default=30s" min:"100ms" max:"1h"`
	// The directory for traces: one file for each life of the agent.
	Trace string `yaml:"trace"`
	// The format of the log.
	LogFormat string `yaml:"log_format" jsonschema:"default=text,enum=text,enum=json"`
	// The lowest level that is logged.
	LogLevel string `yaml:"log_level" jsonschema:"default=info,enum=debug,enum=info,enum=warn,enum=error"`

	resolved
}

// resolved holds what the settings stand for.
type resolved struct {
	algorithm agent.Algorithm
	timing    agent.Timing
	epoch     time.Time
	hooks     map[agent.EventKind]string
	scenario  *scenarios.Scenario
	rules     *sensors.Rules
}

// A Change is a setting given on the command line.
type Change struct{ Path, Value, Flag string }

// Load reads a file of settings, "" for none, and applies the changes, for a program with
// these algorithms. Its error is a *strictyaml.Error if it has a place in the text.
func Load(file string, changes []Change, reg *registry.Registry) (*Settings, error) {
	doc, err := open(file, changes)
	if err != nil {
		return nil, err
	}
	s := new(Settings)
	doc.Decode(s)
	s.resolve(doc, reg)
	return s, doc.Err()
}

// open parses a file of settings, "" for none, and applies the changes.
func open(file string, changes []Change) (*strictyaml.Document, error) {
	text := []byte("{}\n")
	if file != "" {
		var err error
		if text, err = os.ReadFile(file); err != nil {
			return nil, err
		}
	}
	doc, err := strictyaml.Parse(file, text)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		doc.Set(c.Path, c.Value, c.Flag)
	}
	return doc, nil
}

// resolve checks what tags cannot express, and looks up what names stand for.
func (s *Settings) resolve(doc *strictyaml.Document, reg *registry.Registry) {
	s.resolveNames(doc, Algorithms(reg))
	if s.Interface != "" && !s.Discover {
		doc.Fault("interface", "has no effect without discover")
	}
	if _, err := membership.MakeTags(s.Tags); err != nil {
		doc.Fault("tags", "%v", err)
	}
	s.resolveHooks(doc)
	s.resolveRadio(doc, reg)
	home, err := Home{s.Name, s.State}.resolve()
	if err != nil {
		doc.Fault("state", "no default for it can be found: %v", err)
	}
	s.Name, s.State = home.Name, home.State
	s.checkAddresses(doc)
	s.checkFiles(doc)
}

func (s *Settings) resolveNames(doc *strictyaml.Document, algorithms []agent.Algorithm) {
	for _, t := range agent.Timings() {
		if t.Name == s.Timing {
			s.timing = t
		}
	}
	var known []string
	for _, a := range algorithms {
		known = append(known, a.Name)
		if a.Name == s.Algorithm {
			s.algorithm = a
		}
	}
	if s.algorithm.New == nil {
		doc.Fault("algorithm", "unknown algorithm %q%s", s.Algorithm, strictyaml.Hint(s.Algorithm, known))
		return
	}
	_, wrong := protocol.Resolve(s.algorithm.Params, s.Params, s.detection())
	for _, w := range wrong {
		path := "params." + w.Name
		if _, given := s.Params[w.Name]; !given {
			path = "algorithm"
		}
		doc.Fault(path, "%s: %s", w.Name, w.Why)
	}
	var err error
	if s.rules, err = sensors.ParseRules(s.Eligible); err != nil {
		doc.Fault("eligible", "%v", err)
	} else if s.rules != nil && s.algorithm.Goal != protocol.GoalBest {
		doc.Fault("eligible", "%s does not elect by what nodes offer, so it cannot pass over nodes that must not lead", s.Algorithm)
	}
	if s.algorithm.Goal == protocol.GoalQuorum && s.Expect < 2 {
		doc.Fault("expect", "%s elects by majority: it needs to know how many members there are", s.Algorithm)
	}
	switch {
	case s.Lease > 0 && s.Expect < 2:
		doc.Fault("lease", "a majority grants it: it needs to know how many members there are (expect)")
	case s.Lease > 0 && s.Radio != "":
		doc.Fault("lease", "has no effect with radio, over which no majority is counted")
	}
	s.resolveTenure(doc)
}

// quorum is the number of members: more than half of them must grant leadership. With a radio in
// between the parts of a network elect each for itself.
func (s *Settings) quorum() int {
	if s.Radio != "" {
		return 0
	}
	return s.Expect
}

// resolveTenure refuses to keep leaders where that has no effect, or the algorithm cannot.
func (s *Settings) resolveTenure(doc *strictyaml.Document) {
	for _, of := range []struct {
		path  string
		given bool
		alone agent.Tenure
	}{
		{"no_preempt", s.NoPreempt, agent.Tenure{Life: true}},
		{"preempt_delay", s.PreemptDelay > 0, agent.Tenure{Notice: s.PreemptDelay.Std()}},
		{"minimum_term", s.MinimumTerm > 0, agent.Tenure{Least: s.MinimumTerm.Std()}},
	} {
		if !of.given {
			continue
		}
		if s.NoPreempt && !of.alone.Life {
			doc.Fault(of.path, "has no effect with no_preempt")
		}
		if err := of.alone.Check(s.algorithm.Algorithm); err != nil {
			doc.Fault(of.path, "%v", err)
		}
	}
}

// tenure is how long a leader is kept though another offers more.
func (s *Settings) tenure() agent.Tenure {
	return agent.Tenure{Life: s.NoPreempt, Least: s.MinimumTerm.Std(), Notice: s.PreemptDelay.Std()}
}

func (s *Settings) resolveHooks(doc *strictyaml.Document) {
	s.hooks = map[agent.EventKind]string{}
	for name, line := range s.OnEvent {
		if _, twice := s.Hooks[name]; twice {
			doc.Fault("on_event."+name, "is also given by hooks: give one of the two")
			continue
		}
		if s.Hooks == nil {
			s.Hooks = map[string]string{}
		}
		s.Hooks[name] = line
	}
	s.OnEvent = nil // what is read later looks at hooks alone
	for name, line := range s.Hooks {
		kind, line, err := hook.Parse(name + "=" + line)
		if err != nil {
			doc.Fault("hooks."+name, "%v", err)
			continue
		}
		s.hooks[kind] = line
	}
}

func (s *Settings) resolveRadio(doc *strictyaml.Document, reg *registry.Registry) {
	if s.Radio == "" {
		for path, given := range map[string]bool{"as": s.As != 0, "epoch": s.Epoch != "", "mask_gossip": s.MaskGossip} {
			if given {
				doc.Fault(path, "has no effect without radio")
			}
		}
		return
	}
	var err error
	if s.scenario, err = scenarios.Load(s.Radio, reg.Options()); err != nil {
		doc.Fault("radio", "%s", errs.ForPeople(err))
		return
	}
	for i := range s.scenario.Faults {
		if own := s.scenario.Faults[i].Own; own != "" {
			doc.Fault("radio", "its fault %s is the program's own: what that does to radios is known only in an emulated run", own)
		}
	}
	if s.As < 1 || s.As > s.scenario.Nodes {
		doc.Fault("as", "must be one of the scenario's nodes, 1 … %d, got %d", s.scenario.Nodes, s.As)
	}
	if s.epoch, err = time.Parse(time.RFC3339, s.Epoch); err != nil {
		doc.Fault("epoch", "must be a time like %s, the same for all members, got %q",
			time.Now().UTC().Truncate(time.Minute).Format(time.RFC3339), s.Epoch)
	}
	if s.ID != 0 && s.ID != int64(s.As) {
		doc.Fault("id", "is %d, but as says that this is node %d", s.ID, s.As)
	}
	s.ID = int64(s.As)
}

// effective are the parameters that the algorithm runs with, as far as they are not its own defaults.
func (s *Settings) effective() map[string]string {
	return agent.Effective(agent.Options{Algorithm: s.algorithm, Params: s.Params, Timing: s.timing, Detection: s.detection()})
}

func (s *Settings) detection() protocol.Detection {
	d := s.timing.Detection
	if s.Interval > 0 {
		d.Interval = s.Interval.Std()
	}
	if s.Misses > 0 {
		d.Misses = s.Misses
	}
	return d
}

// Algorithms are the algorithms that run live: all of the program, and gossip-max.
func Algorithms(reg *registry.Registry) []agent.Algorithm {
	out := []agent.Algorithm{}
	for _, a := range reg.All() {
		out = append(out, agent.Algorithm{Algorithm: a})
	}
	return append(out, agent.GossipMax())
}

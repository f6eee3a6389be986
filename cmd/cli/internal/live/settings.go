package live

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/live/daemon"
	"bellwether/internal/study/registry"
)

// A settingFlag sets the key of the same name, with underscores, of a file of settings.
// list says that it takes several words.
type settingFlag struct {
	name, value, usage string
	list               bool
}

// A word is the value of a flag whose help names what it takes.
type word struct{ text, takes string }

func (w *word) String() string { return w.text }

func (w *word) Type() string { return w.takes }

func (w *word) Set(s string) error { w.text = s; return nil }

// settingFlags are the flags of live, in the order of its help.
var settingFlags = []settingFlag{
	{name: "name", value: "NAME", usage: "the node's name, unique among the members (default the host's)"},
	{name: "bind", value: "HOST:PORT", usage: "listen here, UDP and TCP (default 0.0.0.0:7946)"},
	{name: "advertise", value: "HOST[:PORT]", usage: "the address at which others reach this node, if it is not --bind"},
	{name: "join", value: "HOST[:PORT],…", usage: "members to join; each is tried until it has answered once", list: true},
	{name: "algorithm", value: "NAME", usage: "any of \"bellwether algorithms\", gossip-max, or NAME=COMMAND for a program (default vasudevan)"},
	{name: "timing", value: "PRESET", usage: "the kind of network, which sets all time-outs: local, lan-fast, lan, wifi, wan (default lan)"},
	{name: "interval", value: "DURATION", usage: "time between two signs of life of a leader (default the timing's)"},
	{name: "misses", value: "N", usage: "number of missed signs after which a leader counts as lost (default the timing's)"},
	{name: "capability", value: "SOURCE", usage: "static=N, auto, auto=battery:0.7,… or exec=COMMAND that prints a number (default auto)"},
	{name: "measure", value: "DURATION", usage: "time between two measurements of the capability (default 1s)"},
	{name: "eligible", value: "RULES", usage: "which nodes may lead, whatever they offer, like 'battery > 20 %, role = gateway': facts and tags of this node"},
	{name: "hysteresis", value: "SHARE", usage: "how far a rival must exceed the leader (default 0.1)"},
	{name: "incumbent", value: "SHARE", usage: "the present leader's bonus, as a share of the greatest capability (default 0.05)"},
	{name: "no-preempt", usage: "keep a leader until it is gone, even if another node offers more"},
	{name: "preempt-delay", value: "DURATION", usage: "how long a better node must have been seen before it takes over (default 0s)"},
	{name: "minimum-term", value: "DURATION", usage: "how long a leader is kept at least, from its election on (default 0s)"},
	{name: "expect", value: "N", usage: "members there are, this one included: wait for them; no leader without a majority of them"},
	{name: "lease", value: "DURATION", usage: "with --expect: no two lead at once, since who granted one node grants no other for so long"},
	{name: "routing", value: "HOW", usage: "direct, or flood over several hops (default direct, with --radio flood)"},
	{name: "state", value: "DIR", usage: "directory for what must survive a restart (default below the user's state directory)"},
	{name: "id", value: "N", usage: "the node's number, instead of the one drawn at the first start"},
	{name: "label", value: "TEXT", usage: "separates clusters on one network; no secret"},
	{name: "key-file", value: "FILE", usage: "encrypt the gossip; see \"bellwether live keys new\""},
	{name: "admission", value: "FILE", usage: "count only members that an operator has admitted; FILE has the word for this agent"},
	{name: "operators", value: "FILE", usage: "obey orders about keys only if an operator of this list has signed them"},
	{name: "wire", value: "VERSION", usage: "of the encryption's handshake: v1 or v2 begins with it and takes both, v2-only takes no other (default v1)"},
	{name: "identity", value: "FILE", usage: "prove who this agent is, with the key in FILE, or \"state\": one in the state directory"},
	{name: "known-keys", value: "FILE", usage: "the keys of all agents (default each name's first key, remembered in the state directory)"},
	{name: "discover", usage: "look for members by multicast DNS, too"},
	{name: "interface", value: "CARD", usage: "the network card to look on (default the system's choice)"},
	{name: "http", value: "HOST:PORT", usage: "serve HTTP here, or off (default 127.0.0.1:7980)"},
	{name: "token-file", value: "FILE", usage: "file with the token that clients need to give orders over HTTP"},
	{name: "http-cert", value: "FILE", usage: "serve HTTP by TLS with this certificate"},
	{name: "http-cert-key", value: "FILE", usage: "the certificate's private key"},
	{name: "http-client-ca", value: "FILE", usage: "the authority whose certificates clients of HTTP must have"},
	{name: "http-hosts", value: "NAME,…", usage: "names by which clients may ask over HTTP, beside the host's", list: true},
	{name: "hook-timeout", value: "DURATION", usage: "time after which a hook is killed (default 30s)"},
	{name: "hook-step-down", usage: "step down, until \"live resume\", if the command of leader-gained fails three times in a row"},
	{name: "radio", value: "SCENARIO", usage: "let a scenario's radio decide which frames arrive"},
	{name: "as", value: "NODE", usage: "the number of this node in the scenario"},
	{name: "epoch", value: "TIME", usage: "time 0 of the scenario, like 2026-01-02T15:04:05Z, the same for all"},
	{name: "mask-gossip", usage: "let the radio decide about the gossip's own packets, too"},
	{name: "trace", value: "DIR", usage: "write a trace for \"bellwether live replay\" into it"},
	{name: "log-format", value: "FORMAT", usage: "text or json (default text)"},
	{name: "log-level", value: "LEVEL", usage: "debug, info, warn or error (default info)"},
}

// liveFlags are the flags of live that do not set one value.
type liveFlags struct {
	registry *registry.Registry
	config   string
	params   []string
	tags     []string
	onEvent  []string
}

// bind adds the flags that set settings.
func (f *liveFlags) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.config, "config", "", "read settings from this `FILE`")
	for _, s := range settingFlags {
		if s.value == "" {
			flags.Bool(s.name, false, s.usage)
		} else {
			flags.Var(&word{takes: s.value}, s.name, s.usage)
		}
	}
	flags.StringArrayVar(&f.params, "param", nil, "a parameter of the algorithm, `KEY=VALUE`; repeatable")
	flags.StringArrayVar(&f.tags, "tag", nil, "a tag that all members see, `KEY=VALUE`; repeatable, instead of the file's")
	f.bindOnEvent(cmd)
	cmdline.Complete(cmd, "algorithm", func() []string { return append(f.registry.Names(), "gossip-max") })
	cmdline.Complete(cmd, "timing", func() []string { return []string{"local", "lan-fast", "lan", "wifi", "wan"} })
}

func (f *liveFlags) bindOnEvent(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.onEvent, "on-event", nil, "on this event run this command, `EVENT=COMMAND`; repeatable")
}

// bindHooks adds the flags that hooks need.
func (f *liveFlags) bindHooks(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.config, "config", "", "read settings from this `FILE`")
	for _, s := range settingFlags {
		if slices.Contains([]string{"name", "state", "hook-timeout", "log-format"}, s.name) {
			flags.Var(&word{takes: s.value}, s.name, s.usage)
		}
	}
	f.bindOnEvent(cmd)
}

// changes are the settings that the command line gives.
func (f *liveFlags) changes(cmd *cobra.Command) ([]daemon.Change, error) {
	var out []daemon.Change
	for _, s := range settingFlags {
		flag := cmd.Flags().Lookup(s.name)
		if flag == nil || !flag.Changed {
			continue
		}
		out = append(out, daemon.Change{
			Path: strings.ReplaceAll(s.name, "-", "_"), Value: s.yaml(flag.Value.String()), Flag: "--" + s.name + " " + flag.Value.String()})
	}
	if len(f.tags) > 0 {
		tags, err := pairs(f.tags)
		if err != nil {
			return nil, fmt.Errorf("--tag %w", err)
		}
		text, err := json.Marshal(tags) // which is YAML
		if err != nil {
			return nil, err
		}
		out = append(out, daemon.Change{Path: "tags", Value: string(text), Flag: "--tag " + strings.Join(f.tags, " --tag ")})
	}
	for _, given := range []struct {
		flag, path string
		values     []string
	}{{"param", "params", f.params}, {"on-event", "hooks", f.onEvent}} {
		for _, text := range given.values {
			key, value, ok := strings.Cut(text, "=")
			if !ok {
				return nil, fmt.Errorf("--%s %s: must be KEY=VALUE", given.flag, text)
			}
			out = append(out, daemon.Change{Path: given.path + "." + key, Value: strconv.Quote(value), Flag: "--" + given.flag + " " + text})
		}
	}
	return out, nil
}

// yaml writes the flag's value as YAML. Texts are quoted, since a name may be 7.
func (f settingFlag) yaml(given string) string {
	switch {
	case f.list:
		var quoted []string
		for _, v := range strings.Split(given, ",") {
			quoted = append(quoted, strconv.Quote(strings.TrimSpace(v)))
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	case slices.Contains([]string{"NAME", "HOST:PORT", "HOST[:PORT]", "SOURCE", "DIR", "FILE", "TEXT", "SCENARIO", "TIME", "CARD"}, f.value):
		return strconv.Quote(given)
	}
	return given
}

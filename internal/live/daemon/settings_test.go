package daemon

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/protocol"
)

func write(t *testing.T, name, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFlagsOverrideTheFile(t *testing.T) {
	file := write(t, "live.yaml", `
name: alpha
join: [10.0.0.1, "10.0.0.2:7947"]
algorithm: bully
params: {t_max: 300ms}
timing: wifi
interval: 500ms
hooks: {leader-gained: systemctl start gateway}
`, 0o600)
	s, err := Load(file, []Change{
		{Path: "name", Value: `"7"`, Flag: "--name 7"},
		{Path: "misses", Value: "5", Flag: "--misses 5"},
		{Path: "hooks.merged", Value: `"logger merged"`, Flag: "--on-event merged=logger merged"},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "7" || len(s.Join) != 2 || s.algorithm.Name != "bully" || s.timing.Name != "wifi" {
		t.Errorf("got %+v", s)
	}
	if want := (protocol.Detection{Interval: 500 * time.Millisecond, Misses: 5}); s.detection() != want {
		t.Errorf("detection %v, want %v", s.detection(), want)
	}
	if s.hooks[agent.LeaderGained] != "systemctl start gateway" || s.hooks[agent.Merged] != "logger merged" {
		t.Errorf("hooks %v", s.hooks)
	}
	if s.HTTP != "127.0.0.1:7980" || s.Bind != "0.0.0.0:7946" || s.Capability != "auto" {
		t.Errorf("defaults are %q, %q, %q", s.HTTP, s.Bind, s.Capability)
	}
	if !strings.HasSuffix(s.State, filepath.Join("bellwether", "7")) {
		t.Errorf("state in %s", s.State)
	}
}

// All faults are reported at once, with their places.
func TestBadSettings(t *testing.T) {
	for text, want := range map[string]string{
		"nmae: a":                       `:1:1: nmae: unknown key; did you mean name?`,
		"algorithm: buly":               `unknown algorithm "buly"; did you mean bully?`,
		"algorithm: raft":               "majority",
		"params: {tempo: 1s}":           "tempo",
		"params: {child_timeout: soon}": "child_timeout",
		"timing: lann":                  "lan",
		"hooks: {leader-ganied: x}":     "leader-gained",
		"hooks: {merged: ''}":           "EVENT=COMMAND",
		"interval: 5":                   "needs a unit: 5s",
		"name: a b":                     `name: "a b" has a character that is no letter, digit, dot, underscore or hyphen`,
		"name: '-a'":                    "begins with a hyphen",
		"name: .":                       `name: "." begins with a dot`,
		"name: ..":                      `name: ".." begins with a dot`,
		"name: .alpha":                  `".alpha" begins with a dot`,
		"http_hosts: ['', '']":          `http_hosts[1]: "" is no name of a machine`,
		"http_cert: /no/such/file":      "http_cert: needs http_cert_key",
		"http_cert_key: /no/such/file":  "has no effect without http_cert",
		"http_client_ca: /no/such/file": "has no effect without http_cert",
		"http: off\nhttp_cert: x\nhttp_cert_key: x":             "has no effect with http off",
		"http_cert: /no/such/file\nhttp_cert_key: /no/such/key": "http_cert: /no/such/file: there is no directory",
		"misses: -1":                            "misses",
		"interface: wlan0":                      "has no effect without discover",
		"wire: v2":                              "has no effect without key_file",
		"wire: v3":                              "v2-only",
		"expect: 3\nadmission: /no/such/file":   "admission: needs identity",
		"as: 3":                                 "has no effect without radio",
		"mask_gossip: true":                     "has no effect without radio",
		"radio: ten-nodes\nas: 11\nepoch: nows": "1 … 10, got 11",
		"radio: ten-nodes\nas: 1\nepoch: noon":  "must be a time like",
		"radio: no-such-world\nas: 1":           "no such scenario",
		"radio: ten-nodes\nas: 1\nid: 2":        "this is node 1",
		"measure: 1ms":                          "at least 100ms",
		"join: alpha":                           "list",
		"hysteresis: 11":                        "hysteresis",
		"- a":                                   "must be a mapping",
		"bind: node7":                           "bind: the host must be an IP address",
		"advertise: http://10.0.0.1:7":          "advertise: want HOST or HOST:PORT, like 10.0.0.1:7, and no URL",
		"join: [10.0.0.1, 999.1.1.1]":           `join[1]: "999.1.1.1": 999.1.1.1 is no IP address`,
		"join: ['[::1']":                        "in brackets",
		"join: ['']":                            "want the name or IP address",
		"http: 127.0.0.1":                       "http: want HOST:PORT, like 127.0.0.1:7980; or off",
		"http: 999.1.1.1:80":                    "http: 999.1.1.1 is no IP address",
		"capability: moon":                      "exec=COMMAND",
		"key_file: /no/such/file":               "key_file: ",
		"token_file: /no/such/file":             "token_file: ",
		"state: /dev/null":                      "state: /dev/null is a file; wanted is a directory",
		"trace: /dev/null":                      "trace: /dev/null is a file; wanted is a directory",
	} {
		_, err := Load(write(t, "live.yaml", text+"\n", 0o600), nil, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	_, err := Load("", []Change{{Path: "no_preempt", Value: "true", Flag: "--no-preempt"}, {Path: "algorithm", Value: "raft", Flag: "--algorithm raft"}}, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "--expect: raft elects by majority") {
		t.Errorf("flags alone: %v", err)
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none.yaml"), nil, nil); err == nil {
		t.Error("a file that is not there was read")
	}
}

// Rules are taken where the algorithm elects the best, and refused where it does not, or where they are none.
func TestRulesOfWhoMayLead(t *testing.T) {
	for text, want := range map[string]string{
		"name: a\neligible: battery > 20 %, role = gateway\n":    "",
		"name: a\neligible: battery > 20 %\nalgorithm: tanist\n": "",
		"name: a\neligible: battery > 20 %\nalgorithm: omega\n":  "omega does not elect by what nodes offer",
		"name: a\neligible: batery > 20 %\n":                     "batery is a tag",
		"name: a\nalgorithm: omega\n":                            "",
	} {
		s, err := Load(write(t, "live.yaml", text, 0o600), nil, nil)
		if want == "" && (err != nil || (s.rules == nil) == strings.Contains(text, "eligible")) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestKeyFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	if err := NewKeyFile(path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	keys, err := ReadKeyFile(path)
	if err != nil || len(keys) != 1 || len(keys[0]) != keyBytes {
		t.Fatalf("%d keys, %v", len(keys), err)
	}
	if err := NewKeyFile(path); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("a second time: %v", err)
	}
	second, err := ParseKey(NewKey())
	if err != nil {
		t.Fatal(err)
	}
	two := base64.StdEncoding.EncodeToString(second) + " # new\n" + base64.StdEncoding.EncodeToString(keys[0])
	if again, err := ReadKeyFile(write(t, "keys", two, 0o600)); err != nil || len(again) != 2 || string(again[0]) != string(second) {
		t.Errorf("two keys are %d, %v", len(again), err)
	}
	for text, want := range map[string]string{
		"":                   "no keys",
		"# only a comment\n": "no keys",
		NewKey() + "\n" + base64.StdEncoding.EncodeToString(make([]byte, 32)): "keys:2: a key must be drawn at random, this one is one byte repeated",
		"not base64!":              ":1: a key must be in base64",
		"# head\nc2hvcnQ=\n":       ":2: a key must have 16, 24 or 32 bytes, this has 5",
		strings.Repeat("x", 10000): "at most",
	} {
		if _, err := ReadKeyFile(write(t, "keys", text, 0o600)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
	if _, err := ReadKeyFile(write(t, "keys", NewKey(), 0o640)); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a file for the group: %v", err)
	}
}

// systemd gives a credential to the user of a service by an access list, which shows in the
// bits of the group.
func TestCredentialsOfSystemdAreSecrets(t *testing.T) {
	path := write(t, "keys", NewKey(), 0o440)
	if _, err := ReadKeyFile(path); err == nil {
		t.Error("the group may read a key file")
	}
	t.Setenv("CREDENTIALS_DIRECTORY", filepath.Dir(path))
	if _, err := ReadKeyFile(path); err != nil {
		t.Error(err)
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadKeyFile(path); err == nil {
		t.Error("everybody may read a key file")
	}
}

func TestTokens(t *testing.T) {
	if token, err := ReadToken(""); token != "" || err != nil {
		t.Errorf("no file: %q, %v", token, err)
	}
	if token, err := ReadToken(write(t, "token", "  0123456789abcdef\n", 0o600)); token != "0123456789abcdef" || err != nil {
		t.Errorf("%q, %v", token, err)
	}
	for _, file := range []string{write(t, "token", "short", 0o600), write(t, "token", "0123456789abcdef", 0o644), "/no/such/file"} {
		if token, err := ReadToken(file); err == nil {
			t.Errorf("%s gave %q", file, token)
		}
	}
}

func TestDifferencesAreNamedAsInFiles(t *testing.T) {
	a, err := Load("", []Change{{Path: "name", Value: "a", Flag: "--name"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := *a
	if got := differences(a, &b); len(got) != 0 {
		t.Errorf("two alike differ in %v", got)
	}
	b.Join, b.HookTimeout = []string{"x"}, b.HookTimeout+1
	if got := strings.Join(differences(a, &b), " "); got != "join hook_timeout" {
		t.Errorf("they differ in %q", got)
	}
}

// A leader is kept only where the algorithm can, and not by two options of which one does
// nothing.
func TestTenureIsRefusedWhereItHasNoEffect(t *testing.T) {
	for text, want := range map[string]string{
		"no_preempt: true": "", "preempt_delay: 30s\nminimum_term: 1m": "", "algorithm: raft\nexpect: 3\nno_preempt: true": "",
		"no_preempt: true\nminimum_term: 1m":          "no effect with no_preempt",
		"algorithm: omega\npreempt_delay: 30s":        "smallest-id",
		"algorithm: topology-aware\nminimum_term: 1s": "keeps none",
	} {
		_, err := Load(write(t, "live.yaml", text+"\n", 0o600), nil, nil)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

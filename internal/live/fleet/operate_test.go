package fleet_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/fleet"
)

// command runs "bellwether live" with words about an agent.
func command(t *testing.T, a *fleet.Agent, words ...string) (string, error) {
	t.Helper()
	return live(program(t), append(words, "--state", a.Dir)...)
}

// done is command, which must succeed.
func done(t *testing.T, a *fleet.Agent, words ...string) string {
	t.Helper()
	out, err := command(t, a, words...)
	if err != nil {
		t.Errorf("%s: %v\n%s", strings.Join(words, " "), err, out)
	}
	return out
}

// What operators know from serf: tags, filters, events, joins at run time, members given up,
// and who answers whom.
func TestOperatorsChangeTheCluster(t *testing.T) {
	t.Parallel()
	f := cluster(t, 3, local...)
	hooked := filepath.Join(directory(t), "told")
	f.Agents[0].Args = append(f.Agents[0].Args, "--tag", "role=gateway")
	f.Agents[1].Args = append(f.Agents[1].Args, "--on-event", "user-event=cat >> "+hooked)
	apart := f.Agents[2]
	apart.Args = local // it joins later
	begin(t, f, f.Agents...)
	for _, a := range f.Agents {
		eventually(t, a.Name+" answers", func() bool { _, ok := a.Status(t.Context()); return ok })
	}
	one, other := f.Agents[0], f.Agents[1]
	if out := done(t, one, "join", apart.Addr); out != "1 of 1 answered\n" {
		t.Errorf("join prints %q", out)
	}
	members := func(words ...string) (names []string) {
		var all []agent.MemberStatus
		if err := json.Unmarshal([]byte(done(t, other, append([]string{"members", "--format", "json"}, words...)...)), &all); err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			names = append(names, m.Name)
		}
		return names
	}
	sees := func(want string, words ...string) {
		t.Helper()
		eventually(t, strings.Join(words, " ")+" shows "+want, func() bool { return strings.Join(members(words...), " ") == want })
	}
	sees("n1 n2 n3", "--status", "alive")
	sees("n1", "--tag", "role=gate.*")
	sees("n2 n3", "--member", "n[23]")
	if out := done(t, apart, "tags", "role=relay", "zone=north"); out != "role=relay zone=north\n" {
		t.Errorf("tags prints %q", out)
	}
	done(t, apart, "tags", "--remove", "zone")
	sees("n3", "--tag", "role=relay")
	sees("", "--tag", "zone=.*")
	if out, err := command(t, one, "tags", "role=a b"); err == nil {
		t.Errorf("a tag with a space is taken: %s", out)
	}
	done(t, one, "event", "deploy", `v1 "quoted"`)
	eventually(t, "the hook of the event ran", func() bool {
		text, err := os.ReadFile(hooked)
		return err == nil && strings.Contains(string(text), `"user":{"name":"deploy","payload":"v1 \"quoted\"","from":{"name":"n1"`)
	})
	if out := done(t, one, "reachability"); strings.Count(out, "\n") != 4 || !strings.Contains(out, "n3 ") {
		t.Errorf("reachability prints\n%s", out)
	}
	if out, err := command(t, one, "force-leave", "n3"); err == nil || !strings.Contains(out, "n3 is alive") {
		t.Errorf("a living member is given up: %s", out)
	}
	apart.Kill()
	sees("n3", "--status", "failed")
	done(t, one, "force-leave", "n3")
	sees("n3", "--status", "left")
	done(t, one, "force-leave", "n3", "--prune")
	sees("n1 n2")
	begin(t, f, apart) // which remembers them
	sees("n1 n2 n3", "--status", "alive")
	healthy(t, f)
}

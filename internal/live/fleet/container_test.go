package fleet_test

import (
	"bytes"
	"errors"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
)

// containers is where the examples for containers are.
const containers = "../../../docs/live/container"

// A composed is a file of docker compose, as far as tests need it.
type composed struct {
	Services map[string]struct {
		Image       string   `yaml:"image"`
		Hostname    string   `yaml:"hostname"`
		Command     []string `yaml:"command"`
		Volumes     []string `yaml:"volumes"`
		Grace       string   `yaml:"stop_grace_period"`
		Healthcheck struct {
			Test []string `yaml:"test"`
		} `yaml:"healthcheck"`
	} `yaml:"services"`
	Volumes map[string]any `yaml:"volumes"`
}

// A probe is one of Kubernetes.
type probe struct {
	Get struct {
		Path string `yaml:"path"`
		Port string `yaml:"port"`
	} `yaml:"httpGet"`
}

// A manifest is one document of Kubernetes, as far as tests need it.
type manifest struct {
	Kind     string `yaml:"kind"`
	Metadata struct {
		Name string `yaml:"name"`
	} `yaml:"metadata"`
	Spec struct {
		Replicas   int    `yaml:"replicas"`
		Management string `yaml:"podManagementPolicy"`
		NotReady   bool   `yaml:"publishNotReadyAddresses"`
		Template   struct {
			Spec struct {
				Grace      int         `yaml:"terminationGracePeriodSeconds"`
				Containers []container `yaml:"containers"`
			} `yaml:"spec"`
		} `yaml:"template"`
	} `yaml:"spec"`
}

type container struct {
	Args  []string `yaml:"args"`
	Ports []struct {
		Name string `yaml:"name"`
		Port int    `yaml:"containerPort"`
	} `yaml:"ports"`
	Live  probe `yaml:"livenessProbe"`
	Ready probe `yaml:"readinessProbe"`
	Env   []struct {
		Name  string `yaml:"name"`
		Value string `yaml:"value"`
	} `yaml:"env"`
}

// readComposed reads the compose file.
func readComposed(t *testing.T) (c composed) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(containers, "compose.yaml"))
	if err == nil {
		err = yaml.Unmarshal(text, &c)
	}
	if err != nil || len(c.Services) != 3 {
		t.Fatalf("%d services, %v", len(c.Services), err)
	}
	return c
}

// readManifests reads all documents of the manifest.
func readManifests(t *testing.T) (all []manifest) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(containers, "kubernetes.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for d := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var m manifest
		if err := d.Decode(&m); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
}

// stateful is the manifest's set of agents, and its only container.
func stateful(t *testing.T) (manifest, container) {
	t.Helper()
	for _, m := range readManifests(t) {
		if m.Kind == "StatefulSet" && len(m.Spec.Template.Spec.Containers) == 1 {
			return m, m.Spec.Template.Spec.Containers[0]
		}
	}
	t.Fatal("no StatefulSet with one container")
	return manifest{}, container{}
}

// served reports whether the agent's HTTP has a path, by the description that it serves.
func served(t *testing.T, path string) bool {
	t.Helper()
	text, err := os.ReadFile("../api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Paths map[string]any `yaml:"paths"`
	}
	if err := yaml.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	return d.Paths[path] != nil
}

// here replaces directories of a container by those of a test.
func here(args []string, dirs ...string) []string {
	args = slices.Clone(args)
	for i := range args {
		args[i] = strings.NewReplacer(dirs...).Replace(args[i])
	}
	return args
}

// exists reports whether a file is there.
func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// hookTime is the default of hook_timeout. A container must not be killed while the hook of leader-lost runs.
const hookTime = 30 * time.Second

// The examples for containers are files that can be read; what they probe is there; the agents take their flags;
// and they allow for the time of a hook.
func TestExamplesForContainers(t *testing.T) {
	program(t)
	dir := directory(t)
	key := filepath.Join(dir, "keys")
	if out, err := live(program(t), "keys", "new", key); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	takes := func(name string, args []string) {
		t.Helper()
		args = here(args, "/state", dir, "/run/bellwether/keys", key, "/led", dir, "$(POD)", "gateway-0", "$(ADDRESS)", "127.0.0.1", "$$", "$")
		// An agent that is asked for one thing that is wrong names that alone, if it takes all others.
		out, err := live(program(t), append(args, "--misses=-1")...)
		if wrong := "bellwether: --misses -1: must be at least 0, got -1"; err == nil || strings.TrimSpace(out) != wrong {
			t.Errorf("%s: its flags, and one that is wrong: %v: %s", name, err, out)
		}
		for _, event := range []string{"leader-gained", "leader-lost"} {
			leads := event == "leader-gained"
			at := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "--on-event="+event+"=") })
			if at < 0 {
				t.Fatalf("%s: no hook of %s in %q", name, event, args)
			}
			_, command, _ := strings.Cut(strings.TrimPrefix(args[at], "--on-event="), "=")
			if leads != (exec.Command("sh", "-c", command).Run() == nil && exists(filepath.Join(dir, "leader"))) {
				t.Errorf("%s: after %q the file of a leader is there: %v", name, command, !leads)
			}
		}
	}
	for name, s := range readComposed(t).Services {
		takes(name, append([]string{"--name", s.Hostname}, s.Command...))
		asks := s.Healthcheck.Test[len(s.Healthcheck.Test)-1]
		if u, err := url.Parse(asks); err != nil || u.Host != "127.0.0.1:7980" || !served(t, u.Path) {
			t.Errorf("%s: %s is not served, %v", name, asks, err)
		}
		if grace, err := time.ParseDuration(s.Grace); err != nil || grace <= hookTime {
			t.Errorf("%s stops in %s, %v", name, s.Grace, err)
		}
	}
	set, agent := stateful(t)
	takes("kubernetes", agent.Args)
	ports := map[string]int{}
	for _, p := range agent.Ports {
		ports[p.Name] = p.Port
	}
	for _, p := range []probe{agent.Live, agent.Ready} {
		if !served(t, p.Get.Path) || ports[p.Get.Port] != 7980 {
			t.Errorf("nothing is served at %s of port %s, %d", p.Get.Path, p.Get.Port, ports[p.Get.Port])
		}
	}
	if agent.Live.Get.Path != "/livez" || !slices.Contains(agent.Args, "--http=0.0.0.0:7980") || ports["gossip"] != 7946 || ports["streams"] != 7946 {
		t.Errorf("alive is %s, ports %v", agent.Live.Get.Path, ports)
	}
	if grace := time.Duration(set.Spec.Template.Spec.Grace) * time.Second; grace <= hookTime || set.Spec.Replicas != 3 || set.Spec.Management != "Parallel" {
		t.Errorf("%v for %d pods, %s", grace, set.Spec.Replicas, set.Spec.Management)
	}
	for _, m := range readManifests(t) {
		if m.Kind == "Service" && !m.Spec.NotReady {
			t.Error("pods are not found before there is a leader")
		}
	}
}

package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"bellwether/cmd/cli/internal/study"
	"bellwether/cmd/cli/internal/workers"
	"bellwether/internal/study/sweep"
	"bellwether/internal/study/tasks"
)

// A manifest is what the examples use of Kubernetes' objects (its API reference: Job v1 batch,
// Deployment v1 apps, Service v1 core). A key that is not here is an error.
type manifest struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string `yaml:"kind"`
	Metadata   struct {
		Name string `yaml:"name"`
	} `yaml:"metadata"`
	Spec struct {
		CompletionMode       string   `yaml:"completionMode"`
		Completions          int      `yaml:"completions"`
		Parallelism          int      `yaml:"parallelism"`
		BackoffLimit         *int     `yaml:"backoffLimit"`
		BackoffLimitPerIndex int      `yaml:"backoffLimitPerIndex"`
		Replicas             int      `yaml:"replicas"`
		Selector             selector `yaml:"selector"`
		Ports                []struct {
			Port       int `yaml:"port"`
			TargetPort int `yaml:"targetPort"`
		} `yaml:"ports"`
		Template struct {
			Metadata struct {
				Labels map[string]string `yaml:"labels"`
			} `yaml:"metadata"`
			Spec pod `yaml:"spec"`
		} `yaml:"template"`
	} `yaml:"spec"`
}

type selector struct {
	App         string            `yaml:"app"` // of a Service
	MatchLabels map[string]string `yaml:"matchLabels"`
}

type pod struct {
	RestartPolicy string      `yaml:"restartPolicy"`
	Grace         int         `yaml:"terminationGracePeriodSeconds"`
	Containers    []container `yaml:"containers"`
	Volumes       []struct {
		Name     string    `yaml:"name"`
		EmptyDir *struct{} `yaml:"emptyDir"`
		Claim    *struct {
			Name string `yaml:"claimName"`
		} `yaml:"persistentVolumeClaim"`
	} `yaml:"volumes"`
}

type container struct {
	Name    string   `yaml:"name"`
	Image   string   `yaml:"image"`
	Command []string `yaml:"command"`
	Args    []string `yaml:"args"`
	Ports   []struct {
		ContainerPort int `yaml:"containerPort"`
	} `yaml:"ports"`
	Env []struct {
		Name      string `yaml:"name"`
		ValueFrom struct {
			Secret struct {
				Name string `yaml:"name"`
				Key  string `yaml:"key"`
			} `yaml:"secretKeyRef"`
		} `yaml:"valueFrom"`
	} `yaml:"env"`
	Resources struct {
		Requests map[string]string `yaml:"requests"`
		Limits   map[string]string `yaml:"limits"`
	} `yaml:"resources"`
	VolumeMounts []struct {
		Name      string `yaml:"name"`
		MountPath string `yaml:"mountPath"`
	} `yaml:"volumeMounts"`
}

// TestManifestsOfBatchSchedulers holds the examples for Kubernetes to what it requires, and their
// command lines to ours.
func TestManifestsOfBatchSchedulers(t *testing.T) {
	files, err := filepath.Glob("../../docs/batch/*.yaml")
	if err != nil || len(files) != 2 {
		t.Fatalf("%v: %v", files, err)
	}
	objects, commands := 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict())
		for {
			var m manifest
			err := in.Decode(&m)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			objects++
			for _, fault := range m.faults() {
				t.Errorf("%s: %s %s: %s", file, m.Kind, m.Metadata.Name, fault)
			}
			for _, c := range m.Spec.Template.Spec.Containers {
				commands++
				var stdout, stderr bytes.Buffer
				if code := run(append(c.line(m.Spec.Completions), "--help"), &stdout, &stderr); code != exitDone || !slices.Equal(c.Command, []string{"bellwether"}) {
					t.Errorf("%s: %s: exit code %d: %s", file, c.Name, code, stderr.String())
				}
			}
		}
	}
	if objects != 5 || commands != 4 {
		t.Errorf("%d objects with %d commands: the test shows nothing", objects, commands)
	}
}

// line is a container's command line, as its last pod gets it.
func (c *container) line(completions int) []string {
	var out []string
	for _, arg := range c.Args {
		out = append(out, strings.ReplaceAll(arg, "$(JOB_COMPLETION_INDEX)", fmt.Sprint(completions-1)))
	}
	return out
}

// faults says what Kubernetes would refuse, or what would never run.
func (m *manifest) faults() (out []string) {
	fault := func(wrong bool, text string) {
		if wrong {
			out = append(out, text)
		}
	}
	s, of := &m.Spec, map[string]string{"Job": "batch/v1", "Deployment": "apps/v1", "Service": "v1"}
	fault(m.APIVersion == "" || of[m.Kind] != m.APIVersion, "wrong apiVersion "+m.APIVersion)
	fault(m.Metadata.Name == "", "no name")
	if m.Kind == "Service" {
		fault(s.Selector.App == "" || len(s.Ports) == 0, "a service needs selector and ports")
		return out
	}
	p := &s.Template.Spec
	fault(len(p.Containers) == 0, "no containers")
	switch m.Kind {
	case "Job":
		fault(p.RestartPolicy != "Never" && p.RestartPolicy != "OnFailure", "the restartPolicy of a job is Never or OnFailure")
		fault(s.CompletionMode == "Indexed" && s.Completions < 1, "an indexed job needs completions")
		fault(s.BackoffLimitPerIndex > 0 && (s.CompletionMode != "Indexed" || p.RestartPolicy != "Never"), "backoffLimitPerIndex needs Indexed and Never")
	case "Deployment":
		fault(len(s.Selector.MatchLabels) == 0, "no selector")
		for key, value := range s.Selector.MatchLabels {
			fault(s.Template.Metadata.Labels[key] != value, "the selector does not match the template")
		}
		fault(p.RestartPolicy != "", "a deployment restarts always")
	}
	volumes := map[string]bool{}
	for _, v := range p.Volumes {
		fault((v.EmptyDir == nil) == (v.Claim == nil), "volume "+v.Name+" is of one kind")
		volumes[v.Name] = true
	}
	for _, c := range p.Containers {
		fault(c.Name == "" || c.Image == "", "a container needs name and image")
		for _, v := range c.VolumeMounts {
			fault(!volumes[v.Name] || !strings.HasPrefix(v.MountPath, "/"), "there is no volume "+v.Name)
		}
		for i, arg := range c.Args {
			if arg != "--shard" {
				continue
			}
			shard, err := tasks.ParseShard(c.line(s.Completions)[i+1])
			fault(err != nil || shard.I != s.Completions || shard.N != s.Completions, fmt.Sprintf("the last pod's shard is %v (%v)", shard, err))
		}
	}
	return out
}

// TestExitCodesOfManyMachines holds the codes that the help of sweep merge and work names.
func TestExitCodesOfManyMachines(t *testing.T) {
	for _, c := range []struct {
		err  error
		code int
	}{
		{fmt.Errorf("%w: seed 1", sweep.ErrDiffers), exitFailed},
		{fmt.Errorf("%w: the disk", tasks.ErrStopped), exitFailed},
		{fmt.Errorf("%w: nobody answers", tasks.ErrAway), exitFailed},
		{fmt.Errorf("%w: 3 of 7", study.ErrMissing), exitBounded},
		{workers.ErrNoQueue, exitUsage},
	} {
		report := reporter{to: io.Discard}
		if code := report.error(c.err); code != c.code {
			t.Errorf("%v: exit code %d, want %d", c.err, code, c.code)
		}
	}
}

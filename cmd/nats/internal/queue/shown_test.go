package queue

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"bellwether/internal/study/tasks"
)

// A worker is told what is wrong with its name before it connects.
func TestNamesThatCannotBeShownAreRefused(t *testing.T) {
	for name, want := range map[string]string{
		"e\x1b[31mvil\nline":       `--name "e\x1b[31mvil\nline": it has characters that cannot be printed`,
		"rack 1 ":                  `--name "rack 1 ": it begins or ends with a space`,
		" ":                        "begins or ends",
		"\xff":                     "cannot be printed",
		"a\u202eb":                 "cannot be printed",
		strings.Repeat("a", 201):   "at most 200 bytes, not 201",
		"rack 1":                   "",
		"Straße-7":                 "",
		thisName():                 "",
		thisName() + "-here":       "",
		strings.Repeat("a", 200):   "",
		"node[7]/slurm:0042 (gpu)": "",
	} {
		err := checkName(name)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", name, err)
		}
	}
	o := tasks.Working{Name: "rack 1 ", Jobs: 1, Patience: time.Second, Warn: func(string) {}, Access: tasks.Access{URLs: []string{"nats://127.0.0.1:1"}}}
	if _, err := (JetStream{}).Work(t.Context(), o); err == nil || !strings.Contains(err.Error(), "--name") {
		t.Errorf("a worker: %v", err)
	}
}

// No report of a foreign worker can control a terminal, and the worker is one worker on the
// roll and in the record.
func TestTextOfForeignWorkersIsShownAsText(t *testing.T) {
	name, machine := "e\x1b[31mvil\nline ", "linux\r/amd64"
	r, now := newRoll(), time.Now()
	text, err := json.Marshal(present{Name: name, Machine: machine, Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	r.take(text, now)
	head := nats.Header{}
	head.Set(headWorker, strings.TrimSpace(name)) // as headers come
	for key, value := range map[string]string{headMachine: machine, headOutcome: string(failed), headTook: "1s", headTurns: "1"} {
		head.Set(key, value)
	}
	a, err := readAnswer("x."+strings.Repeat("0", 64), head, []byte("two\n\tlines\x1b[2J\x07"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "two\n\tlines?[2J?"; a.why != want {
		t.Errorf("the error is %q, want %q", a.why, want)
	}
	r.heard(a.worker, a.machine, now)
	record := tasks.Record{Workers: []tasks.Worker{{Name: a.worker, Done: 1}}}
	r.describe(&record, now)
	if len(record.Workers) != 1 || record.Workers[0].Name != "e?[31mvil?line" || record.Workers[0].Machine != "linux?/amd64" || record.Workers[0].Jobs != 2 {
		t.Errorf("the record is %+v", record.Workers)
	}
	head.Set(headWorker, " ")
	if _, err := readAnswer("x."+strings.Repeat("0", 64), head, nil); err == nil {
		t.Error("a worker whose name is a space")
	}
	s := tasks.Status{Name: "a\x1bb", Build: "v1\n", Record: tasks.Record{Workers: []tasks.Worker{{Name: name, Machine: machine}}}}
	showStatus(&s)
	if s.Name != "a?b" || s.Build != "v1?" || s.Workers[0].Name != "e?[31mvil?line" || s.Workers[0].Machine != "linux?/amd64" {
		t.Errorf("the status is %+v", s)
	}
}

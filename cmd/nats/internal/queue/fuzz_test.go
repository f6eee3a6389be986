package queue

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"bellwether/internal/study/tasks"
)

// FuzzAnswer: any message is an answer or an error; what was read is written as it was.
func FuzzAnswer(f *testing.F) {
	id := tasks.NewContent(nil).SHA256
	f.Add("bellwether.j.answer."+id, "done", "w", "1s", "1", "", []byte{1, 2, 3})
	f.Add("bellwether.j.answer."+id, "failed", "w", "-1s", "0", id, []byte("why"))
	f.Add("x", "", "", "", "", "x", []byte(nil))
	f.Fuzz(func(t *testing.T, subject, outcome, worker, took, turns, object string, data []byte) {
		head := nats.Header{}
		for key, value := range map[string]string{headOutcome: outcome, headWorker: worker, headTook: took, headTurns: turns, headObject: object} {
			head.Set(key, value)
		}
		a, err := readAnswer(subject, head, data)
		if err != nil {
			return
		}
		if !idForm.MatchString(a.id) || a.took < 0 || a.turns < 1 || a.worker == "" || len(a.why) > maxWhy {
			t.Fatalf("%+v", a)
		}
		m := a.message("j")
		again, err := readAnswer(m.Subject, m.Header, m.Data)
		if err != nil || again.id != a.id || again.outcome != a.outcome || again.took != a.took || again.turns != a.turns || !bytes.Equal(again.data, a.data) || again.why != a.why {
			t.Fatalf("%+v became %+v, %v", a, again, err)
		}
	})
}

// FuzzOrder: any message is a task within its bounds or an error.
func FuzzOrder(f *testing.F) {
	id := tasks.NewContent(nil).SHA256
	f.Add("bellwether.j.task."+id, []byte(`{"kind":"run","spec":{},"needs":[{"sha256":"`+id+`","bytes":3}]}`))
	f.Add("bellwether.j.task.", []byte(`{}`))
	f.Add(id, []byte(`{"needs":[{"sha256":"../../etc/passwd","bytes":-1}]}`))
	f.Fuzz(func(t *testing.T, subject string, data []byte) {
		got, o, err := readOrder(subject, data)
		if err != nil {
			return
		}
		if !idForm.MatchString(got) {
			t.Fatalf("%q", got)
		}
		for _, c := range o.Needs {
			if c.Bytes < 0 || c.Bytes > maxContent || strings.ContainsAny(c.SHA256, "/\\.") || len(c.SHA256) != 64 {
				t.Fatalf("%+v", c)
			}
		}
	})
}

// FuzzUnpack: any bytes are an answer within its bound or an error, and what was packed comes back.
func FuzzUnpack(f *testing.F) {
	f.Add([]byte("a line\n"))
	f.Add(pack(make([]byte, 1000)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if out, err := unpack(data); err == nil && len(out) > maxAnswer {
			t.Fatalf("%d bytes", len(out))
		}
		if back, err := unpack(pack(data)); err != nil || !bytes.Equal(back, data) {
			t.Fatalf("%q became %q, %v", data, back, err)
		}
	})
}

// FuzzToken: a text is a token or an error, and a token is written as it was read.
func FuzzToken(f *testing.F) {
	f.Add(token{[32]byte{1}, [32]byte{2}}.String())
	f.Add("bw1.")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "@") {
			return // a file
		}
		got, err := readToken(text)
		if err == nil && got.String() != text {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

// A bomb, which is small and unpacks to more than the bound, is an error and not memory.
func TestBombIsRefused(t *testing.T) {
	bomb := pack(make([]byte, maxAnswer+1))
	begun := time.Now()
	if out, err := unpack(bomb); err == nil || out != nil {
		t.Errorf("%d bytes became %d in %v", len(bomb), len(out), time.Since(begun))
	}
}

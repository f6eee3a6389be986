package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"bellwether/internal/study/tasks"
)

// statusWait is how long coordinators have to answer.
const statusWait = 2 * time.Second

// mostStatuses bounds the answers to one question.
const mostStatuses = 1000

// Status asks the coordinators that can be reached.
func (JetStream) Status(ctx context.Context, a tasks.Access) ([]tasks.Status, error) {
	nc, err := reach(ctx, a, 0, func(string) {})
	if err != nil {
		return nil, err
	}
	defer nc.Close()
	inbox := nc.NewRespInbox()
	came, err := nc.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	if err := nc.PublishRequest(statusOfAll, inbox, nil); err != nil {
		return nil, err
	}
	var out []tasks.Status
	for until := time.Now().Add(statusWait); len(out) < mostStatuses && ctx.Err() == nil; {
		m, err := came.NextMsg(time.Until(until))
		if err != nil {
			break // no other coordinator answers
		}
		var one tasks.Status
		if json.Unmarshal(m.Data, &one) == nil && len(m.Header) == 0 {
			showStatus(&one)
			out = append(out, one)
			until = time.Now().Add(statusWait / 10) // the others answer at the same time
		}
	}
	slices.SortFunc(out, func(x, y tasks.Status) int { return cmp.Compare(x.Name, y.Name) })
	return out, ctx.Err()
}

// showStatus makes the texts of a status safe for a terminal, because any client with access
// may answer.
func showStatus(s *tasks.Status) {
	s.Name, s.Build = shown(s.Name), shown(s.Build)
	for i := range s.Workers {
		w := &s.Workers[i]
		w.Name, w.Machine = shownName(w.Name), shown(w.Machine)
	}
}

// At returns how the queue of a directory is reached. The directory does not say how to reach
// a cluster, because it keeps no foreign credentials.
func (JetStream) At(dir string) (tasks.Access, bool, error) {
	s, err := readState(dir)
	if err != nil || s == nil || s.URL == "" {
		return tasks.Access{}, false, err
	}
	out := tasks.Access{URLs: []string{s.URL}, Token: s.Token}
	// A machine may be unable to resolve its own name.
	host, port, err := net.SplitHostPort(hostPort(s.URL))
	if mine, nameless := os.Hostname(); err == nil && nameless == nil && host == mine {
		scheme, _, _ := strings.Cut(s.URL, "://")
		out.URLs = append(out.URLs, scheme+"://"+net.JoinHostPort("127.0.0.1", port))
	}
	return out, true, nil
}

var _ tasks.Queue = JetStream{}

package modeltrace_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"bellwether/internal/laws/modeltrace"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
	"bellwether/internal/testkit/bubble"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// A recorded agent writes its trace.
type recorded struct {
	*agent.Agent
	cancel context.CancelFunc
	writer *trace.Writer
	text   bytes.Buffer
}

// An entry brings an agent with a name into the network.
type entry func(name string, meta membership.Meta) (agent.Network, error)

func record(t *testing.T, enter entry, timing agent.Timing, name string, offer int64, disk *livetest.Disk) *recorded {
	t.Helper()
	a, _ := scenarios.Algorithm("vasudevan")
	codec, err := protocol.NewCodec(a.Kinds...)
	if err != nil {
		t.Fatal(err)
	}
	r := &recorded{}
	r.writer = trace.NewWriter(&r.text, trace.WriterOptions{Scenario: "live", Algorithm: "vasudevan", Codec: codec,
		Zero: time.Now().UnixNano(), HelloTimeout: timing.Hello.Timeout})
	o := agent.Options{Name: name, Algorithm: agent.Algorithm{Algorithm: a}, Offer: offer, Timing: timing,
		Params:  map[string]string{"signalling": "udp"},
		Storage: disk, Sinks: []trace.Sink{r.writer}}
	ctx, cancel := context.WithCancel(t.Context())
	r.cancel = cancel
	if r.Agent, err = agent.Join(ctx, o, func(_ *agent.Options, meta membership.Meta) (agent.Network, error) {
		return enter(name, meta)
	}); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *recorded) end(t *testing.T) *recorded {
	t.Helper()
	r.cancel()
	<-r.Done()
	if err := r.writer.Close(); err != nil {
		t.Fatal(err)
	}
	return r
}

// The traces of live agents are runs of the model, too, each file alone. One agent, the
// leader, is killed and restarts.
func TestLiveRunsFollowTheModel(t *testing.T) {
	var files []*recorded
	bubble.Test(t, func(t *testing.T) {
		ether := livetest.NewNetwork()
		enter := func(name string, meta membership.Meta) (agent.Network, error) { return ether.Join(name, meta), nil }
		var agents []*recorded
		disks := map[string]*livetest.Disk{}
		for i, name := range []string{"a", "b", "c", "d"} {
			disks[name] = &livetest.Disk{Node: protocol.ID(name[0])}
			agents = append(agents, record(t, enter, agent.LAN(), name, int64(100*(i+1)), disks[name]))
			time.Sleep(300 * time.Millisecond)
		}
		time.Sleep(30 * time.Second)
		files = append(files, agents[3].end(t))
		time.Sleep(30 * time.Second)
		agents[3] = record(t, enter, agent.LAN(), "d", 400, disks["d"])
		time.Sleep(30 * time.Second)
		for _, a := range agents {
			files = append(files, a.end(t))
		}
	})
	entered := 0
	for i, r := range files {
		report, err := modeltrace.Check(bytes.NewReader(r.text.Bytes()), "live")
		if err != nil {
			t.Errorf("file %d: %v", i, err)
		}
		entered += report.Entered
		t.Logf("file %d: %+v", i, report)
	}
	spoilt := spoil(t, files[1].text.String(), `"record":"elected"`, `"leader":100`, `"leader":98`)
	if _, err := modeltrace.Check(bytes.NewReader(spoilt), "live"); err == nil {
		t.Error("a leader that nobody announced is accepted")
	}
	if entered < 6 {
		t.Errorf("%d computations entered: too few", entered)
	}
}

//go:build live

package modeltrace_test

import (
	"bytes"
	"testing"
	"time"

	"bellwether/internal/laws/modeltrace"
	"bellwether/internal/live/agent"
	"bellwether/internal/live/membership"
	"bellwether/internal/testkit/livetest"
	"bellwether/protocol"
)

// Agents over sockets on loopback follow the model, each file alone. The leader ends three
// times without leaving, and restarts each time.
func TestLoopbackFollowsTheModel(t *testing.T) {
	timing, err := membership.Preset("local")
	if err != nil {
		t.Fatal(err)
	}
	var first string
	enter := func(name string, meta membership.Meta) (agent.Network, error) {
		o := membership.Options{Name: name, Bind: "127.0.0.1:0", Timing: timing, Meta: meta}
		if first != "" {
			o.Join = []string{first}
		}
		g, err := membership.Start(o)
		if err != nil {
			return nil, err
		}
		if first == "" {
			first = g.Self().Addr
		}
		return g, nil
	}
	start := func(i int, disk *livetest.Disk) *recorded {
		return record(t, enter, agent.Local(), string(rune('a'+i)), int64(100*(i+1)), disk)
	}
	var files, agents []*recorded
	var disks []*livetest.Disk
	for i := range 5 {
		disks = append(disks, &livetest.Disk{Node: protocol.ID(1 + i)})
		agents = append(agents, start(i, disks[i]))
	}
	time.Sleep(5 * time.Second)
	for range 3 {
		files = append(files, agents[4].end(t))
		time.Sleep(5 * time.Second)
		agents[4] = start(4, disks[4])
		time.Sleep(5 * time.Second)
	}
	for _, a := range agents {
		files = append(files, a.end(t))
	}
	entered, concluded := 0, 0
	for i, r := range files {
		report, err := modeltrace.Check(bytes.NewReader(r.text.Bytes()), "live")
		if err != nil {
			t.Errorf("file %d: %v", i, err)
		}
		entered, concluded = entered+report.Entered, concluded+report.Concluded
		t.Logf("file %d: %+v", i, report)
	}
	if entered < 15 || concluded < 15 {
		t.Errorf("%d computations entered, %d ended: too few", entered, concluded)
	}
}

package daemon

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"bellwether/internal/live/agent"
	"bellwether/protocol"
	"bellwether/scenarios"
	"bellwether/trace"
)

// A mask leaves out medium access and duty cycle: two frames at one instant both arrive,
// and the log says what was left out.
func TestMaskLeavesOutAccessAndDutyCycle(t *testing.T) {
	const places = "mobility: {model: static, positions: [[0, 0], [100, 0], [200, 0]]}\n"
	for radio, warned := range map[string]bool{
		"{loss: {model: none}}":   false,
		"{access: {model: csma}}": true,
		"{loss: {model: none}}\ninterventions: [{hold_down: [1, 2]}]": true,
		"{loss: {model: none}, duty_cycle: {limit: 0.000001}}":        true,
	} {
		s, err := scenarios.Read("my.yaml", []byte(places+"radio: "+radio), scenarios.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		m, err := (&Settings{resolved: resolved{scenario: s}}).mask(slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		for _, from := range []protocol.ID{1, 3} {
			if _, why := m.Fate(agent.Frame{From: from, To: 2, At: protocol.Time(time.Second), Bytes: 20}); why != trace.NoReason {
				t.Errorf("%s: the frame of %d is lost by %q", radio, from, why)
			}
		}
		if got := strings.Contains(log.String(), "leaves out"); got != warned {
			t.Errorf("%s: warned %v, want %v: %s", radio, got, warned, log.String())
		}
	}
}

package agent_test

import (
	"testing"

	"go.uber.org/goleak"

	"bellwether/internal/testkit/sample"
)

// TestMain fails if a goroutine that the tests started still runs.
func TestMain(m *testing.M) {
	sample.CollectLess()
	goleak.VerifyTestMain(m)
}

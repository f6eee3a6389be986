package agent_test

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain fails if a goroutine that the tests started still runs.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

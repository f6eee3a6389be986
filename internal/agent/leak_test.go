package agent_test

import (
	"testing"

	"go.uber.org/goleak"
)

// Nothing that the tests started runs on.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

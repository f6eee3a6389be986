package api_test

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
)

// TestMain fails if a goroutine that the tests started still runs. The tests mostly wait,
// so all run at once on any machine.
func TestMain(m *testing.M) {
	flag.Set("test.parallel", "8")
	goleak.VerifyTestMain(m)
}

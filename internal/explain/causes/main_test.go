package causes

import (
	"testing"

	draws "bellwether/internal/testkit/sample"
)

func TestMain(m *testing.M) { draws.Main(m) }

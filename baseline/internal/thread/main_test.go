package thread_test

import (
	"testing"

	"bellwether/internal/testkit/sample"
)

func TestMain(m *testing.M) { sample.Main(m) }

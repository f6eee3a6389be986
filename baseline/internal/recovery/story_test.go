package recovery_test

import (
	"testing"

	"bellwether/baseline/internal/recovery"
	"bellwether/emulator/story"
	"bellwether/internal/storytest"
)

// TestStories plays testdata/*.story: what the nodes say to each other.
func TestStories(t *testing.T) {
	storytest.Run(t, "testdata", story.Only(recovery.Algorithm()))
}

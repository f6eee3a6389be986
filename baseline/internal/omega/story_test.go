package omega_test

import (
	"testing"

	"bellwether/baseline/internal/omega"
	"bellwether/emulator/story"
	"bellwether/internal/storytest"
)

// TestStories plays testdata/*.story: what the nodes say to each other.
func TestStories(t *testing.T) {
	storytest.Run(t, "testdata", story.Only(omega.Algorithm()))
}

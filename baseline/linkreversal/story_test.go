package linkreversal_test

import (
	"testing"

	"bellwether/baseline/linkreversal"
	"bellwether/emulator/story"
	"bellwether/emulator/story/storytest"
)

// TestStories plays testdata/*.story: what the nodes say to each other.
func TestStories(t *testing.T) {
	storytest.Run(t, "testdata", story.Only(linkreversal.Algorithm()))
}

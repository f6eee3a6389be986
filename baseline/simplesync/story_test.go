package simplesync_test

import (
	"testing"

	"bellwether/baseline/simplesync"
	"bellwether/emulator/story"
	"bellwether/emulator/story/storytest"
)

// TestStories plays testdata/*.story: what the nodes say to each other.
func TestStories(t *testing.T) {
	storytest.Run(t, "testdata", story.Only(simplesync.Algorithm()))
}

package election_test

import (
	"testing"

	"bellwether/election"
	tale "bellwether/emulator/story"
	"bellwether/emulator/story/storytest"
)

// TestStoriesByHand plays testdata/*.story, in which no message arrives before
// the script says so. The older stories beside them, in which each takes its
// millisecond, are TestStories'.
func TestStoriesByHand(t *testing.T) {
	storytest.Run(t, "testdata", tale.Only(election.Vasudevan()))
}

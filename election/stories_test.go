package election_test

import (
	"testing"

	"bellwether/election"
	tale "bellwether/emulator/story"
	"bellwether/internal/proof/storytest"
)

// TestStoriesByHand plays testdata/*.story, in which no message arrives before the script
// delivers it: fig-N is the paper's figure N. TestStories plays the older stories beside
// them, in which each message takes a millisecond.
func TestStoriesByHand(t *testing.T) {
	storytest.Run(t, "testdata", tale.Only(election.Vasudevan()))
}

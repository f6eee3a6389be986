package protocol

// Goal is what an algorithm tries to elect in each component, one of the constants below
// ("" is GoalBest). Checks, measures, test worlds and the explorer share one judgement of
// it.
type Goal string

// The goals. Tables compare rows of one goal and footnote the others.
const (
	GoalBest       Goal = "best"        // the greatest capability
	GoalSmallestID Goal = "smallest-id" // the smallest ID alive
	GoalStablest   Goal = "stablest"    // the fewest boots since its storage was last empty, then the smallest ID
	GoalAny        Goal = "any"         // any single one: a live member that every node names which names any
	GoalQuorum     Goal = "quorum"      // likewise, in a component with a majority of the roster; nobody in others
)

// QuorumOf is how many live members a component must have to name a leader, in a world of
// so many nodes: a majority of them if the goal is GoalQuorum, else 0.
func (a *Algorithm) QuorumOf(roster int) int {
	if a.Goal != GoalQuorum {
		return 0
	}
	return roster/2 + 1
}

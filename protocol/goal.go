package protocol

// Goal is what an algorithm tries to elect in each component. [Component.Wanted]
// says whom that is: checks, measures, test worlds and the explorer ask it.
type Goal string

// The goals. Tables compare rows of one goal and footnote the others.
const (
	GoalBest       Goal = "best"        // the greatest capability
	GoalSmallestID Goal = "smallest-id" // the smallest ID alive
	GoalStablest   Goal = "stablest"    // the fewest boots since its storage was last empty, then the smallest ID
	GoalAny        Goal = "any"         // any single one: the live member that all name who name somebody
	GoalQuorum     Goal = "quorum"      // likewise, in a component with a majority of the roster; nobody in others
)

// A Standing is what is known of one live node at one instant.
type Standing struct {
	ID          ID
	Value       int64 // what it offers
	Incarnation int64 // boots since its storage was last empty; of its first life 1
	Leader      ID    // whom it names; Nobody: nobody, as during an election
}

// A Component is what is known of the live members of one component at one
// instant. The zero Component is empty; members are added in any order.
type Component struct {
	Size      int
	Best      Capability // the greatest of a member
	Smallest  ID         // of a member
	Stablest  ID         // the member of the fewest incarnations, then the smallest
	Named     ID         // whom a member names, Nobody if none names anybody
	Several   bool       // members name several
	Unknowing int        // members that name nobody

	incarnation int64 // of Stablest
}

// Add counts a live member.
func (c *Component) Add(s Standing) {
	if c.Size == 0 {
		c.Smallest, c.Stablest, c.incarnation = s.ID, s.ID, s.Incarnation
	}
	c.Size++
	c.Best = c.Best.Better(Capability{Value: s.Value, ID: s.ID})
	c.Smallest = min(c.Smallest, s.ID)
	if s.Incarnation < c.incarnation || s.Incarnation == c.incarnation && s.ID < c.Stablest {
		c.Stablest, c.incarnation = s.ID, s.Incarnation
	}
	switch {
	case s.Leader == Nobody:
		c.Unknowing++
	case c.Named == Nobody:
		c.Named = s.Leader
	case c.Named != s.Leader:
		c.Several = true
	}
}

// Wanted says whom the members should name by an algorithm's goal ("" is
// GoalBest). A component of fewer live members than quorum must name nobody; a
// quorum of 0 is no such rule, see [Algorithm.QuorumOf]. member says whether a
// node is a live member, which only GoalAny and GoalQuorum ask.
//
// Any single one is the live member that all name who name somebody. Who names
// nobody is wrong, and spoils nothing for the others. Where two are named, or
// somebody who is no live member, nobody is right: no rule prefers one of the two,
// and IDs least of all, since the verdict would change with them.
func (c *Component) Wanted(g Goal, quorum int, member func(ID) bool) Wanted {
	if c.Size < quorum {
		return Wanted{Minority: true}
	}
	switch g {
	case GoalSmallestID:
		return Wanted{Leader: c.Smallest}
	case GoalStablest:
		return Wanted{Leader: c.Stablest}
	case GoalAny, GoalQuorum:
		if c.Named == Nobody || c.Several || !member(c.Named) {
			return Wanted{}
		}
		return Wanted{Leader: c.Named}
	}
	return Wanted{Leader: c.Best.ID}
}

// Wanted is whom the members of a component should name.
type Wanted struct {
	Leader   ID   // a live member; Nobody: any single one, and they name none, or several
	Minority bool // a quorum is missing, and they must name nobody
}

// Right says whether a member that names leader, or nobody, does as it should.
func (w Wanted) Right(leader ID) bool {
	return leader == w.Leader && (leader != Nobody || w.Minority)
}

// String says whom, in words.
func (w Wanted) String() string {
	switch {
	case w.Minority:
		return "nobody"
	case w.Leader == Nobody:
		return "any one live member"
	}
	return w.Leader.String()
}

// QuorumOf is how many live members a component must have to name anybody, in a
// world of so many nodes: a majority of them if that is its goal, else 0.
func (a *Algorithm) QuorumOf(roster int) int {
	if a.Goal != GoalQuorum {
		return 0
	}
	return roster/2 + 1
}

// Written is a goal as results and traces have it: that of a quorum as any single one,
// and whether a quorum is needed, beside it.
func (g Goal) Written() (goal Goal, quorum bool) {
	if g == GoalQuorum {
		return GoalAny, true
	}
	return g, false
}

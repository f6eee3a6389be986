package overlay

// Roster names the roster of a Monitor for the external tests.
type Roster = roster

// Package play runs a world that answers: whoever watches it crashes a node, cuts a link or
// drags a node elsewhere, and sees what follows.
//
// A [Session] is a scenario and a list of actions. Each action is an entry of the scenario: a fault,
// or an intervention. What is shown is the run of that scenario as it stands, and so is what is
// saved: the saved file gives the same trace by construction, and undo is the list without its
// last action. An action at an instant changes nothing before it, since faults are told apart by
// their place in the list, and interventions draw nothing. (One record says more than what has
// happened: the leg of a node that is placed later ends at that instant.)
//
// A [Player] emulates the session after each action, and keeps its film. If a whole run takes
// long, a film up to a little after the action is made first. [Player.Handler] serves both to a
// browser, see there for the requests.
//
// It assumes that one person plays. It never changes a file that it has not made.
//
// Cost: a run and its film for each action, of which the emulator's part is the smaller: 0.1 s
// for ten nodes and a minute, 1.5 s for fifty nodes and ten minutes.
package play

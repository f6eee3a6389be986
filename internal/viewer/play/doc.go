// Package play runs an interactive world: its viewer crashes a node, cuts a link or drags a
// node, and sees what follows.
//
// A [Session] is a scenario and a list of actions. Each action is an entry of the scenario: a
// fault, or an intervention. The page shows the run of this scenario, and the same scenario is
// saved, so the saved file gives the same trace. Undo removes the last action from the list.
// An action at an instant changes nothing before it: faults are identified by their place in
// the list, and interventions draw no random numbers. (One record shows more than the past:
// the leg of a node that is placed later ends at that instant.)
//
// A [Player] emulates the session after each action, and keeps its film. If a whole run takes
// long, it first makes a film that ends a little after the action. [Player.Handler] serves
// both to a browser, see there for the requests.
//
// It assumes that one person plays. It never changes a file that it has not made.
//
// Cost: a run and its film for each action, mostly for the film: 0.1 s for ten nodes and a
// minute, 1.5 s for fifty nodes and ten minutes.
package play

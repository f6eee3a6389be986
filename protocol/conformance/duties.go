package conformance

// duties are all duties of an algorithm, in the order of their subtests: first its
// description, then one machine, then many.
func duties() []duty {
	const hears = "let nodes that miss their leader elect, nodes that hear of a better claim take it over, and both say so by Env.Elected"
	return []duty{
		{name: "Wire", law: wired, field: "MessageKind.Message, Message.Fields", once: true,
			write: "let Fields pass every field through the Wire, the same ones whenever it is called, and end with protocol.Done"},
		{name: "Refuse", law: refusesBadDetection, field: "Algorithm.New", once: true,
			write: "call Detection.Validate in New and give its error after the algorithm's name"},
		{name: "Snapshot", law: tellsStatesApart, field: "Machine.Snapshot", only: electionsOnly,
			write: "append every field that later behaviour depends on, in a fixed order"},
		{name: "Copy", law: copies, field: "Machine.Copy",
			write: "func (m *T) Copy() protocol.Machine { c := *m; …; return &c }, with slices.Clone and maps.Clone of every slice and map that the machine changes"},
		{name: "Shift", law: shifts, field: "Machine.Shift",
			write: "func (m *T) Shift(now protocol.Time, d time.Duration) { m.heard = m.heard.Shift(d); … } for every protocol.Time that the machine remembers, with protocol.Shift for messages that it keeps; " +
				"take what is an instant in a message through Wire.Time, and save none"},
		{name: "Inspect", law: inspectsSteadily, field: "Machine.Inspect",
			write: "show the same names in the same order each time, and the leader by the name leader"},
		{name: "Reports", law: reportsElections, field: "Env.Electing, Env.Elected", only: electionsOnly,
			write: "call Env.Electing as a node enters an election and Env.Elected once it knows the leader"},
		{name: "Settled", law: staysSettled, field: "Machine.Settle, Machine.Start",
			write: "set timers for upkeep, say nothing at boot, and elect only when a leader is missed"},
		{name: "Smallest", law: smallest, field: "Machine.Start, Machine.Elect",
			write: "set a timer in Start after which a node that knows no leader elects; a node alone elects itself"},
		{name: "Converge", law: converge, field: "Machine, Algorithm.SettleBound", write: hears + "; or a longer SettleBound"},
		{name: "Trouble", law: survive, field: "Machine.Receive", write: hears + "; take a message twice, or late, as if it came once"},
		{name: "Margin", law: withinMargin, field: "Machine.CapabilityChanged", only: bestOnly,
			write: "elect again when a member exceeds the leader beyond Config.Hysteresis"},
		{name: "Quiet", law: upkeepOnly, field: "MessageKind.Class",
			write: "stop the timers of an election when it ends; give upkeep the classes beacon or detector"},
		{name: "NoSelf", law: noSelf, field: "Env.Send, Env.Route",
			write: "do not send a message to the node itself"},
		{name: "Restart", law: restart, field: "Machine.Start", write: "take what was saved, or nothing, set all timers, and let a time-out find the leader that there is"},
		{name: "Interrupt", law: interruptible, field: "Env.Save", write: "save what must outlast a crash in one Save, before the first message; take any saved bytes in Start"},
		{name: "Merge", law: merge, field: "Machine.Receive", write: "let leaders announce themselves regularly, and give way to the node that the goal wants"},
		{name: "Loss", law: lossThenCalm, field: "Machine.Fire", write: "send again, by a timer, what may have been lost"},
		{name: "Resign", law: resign, field: "Machine.Resign, Machine.CapabilityChanged",
			write: "elect again when the leader steps down: its capability is its lowest by then"},
		{name: "Contacts", law: contactsThenCalm, field: "Machine.NeighbourUp, Machine.NeighbourDown", write: hears},
		{name: "Contended", law: settleContended, field: "Env.BroadcastWithin",
			write: "spread answers of many neighbours by BroadcastWithin or SendWithin, and send again what may have collided"},
		{name: "Deterministic", law: deterministic, field: "Machine",
			write: "take randomness from Env.Rand and time from Env.Now alone, sort what is read from maps, share nothing between machines"},
		{name: "Fair", law: meetsTheSameWorld, field: "Machine", once: true,
			write: "leave the messages and timers of package overlay alone"},
		{name: "Bound", law: boundGrows, field: "Algorithm.SettleBound", once: true,
			write: "a bound of the detection time-out at least, that grows with Scale.Diameter, Scale.Hop and Detection.Interval"},
		{name: "Costs", law: costs, field: "Algorithm.Costs", once: true, write: "the count that runs have"},
		{name: "Stories", law: stories, field: "Facts.Stories", once: true, write: "the story, or record it anew with -rewrite"},
		{name: "Explore", law: explores, field: "Facts.Known", once: true, write: "what the search found"},
	}
}

package trace

// A field is one field of a Record that some kind uses.
type field uint8

// The fields. Content is not among them, because its form depends on the message.
const (
	fieldNode field = iota
	fieldPeer
	fieldWhy
	fieldMessage
	fieldClass
	fieldBytes
	fieldFrame
	fieldValue
	fieldComputation
	fieldX
	fieldY
	fieldVX
	fieldVY
	fieldName
	fieldContent
)

// A column is a field and its key in files. The key gives the meaning of the field for that
// kind of record, and its unit if there is one.
type column struct {
	field field
	key   string
	// unsaid is true if 0, or an empty text, is not written: traces of older programs, and of
	// agents, do not have it.
	unsaid bool
}

var (
	node        = column{field: fieldNode, key: "node"}
	why         = column{field: fieldWhy, key: "why"}
	message     = column{field: fieldMessage, key: "message"}
	class       = column{field: fieldClass, key: "class"}
	bytesOf     = column{field: fieldBytes, key: "bytes"}
	frame       = column{field: fieldFrame, key: "frame"}
	computation = column{field: fieldComputation, key: "computation"}
	content     = column{field: fieldContent, key: "content"}
)

func peer(key string) column  { return column{field: fieldPeer, key: key} }
func value(key string) column { return column{field: fieldValue, key: key} }

// layouts lists the fields of each kind, in the order in which files show them. It is the
// comment of each kind in record.go in a form that the writer, the reader and the tests
// share.
var layouts = [kinds][]column{
	Boot:          {node, value("incarnation")},
	Crash:         {node, why},
	Absent:        {node, why},
	Send:          {node, peer("to"), message, class, bytesOf, frame, content},
	Transmit:      {node, peer("to"), why, class, bytesOf, frame, value("attempt")},
	Receive:       {node, peer("from"), message, class, bytesOf, frame, content},
	Lost:          {node, peer("from"), why, message, class, frame, content},
	Timer:         {node, value("timer"), {field: fieldFrame, key: "waited_ns", unsaid: true}},
	Move:          {node, {field: fieldX, key: "x_m"}, {field: fieldY, key: "y_m"}, {field: fieldVX, key: "vx_mps"}, {field: fieldVY, key: "vy_mps"}, value("until_ns")},
	Altitude:      {node, {field: fieldX, key: "z_m"}, {field: fieldVX, key: "vz_mps"}, value("until_ns")},
	LinkUp:        {node, peer("peer")},
	LinkDown:      {node, peer("peer")},
	NeighbourUp:   {node, peer("peer")},
	NeighbourDown: {node, peer("peer")},
	Capability:    {node, value("value"), {field: fieldName, key: "ineligible", unsaid: true}},
	Component:     {node, peer("component")},
	Sample:        {value("nodes")},
	State:         {node, {field: fieldName, key: "name"}, value("value")},
	Electing:      {node, computation},
	Elected:       {node, peer("leader"), computation, {field: fieldFrame, key: "abstains", unsaid: true}},
	Suspect:       {node, peer("peer")},
	Trust:         {node, peer("peer")},
	Fault:         {node, {field: fieldName, key: "name"}, why, value("number")},
	Energy:        {node, {field: fieldX, key: "spent_j"}, {field: fieldY, key: "above_idle_j"}, value("remaining_uj")},
	Spent:         {class, {field: fieldX, key: "above_idle_j"}},
	Held:          {node, peer("to"), class, frame, value("for_ns")},
	Strike: {node, {field: fieldName, key: "name"}, {field: fieldFrame, key: "strike"}, {field: fieldBytes, key: "number"}, value("until_ns"),
		{field: fieldX, key: "probability"}, {field: fieldY, key: "delay_s"}, {field: fieldVX, key: "drift_ppm"}},
	Over:       {node, {field: fieldName, key: "name"}, {field: fieldFrame, key: "strike"}},
	Region:     {{field: fieldFrame, key: "strike"}, {field: fieldName, key: "shape"}, {field: fieldX, key: "x_m"}, {field: fieldY, key: "y_m"}, {field: fieldVX, key: "width_m"}, {field: fieldVY, key: "height_m"}},
	Group:      {{field: fieldFrame, key: "strike"}, node, value("group")},
	Affected:   {{field: fieldFrame, key: "strike"}, node, peer("peer")},
	Intervened: {node, peer("peer"), {field: fieldName, key: "name"}, frame, value("number")},
	Mute:       {node, why, {field: fieldFrame, key: "from_ns"}, value("until_ns")},
	Truth:      {{field: fieldName, key: "mode"}, value("every_ns")},
	End:        {},
	Named:      {node, peer("peer"), {field: fieldName, key: "name"}},
}

func (k Kind) layout() []column {
	if k < kinds {
		return layouts[k]
	}
	return nil
}

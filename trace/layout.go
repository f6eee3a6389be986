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
}

var (
	node        = column{fieldNode, "node"}
	why         = column{fieldWhy, "why"}
	message     = column{fieldMessage, "message"}
	class       = column{fieldClass, "class"}
	bytesOf     = column{fieldBytes, "bytes"}
	frame       = column{fieldFrame, "frame"}
	computation = column{fieldComputation, "computation"}
	content     = column{fieldContent, "content"}
)

func peer(key string) column  { return column{fieldPeer, key} }
func value(key string) column { return column{fieldValue, key} }

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
	Timer:         {node, value("timer")},
	Move:          {node, {fieldX, "x_m"}, {fieldY, "y_m"}, {fieldVX, "vx_mps"}, {fieldVY, "vy_mps"}, value("until_ns")},
	LinkUp:        {node, peer("peer")},
	LinkDown:      {node, peer("peer")},
	NeighbourUp:   {node, peer("peer")},
	NeighbourDown: {node, peer("peer")},
	Capability:    {node, value("value")},
	Component:     {node, peer("component")},
	Sample:        {value("nodes")},
	State:         {node, {fieldName, "name"}, value("value")},
	Electing:      {node, computation},
	Elected:       {node, peer("leader"), computation},
	Suspect:       {node, peer("peer")},
	Trust:         {node, peer("peer")},
	Fault:         {node, {fieldName, "name"}, why, value("number")},
	Energy:        {node, {fieldX, "spent_j"}, {fieldY, "above_idle_j"}, value("remaining_uj")},
	Spent:         {class, {fieldX, "above_idle_j"}},
	Held:          {node, peer("to"), class, frame, value("for_ns")},
	Strike: {node, {fieldName, "name"}, {fieldFrame, "strike"}, {fieldBytes, "number"}, value("until_ns"),
		{fieldX, "probability"}, {fieldY, "delay_s"}, {fieldVX, "drift_ppm"}},
	Over:       {node, {fieldName, "name"}, {fieldFrame, "strike"}},
	Region:     {{fieldFrame, "strike"}, {fieldName, "shape"}, {fieldX, "x_m"}, {fieldY, "y_m"}, {fieldVX, "width_m"}, {fieldVY, "height_m"}},
	Group:      {{fieldFrame, "strike"}, node, value("group")},
	Affected:   {{fieldFrame, "strike"}, node, peer("peer")},
	Intervened: {node, peer("peer"), {fieldName, "name"}, frame, value("number")},
	Mute:       {node, why, {fieldFrame, "from_ns"}, value("until_ns")},
	End:        {},
	Named:      {node, peer("peer"), {fieldName, "name"}},
}

func (k Kind) layout() []column {
	if k < kinds {
		return layouts[k]
	}
	return nil
}

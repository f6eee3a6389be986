package perfetto

import (
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"bellwether/internal/formats/export/source"
)

// Numbers of fields, by message.
const (
	tracePacket = 1 // Trace.packet

	packetTimestamp  = 8
	packetSequence   = 10 // trusted_packet_sequence_id
	packetEvent      = 11 // track_event
	packetFlags      = 13 // sequence_flags
	packetDescriptor = 60 // track_descriptor

	eventAnnotation  = 4 // debug_annotations
	eventType        = 9
	eventTrack       = 11 // track_uuid
	eventName        = 23
	eventCounter     = 30 // counter_value
	eventRealCounter = 44 // double_counter_value
	eventFlow        = 47 // flow_ids
	eventTerminating = 48 // terminating_flow_ids
	annotationBool   = 2
	annotationInt    = 4
	annotationReal   = 5
	annotationText   = 6
	annotationName   = 10
	trackUUID        = 1
	trackName        = 2
	trackParent      = 5
	trackCounter     = 8
	trackOrdering    = 11 // child_ordering
	trackRank        = 12 // sibling_order_rank
	orderingExplicit = 3
	stateCleared     = 1 // SEQ_INCREMENTAL_STATE_CLEARED
	onlySequence     = 1
	typeSliceBegin   = 1
	typeSliceEnd     = 2
	typeInstant      = 3
	typeCounter      = 4
	maxTimestamp     = math.MaxInt64
)

// fields is a protobuf message that is being written.
type fields []byte

func (f fields) number(field protowire.Number, x uint64) fields {
	return protowire.AppendVarint(protowire.AppendTag(f, field, protowire.VarintType), x)
}

func (f fields) text(field protowire.Number, x string) fields {
	return protowire.AppendString(protowire.AppendTag(f, field, protowire.BytesType), x)
}

func (f fields) message(field protowire.Number, x fields) fields {
	return protowire.AppendBytes(protowire.AppendTag(f, field, protowire.BytesType), x)
}

func (f fields) fixed(field protowire.Number, x uint64) fields {
	return protowire.AppendFixed64(protowire.AppendTag(f, field, protowire.Fixed64Type), x)
}

func (f fields) real(field protowire.Number, x float64) fields {
	return f.fixed(field, math.Float64bits(x))
}

// annotated appends the values of a message.
func (f fields) annotated(values []source.Field) fields {
	for _, v := range values {
		one := fields{}.text(annotationName, v.Path)
		switch v.Type {
		case source.Int:
			one = one.number(annotationInt, uint64(v.Int))
		case source.Real:
			one = one.real(annotationReal, v.Real)
		case source.Bool:
			one = one.number(annotationBool, uint64(v.Int))
		case source.Text:
			one = one.text(annotationText, v.Text)
		}
		f = f.message(eventAnnotation, one)
	}
	return f
}

// A track is a line of the picture.
type track struct {
	uuid, parent uint64
	name         string
	rank         int // among the tracks of one parent
	counter      bool
}

func (t track) fields() fields {
	f := fields{}.number(trackUUID, t.uuid).text(trackName, t.name)
	if t.parent != 0 {
		f = f.number(trackParent, t.parent)
	}
	if t.counter {
		f = f.message(trackCounter, nil)
	}
	return f.number(trackOrdering, orderingExplicit).number(trackRank, uint64(t.rank))
}

// An event is one thing on a track.
type event struct {
	track uint64
	kind  uint64
	name  string
}

func (e event) fields() fields {
	f := fields{}.number(eventType, e.kind).number(eventTrack, e.track)
	if e.name != "" {
		f = f.text(eventName, e.name)
	}
	return f
}

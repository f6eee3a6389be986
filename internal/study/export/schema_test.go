package export_test

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// schema is the part of Perfetto's schema that a trace of ours may use, as its .proto files have
// it: message, field, number, and type; * is repeated.
const schema = `
Trace packet 1 *TracePacket
TracePacket timestamp 8 uint64
TracePacket trusted_packet_sequence_id 10 uint32
TracePacket track_event 11 TrackEvent
TracePacket sequence_flags 13 uint32
TracePacket track_descriptor 60 TrackDescriptor
TrackEvent debug_annotations 4 *DebugAnnotation
TrackEvent type 9 int32
TrackEvent track_uuid 11 uint64
TrackEvent name 23 string
TrackEvent counter_value 30 int64
TrackEvent double_counter_value 44 double
TrackEvent flow_ids 47 *fixed64
TrackEvent terminating_flow_ids 48 *fixed64
DebugAnnotation bool_value 2 bool
DebugAnnotation uint_value 3 uint64
DebugAnnotation int_value 4 int64
DebugAnnotation double_value 5 double
DebugAnnotation string_value 6 string
DebugAnnotation name 10 string
TrackDescriptor uuid 1 uint64
TrackDescriptor name 2 string
TrackDescriptor parent_uuid 5 uint64
TrackDescriptor counter 8 CounterDescriptor
TrackDescriptor child_ordering 11 int32
TrackDescriptor sibling_order_rank 12 int32
CounterDescriptor unit 3 int32
`

// descriptor makes the schema for Google's decoder.
func descriptor(t *testing.T) protoreflect.MessageDescriptor {
	t.Helper()
	file := &descriptorpb.FileDescriptorProto{Name: proto.String("t.proto"), Package: proto.String("p"), Syntax: proto.String("proto2")}
	messages := map[string]*descriptorpb.DescriptorProto{}
	for line := range strings.Lines(strings.TrimSpace(schema)) {
		var message, name, kind string
		var number int32
		if _, err := fmt.Sscan(line, &message, &name, &number, &kind); err != nil {
			t.Fatal(err)
		}
		if messages[message] == nil {
			messages[message] = &descriptorpb.DescriptorProto{Name: proto.String(message)}
			file.MessageType = append(file.MessageType, messages[message])
		}
		f := &descriptorpb.FieldDescriptorProto{Name: proto.String(name), Number: proto.Int32(number), Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum()}
		if rest, many := strings.CutPrefix(kind, "*"); many {
			f.Label, kind = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum(), rest
		}
		if value, scalar := descriptorpb.FieldDescriptorProto_Type_value["TYPE_"+strings.ToUpper(kind)]; scalar {
			f.Type = descriptorpb.FieldDescriptorProto_Type(value).Enum()
		} else {
			f.Type, f.TypeName = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum(), proto.String(".p."+kind)
		}
		messages[message].Field = append(messages[message].Field, f)
	}
	made, err := protodesc.NewFile(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	return made.Messages().ByName("Trace")
}

// decoded is a trace of Perfetto by Google's decoder. A field that is not in the schema, or
// has another type there, fails the test.
func decoded(t *testing.T, b []byte) (packets []protoreflect.Message) {
	t.Helper()
	all := dynamicpb.NewMessage(descriptor(t))
	if err := proto.Unmarshal(b, all); err != nil {
		t.Fatal(err)
	}
	refuseUnknown(t, all)
	list := all.Get(all.Descriptor().Fields().ByName("packet")).List()
	for i := range list.Len() {
		packets = append(packets, list.Get(i).Message())
	}
	return packets
}

func refuseUnknown(t *testing.T, m protoreflect.Message) {
	t.Helper()
	if len(m.GetUnknown()) > 0 {
		t.Fatalf("%s has unknown fields: % x", m.Descriptor().Name(), m.GetUnknown())
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.Kind() != protoreflect.MessageKind:
		case f.IsList():
			for i := range v.List().Len() {
				refuseUnknown(t, v.List().Get(i).Message())
			}
		default:
			refuseUnknown(t, v.Message())
		}
		return true
	})
}

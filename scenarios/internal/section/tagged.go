package section

import "bellwether/protocol"

// Tagged gives tags to nodes.
type Tagged struct {
	// Their ids.
	Nodes []protocol.ID `yaml:"nodes" jsonschema:"required,minItems=1"`
	// Their tags: {role: gateway, zone: north}.
	Tags map[string]string `yaml:"tags" jsonschema:"required"`
}

// Tags every node of a group has, unless the group says otherwise: the group's name.
const (
	TagGroup = "group"
	TagRole  = "role"
)

package measure

import (
	"strings"
	"testing"

	"bellwether/protocol"

	"github.com/google/go-cmp/cmp"
)

// designKeys are the metrics every program that reads our results relies on.
var designKeys = strings.Fields(`
	leaderless_fraction election_rate_per_min election_time_s
	messages_per_election messages_per_election_broadcast messages_per_election_unicast
	instability_fraction goal_instability_fraction agreement_fraction agreement_connected_fraction
	multi_leader_fraction unreachable_leader_fraction leader_quality component_size_mean component_count_mean
	messages_per_node_s election_messages_per_node_s announcement_messages_per_node_s beacon_messages_per_node_s
	probe_messages_per_node_s detector_messages_per_node_s hello_messages_per_node_s routing_messages_per_node_s
	transmissions_per_node_s bytes_per_node_s energy_j_per_node energy_traffic_j_per_node first_death_s
	detection_time_s mistakes_per_node_h mistake_duration_s query_accuracy`)

func TestKeysAreThoseOfTheDesign(t *testing.T) {
	var names []string
	for _, k := range Keys() {
		names = append(names, k.Name)
		if k.Title == "" || k.Meaning == "" || k.Decimals < 0 || k.Method.String() == "unknown" {
			t.Errorf("%+v lacks something", k)
		}
	}
	if diff := cmp.Diff(designKeys, names); diff != "" {
		t.Error(diff)
	}
	for class := range protocol.Classes {
		if got, want := keys[electionMessagesPerNode+int(class)].Name, class.String()+"_messages_per_node_s"; got != want {
			t.Errorf("class %s is reported as %s", class, got)
		}
	}
}

func TestKeysCannotBeChanged(t *testing.T) {
	Keys()[0].Name = "nothing"
	if k, ok := FindKey("leaderless_fraction"); !ok || k.Name != "leaderless_fraction" {
		t.Error("a caller changed the keys")
	}
	if _, ok := FindKey("nothing"); ok {
		t.Error("found what there is not")
	}
}

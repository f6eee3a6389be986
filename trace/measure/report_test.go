package measure

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bellwether/protocol"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// designKeys are the metrics every program that reads our results relies on.
var designKeys = strings.Fields(`
	badly_led_fraction leaderless_fraction leader_changes_per_node_h election_rate_per_min election_time_s election_fraction
	messages_per_election messages_per_election_broadcast messages_per_election_unicast
	instability_fraction instability_within_margin_fraction goal_instability_fraction agreement_fraction agreement_connected_fraction
	multi_leader_fraction unreachable_leader_fraction none_eligible_fraction leader_quality component_size_mean component_count_mean
	messages_per_node_s election_messages_per_node_s announcement_messages_per_node_s beacon_messages_per_node_s
	probe_messages_per_node_s detector_messages_per_node_s hello_messages_per_node_s routing_messages_per_node_s standby_messages_per_node_s
	transmissions_per_node_s bytes_per_node_s energy_j_per_node energy_traffic_j_per_node first_death_s
	detection_time_s mistakes_per_node_h mistake_duration_s query_accuracy
	airtime_fraction airtime_busiest_fraction collisions_per_node_s access_drops_per_node_h
	duty_held_per_node_h duty_drops_per_node_h over_budget_per_node_h
	mute_fraction mute_worst_fraction messages_sent_per_node_s
	lost_loss_per_node_s lost_range_per_node_s lost_down_per_node_s lost_partition_per_node_s
	lost_no_route_per_node_s lost_retries_per_node_s lost_queue_per_node_s lost_jam_per_node_s`)

func TestKeysAreThoseOfTheDesign(t *testing.T) {
	var names []string
	for _, k := range Keys() {
		names = append(names, k.Name)
		if k.Title == "" || k.Meaning == "" || k.Decimals < 0 || k.method.String() == "unknown" {
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

// report is one of everything: two rows, one run missing, a time cut off.
func report(t *testing.T) Report {
	t.Helper()
	var results []RunResult
	for seed := uint64(1); seed <= 3; seed++ {
		r := result("vasudevan", seed, map[string]float64{"leaderless_fraction": 0.25, "messages_per_node_s": float64(seed)})
		r.TraceSHA256 = strings.Repeat("ab", 32)
		results = append(results, r)
	}
	bully := result("bully", 1, map[string]float64{"leaderless_fraction": 0.5})
	bully.Metrics.Set("first_death_s", Value{X: 60, Known: true, Median: math.Inf(1), N: 1, Censored: 1})
	r, err := Summarise("two-islands", "vasudevan", 1, 3, append(results, bully), []string{"the range covers the world"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReportAsJSON(t *testing.T) {
	got, err := json.MarshalIndent(report(t), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "report.golden.json")
	if *update {
		if err := os.WriteFile(path, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)+"\n"); diff != "" {
		t.Errorf("%s differs (go test -update accepts it):\n%s", path, diff)
	}
}

// Every key is there, in order, for every row; what does not apply is null.
func TestReportHasEveryKey(t *testing.T) {
	text, err := json.Marshal(report(t))
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		Algorithms []struct {
			Metrics, Paired map[string]json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	for _, a := range read.Algorithms {
		for _, name := range designKeys {
			if a.Metrics[name] == nil || a.Paired[name] == nil {
				t.Errorf("%s is missing", name)
			}
		}
		if len(a.Metrics) != len(designKeys) || len(a.Paired) != len(designKeys) {
			t.Error("more keys than the design has")
		}
	}
	at := 0
	for _, name := range designKeys {
		next := strings.Index(string(text[at:]), `"`+name+`"`)
		if next < 0 {
			t.Fatalf("%s is out of order", name)
		}
		at += next
	}
}

func TestReportIsReadBack(t *testing.T) {
	want := report(t)
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Report
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(text), string(again)); diff != "" {
		t.Error(diff)
	}
	if err := json.Unmarshal([]byte(`{"algorithms":[{"metrics":[]}]}`), &got); err == nil {
		t.Error("read metrics that are no object")
	}
}

// A hash stands beside its seed, even where some runs were kept without one.
func TestHashesStandBesideTheirSeeds(t *testing.T) {
	plain, hashed := result("a", 1, nil), result("a", 2, nil)
	hashed.TraceSHA256 = "abc"
	a := summarised(t, "", hashed, plain).Algorithms[0]
	if diff := cmp.Diff([]string{"", "abc"}, a.TraceSHA256); diff != "" || !slices.Equal(a.Seeds, []uint64{1, 2}) {
		t.Errorf("seeds %v: %s", a.Seeds, diff)
	}
}

// Lists that are empty are [], not null: programs count them.
func TestEmptyReport(t *testing.T) {
	r, err := Summarise("s", "", 1, 1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"scenario":"s","seed":1,"runs":1,"simulated_s":0,"wall_s":0,"events":0,"transmissions":0,"deliveries":0,` +
		`"warnings":[],"versus":"","truth":null,"tolerance":null,"verdict":null,"algorithms":[]}`
	if string(text) != want {
		t.Errorf("got %s", text)
	}
	if r := summarised(t, "", result("a", 1, nil)); r.Algorithms[0].TraceSHA256 == nil {
		t.Error("no hashes are null")
	}
}

func TestMetricsAsJSON(t *testing.T) {
	var m Metrics
	m.Set("leaderless_fraction", Value{X: 0.25, Known: true})
	m.Set("election_time_s", Value{X: 1.5, Known: true, N: 3, Censored: 1, Median: 1.25})
	m.Set("first_death_s", Value{X: 60, Known: true, N: 1, Censored: 1, Median: math.Inf(1)})
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(text), `{"badly_led_fraction":null,"leaderless_fraction":0.25,"leader_changes_per_node_h":null,"election_rate_per_min":null,"election_time_s":1.5,"election_fraction":null,`) ||
		!strings.HasSuffix(string(text), `,"lost_jam_per_node_s":null,"censored":{"election_time_s":1,"first_death_s":1},`+
			`"medians":{"election_time_s":1.25,"first_death_s":null},"observations":{"election_time_s":3,"first_death_s":1},"times":{}}`) {
		t.Errorf("got %s", text)
	}
	var back Metrics
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, m) {
		t.Errorf("read back: %v, %v", back, err)
	}
	for _, bad := range []string{
		`[]`, `{}`, strings.Replace(string(text), "0.25", `"x"`, 1), strings.Replace(string(text), "0.25", "1e999", 1),
		strings.Replace(string(text), `"leader_quality":null,`, "", 1), strings.Replace(string(text), `s":3`, `s":0`, 1),
	} {
		if err := json.Unmarshal([]byte(bad), new(Metrics)); err == nil {
			t.Errorf("read %s", bad)
		}
	}
	if m.Set("nothing", Value{}) || m.Get("nothing").Known {
		t.Error("there is a metric called nothing")
	}
	m.Set("leader_quality", Value{X: math.NaN(), Known: true})
	if _, err := json.Marshal(m); err == nil {
		t.Error("not a number became JSON")
	}
}

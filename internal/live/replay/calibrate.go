package replay

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"bellwether/internal/base/wording"
	"bellwether/internal/draw/table"
	"bellwether/internal/study/movement"
	"bellwether/scenarios"
)

// A Calibration is a measured network and the scenario made from it.
type Calibration struct {
	Network *Network
	YAML    []byte
}

// Calibrate measures the network between the agents. Package scenarios has checked the
// scenario.
func (j *Job) Calibrate(ctx context.Context) (*Calibration, error) {
	r, err := j.begin(ctx)
	if err != nil {
		return nil, err
	}
	n, err := r.survey.network(r.beat())
	if err != nil {
		return nil, err
	}
	name := r.algorithm.Name
	if _, emulated := r.Algorithms.Find(name); !emulated {
		name = r.Algorithms.Names()[0]
		j.Warn(fmt.Sprintf("warning: the emulator does not know %s; the scenario runs %s instead", r.algorithm.Name, name))
	}
	if j.Contacts != "" {
		if err := n.writeContacts(ctx, j.Contacts); err != nil {
			return nil, err
		}
		if n.File, err = filepath.Rel(filepath.Dir(j.Out), j.Contacts); err != nil {
			return nil, err
		}
	}
	yaml := r.survey.yaml(n, n.Timers, name)
	if err := j.runs(n, yaml); err != nil {
		return nil, fmt.Errorf("no scenario can be made of the network: %w", err)
	}
	return &Calibration{n, yaml}, nil
}

// runs checks the scenario. One that names contacts is read from a file.
func (j *Job) runs(n *Network, yaml []byte) error {
	o := j.Algorithms.Options()
	if n.File == "" {
		_, err := scenarios.Read("calibrated.yaml", yaml, o)
		return err
	}
	dir, err := os.MkdirTemp("", "bw")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "calibrated.yaml")
	if err := os.WriteFile(file, yaml, readable); err != nil {
		return err
	}
	o.Files = map[string]string{n.File: j.Contacts}
	_, err = scenarios.Load(file, o)
	return err
}

// writeContacts writes the links with their times.
func (n *Network) writeContacts(ctx context.Context, file string) error {
	t, err := n.Contacts()
	if err != nil {
		return err
	}
	_, err = movement.WriteContacts(ctx, t, movement.Target{File: file, Format: "contacts"})
	return err
}

// Print writes the network as a table, or as JSON.
func (c *Calibration) Print(w io.Writer, format string) error {
	if format == table.FormatJSON {
		return json.NewEncoder(w).Encode(c.Network.document())
	}
	f, err := table.ParseFormat(format)
	if err != nil {
		return err
	}
	t := c.Network.table()
	return t.Write(w, f)
}

func (n *Network) table() table.Table {
	t := table.Table{
		Title:  fmt.Sprintf("%d agents, %d of %d pairs linked, mean loss %.2f %%, one way %v", len(n.Nodes), n.Linked, len(n.Pairs), 100*n.Loss, n.Delay),
		Header: []string{"from", "to", "sent", "received", "loss\n%", "delay\nleast", "median", "99 %", "round trip\nleast", "median", ""},
		Right:  []bool{false, false, true, true, true, true, true, true, true, true, false},
	}
	name := func(number int) string { return n.Nodes[number-1].Name }
	us := func(d time.Duration) string { return d.Round(time.Microsecond).String() }
	for _, p := range n.Pairs {
		mark := ""
		if !p.Linked {
			mark = "not linked"
		}
		if p.Changes {
			mark = fmt.Sprintf("%s, %.0f %% of the time", wording.Count(len(p.Meetings), "contact"), 100*p.Up)
		}
		for _, d := range []struct {
			from, to int
			w        Way
		}{{p.A, p.B, p.Forth}, {p.B, p.A, p.Back}} {
			t.Rows = append(t.Rows, []string{name(d.from), name(d.to), fmt.Sprint(d.w.Sent), fmt.Sprint(d.w.Received),
				fmt.Sprintf("%.2f", 100*d.w.Loss), us(d.w.Least), us(d.w.Median), us(d.w.Late99), us(p.RTTMin), us(p.RTT), mark})
		}
	}
	if n.Moving > 0 {
		t.Notes = append(t.Notes, n.unfit(),
			"sent, received and loss of such a link are those within its contacts; --contacts FILE writes all links with their times, for a scenario that fits")
	}
	t.Notes = append(t.Notes,
		"suggested: "+n.Timers.String(),
		"one-way delays are as exact as the clocks (bellwether live replay shows their errors); round trips are exact")
	return t
}

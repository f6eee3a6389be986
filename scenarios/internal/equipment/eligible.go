package equipment

import (
	"maps"
	"slices"

	"bellwether/internal/contract/eligibility"
	"bellwether/protocol"
	"bellwether/scenarios/internal/keys"
	"bellwether/scenarios/internal/section"
)

// Eligible is which nodes may lead: the keys eligible and tags, and the groups.
type Eligible struct {
	Rules     string
	Tagged    []section.Tagged
	Groups    []section.Group // of a world that has none, none
	Nodes     int
	Neighbour string // the service by which nodes learn their neighbours
}

// Tags are the tags of every node, from node 1 on; nil if nobody has any. Nodes of a group share its tags.
func (e *Eligible) Tags() []map[string]string {
	if len(e.Tagged) == 0 && len(e.Groups) == 0 {
		return nil
	}
	tags := make([]map[string]string, 0, e.Nodes)
	for i := range e.Groups {
		g := &e.Groups[i]
		of := map[string]string{}
		if g.Name != "" {
			of[section.TagGroup], of[section.TagRole] = g.Name, g.Name
		}
		maps.Copy(of, g.Tags)
		for range g.Nodes {
			tags = append(tags, of)
		}
	}
	tags = append(tags, make([]map[string]string, max(0, e.Nodes-len(tags)))...)[:e.Nodes]
	for _, t := range e.Tagged {
		for _, id := range t.Nodes {
			if id < 1 || int(id) > e.Nodes {
				continue // Check reports it
			}
			own := map[string]string{}
			maps.Copy(own, tags[id-1])
			maps.Copy(own, t.Tags)
			tags[id-1] = own
		}
	}
	return tags
}

// Check reports rules that cannot be read or asked, and tags that no rule can name.
func (e *Eligible) Check(file *keys.File) {
	rules, err := eligibility.Parse(e.Rules)
	if err != nil {
		file.Fault("eligible", "%v", err)
	}
	if rules.Ask(eligibility.LinkQuality) && e.Neighbour != section.ServiceHello && file.Sound("neighbours") {
		file.Fault("eligible", "no node can know its link_quality: it is counted from hellos, and neighbours service %s has none", e.Neighbour)
	}
	named := func(path string, tags map[string]string) {
		for _, tag := range slices.Sorted(maps.Keys(tags)) {
			if eligibility.IsFact(tag) {
				file.Fault(path, "%s cannot be a tag: rules take it for what a node measures", tag)
			}
		}
	}
	for i := range e.Groups {
		named(section.Item("groups", i)+".tags", e.Groups[i].Tags)
	}
	for i, t := range e.Tagged {
		path := section.Item("tags", i)
		if named(path+".tags", t.Tags); len(t.Nodes) == 0 || len(t.Tags) == 0 {
			file.Fault(path, "needs nodes and tags, like {nodes: [1, 5], tags: {role: gateway}}")
		}
		seen := map[protocol.ID]bool{}
		for _, id := range t.Nodes {
			if file.Known(path+".nodes", id, e.Nodes) && seen[id] {
				file.Fault(path+".nodes", "names node %d twice", id)
			}
			seen[id] = true
		}
	}
}

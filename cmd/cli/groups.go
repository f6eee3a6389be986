package cli

import (
	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/extend"
	"bellwether/cmd/cli/internal/live"
	"bellwether/cmd/cli/internal/look"
	"bellwether/cmd/cli/internal/proof"
	"bellwether/cmd/cli/internal/study"
	"bellwether/cmd/cli/internal/worlds"
	"bellwether/internal/study/registry"
)

// A group is a part of the list of verbs in the help.
type group struct {
	title string
	verbs []*cobra.Command
}

// addGroups adds all verbs to the root, in groups.
func addGroups(root *cobra.Command, reg *registry.Registry) {
	for _, g := range []group{
		{"Run and compare", study.Verbs(reg)},
		{"Look and learn", look.Verbs(reg)},
		{"Break", proof.Verbs(reg)},
		{"Worlds", worlds.Verbs(reg)},
		{"Live", live.Verbs(reg)},
		{ownVerbs, extend.Verbs(reg)},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, verb := range g.verbs {
			verb.GroupID = g.title
			root.AddCommand(verb)
		}
	}
	root.SetHelpCommandGroupID(ownVerbs)
	root.SetCompletionCommandGroupID(ownVerbs)
}

// ownVerbs is the title of the group that also has cobra's own verbs.
const ownVerbs = "Extend"

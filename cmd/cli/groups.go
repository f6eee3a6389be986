package cli

import (
	"github.com/spf13/cobra"

	"bellwether/internal/study/registry"
)

// A group is a part of the list of verbs in the help.
type group struct {
	title string
	verbs []*cobra.Command
}

// addGroups adds all verbs to the root, in groups.
func addGroups(root *cobra.Command, reg *registry.Registry) {
	docs := docsCommand()
	docs.Hidden = true // man pages are for whoever packs the program
	for _, g := range []group{
		{"Run and compare", []*cobra.Command{runCommand(reg), sweepCommand(reg), tableCommand(reg), plotCommand(reg), reportCommand(reg), verifyCommand(reg), exportCommand(reg), reproduceCommand(reg)}},
		{"Look and learn", []*cobra.Command{lessonsCommand(), viewCommand(reg), whyCommand(reg), showCommand(), playCommand(reg), algorithmsCommand(reg), metricsCommand(reg.Metrics())}},
		{"Break", []*cobra.Command{huntCommand(reg), exploreCommand(reg), storyCommand(reg)}},
		{"Worlds", []*cobra.Command{scenariosCommand(reg), mobilityCommand(reg)}},
		{"Live", []*cobra.Command{liveCommand(reg)}},
		{extend, []*cobra.Command{newCommand(reg), docs, versionCommand(reg)}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, verb := range g.verbs {
			verb.GroupID = g.title
			root.AddCommand(verb)
		}
	}
	root.SetHelpCommandGroupID(extend)
	root.SetCompletionCommandGroupID(extend)
}

// extend is the title of the group that also has cobra's own verbs.
const extend = "Extend"

package live

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/live/api"
)

// pairs reads KEY=VALUE words.
func pairs(words []string) (map[string]string, error) {
	all := map[string]string{}
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if !ok {
			return nil, fmt.Errorf("%q must be KEY=VALUE", w)
		}
		all[key] = value
	}
	return all, nil
}

func tagText(tags map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(tags)) {
		all = append(all, name+"="+tags[name])
	}
	return strings.Join(all, " ")
}

func liveTagsCommand() *cobra.Command {
	var r reach
	var remove []string
	cmd := r.formatted(r.bind(&cobra.Command{
		Use:   "tags [KEY=VALUE...]",
		Short: "Set tags of a running agent, or print them",
		Long: `Set tags of a running agent, remove some (--remove), and print all that it then has. The
others see them in "bellwether live members". They last until the agent's next start; the
setting tags (--tag) lasts longer. All tags of an agent have 200 bytes at most.`,
		Example: "  bellwether live tags role=gateway zone=north\n  bellwether live tags --remove zone",
	}))
	cmd.Flags().StringArrayVar(&remove, "remove", nil, "remove the tag `KEY`; repeatable")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		set, err := pairs(args)
		if err != nil {
			return err
		}
		var all map[string]string
		err = r.ask(func(c *api.Client) (err error) {
			if len(set) == 0 || len(remove) > 0 {
				if all, err = ownTags(cmd.Context(), c); err != nil {
					return err
				}
			}
			for _, name := range remove {
				if _, has := all[name]; !has {
					fmt.Fprintf(cmd.ErrOrStderr(), "there is no tag %s to remove\n", name)
				}
			}
			if len(set) > 0 || len(remove) > 0 {
				all, err = c.EditTags(cmd.Context(), api.Tags{Set: set, Remove: remove})
			}
			return err
		})
		switch {
		case err != nil:
			return err
		case r.format == cmdline.AsJSON:
			return cmdline.WriteJSON(cmd.OutOrStdout(), all)
		case len(all) == 0:
			return nil
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), tagText(all))
		return err
	}
	return cmd
}

// ownTags are the tags of the agent that is asked.
func ownTags(ctx context.Context, c *api.Client) (map[string]string, error) {
	s, err := c.Status(ctx)
	for _, m := range s.Members {
		if m.ID == s.Self.ID {
			return m.Tags, err
		}
	}
	return nil, err
}

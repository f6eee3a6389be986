package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bellwether/cmd/cli/internal/cmdline"
	"bellwether/internal/live/api"
	"bellwether/internal/live/daemon"
	"bellwether/internal/live/keyring"
)

// changeCommand changes the key of a cluster by the steps that plan returns.
func changeCommand(cmd *cobra.Command, plan func([]keyring.Holding) ([]keyring.Step, error)) *cobra.Command {
	var r reach
	var without []string
	var by signer
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, err := r.client()
		if err != nil {
			return err
		}
		all, err := c.Holdings(cmd.Context())
		if err != nil {
			return r.failed(err)
		}
		if all, err = others(all, without); err != nil {
			return ofAgent{err}
		}
		if silent := keyring.Silent(all); len(silent) > 0 {
			return ofAgent{fmt.Errorf("%s: no answer, so nothing was changed: go on when all are back, or with --without %s",
				strings.Join(silent, ", "), strings.Join(silent, ","))}
		}
		steps, err := plan(all)
		if err == nil {
			err = by.trusts(all, steps)
		}
		if err != nil {
			return ofAgent{err}
		}
		for _, s := range steps {
			o, err := by.order(s)
			if err != nil {
				return err
			}
			if err := c.Change(cmd.Context(), o, without); err != nil {
				return ofAgent{stopped(cmd.Context(), c, without, err)}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%v %s: done on all %smembers\n", s.Verb, keyring.Print(s.Key), rest(without))
		}
		apart, err := ended(cmd.Context(), c, without)
		if err != nil || len(apart) == 0 {
			return err
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "Not on %s, with the keys from before: there, \"live keys take FILE\" takes the keys that \"live keys list\" prints here.\n", strings.Join(apart, ", "))
		return err
	}
	r.bind(cmd)
	bindWithout(cmd, &without)
	by.bind(cmd)
	return cmd
}

// rest is the word for the members that were not left out, if any was.
func rest(without []string) string {
	if len(without) > 0 {
		return "other "
	}
	return ""
}

// others returns the holdings without the members of --without. The first holding is that of the
// agent that is asked.
func others(all []keyring.Holding, without []string) ([]keyring.Holding, error) {
	for _, name := range without {
		switch slices.IndexFunc(all, func(h keyring.Holding) bool { return h.Member == name }) {
		case -1:
			return nil, fmt.Errorf("--without %s: no member that could take part has this name, so nothing was changed: \"live members\" shows the names", name)
		case 0:
			return nil, fmt.Errorf("--without %s: it is the agent that was asked, so nothing was changed: ask another member to go on without it", name)
		}
	}
	return slices.DeleteFunc(all, func(h keyring.Holding) bool { return slices.Contains(without, h.Member) }), nil
}

// ended names those that do not have the keys: members that were left out, and guests that did not answer or obey.
// It returns an error if another change came between: each has done all its steps, and the members have the
// keys of both.
func ended(ctx context.Context, c *api.Client, without []string) (apart []string, err error) {
	all, err := c.Holdings(ctx)
	if err == nil {
		apart = slices.Clone(without)
		for _, h := range all {
			if h.Guest && !slices.Contains(without, h.Member) && prints(h.Keys) != prints(all[0].Keys) {
				apart = append(apart, h.Member+" (a guest)")
			}
		}
		all, err = others(all, without)
	}
	if err == nil && keyring.Begun(all) {
		err = errors.New("another change of the key came between: the members have several keys; no member is cut off")
	}
	if err != nil {
		return nil, ofAgent{fmt.Errorf("the steps are done, but not that one key is left: %w: \"live keys status\" shows the members, then \"live keys resume\" goes on", err)}
	}
	return apart, nil
}

// stopped is the error of a change that stopped at a step: it says what to do, or that no member
// has taken a step.
func stopped(ctx context.Context, c *api.Client, without []string, why error) error {
	all, err := c.Holdings(ctx)
	if err == nil {
		all, err = others(all, without)
	}
	if err == nil && !keyring.Begun(all) {
		return fmt.Errorf("%w; nothing was changed", why)
	}
	return fmt.Errorf("%w; no member is cut off: \"live keys status\" shows the members, then \"live keys resume\" goes on, or \"live keys undo\" takes it back", why)
}

// stepCommand takes one step of changing the key.
func stepCommand(verb keyring.Verb, short string) *cobra.Command {
	var r reach
	var without []string
	var by signer
	cmd := r.bind(&cobra.Command{
		Use: verb.String() + " KEY", Short: short,
		Example: "  bellwether live keys " + verb.String() + " MTIzNDU2Nzg5MDEyMzQ1Ng==",
		Args:    cmdline.OneArgument("the key"),
		RunE: func(cmd *cobra.Command, args []string) error {
			key, err := daemon.ParseKey(args[0])
			if err == nil && verb == keyring.Install { // others may have been installed by an older agent
				err = keyring.CheckNew(key)
			}
			if err != nil {
				return err
			}
			o, err := by.order(keyring.Step{Verb: verb, Key: key})
			if err != nil {
				return err
			}
			return r.ask(func(c *api.Client) error { return c.Change(cmd.Context(), o, without) })
		},
	})
	bindWithout(cmd, &without)
	by.bind(cmd)
	return cmd
}

func bindWithout(cmd *cobra.Command, without *[]string) {
	cmd.Flags().StringSliceVar(without, "without", nil, "go on without these members, `NAME,…`: they need \"take\" when they are back")
}

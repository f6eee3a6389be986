package daemon

import (
	"bytes"
	"context"
	"encoding/base64"
	"log/slog"
	"slices"
	"time"

	"bellwether/internal/durable"
	"bellwether/internal/gossip"
)

// keyring is an api.Keyring whose methods change the keys of all members.
type keyring struct{ *gossip.Gossip }

func (k keyring) InstallKey(ctx context.Context, key []byte) error {
	return k.Rotate(ctx, gossip.InstallEverywhere, key)
}

func (k keyring) UseKey(ctx context.Context, key []byte) error {
	return k.Rotate(ctx, gossip.UseEverywhere, key)
}

func (k keyring) RemoveKey(ctx context.Context, key []byte) error {
	return k.Rotate(ctx, gossip.RemoveEverywhere, key)
}

// keyLook is the interval at which the key file is compared with the keys in use, which
// another member may have changed.
const keyLook = time.Second

// keepKeys rewrites the key file whenever the keys have changed, so that a restart finds
// the keys that the cluster uses.
func keepKeys(ctx context.Context, file string, g *gossip.Gossip, log *slog.Logger) {
	known := g.ListKeys()
	tick := time.NewTicker(keyLook)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		keys := g.ListKeys()
		if len(keys) == 0 || slices.EqualFunc(keys, known, bytes.Equal) {
			continue
		}
		if err := writeKeys(file, keys); err != nil {
			log.Error("the key file cannot be kept up to date: a restart will use old keys", "file", file, "error", err)
			continue
		}
		known = keys
		log.Info("the keys have changed, and the key file was updated", "file", file, "keys", len(keys))
	}
}

func writeKeys(file string, keys [][]byte) error {
	text := []byte(keyFileHead)
	for _, k := range keys {
		text = append(append(text, base64.StdEncoding.EncodeToString(k)...), '\n')
	}
	return durable.Write(durable.OS{}, file, 0o600, text)
}

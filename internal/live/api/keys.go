package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"bellwether/internal/live/keyring"
	"bellwether/internal/live/secure"
)

// A KeyOrder is the body of a request to install, use or remove a key.
type KeyOrder struct {
	Key     []byte   `json:"key"`
	Without []string `json:"without,omitempty"` // names of members that need not obey
	// Of an operator: the number of the order, and its signature (package keyring). 0 and nil: not signed.
	Number    uint64 `json:"number,omitempty"`
	Signature []byte `json:"signature,omitempty"`
}

var errPlain = errors.New("this agent runs without encryption: start it with a key file first")

func (a *API) keys(w http.ResponseWriter, _ *http.Request) {
	if a.o.Keyring == nil {
		answer(w, [][]byte{})
		return
	}
	answer(w, a.o.Keyring.ListKeys())
}

func (a *API) holdings(w http.ResponseWriter, r *http.Request) {
	if a.o.Keyring == nil {
		fail(w, http.StatusConflict, errPlain)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), keyTime)
	defer cancel()
	all, err := a.o.Keyring.Holdings(ctx)
	if err != nil {
		fail(w, http.StatusConflict, err)
		return
	}
	answer(w, all)
}

// rotate takes a step of changing the key.
func (a *API) rotate(verb keyring.Verb) http.HandlerFunc {
	check := secure.CheckKey // a key that nobody drew can still be removed
	if verb == keyring.Install {
		check = keyring.CheckNew
	}
	return func(w http.ResponseWriter, r *http.Request) {
		var body KeyOrder
		if err := read(r, &body); err != nil {
			fail(w, http.StatusBadRequest, err)
			return
		}
		if err := check(body.Key); err != nil {
			fail(w, http.StatusBadRequest, fmt.Errorf("%v key: %w", verb, err))
			return
		}
		if a.o.Keyring == nil {
			fail(w, http.StatusConflict, errPlain)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), keyTime)
		defer cancel()
		done(w, a.o.Keyring.Order(ctx, keyring.Order{Number: body.Number, Step: keyring.Step{Verb: verb, Key: body.Key}, Signature: body.Signature}, body.Without))
	}
}

func (a *API) takeKeys(w http.ResponseWriter, r *http.Request) {
	var body keyring.Taking
	err := read(r, &body)
	if err == nil && len(body.Keys) == 0 {
		err = errors.New("take keys: there are none")
	}
	for i, k := range body.Keys {
		if bad := keyring.CheckNew(k); bad != nil {
			err = errors.Join(err, fmt.Errorf("take key %d: %w", i+1, bad))
		}
	}
	switch {
	case err != nil:
		fail(w, http.StatusBadRequest, err)
	case a.o.Keyring == nil:
		fail(w, http.StatusConflict, errPlain)
	default:
		done(w, a.o.Keyring.TakeKeys(body))
	}
}

// done answers an order.
func done(w http.ResponseWriter, err error) {
	if err != nil {
		fail(w, http.StatusConflict, err)
		return
	}
	answer(w, obeyed)
}

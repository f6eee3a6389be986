package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"bellwether/internal/keyring"
)

// A KeyOrder is the body of a request to install, use or remove a key.
type KeyOrder struct {
	Key     []byte   `json:"key"`
	Without []string `json:"without,omitempty"` // names of members that need not obey
}

// A KeyList is the body of a request to replace the keys of this agent.
type KeyList struct {
	Keys [][]byte `json:"keys"` // the one to use first
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
	return func(w http.ResponseWriter, r *http.Request) {
		var body KeyOrder
		if !a.keyBody(w, r, &body) {
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), keyTime)
		defer cancel()
		done(w, a.o.Keyring.Rotate(ctx, keyring.Step{Verb: verb, Key: body.Key}, body.Without))
	}
}

func (a *API) takeKeys(w http.ResponseWriter, r *http.Request) {
	var body KeyList
	if a.keyBody(w, r, &body) {
		done(w, a.o.Keyring.TakeKeys(body.Keys))
	}
}

// keyBody reads the body of an order about keys, or answers the request with an error.
func (a *API) keyBody(w http.ResponseWriter, r *http.Request, into any) bool {
	text, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	switch {
	case err != nil:
		fail(w, http.StatusBadRequest, fmt.Errorf(`the body must be JSON with keys in base64, as /v1/openapi.yaml describes it: %w`, err))
		return false
	case a.o.Keyring == nil:
		fail(w, http.StatusConflict, errPlain)
		return false
	}
	return true
}

// done answers an order.
func done(w http.ResponseWriter, err error) {
	if err != nil {
		fail(w, http.StatusConflict, err)
		return
	}
	answer(w, obeyed)
}

package api

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"syscall"

	"bellwether/internal/live/agent"
	"bellwether/internal/live/keyring"
)

// A Client sends requests to a running agent.
type Client struct {
	http  *http.Client
	base  string
	token string
	where string // the address, for messages
}

// Local returns a client of the agent behind a local socket.
func Local(socket string) *Client {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}
	return &Client{http: &http.Client{Transport: &http.Transport{DialContext: dial}}, base: "http://agent", where: socket}
}

// A Server is an agent that serves HTTP.
type Server struct {
	Address string      // host:port
	Token   string      // for orders; reading needs none
	TLS     *tls.Config // nil: plain HTTP
}

// Remote returns a client of the agent that s names.
func Remote(s Server) *Client {
	if s.TLS == nil {
		return &Client{http: new(http.Client), base: "http://" + s.Address, token: s.Token, where: s.Address}
	}
	sealed := &http.Client{Transport: &http.Transport{TLSClientConfig: s.TLS}}
	return &Client{http: sealed, base: "https://" + s.Address, token: s.Token, where: s.Address}
}

// Status is what the agent knows.
func (c *Client) Status(ctx context.Context) (s agent.Status, err error) {
	err = c.get(ctx, "/v1/status", &s)
	return s, err
}

// Order tells the agent to elect, resign, resume or leave.
func (c *Client) Order(ctx context.Context, verb string) error {
	return c.do(ctx, http.MethodPost, "/v1/"+verb, nil, nil)
}

// Keys returns the keys of the agent's gossip, the primary first.
func (c *Client) Keys(ctx context.Context) (keys [][]byte, err error) {
	err = c.get(ctx, "/v1/keys", &keys)
	return keys, err
}

// Holdings are the keys of each member.
func (c *Client) Holdings(ctx context.Context) (all []keyring.Holding, err error) {
	err = c.get(ctx, "/v1/keys/members", &all)
	return all, err
}

// Rotate tells the agent to take a step of changing the key, on all members but those named.
func (c *Client) Rotate(ctx context.Context, s keyring.Step, without []string) error {
	return c.Change(ctx, keyring.Order{Step: s}, without)
}

// Change is Rotate with an order that an operator may have signed.
func (c *Client) Change(ctx context.Context, o keyring.Order, without []string) error {
	return c.do(ctx, http.MethodPost, "/v1/keys/"+o.Verb.String(), KeyOrder{o.Key, without, o.Number, o.Signature}, nil)
}

// TakeKeys replaces the keys of the agent alone.
func (c *Client) TakeKeys(ctx context.Context, t keyring.Taking) error {
	return c.do(ctx, http.MethodPost, "/v1/keys/take", t, nil)
}

// Events calls visit for each event until ctx ends, the agent ends, or visit returns an
// error.
func (c *Client) Events(ctx context.Context, visit func(agent.Event) error) error {
	reply, err := c.send(ctx, http.MethodGet, "/v1/events", nil)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	lines := bufio.NewScanner(reply.Body)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var e agent.Event
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			return fmt.Errorf("the agent at %s sent no event: %w", c.where, err)
		}
		if err := visit(e); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("the events of %s: %w", c.where, err)
	}
	return nil
}

func (c *Client) get(ctx context.Context, path string, into any) error {
	return c.do(ctx, http.MethodGet, path, nil, into)
}

func (c *Client) do(ctx context.Context, method, path string, body, into any) error {
	reply, err := c.send(ctx, method, path, body)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if into == nil {
		return nil
	}
	if err := json.NewDecoder(io.LimitReader(reply.Body, replyLimit)).Decode(into); err != nil {
		return fmt.Errorf("the answer of %s: %w", c.where, err)
	}
	return nil
}

// replyLimit is more than the status of a thousand members has.
const replyLimit = 4 << 20

// send returns the answer, which the caller closes. A Fault becomes an error.
func (c *Client) send(ctx context.Context, method, path string, body any) (*http.Response, error) {
	var text io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		text = bytes.NewReader(b)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, text)
	if err != nil {
		return nil, err
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	reply, err := c.http.Do(request)
	if err != nil {
		return nil, c.silence(errors.Unwrap(err))
	}
	if reply.StatusCode == http.StatusOK {
		return reply, nil
	}
	defer reply.Body.Close()
	var f Fault
	if json.NewDecoder(io.LimitReader(reply.Body, bodyLimit)).Decode(&f) != nil || f.Error == "" {
		f.Error = reply.Status
	}
	return nil, fmt.Errorf("the agent at %s says: %s", c.where, f.Error)
}

// ErrNobody is the error of a client at whose address no agent listens.
var ErrNobody = errors.New("no agent listens")

// silence turns an error of the network into one that tells a user why no agent answers.
func (c *Client) silence(err error) error {
	var lookup *net.DNSError
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("%w at %s", ErrNobody, c.where)
	case errors.As(err, &lookup):
		return fmt.Errorf("no agent answers at %s: no machine of the name %s is known", c.where, lookup.Name)
	}
	return fmt.Errorf("no agent answers at %s: %w", c.where, err)
}

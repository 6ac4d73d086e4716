package server

import (
	"scanfrag/internal/engine"
	"scanfrag/internal/tsql"
)

// ForInstance makes a server whose sessions run against the embedded engine.
// cfg.NewSession is replaced.
func ForInstance(inst *engine.Instance, cfg Config) *Server {
	cfg.NewSession = func(l Login) (Session, error) {
		s, err := tsql.NewSession(inst, tsql.Options{
			Database: l.Database, Login: l.User, Host: l.Host, App: l.App, ID: l.SessionID, Connection: l.Client,
		})
		if err != nil {
			return nil, err // a nil *tsql.Session must not become a non-nil Session
		}
		return s, nil
	}
	return New(cfg)
}

// Package server connects TDS clients to T-SQL sessions: it reads requests,
// runs them in a session and writes what they produce. One server serves any
// number of listeners and in-memory connections at once.
//
// Each connection has two goroutines. The reader takes packets off the wire and
// watches for attention and for the client going away; either cancels the
// running request's context at once, whatever the request is doing. The session
// goroutine runs the requests, one after the other, and is the only writer.
// Memory is bounded on both sides: results leave in packets as they fill and
// wait for the client, packets not yet consumed are at most a handful.
package server

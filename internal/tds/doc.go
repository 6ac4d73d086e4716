// Package tds turns bytes into the messages of the Tabular Data Stream
// protocol, version 7.4, and messages into bytes. It is the server's half:
// requests are decoded, responses encoded, with just enough of the other
// direction (PRELOGIN, LOGIN7) to test both ends.
//
// It knows neither SQL nor sockets. Encoders append to a slice and return it;
// where a length comes first it is patched last. Decoders check every length
// before they slice, never panic on any input, and their results may alias the
// input: they are valid as long as the caller keeps the bytes unchanged.
//
// Names are those of the specification [MS-TDS]. All integers are
// little-endian except in packet headers and PRELOGIN.
package tds

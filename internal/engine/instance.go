// Package engine is the embedded storage engine: databases, catalog, tables,
// transactions, scans, rebuilds and the physical walk.
package engine

// Instance is one running engine: a buffer pool and the databases attached to it.
type Instance struct{}

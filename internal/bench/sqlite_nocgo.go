//go:build !cgo

package main

import "errors"

func sqliteVersion() string { return "" }

func loadSQLite(string, int64, int64) (float64, error) {
	return 0, errors.New("SQLite is not compiled in")
}

// Package testseed gives random tests their seed. It is the same in every run, so that a change is what
// turns a test red; SCANFRAG_SEED sets another, and "now" takes the clock's. A failing test prints it.
package testseed

import (
	"os"
	"strconv"
	"testing"
	"time"
)

// Variable is the environment variable that sets the seed: a decimal number or "now".
const Variable = "SCANFRAG_SEED"

const usual = 20260

// Of is the seed of a test.
func Of(t testing.TB) int64 {
	t.Helper()
	seed := int64(usual)
	switch s := os.Getenv(Variable); s {
	case "":
	case "now":
		seed = time.Now().UnixNano()
	default:
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", Variable, err)
		}
		seed = n
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("%s=%d repeats this", Variable, seed)
		}
	})
	return seed
}

package btree

import (
	"context"

	"scanfrag/internal/alloc"
	"scanfrag/internal/bufpool"
)

// BuildOptions of CREATE INDEX.
type BuildOptions struct {
	FillFactor int // 0 and 100: full
	PadIndex   bool
	Scratch    string // directory of the sort's run file
	MemPages   int    // frames the sort may borrow from the pool
	IO         *bufpool.IO
}

func Build(ctx context.Context, sp *alloc.Space, def Def, opt BuildOptions, next func() ([]byte, error)) (*Tree, error) {
	panic("not yet")
}

package engine

import (
	"context"

	"scanfrag/internal/btree"
	"scanfrag/internal/page"
)

// probe is the cursor of a narrow range: its rows were read in one descent and are copies. A statement in a loop uses one
// again and again, see ScanSpec.Again.
type probe struct {
	rows btree.Narrow
	at   int
}

// indexRows is a cursor over rows of an index.
type indexRows interface {
	Next() bool
	Record() []byte
}

func (p *probe) Next() bool {
	p.at++
	return p.at < p.rows.Len()
}

func (p *probe) Record() []byte { return p.rows.Row(p.at) }

func (p *probe) place() page.RID { return p.rows.Place(p.at) }

// probe reads spec's range if it is narrow; else nil.
func (s *storage) probe(ctx context.Context, spec *ScanSpec) (*Rows, error) {
	r := spec.Again
	if r == nil || r.probe == nil || !r.closed || r.t != spec.Table || r.s != s || (r.look != nil) != spec.Lookup {
		r = spec.source(ctx, s).rows()
		r.probe = &probe{}
	}
	if ok, err := s.tree.ReadNarrow(&r.probe.rows, *spec.Range, spec.IO); !ok {
		return nil, err
	}
	r.probe.at, r.closed = -1, false
	if l := r.look; l != nil {
		l.begin(ctx, spec)
	}
	return r, nil
}

// Narrow reports a cursor that was made for Narrow in the spec: its rows were read already.
func (r *Rows) Narrow() bool { return r.probe != nil }

// Lone reports a narrow cursor over a single row, which is a copy: the table may be changed while the row is looked at.
func (r *Rows) Lone() bool { return r.probe != nil && r.probe.rows.Len() == 1 }

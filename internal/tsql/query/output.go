package query

import (
	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/expr"
	"scanfrag/internal/tsql/spool"
	"scanfrag/internal/tsql/system"
)

// Changed is the scope of OUTPUT: a changed row's images as sources inserted and deleted beside those of FROM.
type Changed struct {
	b             *block
	ins, del, act int // their places among the sources, -1: none
	target        int // the source that only these two names read
	from          int // number of FROM's sources
	// viewed: the target is a query, and deleted its row.
	viewed bool
}

// actionColumn is $action as expressions name it.
const actionColumn = "$action"

// Inserted is the scope of an INSERT's OUTPUT, which has no other sources.
func (c *Compiler) Inserted(in *Into) (*Changed, error) {
	ch := &Changed{ins: -1, del: -1, act: -1, target: -1, b: c.newBlock(&TopScope{C: c})}
	return ch, ch.images(in, true, false, false)
}

// Changed adds the images to the scope of t, of an UPDATE or a DELETE.
func (t *Targets) Changed(inserted bool) (*Changed, error) {
	ch := &Changed{ins: -1, del: -1, act: -1, b: t.b, target: t.Src, from: len(t.b.sources)}
	return ch, ch.images(t.Into(), inserted, true, false)
}

func (ch *Changed) images(in *Into, inserted, deleted, maybe bool) (err error) {
	if inserted {
		if ch.ins, err = ch.b.addSource(&source{alias: "inserted", table: in.Table, cols: in.images(), maybe: maybe}); err != nil {
			return err
		}
	}
	if deleted {
		s := &source{alias: "deleted", maybe: maybe}
		if ch.viewed = in.view != nil; ch.viewed {
			s.cols = in.view.cols
		} else {
			s.table, s.cols = in.Table, tableColumns(in.Table)
		}
		ch.del, err = ch.b.addSource(s)
	}
	return err
}

// Output is a compiled OUTPUT clause. Its rows are kept until the statement is done: an INTO table may be one
// that the statement reads, and a statement that starts over gives none twice.
type Output struct {
	Columns []system.Column

	ch    *Changed
	exprs []*expr.Expr
	saved []int // sources of FROM it reads
	list  *spool.List
	buf   []byte
}

// Output compiles the columns of a clause.
func (ch *Changed) Output(els []ast.SelectElement) (*Output, error) {
	b := ch.b
	for _, el := range els {
		if HasSubquery(el) {
			return nil, b.c.fail(el, sqltype.Errorf(10705, "Subqueries are not allowed in the OUTPUT clause."))
		}
	}
	if hasAggregate(&ast.QuerySpecification{SelectElements: els}) {
		return nil, sqltype.Errorf(158, "An aggregate may not appear in the OUTPUT clause.")
	}
	if ch.target >= 0 { // hidden: its columns have two images
		s := b.sources[ch.target]
		b.sources[ch.target] = &source{}
		defer func() { b.sources[ch.target] = s }()
	}
	refs, phase := b.refs, b.phase
	b.refs, b.phase = 0, phaseFrom
	defer func() { b.refs, b.phase = refs|b.refs, phase }()
	for _, el := range els {
		if star, ok := el.(*ast.SelectStarExpression); ok && star.Qualifier == nil {
			return nil, b.c.fail(el, sqltype.Errorf(102, "Incorrect syntax near '*'."))
		}
	}
	out, err := b.selectList(els, false)
	if err != nil {
		return nil, err
	}
	o := &Output{ch: ch}
	for _, c := range out {
		name := c.name
		if r, ok := c.node.(*ast.ColumnReferenceExpression); ok && r.MultiPartIdentifier == nil && name == "" {
			name = "$action"
		}
		o.exprs = append(o.exprs, c.e)
		o.Columns = append(o.Columns, outColumn(name, c.e.Type, c.e.Nullable))
	}
	for _, s := range bits(b.refs) {
		if s < ch.from {
			o.saved = append(o.saved, s)
		}
	}
	if ch.viewed && b.refs&(1<<ch.del) != 0 {
		o.saved = append(o.saved, ch.target)
	}
	return o, nil
}

// Env is the environment that Add evaluates in.
func (ch *Changed) Env(x *Exec) *expr.Env { return x.env(ch.b.envSlot, len(ch.b.sources), 0, x.Env) }

// AppendSources appends what the clause reads of the current row of FROM; ReadSources puts it back and gives the rest.
func (o *Output) AppendSources(dst []byte, env *expr.Env) []byte {
	for _, s := range o.saved {
		dst = appendRow(dst, &env.Rows[s])
	}
	return dst
}

// ReadSources reads what AppendSources wrote.
func (o *Output) ReadSources(env *expr.Env, b []byte) (rest []byte, err error) {
	for _, s := range o.saved {
		if b, err = readRow(&env.Rows[s], b); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// Reset begins an execution.
func (o *Output) Reset(x *Exec) {
	o.Close()
	o.list = x.List()
}

// Add keeps the clause's row for a changed row: its record before and after, nil for none, and the action.
func (o *Output) Add(env *expr.Env, deleted, inserted []byte, action string) error {
	ch := o.ch
	if ch.ins >= 0 {
		env.Rows[ch.ins] = expr.Row{Rec: inserted, Null: inserted == nil}
	}
	switch {
	case ch.del < 0:
	case ch.viewed:
		env.Rows[ch.del] = expr.Row{Vals: env.Rows[ch.target].Vals, Null: deleted == nil}
	default:
		env.Rows[ch.del] = expr.Row{Rec: deleted, Null: deleted == nil}
	}
	if ch.act >= 0 {
		env.Rows[ch.act] = expr.Row{Vals: []sqltype.Value{sqltype.StringOf(sqltype.NVarChar, action)}}
	}
	o.buf = o.buf[:0]
	for i, e := range o.exprs {
		v, err := e.Eval(env)
		if err != nil {
			return err
		}
		if v.Kind == sqltype.KindNull {
			v.Kind = o.Columns[i].Type.Kind
		}
		o.buf = spool.AppendValue(o.buf, v)
	}
	return o.list.Add(o.buf)
}

// Query has the rows kept.
func (o *Output) Query() *Query { return Rows(o.Columns, o.Each) }

// Each gives the rows kept.
func (o *Output) Each(emit func([]sqltype.Value) error) error {
	var vals []sqltype.Value
	return o.list.Each(func(row []byte) (err error) {
		if vals, err = readVals(vals[:0], row); err != nil {
			return err
		}
		return emit(vals)
	})
}

// Close forgets the rows.
func (o *Output) Close() {
	if o.list != nil {
		o.list.Close()
		o.list = nil
	}
}

package expr

import (
	"unicode/utf8"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
)

func (c *compiler) like(n *ast.BooleanLikeExpression) (*Cond, error) {
	e, err := c.exprs(n.FirstExpression, n.SecondExpression)
	if err != nil {
		return nil, err
	}
	var escape *Expr
	if n.EscapeExpression != nil {
		if escape, err = c.expr(n.EscapeExpression); err != nil {
			return nil, err
		}
		if escape, err = text(escape); err != nil {
			return nil, err
		}
	}
	out, err := like(e[0], e[1], escape)
	if err != nil || !n.NotDefined {
		return out, err
	}
	return not(out), nil
}

// like compiles e LIKE pattern. With only char and varchar involved, trailing
// blanks of e are not significant; with nchar or nvarchar they are, as documented.
func like(e, pattern, escape *Expr) (*Cond, error) {
	for _, x := range []*Expr{e, pattern} {
		if x.Type.Kind == sqltype.SQLVariant {
			return nil, sqltype.Errorf(8116, "Argument data type sql_variant is invalid for argument 1 of like function.")
		}
	}
	e, err := text(e)
	if err != nil {
		return nil, err
	}
	if pattern, err = text(pattern); err != nil {
		return nil, err
	}
	ascii := !e.Type.Kind.IsNational() && !pattern.Type.Kind.IsNational()
	compile := func(env *Env) (*likePattern, error) {
		p, err := pattern.Eval(env)
		if err != nil || p.Null {
			return nil, err
		}
		esc := rune(-1)
		if escape != nil {
			x, err := escape.Eval(env)
			if err != nil || x.Null {
				return nil, err
			}
			if sqltype.UTF16Len(x.S) != 1 {
				return nil, sqltype.Errorf(506, "The invalid escape character \"%s\" was specified in a LIKE predicate.", x.S)
			}
			esc, _ = utf8.DecodeRuneInString(x.S)
		}
		return compileLike(p.S, esc, ascii), nil
	}
	isConst := pattern.Const && (escape == nil || escape.Const)
	var fixed *likePattern
	if isConst {
		if fixed, err = compile(&Env{}); err != nil {
			return nil, err
		}
	}
	return &Cond{Const: isConst && e.Const, Eval: func(env *Env) (Tri, error) {
		v, err := e.Eval(env)
		if err != nil {
			return Unknown, err
		}
		p := fixed
		if !isConst {
			if p, err = compile(env); err != nil {
				return Unknown, err
			}
		}
		if v.Null || p == nil {
			return Unknown, nil
		}
		return tri(p.match(v.S)), nil
	}}, nil
}

// likeItem is one element of a pattern.
type likeItem struct {
	kind   likeKind
	weight uint32      // of a literal character
	ranges [][2]uint32 // of a set, by weight, inclusive
	negate bool
}

type likeKind uint8

const (
	likeChar  likeKind = iota
	likeAny            // _
	likeRun            // %
	likeSet            // [a-z], [^a-z]
	likeNever          // an unclosed [ matches nothing
)

type likePattern struct {
	items []likeItem
	ascii bool // trailing blanks of the subject may be ignored
}

func compileLike(p string, escape rune, ascii bool) *likePattern {
	out := &likePattern{ascii: ascii}
	rs := []rune(p)
	for i := 0; i < len(rs); i++ {
		r := rs[i]
		switch {
		case r == escape && i+1 < len(rs):
			i++
			out.items = append(out.items, likeItem{kind: likeChar, weight: sqltype.RuneWeight(rs[i])})
		case r == '%':
			if n := len(out.items); n == 0 || out.items[n-1].kind != likeRun {
				out.items = append(out.items, likeItem{kind: likeRun})
			}
		case r == '_':
			out.items = append(out.items, likeItem{kind: likeAny})
		case r == '[':
			item, n := likeClass(rs[i:], escape)
			out.items = append(out.items, item)
			i += n - 1
		default:
			out.items = append(out.items, likeItem{kind: likeChar, weight: sqltype.RuneWeight(r)})
		}
	}
	return out
}

// likeClass reads [set] at rs[0]; n is the number of runes used.
func likeClass(rs []rune, escape rune) (item likeItem, n int) {
	item.kind = likeSet
	i := 1
	if i < len(rs) && rs[i] == '^' {
		item.negate = true
		i++
	}
	for start := i; i < len(rs); i++ {
		r := rs[i]
		if r == ']' && (i > start || item.negate) {
			return item, i + 1
		}
		if r == escape && i+1 < len(rs) {
			i++
			r = rs[i]
		}
		lo := sqltype.RuneWeight(r)
		hi := lo
		if i+2 < len(rs) && rs[i+1] == '-' && rs[i+2] != ']' {
			i += 2
			if rs[i] == escape && i+1 < len(rs) {
				i++
			}
			hi = sqltype.RuneWeight(rs[i])
		}
		item.ranges = append(item.ranges, [2]uint32{lo, hi})
	}
	return likeItem{kind: likeNever}, len(rs)
}

func (it *likeItem) accepts(r rune) bool {
	switch it.kind {
	case likeAny:
		return true
	case likeChar:
		return sqltype.RuneWeight(r) == it.weight
	case likeSet:
		w := sqltype.RuneWeight(r)
		for _, x := range it.ranges {
			if w >= x[0] && w <= x[1] {
				return !it.negate
			}
		}
		return it.negate
	}
	return false
}

// match backtracks to the last % only, which is enough: linear in practice,
// len(s)·len(pattern) at worst.
func (p *likePattern) match(s string) bool {
	i, star, mark := 0, -1, 0
	for pos := 0; ; {
		if i == len(p.items) && p.atEnd(s[pos:]) {
			return true
		}
		if i < len(p.items) && p.items[i].kind == likeRun {
			star, mark = i, pos
			i++
			if i == len(p.items) {
				return true
			}
			continue
		}
		if pos < len(s) && i < len(p.items) {
			r, w := utf8.DecodeRuneInString(s[pos:])
			if p.items[i].accepts(r) {
				pos += w
				i++
				continue
			}
		}
		if star < 0 || mark >= len(s) {
			return false
		}
		_, w := utf8.DecodeRuneInString(s[mark:])
		mark += w
		pos, i = mark, star+1
	}
}

func (p *likePattern) atEnd(rest string) bool {
	if rest == "" {
		return true
	}
	if !p.ascii {
		return false
	}
	for i := 0; i < len(rest); i++ {
		if rest[i] != ' ' {
			return false
		}
	}
	return true
}

package tsql

import (
	"strings"

	"github.com/sqlc-dev/teesql/ast"

	"scanfrag/internal/sqltype"
	"scanfrag/internal/tsql/query"
	"scanfrag/internal/tsql/system"
)

// setCommand is SET LANGUAGE, DATEFORMAT, DATEFIRST, LOCK_TIMEOUT and the like.
func (p *program) setCommand(n *ast.SetCommandStatement) (*stmt, error) {
	var acts []func(f *frame) error
	for _, c := range n.Commands {
		g, ok := c.(*ast.GeneralSetCommand)
		if !ok {
			return nil, unsupported("SET with a " + query.NodeName(c))
		}
		act, err := p.generalSet(g)
		if err != nil {
			return nil, err
		}
		acts = append(acts, act)
	}
	return simple(func(f *frame) error {
		for _, a := range acts {
			if err := a(f); err != nil {
				return err
			}
		}
		f.count(0)
		return nil
	}), nil
}

func (p *program) generalSet(g *ast.GeneralSetCommand) (func(f *frame) error, error) {
	val, err := p.word(g.Parameter)
	if err != nil {
		return nil, err
	}
	apply := map[string]func(o *system.Options, v sqltype.Value) error{
		"LANGUAGE":         setLanguage,
		"DATEFORMAT":       setDateFormat,
		"DATEFIRST":        setDateFirst,
		"LOCKTIMEOUT":      func(o *system.Options, v sqltype.Value) error { o.LockTimeout = v.I; return nil },
		"DEADLOCKPRIORITY": setDeadlockPriority,
		"CONTEXTINFO":      func(*system.Options, sqltype.Value) error { return unsupported("SET CONTEXT_INFO") },
		"QUERYGOVERNORCOSTLIMIT": func(_ *system.Options, v sqltype.Value) error {
			if v.I != 0 {
				return unsupported("SET QUERY_GOVERNOR_COST_LIMIT")
			}
			return nil
		},
	}[strings.ToUpper(g.CommandType)]
	if apply == nil {
		return nil, unsupported("SET " + g.CommandType)
	}
	return func(f *frame) error {
		v, err := val(f)
		if err != nil {
			return err
		}
		return apply(&f.s.set, v)
	}, nil
}

func setLanguage(o *system.Options, v sqltype.Value) error {
	switch strings.ToLower(v.S) {
	case "us_english", "english":
		o.Language, o.DateFirst, o.DateFormat = "us_english", 7, "mdy"
		return nil
	case "british", "british english":
		o.Language, o.DateFirst, o.DateFormat = "British", 1, "dmy"
		return nil
	}
	return unsupported("SET LANGUAGE " + v.S)
}

func setDateFormat(o *system.Options, v sqltype.Value) error {
	switch f := strings.ToLower(v.S); f {
	case "mdy", "dmy", "ymd", "ydm", "myd", "dym":
		o.DateFormat = f
		return nil
	}
	return errorf(2741, 16, "SET DATEFORMAT date order '%s' is invalid.", v.S)
}

func setDateFirst(o *system.Options, v sqltype.Value) error {
	if v.Null || v.I < 1 || v.I > 7 {
		return errorf(2742, 16, "SET DATEFIRST %d is out of range.", v.I)
	}
	o.DateFirst = int(v.I)
	return nil
}

func setDeadlockPriority(o *system.Options, v sqltype.Value) error {
	if v.Kind.IsString() {
		switch strings.ToUpper(v.S) {
		case "LOW":
			o.DeadlockPriority = -5
		case "NORMAL":
			o.DeadlockPriority = 0
		case "HIGH":
			o.DeadlockPriority = 5
		default:
			return errorf(102, 15, "Incorrect syntax near '%s'.", v.S)
		}
		return nil
	}
	o.DeadlockPriority = int(v.I)
	return nil
}

// word reads an option's value: a literal, variable or bare word.
func (p *program) word(n ast.ScalarExpression) (func(f *frame) (sqltype.Value, error), error) {
	switch n := n.(type) {
	case *ast.IdentifierLiteral:
		return constant(n.Value), nil
	case *ast.ColumnReferenceExpression:
		ids := n.MultiPartIdentifier.Identifiers
		return constant(ids[len(ids)-1].Value), nil
	}
	e, err := p.scalar(n)
	if err != nil {
		return nil, err
	}
	return e.eval, nil
}

func constant(s string) func(*frame) (sqltype.Value, error) {
	return func(*frame) (sqltype.Value, error) { return sqltype.StringOf(sqltype.NVarChar, s), nil }
}

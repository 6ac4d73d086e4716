package expr

import (
	"fmt"
	"strings"

	"scanfrag/internal/sqltype"
)

// maxMessage is the longest RAISERROR text in characters.
const maxMessage = 2047

// FormatMessage expands the printf-like text of RAISERROR: %d %i %u %o %x %X %s with flags, width, precision
// and *, as documented. Errors: 2786 wrong type, 2787 bad format, 2748 a type that cannot be an argument.
func FormatMessage(text string, args []sqltype.Value) (string, error) {
	for i, a := range args {
		if !a.Kind.IsInt() && !a.Kind.IsString() && a.Kind != sqltype.KindNull && !a.Kind.IsBinary() {
			return "", sqltype.Errorf(2748, "Cannot specify %s data type (parameter %d) as a substitution parameter.", a.Kind, i+4)
		}
	}
	var b strings.Builder
	next := 0
	arg := func() (sqltype.Value, bool) {
		if next >= len(args) {
			return sqltype.Value{}, false
		}
		next++
		return args[next-1], true
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			b.WriteByte(text[i])
			continue
		}
		if i+1 < len(text) && text[i+1] == '%' {
			b.WriteByte('%')
			i++
			continue
		}
		j := i + 1
		spec := "%"
		for j < len(text) && strings.IndexByte("-+ #0123456789.*", text[j]) >= 0 {
			if text[j] == '*' {
				v, ok := arg()
				if !ok || !v.Kind.IsInt() {
					return "", sqltype.Errorf(2786, "The data type of substitution parameter %d does not match the expected type of the format specification.", next)
				}
				spec += fmt.Sprint(v.I)
			} else {
				spec += string(text[j])
			}
			j++
		}
		for j < len(text) && (text[j] == 'h' || text[j] == 'l' || text[j] == 'I' || text[j] == '6' || text[j] == '4') {
			j++
		}
		if j >= len(text) || strings.IndexByte("diuoxXs", text[j]) < 0 {
			return "", sqltype.Errorf(2787, "Invalid format specification: '%s'.", text[i:min(j+1, len(text))])
		}
		s, err := formatOne(spec, text[j], arg, &next)
		if err != nil {
			return "", err
		}
		b.WriteString(s)
		i = j
	}
	out := b.String()
	if n := sqltype.UTF16Len(out); n > maxMessage {
		out = sqltype.SliceUTF16(out, 0, maxMessage-3) + "..."
	}
	return out, nil
}

func formatOne(spec string, verb byte, arg func() (sqltype.Value, bool), next *int) (string, error) {
	v, ok := arg()
	if !ok || v.Null {
		return fmt.Sprintf(strings.ReplaceAll(strings.ReplaceAll(spec, "0", ""), "+", "")+"s", "(null)"), nil
	}
	if verb == 's' {
		if !v.Kind.IsString() {
			return "", sqltype.Errorf(2786, "The data type of substitution parameter %d does not match the expected type of the format specification.", *next)
		}
		return fmt.Sprintf(spec+"s", v.S), nil
	}
	if !v.Kind.IsInt() {
		return "", sqltype.Errorf(2786, "The data type of substitution parameter %d does not match the expected type of the format specification.", *next)
	}
	switch verb {
	case 'd', 'i':
		return fmt.Sprintf(spec+"d", v.I), nil
	case 'u':
		return fmt.Sprintf(spec+"d", uint32(v.I)), nil
	}
	return fmt.Sprintf(spec+string(verb), uint32(v.I)), nil
}

// buildFormatMessage is FORMATMESSAGE(text, …). Of messages by number there are none that a user made: NULL.
func buildFormatMessage(_ *compiler, _ string, a []*Expr) (*Expr, error) {
	return New(sqltype.NVarCharOf(2048), true, func(env *Env) (sqltype.Value, error) {
		vals := make([]sqltype.Value, len(a))
		for i, e := range a {
			var err error
			if vals[i], err = e.Eval(env); err != nil {
				return sqltype.Value{}, err
			}
		}
		if vals[0].Null || !vals[0].Kind.IsString() {
			return sqltype.NullOf(sqltype.NVarChar), nil
		}
		s, err := FormatMessage(vals[0].S, vals[1:])
		return sqltype.StringOf(sqltype.NVarChar, s), err
	}, nil), nil
}

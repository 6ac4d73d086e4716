package expr

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"math/bits"
	"strings"

	"scanfrag/internal/sqltype"
)

func hashFunctions() map[string]builtin {
	return map[string]builtin{
		"HASHBYTES":        {min: 2, max: 2, build: buildHashBytes},
		"CHECKSUM":         {min: 1, max: -1, build: buildChecksum},
		"BINARY_CHECKSUM":  {min: 1, max: -1, build: buildChecksum},
		"NEWID":            {min: 0, max: 0, build: buildNewID},
		"NEWSEQUENTIALID":  {min: 0, max: 0, build: buildNewSequentialID},
		"CRYPT_GEN_RANDOM": {min: 1, max: 2, build: buildRandomBytes},
	}
}

// buildHashBytes hashes the stored bytes: code page 1252 or UTF-16. An unknown
// algorithm is NULL; MD2 and MD4 are refused.
func buildHashBytes(_ *compiler, name string, a []*Expr) (*Expr, error) {
	alg, err := text(a[0])
	if err != nil {
		return nil, err
	}
	e := a[1]
	if !e.Type.Kind.IsString() && !e.Type.Kind.IsBinary() {
		return nil, badArgument(e.Type, 2, name)
	}
	t := sqltype.VarBinaryOf(8000)
	return strict2(t, alg, e, func(alg, v sqltype.Value) (sqltype.Value, error) {
		b := storedBytes(v)
		var sum []byte
		switch strings.ToUpper(alg.S) {
		case "MD5":
			h := md5.Sum(b)
			sum = h[:]
		case "SHA", "SHA1":
			h := sha1.Sum(b)
			sum = h[:]
		case "SHA2_256":
			h := sha256.Sum256(b)
			sum = h[:]
		case "SHA2_512":
			h := sha512.Sum512(b)
			sum = h[:]
		case "MD2", "MD4":
			return sqltype.Value{}, unsupported("HASHBYTES('%s')", alg.S)
		default:
			return sqltype.NullOf(t.Kind), nil
		}
		return sqltype.BytesOf(t.Kind, sum), nil
	}), nil
}

func storedBytes(v sqltype.Value) []byte {
	switch {
	case v.Kind.IsNational():
		return sqltype.AppendUTF16(nil, v.S)
	case v.Kind.IsString():
		return sqltype.AppendCP1252(nil, v.S)
	}
	return []byte(v.S)
}

// buildChecksum folds 32-bit words with a rotation by four bits. CHECKSUM is equal
// for values that compare equal, as documented; the numbers themselves are SQL Server's only for
// int-like arguments (its hash of text is not published).
func buildChecksum(_ *compiler, name string, a []*Expr) (*Expr, error) {
	if len(a) == 1 && a[0].Type.Kind == sqltype.KindNull {
		return nil, badArgument(a[0].Type, 1, name)
	}
	return Checksum(name, a), nil
}

// Checksum is CHECKSUM or BINARY_CHECKSUM, by its upper-case name, of args.
func Checksum(name string, args []*Expr) *Expr {
	t := sqltype.Of(sqltype.Int)
	binary := name == "BINARY_CHECKSUM"
	out := New(t, false, func(env *Env) (sqltype.Value, error) {
		var acc uint32
		for _, e := range args {
			v, err := e.Eval(env)
			if err != nil {
				return v, err
			}
			acc = bits.RotateLeft32(acc, 4) ^ checksum(v, binary)
		}
		return sqltype.IntOf(t.Kind, int64(int32(acc))), nil
	}, nil)
	return fold(out, args...)
}

func checksum(v sqltype.Value, binary bool) uint32 {
	switch {
	case v.Null:
		return 0x7FFFFFFF
	case v.Kind.IsInt():
		return uint32(v.I) ^ uint32(v.I>>63^v.I>>32)
	}
	b := []byte(v.S)
	if !binary || v.Kind == sqltype.Decimal || v.S == "" {
		b = sqltype.AppendGroupKey(nil, v)
	}
	var acc uint32
	for _, x := range b {
		acc = bits.RotateLeft32(acc, 4) ^ uint32(x)
	}
	return acc
}

// buildNewID draws a version 4 identifier for every row.
func buildNewID(*compiler, string, []*Expr) (*Expr, error) {
	return New(sqltype.Of(sqltype.UniqueIdentifier), false, func(env *Env) (sqltype.Value, error) {
		b := env.Session.NewID()
		b[7] = b[7]&0x0F | 0x40 // stored little endian: the version is in byte 7
		b[8] = b[8]&0x3F | 0x80
		return sqltype.BytesOf(sqltype.UniqueIdentifier, b[:]), nil
	}, nil), nil
}

func buildNewSequentialID(c *compiler, _ string, _ []*Expr) (*Expr, error) {
	if d, ok := c.s.(DefaultScope); !ok || !d.InDefault() {
		return nil, sqltype.Errorf(302, "The newsequentialid() built-in function can only be used in a DEFAULT expression for a column of type 'uniqueidentifier' in a CREATE TABLE or ALTER TABLE statement. It cannot be combined with other operators to form a complex scalar expression.")
	}
	return New(sqltype.Of(sqltype.UniqueIdentifier), false, func(env *Env) (sqltype.Value, error) {
		s, ok := env.Session.(SequentialIDs)
		if !ok {
			return sqltype.Value{}, unsupported("NEWSEQUENTIALID()")
		}
		b := s.NewSequentialID()
		return sqltype.BytesOf(sqltype.UniqueIdentifier, b[:]), nil
	}, nil), nil
}

func buildRandomBytes(_ *compiler, name string, a []*Expr) (*Expr, error) {
	n, err := asInt(a[0])
	if err != nil {
		return nil, err
	}
	if len(a) == 2 {
		return nil, unsupported("CRYPT_GEN_RANDOM with a seed")
	}
	t := sqltype.VarBinaryOf(8000)
	return New(t, true, func(env *Env) (sqltype.Value, error) {
		v, err := n.Eval(env)
		if err != nil || v.Null || v.I < 1 || v.I > 8000 {
			return sqltype.NullOf(t.Kind), err
		}
		var b []byte
		for int64(len(b)) < v.I {
			id := env.Session.NewID()
			b = append(b, id[:]...)
		}
		return sqltype.BytesOf(t.Kind, b[:v.I]), nil
	}, nil), nil
}

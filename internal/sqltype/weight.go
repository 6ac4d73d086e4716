package sqltype

// Weights of SQL_Latin1_General_CP1_CI_AS (sort order 52: dictionary order,
// case-insensitive, accents significant): one weight per code page 1252
// character, no expansions, so that char comparison is a table walk. The order
// of ASCII and of the Latin-1 letters is the published one: punctuation in code
// order, digits, letters with their accented forms after the plain one. Where the
// letters and signs of 0x80-0x9F stand in it is our reading (unverified).
//
// Deviation: nchar and nvarchar use the same weights (extended by case-folded
// code units), not Windows' word sort, in which '-' and ''' weigh next to nothing.

// letters in weight order; both cases of one letter share a group.
const letterOrder = "0 1 ¹ 2 ² 3 ³ 4 5 6 7 8 9 Aa Àà Áá Ââ Ãã Ää Åå Ææ Bb Cc Çç Dd Ðð Ee Èè Éé Êê Ëë Ff ƒ Gg Hh " +
	"Ii Ìì Íí Îî Ïï Jj Kk Ll Mm Nn Ññ Oo Òò Óó Ôô Õõ Öö Øø Œœ Pp Qq Rr Ss Šš ß Tt Uu Ùù Úú Ûû Üü Vv Ww Xx " +
	"Yy Ýý Ÿÿ Zz Žž Þþ"

type weights struct {
	byByte [256]uint8 // code page 1252 byte -> weight
}

// spaceWeight is the weight of the blank, which pads the shorter operand.
var (
	ciAS        = makeWeights()
	spaceWeight = ciAS.byByte[' ']
)

func makeWeights() *weights {
	w := &weights{}
	next := uint8(1)
	lettered := [256]bool{}
	for _, r := range letterOrder {
		if r != ' ' {
			b, _ := cp1252Byte(r)
			lettered[b] = true
		}
	}
	for b := range 256 {
		if !lettered[b] {
			w.byByte[b] = next
			next++
		}
	}
	for _, r := range letterOrder {
		if r == ' ' {
			next++
			continue
		}
		b, _ := cp1252Byte(r)
		w.byByte[b] = next
	}
	return w
}

// unitWeight is the weight of a UTF-16 code unit: below 256 for code page 1252
// characters, the case-folded unit for the others.
func unitWeight(u uint16) uint16 {
	if u < 0x80 {
		return uint16(ciAS.byByte[u])
	}
	if b, ok := cp1252Byte(rune(u)); ok {
		return uint16(ciAS.byByte[b])
	}
	return max(foldUnit(u), 0x100)
}

// RuneWeight is unitWeight for text. Two characters are the same to =, LIKE and CHARINDEX when their weights are equal.
func RuneWeight(r rune) uint32 {
	if r < 0x80 {
		return uint32(ciAS.byByte[r])
	}
	if r > 0xFFFF {
		return uint32(r)
	}
	return uint32(unitWeight(uint16(r)))
}

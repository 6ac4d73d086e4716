package sqltype

import "testing"

// Bytes become a datetimeoffset only when its offset and its local date exist.
func TestDateTimeOffsetFromBytes(t *testing.T) {
	const noon = "\x00\xe0\x34\x95\x64" // 12:00 in units of 100 ns
	const last = "\xda\xb9\x37"         // 9999-12-31
	for _, c := range []struct {
		name, date, off string
		ok              bool
	}{
		{"the first noon", "\x00\x00\x00", "\x00\x00", true},
		{"14 hours east", "\x01\x00\x00", "\x48\x03", true},
		{"14 hours and a minute", "\x01\x00\x00", "\x49\x03", false},
		{"14 hours west", "\x01\x00\x00", "\xb8\xfc", true},
		{"the day before the first", "\x00\x00\x00", "\xb8\xfc", false},
		{"the day after the last", last, "\x48\x03", false},
		{"the last noon", last, "\x00\x00", true},
	} {
		v, err := Convert(Value{Kind: VarBinary, S: "\x07" + noon + c.date + c.off}, Of(DateTimeOffset), 0, true)
		if (err == nil) != c.ok {
			t.Errorf("%s: %v, %v", c.name, v, err)
		}
	}
}

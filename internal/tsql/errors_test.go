package tsql

import (
	"fmt"
	"testing"

	"scanfrag/internal/page"
	"scanfrag/internal/pagefile"
)

func TestClassify_storage(t *testing.T) {
	for _, c := range []struct {
		err    error
		number int32
		class  uint8
		abort  bool
	}{
		{fmt.Errorf("read: %w", &page.DamageError{Page: page.MakeID(1, 9), What: "x"}), 824, 24, true},
		{fmt.Errorf("grow f from 8 to 9 MB: %w: 1 MB more are needed, 0 MB are free", pagefile.ErrNoSpace), 1105, 17, false},
		{fmt.Errorf("anything"), 8630, 16, true},
	} {
		f := classify(c.err, 3, "")
		if f.msg.Number != c.number || f.msg.Class != c.class || f.abort != c.abort || f.msg.Line != 3 || f.msg.Text != c.err.Error() {
			t.Errorf("%v: %+v", c.err, f)
		}
	}
}

package page

import "fmt"

// String is the usual notation: (file:page).
func (id ID) String() string { return fmt.Sprintf("(%d:%d)", id.File(), id.No()) }

// String is the usual notation: (file:page:slot).
func (r RID) String() string { return fmt.Sprintf("(%d:%d:%d)", r.Page.File(), r.Page.No(), r.Slot) }

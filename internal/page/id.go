package page

import "fmt"

// ID is a page's address: file number in the upper 32 bits, page number in the
// lower. Zero is "no page" (0:0). Neighbouring pages have neighbouring IDs.
type ID uint64

// MakeID joins a file number (from 1) and a page number.
func MakeID(file uint16, no uint32) ID { return ID(file)<<32 | ID(no) }

// File is the file number; No is the page number in the file.
func (id ID) File() uint16 { return uint16(id >> 32) }
func (id ID) No() uint32   { return uint32(id) }

// Extent is the page's extent: the ID of its first page.
func (id ID) Extent() ID { return id &^ (ExtentPages - 1) }

// String is the usual notation: (file:page).
func (id ID) String() string { return fmt.Sprintf("(%d:%d)", id.File(), id.No()) }

// RID is a record's address in a heap.
type RID struct {
	Page ID
	Slot uint16
}

// String is the usual notation: (file:page:slot).
func (r RID) String() string { return fmt.Sprintf("(%d:%d:%d)", r.Page.File(), r.Page.No(), r.Slot) }

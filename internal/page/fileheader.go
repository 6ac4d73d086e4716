package page

import "encoding/binary"

// The file header page (page 0 of a file) keeps, after its header:
//
//	 96 high-water mark (4): first page number that was never part of an allocated extent
//	100 binding (16): the database the file belongs to; zero in a database that has had one file only
//	116 shutdown (8): number of the clean shutdown the file was last part of
//
// SQL Server's own file header fields are many and undocumented; none of them is here. Its files are bound
// to their database in the same way.
const (
	offHighWater = HeaderSize
	offBinding   = HeaderSize + 4
	offShutdown  = HeaderSize + 20
)

// HighWater is a file header page's high-water mark, in pages.
func (p *Page) HighWater() uint32     { return p.u32(offHighWater) }
func (p *Page) SetHighWater(n uint32) { p.put32(offHighWater, n) }

// Binding is the database that a file belongs to, and the number of its last clean shutdown.
func (p *Page) Binding() (database [16]byte, shutdown uint64) {
	copy(database[:], p[offBinding:])
	return database, binary.LittleEndian.Uint64(p[offShutdown:])
}

// SetBinding sets what Binding tells.
func (p *Page) SetBinding(database [16]byte, shutdown uint64) {
	copy(p[offBinding:], database[:])
	binary.LittleEndian.PutUint64(p[offShutdown:], shutdown)
}

// Body is all bytes after the header, for pages without a slot array (boot page).
func (p *Page) Body() []byte { return p[HeaderSize:] }

package page

// The file header page (page 0 of a file) keeps, after its header:
//
//	96 high-water mark (4): first page number that was never part of an allocated extent
//
// SQL Server's own file header fields are many and undocumented; none of them is here.
const offHighWater = HeaderSize

// HighWater is a file header page's high-water mark, in pages.
func (p *Page) HighWater() uint32     { return p.u32(offHighWater) }
func (p *Page) SetHighWater(n uint32) { p.put32(offHighWater, n) }

// Body is all bytes after the header, for pages without a slot array (boot page).
func (p *Page) Body() []byte { return p[HeaderSize:] }

package engine

// mixedPages is the setting MIXED_PAGE_ALLOCATION: whether the first eight pages of every heap and index come
// from mixed extents, as they did in every database before 2016.
const mixedPages = "MIXED_PAGE_ALLOCATION"

// SetMixedPages is ALTER DATABASE … SET MIXED_PAGE_ALLOCATION. It holds for pages allocated from now on.
func (d *Database) SetMixedPages(on bool) error {
	if d.id < 5 {
		return &Error{Number: 5058, Class: 16, State: 12, Text: "Option '" + mixedPages + "' cannot be set in database '" + d.name + "'."}
	}
	sp, err := d.Space()
	if err != nil {
		return err
	}
	v := int64(0)
	if on {
		v = 1
	}
	if err := d.SetConfig(mixedPages, v); err != nil {
		return err
	}
	sp.SetMixed(on)
	return nil
}

// MixedPages tells the setting.
func (d *Database) MixedPages() bool {
	v, _ := d.Config(mixedPages)
	return v != 0
}

//go:build !linux

package pagefile

import "errors"

func (f *OSFile) cachedByMincore() (int64, error) { return 0, errors.ErrUnsupported }

func taken(string) int64 { return -1 }

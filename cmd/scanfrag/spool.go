package main

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// spoolMemory is what a spool holds before it goes to a temporary file.
const spoolMemory = 4 << 20

// spool keeps what is written to it until it is copied out or closed.
type spool struct {
	b bytes.Buffer
	f *os.File
}

func (s *spool) Write(p []byte) (int, error) {
	if s.f == nil && s.b.Len()+len(p) > spoolMemory {
		f, err := os.CreateTemp("", "scanfrag-sql-*")
		if err != nil {
			return 0, err
		}
		s.f = f
		if _, err := f.Write(s.b.Bytes()); err != nil {
			return 0, err
		}
		s.b = bytes.Buffer{}
	}
	if s.f != nil {
		return s.f.Write(p)
	}
	return s.b.Write(p)
}

// copyTo writes it all to w and closes the spool.
func (s *spool) copyTo(w io.Writer) error {
	defer s.close()
	if s.f == nil {
		_, err := w.Write(s.b.Bytes())
		return err
	}
	if _, err := s.f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, s.f)
	return err
}

// close forgets everything; a nil spool has nothing.
func (s *spool) close() error {
	if s == nil || s.f == nil {
		return nil
	}
	err := errors.Join(s.f.Close(), os.Remove(s.f.Name()))
	s.f = nil
	return err
}

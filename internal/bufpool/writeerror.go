package bufpool

import "fmt"

// failed keeps the error of a write for the next who can be told. The pages stay dirty.
func (s *Store) failed(err error) {
	s.errMu.Lock()
	s.err = err
	s.bad.Store(true)
	s.errMu.Unlock()
}

// tellError returns the error of an earlier write, once; writing is then tried again.
func (s *Store) tellError() error {
	s.errMu.Lock()
	defer s.errMu.Unlock()
	err := s.err
	s.err = nil
	s.bad.Store(false)
	if err != nil {
		return fmt.Errorf("an earlier write failed: %w", err)
	}
	return nil
}

// writeError is tellError for whichever store keeps frames from becoming clean.
func (p *Pool) writeError() error {
	for i := range p.stores {
		if s := p.stores[i].Load(); s != nil && s.bad.Load() {
			if err := s.tellError(); err != nil {
				return err
			}
		}
	}
	return nil
}

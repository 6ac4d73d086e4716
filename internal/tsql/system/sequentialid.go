package system

import (
	"encoding/binary"
	"time"
)

// gregorian is 1 January 1970 in units of 100 ns since 15 October 1582, where the time of a version 1 GUID begins.
const gregorian = 0x01B21DD213814000

// sequentialNode stands for the machine's network address. It never changes, so that values go on ascending when an instance is
// opened again (SQL Server's may begin lower after a restart of the machine).
var sequentialNode = [6]byte{0x02, 0x53, 0x43, 0x41, 0x4E, 0x46}

// firstID is where an instance begins: values are consecutive from the time of its start on.
func firstID() int64 { return time.Now().UnixNano()/100 + gregorian }

// NewSequentialID is the next value of NEWSEQUENTIALID(): a version 1 GUID with its time's bytes in the order in which
// uniqueidentifier compares them, as documented.
func (s *Server) NewSequentialID() (id [16]byte) {
	t := s.lastID.Add(1)
	binary.BigEndian.PutUint32(id[0:], uint32(t))
	binary.BigEndian.PutUint16(id[4:], uint16(t>>32))
	binary.BigEndian.PutUint16(id[6:], uint16(t>>48)&0x0FFF|0x1000)
	id[8] = 0x80
	copy(id[10:], sequentialNode[:])
	return id
}

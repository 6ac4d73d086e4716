package pagefile

import (
	"errors"
	"io"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"

	"scanfrag/internal/page"
)

// handle is a file opened for overlapped I/O: on a synchronous handle the system would
// run one operation at a time.
type handle struct {
	h    windows.Handle
	free chan *request // idle requests, at most maxIdle; the others are made as needed
}

const maxIdle = 64

// request is one operation in flight. It must not move or be freed while it is: it lives on the
// heap, held by the goroutine that waits. Scattered pages go through bounce, one copy:
// ReadFileScatter would save it, at the price of a second path for buffered files.
type request struct {
	ov     windows.Overlapped
	bounce []byte
}

func openHandle(path string, opt Options) (h handle, why string, err error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return handle{}, "", &os.PathError{Op: "open", Path: path, Err: err}
	}
	disp := uint32(windows.OPEN_EXISTING)
	if opt.Create {
		disp = windows.OPEN_ALWAYS
		if opt.Exclusive {
			disp = windows.CREATE_NEW
		}
	}
	flags := uint32(windows.FILE_ATTRIBUTE_NORMAL | windows.FILE_FLAG_OVERLAPPED)
	if opt.Buffered {
		why = "direct I/O was not asked for"
	} else {
		flags |= windows.FILE_FLAG_NO_BUFFERING
	}
	open := func() (windows.Handle, error) {
		return windows.CreateFile(name, windows.GENERIC_READ|windows.GENERIC_WRITE, windows.FILE_SHARE_READ, nil, disp, flags, 0)
	}
	wh, err := open()
	if errors.Is(err, windows.ERROR_INVALID_PARAMETER) && !opt.Buffered {
		flags &^= windows.FILE_FLAG_NO_BUFFERING
		why = "the file system refuses FILE_FLAG_NO_BUFFERING"
		wh, err = open()
	}
	if err != nil {
		return handle{}, "", &os.PathError{Op: "open", Path: path, Err: err}
	}
	return handle{h: wh, free: make(chan *request, maxIdle)}, why, nil
}

func (h handle) get() (*request, error) {
	select {
	case r := <-h.free:
		return r, nil
	default:
	}
	ev, err := windows.CreateEvent(nil, 1, 0, nil)
	if err != nil {
		return nil, err
	}
	r := new(request)
	r.ov.HEvent = ev
	return r, nil
}

func (h handle) put(r *request) {
	select {
	case h.free <- r:
	default:
		r.release()
	}
}

func (r *request) release() {
	_ = windows.CloseHandle(r.ov.HEvent)
	if r.bounce != nil {
		_ = windows.VirtualFree(uintptr(unsafe.Pointer(&r.bounce[0])), 0, windows.MEM_RELEASE)
	}
}

// buffer returns one piece of memory for pages: their own when they are neighbours.
func (r *request) buffer(pages []*page.Page) (buf []byte, bounced bool, err error) {
	n := len(pages) * page.Size
	whole := true
	for i := 1; i < len(pages) && whole; i++ {
		whole = uintptr(unsafe.Pointer(pages[i])) == uintptr(unsafe.Pointer(pages[0]))+uintptr(i)*page.Size
	}
	if whole {
		return unsafe.Slice(&pages[0][0], n), false, nil
	}
	if r.bounce == nil {
		addr, err := windows.VirtualAlloc(0, MaxRun*page.Size, windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
		if err != nil {
			return nil, false, err
		}
		r.bounce = unsafe.Slice(*(**byte)(unsafe.Pointer(&addr)), MaxRun*page.Size)
	}
	return r.bounce[:n], true, nil
}

func (h handle) read(off int64, dst []*page.Page) error {
	r, err := h.get()
	if err != nil {
		return err
	}
	defer h.put(r)
	buf, bounced, err := r.buffer(dst)
	if err != nil {
		return err
	}
	if err := h.run(r, off, buf, windows.ReadFile); err != nil {
		return err
	}
	if bounced {
		for i, p := range dst {
			copy(p[:], buf[i*page.Size:])
		}
	}
	return nil
}

func (h handle) write(off int64, src []*page.Page) error {
	r, err := h.get()
	if err != nil {
		return err
	}
	defer h.put(r)
	buf, bounced, err := r.buffer(src)
	if err != nil {
		return err
	}
	if bounced {
		for i, p := range src {
			copy(buf[i*page.Size:], p[:])
		}
	}
	return h.run(r, off, buf, windows.WriteFile)
}

// run moves all of buf and waits for it.
func (h handle) run(r *request, off int64, buf []byte, call func(windows.Handle, []byte, *uint32, *windows.Overlapped) error) error {
	for len(buf) > 0 {
		ev := r.ov.HEvent
		r.ov = windows.Overlapped{Offset: uint32(off), OffsetHigh: uint32(off >> 32), HEvent: ev}
		var n uint32
		err := call(h.h, buf, nil, &r.ov)
		if err == nil || errors.Is(err, windows.ERROR_IO_PENDING) {
			err = windows.GetOverlappedResult(h.h, &r.ov, &n, true)
		}
		if err != nil {
			return err
		}
		if n == 0 {
			return io.ErrUnexpectedEOF
		}
		off += int64(n)
		buf = buf[n:]
	}
	return nil
}

func (h handle) size() (int64, error) {
	var fi windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(h.h, &fi); err != nil {
		return 0, err
	}
	return int64(fi.FileSizeHigh)<<32 | int64(fi.FileSizeLow), nil
}

// grow moves the end of the file: NTFS and ReFS take the clusters with it.
func (h handle) grow(_, to int64) error { return h.shrink(to) }

func (h handle) shrink(to int64) error {
	info := struct{ end int64 }{to} // FILE_END_OF_FILE_INFO
	return windows.SetFileInformationByHandle(h.h, windows.FileEndOfFileInfo, (*byte)(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
}

func (h handle) sync() error { return windows.FlushFileBuffers(h.h) }

func (h handle) close() error {
	for {
		select {
		case r := <-h.free:
			r.release()
		default:
			return windows.CloseHandle(h.h)
		}
	}
}

// probe: the system does not tell what it caches.
func (h handle) probe() string { return "" }

func (h handle) cached(off, n int64) (int64, error) { return 0, errors.ErrUnsupported }

func isNoSpace(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}

package sqltype

import "strings"

// time reads hh[:mm[:ss[.fraction or :mmm]]] and AM or PM.
func (p *dateParser) time() bool {
	p.hasTime = true
	parts := []*int{&p.hour, &p.min, &p.sec}
	for i, dst := range parts {
		t := p.peek(0)
		if t.kind != 'n' || len(t.text) > 2 {
			return false
		}
		*dst = atoi(t.text)
		p.pos++
		k := p.peek(0).kind
		if k == ':' && i < 2 {
			p.pos++
			continue
		}
		if i == 2 && (k == '.' || k == ':') {
			f := p.peek(1)
			if f.kind != 'n' {
				return false
			}
			p.frac = f.text
			if k == ':' { // hh:mi:ss:mmm counts thousandths
				if len(f.text) > 3 {
					return false
				}
				p.frac = strings.Repeat("0", 3-len(f.text)) + f.text
			}
			p.pos += 2
		}
		break
	}
	if t := p.peek(0); isMeridiem(t) {
		p.pm = 1
		if t.text[0]|0x20 == 'p' {
			p.pm = 2
		}
		p.pos++
	}
	return true
}

// offset reads the zone: + or - hh:mm.
func (p *dateParser) offset() bool {
	h, colon, m := p.peek(1), p.peek(2), p.peek(3)
	if h.kind != 'n' || colon.kind != ':' || m.kind != 'n' || len(h.text) > 2 || len(m.text) != 2 {
		return false
	}
	p.off = atoi(h.text)*60 + atoi(m.text)
	if atoi(m.text) > 59 || p.off > maxOffset {
		return false
	}
	if p.peek(0).kind == '-' {
		p.off = -p.off
	}
	p.hasOff = true
	p.pos += 4
	return true
}

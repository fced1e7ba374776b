package base62id

import (
	"fmt"
	"strings"
)

// A reading is what a text was read as.
type reading struct {
	high, low uint64
	// The text of the id without quotes.
	bare string
	// The prefix of a TypeID, whose type takes any.
	prefix string
	isUUID bool
}

// read reads what the input of the id type on the server reads.
func (k *Kind) read(text string) (r reading, err error) {
	// Length first: a long text costs no more than a short one.
	if len(text) > longest {
		return r, k.tooLong(text[:longest], len(text))
	}
	r.bare = unquoted(text)
	if k == typeIDKind {
		return r, k.readAnyTypeID(&r, text)
	}
	ok := false
	if strings.HasPrefix(r.bare, k.lead) {
		r.high, r.low, ok = k.format.read(r.bare[len(k.lead):])
	}
	if !ok && k.acceptUUID {
		r.high, r.low, ok = uuidFormat.read(r.bare)
		r.isUUID = ok
	}
	if !ok {
		return r, k.fault(r.bare, text)
	}
	if k.masked && k.format.storesUUID() && !isVersion(4, r.high, r.low) {
		reason := "its UUID is not of version 4, as that of every masked id is"
		return r, &InvalidIDError{Kind: k.String(), Text: text, Reason: reason}
	}
	return r, nil
}

func (k *Kind) tooLong(beginning string, length int) error {
	reason := fmt.Sprintf("%d bytes are more than any id has", length)
	return &InvalidIDError{Kind: k.String(), Text: beginning, Reason: reason}
}

// parseBytes is Parse of a text that a driver or a decoder has as octets.
func (k *Kind) parseBytes(text []byte) (string, error) {
	if len(text) > longest {
		return "", k.tooLong(string(text[:longest]), len(text))
	}
	return k.Parse(string(text))
}

// canonical gives the one text of an id that was read.
func (k *Kind) canonical(r *reading) string {
	if r.isUUID {
		return k.format.text(k.lead, r.high, r.low)
	}
	return k.format.canonical(r.bare)
}

// readAnyTypeID reads a TypeID of any type prefix, or none, by its specification.
func (k *Kind) readAnyTypeID(r *reading, whole string) error {
	suffix := r.bare
	if separator := strings.LastIndexByte(r.bare, '_'); separator >= 0 {
		r.prefix, suffix = r.bare[:separator], r.bare[separator+1:]
		if !isTypeIDPrefix(r.prefix) {
			return k.prefixFault(r.prefix, whole)
		}
	}
	var ok bool
	if r.high, r.low, ok = k.format.read(suffix); !ok {
		return k.format.fault(k.String(), suffix, whole)
	}
	return nil
}

func unquoted(text string) string {
	if len(text) >= 2 && text[0] == '"' && text[len(text)-1] == '"' {
		return text[1 : len(text)-1]
	}
	return text
}

func isVersion(version, high, low uint64) bool {
	return high>>12&15 == version && low>>62 == 2
}

// fault says what is wrong with a text that is no id of the kind.
func (k *Kind) fault(bare, whole string) error {
	if strings.HasPrefix(bare, k.lead) {
		suffix := bare[len(k.lead):]
		// Of a TypeID the last underscore ends the type prefix: here that is a longer one.
		if k.format != typeIDFormat || k.lead == "" || !strings.Contains(suffix, "_") {
			return k.format.fault(k.String(), suffix, whole)
		}
	}
	found := k.format.prefixIn(bare)
	if k.format == typeIDFormat && found != "" && !isTypeIDPrefix(found) {
		return k.prefixFault(found, whole)
	}
	reason := fmt.Sprintf("the type prefix is %q, not %q", found, k.prefix)
	if found == "" {
		reason = fmt.Sprintf("it does not begin with %q", k.lead)
	}
	return &InvalidIDError{Kind: k.String(), Text: whole, Reason: reason}
}

func (k *Kind) prefixFault(found, whole string) error {
	reason := fmt.Sprintf("%s, not %q", k.format.prefixRule(), found)
	return &InvalidIDError{Kind: k.String(), Text: whole, Reason: reason}
}

// prefixIn gives the type prefix that an id seems to have: what stands before the last underscore
// or, where a suffix may have underscores, before as many characters as a suffix has.
func (f *format) prefixIn(bare string) string {
	separator := strings.LastIndexByte(bare, '_')
	if f == base64Format {
		separator = len(bare) - f.length - 1
	}
	if separator < 0 {
		return ""
	}
	return bare[:separator]
}

// fault says what is wrong with a suffix that is not read.
func (f *format) fault(kind, suffix, whole string) error {
	e := &InvalidIDError{Kind: kind, Text: whole}
	if len(suffix) != f.length {
		e.Reason = fmt.Sprintf("its suffix has %d bytes, not %d", len(suffix), f.length)
		if suffix == whole || suffix == unquoted(whole) {
			e.Reason = fmt.Sprintf("it has %d bytes, not %d", len(suffix), f.length)
		}
		return e
	}
	for i := 0; i < len(suffix); i++ {
		if f.fits(i, suffix[i]) {
			continue
		}
		e.Position = i + 1 + strings.LastIndex(whole, suffix)
		const reason = "%q at position %d is not in the alphabet of %s"
		e.Reason = fmt.Sprintf(reason, suffix[i:i+1], e.Position, f.name)
		if f.isHyphen(i) {
			e.Reason = fmt.Sprintf("%q at position %d is no hyphen", suffix[i:i+1], e.Position)
		}
		return e
	}
	e.Reason = "its number is none of a " + f.name
	return e
}

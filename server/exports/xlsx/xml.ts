export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

// XML 1.0 holds no control characters, lone surrogates or noncharacters.
// oxlint-disable-next-line no-control-regex
const INVALID = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
/** A text in XML, without what XML refuses. */
export const escaped = (text: string): string =>
  text.replace(INVALID, '').replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '')

/** How a part names others. */
export const relationsXml = (
  relations: readonly { id: string; type: string; target: string }[],
): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
  relations
    .map(
      ({ id, type, target }) =>
        `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
    )
    .join('') +
  '</Relationships>'

/**
 * Writes rows of cells as tab-separated text. Like spreadsheets, quotes cells with a tab, line
 * break or quote.
 */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) =>
      row
        .map((cell) => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join('\t'),
    )
    .join('\n')

/** The inverse of `toTsv`; reads the clipboard of Excel, LibreOffice and Google Sheets. */
export function fromTsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (;;) {
    const cell = source[at] === '"' ? quotedCell(source, at) : plainCell(source, at)
    row.push(cell.text)
    at = cell.end
    if (at >= source.length) break
    if (source[at] === '\n') {
      rows.push(row)
      row = []
    }
    at += 1
  }
  rows.push(row)
  return rows
}

function plainCell(source: string, start: number): { text: string; end: number } {
  let end = start
  while (end < source.length && source[end] !== '\t' && source[end] !== '\n') end += 1
  return { text: source.slice(start, end), end }
}

/** Reads a quoted cell. Without a closing quote, the cell is plain text. */
function quotedCell(source: string, start: number): { text: string; end: number } {
  let text = ''
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] !== '"') {
      text += source[at]
      continue
    }
    if (source[at + 1] === '"') {
      text += '"'
      at += 1
      continue
    }
    const next = source[at + 1]
    if (next === undefined || next === '\t' || next === '\n') return { text, end: at + 1 }
    break
  }
  return plainCell(source, start)
}

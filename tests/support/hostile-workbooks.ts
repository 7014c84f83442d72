import { deflateSync, strToU8, zipSync } from 'fflate'

const START = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** XML parts of a workbook with one sheet; a test replaces the part that attacks. */
export interface WorkbookParts {
  rows?: string
  /** XML between the cells and the end of the sheet: merged ranges, hyperlinks. */
  afterRows?: string
  beforeRows?: string
  sheetName?: string
  sharedStrings?: string
  prolog?: string
  others?: Readonly<Record<string, string>>
}

const cell = (address: string, text: string): string =>
  `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
const row = (number: number, texts: readonly string[]): string =>
  `<row r="${number}">${texts.map((text, at) => cell(`${'ABCDEFGH'[at] ?? 'Z'}${number}`, text)).join('')}</row>`
/** The XML of these rows, numbered from 1. */
export const xmlRows = (...rows: readonly (readonly string[])[]): string =>
  rows.map((texts, at) => row(at + 1, texts)).join('')

export const HARMLESS_ROWS = xmlRows(
  ['ID', 'Section', 'Requirement'],
  ['A-1', 'Access', 'Signs in'],
)

const partsOf = (parts: WorkbookParts): Record<string, string> => ({
  '[Content_Types].xml':
    `${START}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>' +
    '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>' +
    '<Override PartName="/docProps/custom.xml" ContentType="application/vnd.openxmlformats-officedocument.custom-properties+xml"/>' +
    '</Types>',
  '_rels/.rels':
    `${START}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `${START}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">` +
    `<sheets><sheet name="${parts.sheetName ?? 'Sheet1'}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `${START}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  'xl/sharedStrings.xml': parts.sharedStrings ?? `${START}<sst xmlns="${MAIN}"/>`,
  'xl/worksheets/sheet1.xml':
    `${START}${parts.prolog ?? ''}<worksheet xmlns="${MAIN}">${parts.beforeRows ?? ''}` +
    `<sheetData>${parts.rows ?? HARMLESS_ROWS}</sheetData>${parts.afterRows ?? ''}</worksheet>`,
  ...parts.others,
})

export const workbookOf = (parts: WorkbookParts = {}): Uint8Array =>
  zipSync(
    Object.fromEntries(Object.entries(partsOf(parts)).map(([name, xml]) => [name, strToU8(xml)])),
  )

/** One entry of an archive. Its two headers may differ from each other and from the truth. */
export interface RawEntry {
  name: string
  data: Uint8Array
  local: { method: number; packed: number; unpacked: number; flags?: number }
  central: { method: number; packed: number; unpacked: number; flags?: number }
}

const header = (size: number, write: (view: DataView) => void): Uint8Array => {
  const bytes = new Uint8Array(size)
  write(new DataView(bytes.buffer))
  return bytes
}
const joined = (pieces: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
const localHeader = ({ name, local }: RawEntry): Uint8Array =>
  joined([
    header(30, (view) => {
      view.setUint32(0, 0x04034b50, true)
      view.setUint16(6, local.flags ?? 0, true)
      view.setUint16(8, local.method, true)
      view.setUint32(18, local.packed, true)
      view.setUint32(22, local.unpacked, true)
      view.setUint16(26, name.length, true)
    }),
    strToU8(name),
  ])
const centralHeader = ({ name, central }: RawEntry, offset: number): Uint8Array =>
  joined([
    header(46, (view) => {
      view.setUint32(0, 0x02014b50, true)
      view.setUint16(8, central.flags ?? 0, true)
      view.setUint16(10, central.method, true)
      view.setUint32(20, central.packed, true)
      view.setUint32(24, central.unpacked, true)
      view.setUint16(28, name.length, true)
      view.setUint32(42, offset, true)
    }),
    strToU8(name),
  ])

/**
 * An archive written by hand. `counts` holds the two numbers of entries that its end record claims.
 */
export const rawZip = (
  entries: readonly RawEntry[],
  counts?: readonly [number, number],
): Uint8Array => {
  const [here, total] = counts ?? [entries.length, entries.length]
  const bodies = entries.map((entry) => joined([localHeader(entry), entry.data]))
  let offset = 0
  const directory = entries.map((entry, index) => {
    const written = centralHeader(entry, offset)
    offset += bodies[index]?.length ?? 0
    return written
  })
  const end = header(22, (view) => {
    view.setUint32(0, 0x06054b50, true)
    view.setUint16(8, here, true)
    view.setUint16(10, total, true)
    view.setUint32(
      12,
      directory.reduce((sum, { length }) => sum + length, 0),
      true,
    )
    view.setUint32(16, offset, true)
  })
  return joined([...bodies, ...directory, end])
}

/** The parts of a workbook as deflated archive entries with true headers. */
export const rawEntries = (parts: WorkbookParts = {}): RawEntry[] =>
  Object.entries(partsOf(parts)).map(([name, xml]) => {
    const bytes = strToU8(xml)
    const data = deflateSync(bytes)
    const told = { method: 8, packed: data.length, unpacked: bytes.length }
    return { name, data, local: told, central: told }
  })

export const withEntry = (entry: RawEntry): Uint8Array => rawZip([...rawEntries(), entry])

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`

/** XML around the cells of the only sheet of a workbook, and parts beside it. */
export interface SheetSource {
  before?: string
  cells?: string
  after?: string
  /** Relations of the sheet; absent = the part is missing. */
  relations?: string
  names?: string
  others?: Readonly<Record<string, string>>
}

/** The parts of an .xlsx with one sheet, "List". */
export const sheetParts = (source: SheetSource): Map<string, Uint8Array> => {
  const { before = '', cells = '<sheetData><row r="1"/></sheetData>', after = '' } = source
  const texts: Record<string, string> = {
    'xl/workbook.xml': `<workbook><sheets><sheet name="List" r:id="s1"/></sheets>${source.names ?? ''}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('s1', 'worksheet', 'worksheets/sheet1.xml')}</Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet>${before}${cells}${after}</worksheet>`,
    ...(source.relations === undefined
      ? {}
      : {
          'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships>${source.relations}</Relationships>`,
        }),
    ...source.others,
  }
  const encoder = new TextEncoder()
  return new Map(Object.entries(texts).map(([name, text]) => [name, encoder.encode(text)]))
}

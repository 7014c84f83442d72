import { STYLES_XML } from './styles.ts'
import { escaped, MAIN, PACKAGE, RELATIONS, relationsXml, XML } from './xml.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export interface WrittenSheet {
  name: string
  /** Of the filter; null = a sheet that only serves others and is never shown. */
  range: string | null
  /** The part of its notes; null = none. */
  notes: string | null
}

const partType = (part: string, type: string): string =>
  `<Override PartName="/${part}" ContentType="${TYPE}.${type}+xml"/>`

const typesXml = (sheets: readonly WrittenSheet[]): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  partType('xl/workbook.xml', 'sheet.main') +
  partType('xl/styles.xml', 'styles') +
  sheets
    .map(
      ({ notes }, at) =>
        partType(`xl/worksheets/sheet${at + 1}.xml`, 'worksheet') +
        (notes === null ? '' : partType(notes, 'comments')),
    )
    .join('') +
  '</Types>'

/** The sheets; LibreOffice keeps a filter only if its range has this name. */
const workbookXml = (sheets: readonly WrittenSheet[]): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
  sheets
    .map(
      ({ name, range }, at) =>
        `<sheet name="${escaped(name)}" sheetId="${at + 1}"` +
        `${range === null ? ' state="veryHidden"' : ''} r:id="rId${at + 1}"/>`,
    )
    .join('') +
  '</sheets><definedNames>' +
  sheets
    .map(({ name, range }, at) => {
      if (range === null) return ''
      const sheet = `'${name.replaceAll("'", "''")}'`
      const absolute = range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')
      return `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${escaped(`${sheet}!${absolute}`)}</definedName>`
    })
    .join('') +
  '</definedNames></workbook>'

/** The parts that name all others. They are written last: only then all sheets are known. */
export const packageParts = (
  sheets: readonly WrittenSheet[],
): readonly (readonly [name: string, text: string])[] => [
  ['xl/styles.xml', STYLES_XML],
  ['xl/workbook.xml', workbookXml(sheets)],
  [
    'xl/_rels/workbook.xml.rels',
    relationsXml([
      ...sheets.map((_, at) => ({
        ...{ id: `rId${at + 1}`, type: 'worksheet' },
        target: `worksheets/sheet${at + 1}.xml`,
      })),
      { id: `rId${sheets.length + 1}`, type: 'styles', target: 'styles.xml' },
    ]),
  ],
  [
    '_rels/.rels',
    relationsXml([{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }]),
  ],
  ['[Content_Types].xml', typesXml(sheets)],
]

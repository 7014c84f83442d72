import { expect, it } from 'vitest'
import {
  buildDefinition,
  buildDocument,
  buildParameter,
  buildRequirement,
  buildSection,
} from '../../../tests/support/project-rows.ts'
import { readXlsx } from 'hucre/xlsx'
import { parseSpreadsheet } from '../import/parse-spreadsheet.ts'
import { exportFile, exportFileName } from './export-file.ts'

const content = {
  document: buildDocument({ name: 'Offer' }),
  sections: [buildSection({ id: 's1', name: 'Doors' })],
  requirements: [
    buildRequirement({
      ...{ id: 'r1', fullId: 'D-1', name: 'Open', sectionId: 's1' },
      definition: buildDefinition({ content: [] }),
    }),
    buildRequirement({
      id: 'r2',
      fullId: 'D-2',
      name: '=HYPERLINK("x")',
      sectionId: 's1',
      definition: buildDefinition({
        content: [buildParameter({ id: 'n', key: 'n', name: 'Note', value: 'a, "b"\nc' })],
      }),
    }),
  ],
}
const ROWS = [
  ['ID', 'Section', 'Requirement', 'Note'],
  ['D-1', 'Doors', 'Open'],
  ['D-2', 'Doors', '=HYPERLINK("x")', 'a, "b"\nc'],
]
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

it.each(['xlsx', 'csv'] as const)(
  'a .%s has the texts that the import reads back',
  async (format) => {
    const bytes = await bytesOf((await exportFile(format, content)).blob)
    const { sheets } = parseSpreadsheet({ fileName: `a.${format}`, bytes })
    expect(
      sheets[0]?.rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1)),
    ).toEqual(ROWS)
  },
)

it('a .csv is marked as UTF-8, and runs no formula', async () => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    await bytesOf((await exportFile('csv', content)).blob),
  )
  expect(text.startsWith('\uFEFFID,')).toBe(true)
  expect(text).toContain(`"'=HYPERLINK(""x"")"`)
})

it('a .json has ids, section and the whole definition of each requirement', async () => {
  const parsed = JSON.parse(await (await exportFile('json', content)).blob.text()) as typeof content
  expect(parsed.requirements.map(({ id }) => id)).toEqual(['r1', 'r2'])
  expect(parsed.requirements[1]).toMatchObject({
    section: 'Doors',
    definition: { contentConfiguration: { parameters: [{ key: 'n', value: 'a, "b"\nc' }] } },
  })
})

it('a file name has nothing that a file system refuses', () => {
  expect(exportFileName('A/B: "C" <d>|?*', 'xlsx', '2026-11-26')).toBe('A B C d 2026-11-26.xlsx')
  expect(exportFileName('..\u0000', 'csv', '2026-11-26')).toBe('requirements 2026-11-26.csv')
  expect(exportFileName('x'.repeat(300), 'json', '2026-11-26')).toHaveLength(100 + 16)
})

it('a workbook stands from right to left where the language of its texts is written so', async () => {
  const viewOf = async (language: string | null) => {
    const { blob } = await exportFile('xlsx', { ...content, language })
    const { sheets } = await readXlsx(await bytesOf(blob))
    return sheets.map(({ view }) => view?.rightToLeft === true)
  }
  expect(await viewOf('ar')).toEqual([true])
  expect(await viewOf('sk')).toEqual([false])
  expect(await viewOf(null)).toEqual([false])
})

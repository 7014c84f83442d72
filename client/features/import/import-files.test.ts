import { createHash } from 'node:crypto'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { CFB, utils, write } from 'xlsx'
import { type CellRows, sheetCellText } from '#schema/rules/excel/excel-rows-cells.ts'
import { guessHeaderRow, guessMapping } from '../../../tests/support/guessed.ts'
import { columnsWith, type ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import type { ExistingRequirement, ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { hasSharedData, readShared, readSharedText } from '../../../tests/support/shared-data.ts'
import { ImportFileError } from './import-file-error.ts'
import { parseSpreadsheet } from './parse-spreadsheet.ts'

interface ExpectedFile {
  requirements: number
  sections: number
  sectionCounts: Record<string, number>
  sha256OfIdsAndTexts: string
  headerRow?: number
}
interface ExpectedDiff {
  NEW: number
  REMOVED: number
  CHANGED: number
  UNCHANGED: number
  newIds: string[]
  removedIds: string[]
}

const expected = hasSharedData
  ? (JSON.parse(readSharedText('data', 'EXPECTED.json')) as {
      csv: Record<string, ExpectedFile>
      xlsx: Record<string, ExpectedFile>
      versionDiff: ExpectedDiff[]
    })
  : { csv: {}, xlsx: {}, versionDiff: [] }

const counter = () => {
  let count = 0
  return () => `new-${(count += 1)}`
}
const nothing = { requirements: [], sections: [] }
const parse = (folder: string, fileName: string) =>
  parseSpreadsheet({ fileName, bytes: readShared('data', folder, fileName) })
const planOf = (
  rows: CellRows,
  existing: Parameters<typeof planImport>[0]['existing'] = nothing,
  mapping?: ImportMapping,
): ImportPlan => {
  const headerRow = guessHeaderRow(rows)
  return planImport({
    rows,
    headerRow,
    mapping: mapping ?? guessMapping(rows, headerRow),
    existing,
    newId: counter(),
  })
}
const firstSheet = (folder: string, fileName: string): CellRows =>
  parse(folder, fileName).sheets[0]?.rows ?? []
const hashOf = (pairs: readonly (readonly [string, string])[]): string =>
  createHash('sha256')
    .update(pairs.map(([id, text]) => `${id}\t${text}`).join('\n'))
    .digest('hex')
const sectionCounts = (plan: ImportPlan): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(plan.creates, (row) => row.sectionName)].map(([name, rows]) => [
      name,
      rows.length,
    ]),
  )
const asExisting = (
  plan: ImportPlan,
): { requirements: ExistingRequirement[]; sections: { id: string; name: string }[] } => ({
  sections: plan.sections,
  requirements: plan.creates.map((row, index) => ({ ...row, fullId: `REQ-${index + 1}` })),
})
const contentText = (definition: string, id: string) =>
  parseDefinition(definition).contentConfiguration.parameters.find((one) => one.id === id)?.value

describe.skipIf(!hasSharedData)('importing real files', () => {
  it('reads OWASP ASVS 5.0 with the counts of EXPECTED.json and no choice by the person', () => {
    const want = expected.csv['owasp-asvs-5.0.0-en.csv']
    const plan = planOf(firstSheet('csv', 'owasp-asvs-5.0.0-en.csv'))
    expect(plan.refused).toEqual([])
    expect(plan.creates).toHaveLength(want?.requirements ?? -1)
    expect(plan.sections).toHaveLength(want?.sections ?? -1)
    // EXPECTED.json lists only the first sixty sections.
    expect(sectionCounts(plan)).toMatchObject(want?.sectionCounts ?? {})
    expect(hashOf(plan.creates.map((row) => [row.sourceId ?? '', row.name]))).toBe(
      want?.sha256OfIdsAndTexts,
    )
    const level = parseDefinition(
      plan.creates[0]?.definition ?? '',
    ).contentConfiguration.parameters.find((one) => one.name === 'L')
    expect(level).toMatchObject({ type: 'SELECTBOX', value: '2' })
    expect(level?.options?.map((option) => option.label).toSorted()).toEqual(['1', '2', '3'])
  })

  it('reads the NIST catalogue with the counts of EXPECTED.json, taking sections from the ids', () => {
    const want = expected.xlsx['nist-sp800-53r5-control-catalog.xlsx']
    const plan = planOf(firstSheet('xlsx', 'nist-sp800-53r5-control-catalog.xlsx'))
    expect(plan.refused).toEqual([])
    expect(plan.creates).toHaveLength(want?.requirements ?? -1)
    expect(plan.sections).toHaveLength(want?.sections ?? -1)
    expect(sectionCounts(plan)).toEqual(want?.sectionCounts)
    expect(
      hashOf(
        plan.creates.map((row) => [
          row.sourceId ?? '',
          String(contentText(row.definition, 'description') ?? ''),
        ]),
      ),
    ).toBe(want?.sha256OfIdsAndTexts)
    expect(plan.creates[0]).toMatchObject({ sourceId: 'AC-1', name: 'Policy and Procedures' })
  })

  it('creates and changes nothing when the same file is imported again', () => {
    for (const [folder, file] of [
      ['csv', 'owasp-asvs-5.0.0-en.csv'],
      ['xlsx', 'nist-sp800-53r5-control-catalog.xlsx'],
    ] as const) {
      const rows = firstSheet(folder, file)
      const again = planOf(rows, asExisting(planOf(rows)))
      expect([again.creates, again.updates, again.refused, again.missing]).toEqual([[], [], [], []])
      expect(again.unchanged.length).toBeGreaterThan(300)
    }
  })

  it('updates by id from a newer version of a file: NASA 2020, then 2022', () => {
    const [want] = expected.versionDiff
    const old = asExisting(planOf(firstSheet('csv', 'nasa-cfe-requirements-2020-08.csv')))
    const plan = planOf(firstSheet('csv', 'nasa-cfe-requirements-2022-08.csv'), old)
    expect(plan.refused).toEqual([])
    expect([
      plan.creates.length,
      plan.missing.length,
      plan.updates.length,
      plan.unchanged.length,
    ]).toEqual([want?.NEW, want?.REMOVED, want?.CHANGED, want?.UNCHANGED])
    expect(plan.unknownIds.toSorted()).toEqual(want?.newIds.toSorted())
    const removed = new Set(
      plan.missing.map((one) => old.requirements.find((row) => row.id === one.id)?.sourceId),
    )
    expect([...removed].toSorted()).toEqual(want?.removedIds.toSorted())
  })

  it('finds the header row, the ids and the two section columns of a Japanese checklist', () => {
    const want = expected.xlsx['azure-waf-checklist.ja.xlsx']
    const rows = firstSheet('xlsx', 'azure-waf-checklist.ja.xlsx')
    expect(guessHeaderRow(rows)).toBe(want?.headerRow)
    const mapping = guessMapping(rows, 7)
    expect(columnsWith(mapping, 'id')).toEqual([11])
    const columns = mapping.columns.map((role, column) =>
      column < 2
        ? 'section'
        : column === 3
          ? 'name'
          : role === 'section' || role === 'name'
            ? 'ignore'
            : role,
    )
    const plan = planImport({
      rows,
      headerRow: 7,
      mapping: { ...mapping, columns, sectionFrom: 'columns' },
      existing: nothing,
      newId: counter(),
    })
    expect(plan.refused.filter((one) => one.code === 'idTwice')).toHaveLength(41)
    expect(plan.refused.filter((one) => one.code === 'nameMissing')).toHaveLength(2)
    expect(plan.creates.length + plan.refusedRows).toBe(want?.requirements)
  })

  it('keeps the addresses, the offered choices and the kinds of a checklist', () => {
    const [sheet] = parse('xlsx', 'azure-waf-checklist.ja.xlsx').sheets
    if (sheet === undefined) throw new Error('no sheet')
    const { headerRow, mapping } = guessTable(sheet)
    expect(columnsWith(mapping, 'link')).toEqual([8, 9])
    expect(columnsWith(mapping, 'select')).toEqual(expect.arrayContaining([6]))
    const plan = planImport({
      ...prepareTable(sheet, headerRow, mapping),
      ...{ existing: nothing, newId: counter() },
    })
    const fields = plan.creates.map(
      ({ definition }) => parseDefinition(definition).contentConfiguration.parameters,
    )
    const links = fields.flatMap((all) =>
      all.flatMap(({ validations, value }) => (validations === undefined ? [] : [String(value)])),
    )
    expect(links.length).toBeGreaterThan(1_200)
    expect(links.every((link) => /^https?:\/\//.test(link))).toBe(true)
    const status = fields[0]?.find(
      ({ type, options = [] }) => type === 'SELECTBOX' && options.length === 5,
    )
    expect(status?.options?.map(({ label }) => label)).toContain('該当なし')
  })

  it('opens every other workbook and table without an error, and reports merged cells', () => {
    const polish = parse('xlsx', 'owasp-asvs-2.0-pl.xlsx').sheets
    expect(polish[0]?.merges).toHaveLength(51)
    expect(polish[0]?.rows).toHaveLength(222)
    const form = parse('xlsx', 'nhs-traceability-matrix-form.xlsx').sheets
    expect(form.map((sheet) => sheet.name)).toEqual([
      'InstructionsToComplete',
      'Cover',
      'CurrentStandards',
    ])
    expect(form[1]?.rows.flat()).toContain('2019-01-01')
    const checklist = parse('xlsx', 'owasp-asvs-3.0.1-checklist.xlsx').sheets[0]
    expect(checklist?.rows).toHaveLength(202)
    expect(guessMapping(checklist?.rows ?? [], 1).columns.slice(0, 2)).toEqual(['id', 'name'])
    const nhs = parse('csv', 'nhs-capability-assessments.csv')
    expect(sheetCellText(nhs.sheets[0]?.rows ?? [], 1, 0)).toBe('Key')
    expect(nhs.sheets[0]?.rows).toHaveLength(438)
  })
})

const workbook = (rows: unknown[][]): Uint8Array => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sheet1')
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}
const problemsOf = (fileName: string, bytes: Uint8Array) => {
  try {
    parseSpreadsheet({ fileName, bytes })
    return []
  } catch (error) {
    if (error instanceof ImportFileError) return error.problems
    throw error
  }
}
const text = (value: string) => new TextEncoder().encode(value)

describe('an exported workbook', () => {
  it('keeps a text that starts like a formula as text, and reads it back', () => {
    const rows = [
      ['ID', 'Section', 'Requirement', 'Note'],
      ['SEC-1', 'Access', '=1+1', '@x'],
      ['SEC-2', 'Access', '-5', "'quoted"],
    ]
    const bytes = workbook(rows)
    const xml = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml'])
    expect(xml).not.toContain('<f>')
    expect(parseSpreadsheet({ fileName: 'a.xlsx', bytes }).sheets[0]?.rows).toEqual(rows)
  })
})

describe('files that cannot be read', () => {
  it('reports a broken quote with its cell and line', () => {
    expect(problemsOf('a.csv', text('id,name\n1,first\n2,"never ends\n3,x\n'))).toEqual([
      { code: 'brokenQuotes', detail: { line: 3, address: 'B3' } },
    ])
    expect(problemsOf('a.csv', text('id,name\n1,"a"b,c\n'))[0]).toMatchObject({
      code: 'brokenQuotes',
      detail: { line: 2, address: 'B2' },
    })
  })

  it('reports a file that is not a spreadsheet', () => {
    expect(problemsOf('a.pdf', text('%PDF-1.7 something'))[0]?.code).toBe('notSpreadsheet')
    expect(problemsOf('a.csv', text('<!doctype html><p>x'))[0]?.code).toBe('notSpreadsheet')
    expect(problemsOf('a.xlsx', zipSync({ 'word/document.xml': text('<a/>') }))[0]?.code).toBe(
      'notSpreadsheet',
    )
    expect(problemsOf('a.csv', new Uint8Array([65, 0, 66, 0, 0, 0]))[0]?.code).toBe(
      'notSpreadsheet',
    )
  })

  it('reports an empty file, a password-protected one, and a damaged one from before 2007', () => {
    expect(problemsOf('a.csv', new Uint8Array())[0]?.code).toBe('empty')
    expect(problemsOf('a.csv', text('\n\n  \n'))[0]?.code).toBe('empty')
    for (const blank of [';;;', ',,,\n,,,', ';;;\r\n;;;\r\n', '\t\t', '|||', 'sep=;\n;;;'])
      expect(problemsOf('a.csv', text(blank))[0]?.code).toBe('empty')
    expect(problemsOf('a.xlsx', workbook([[]]))[0]?.code).toBe('empty')
    const compound = new Uint8Array(600)
    compound.set([0xd0, 0xcf, 0x11, 0xe0])
    expect(problemsOf('a.xls', compound)[0]?.code).toBe('brokenZip')
    const encrypted = CFB.utils.cfb_new({})
    CFB.utils.cfb_add(encrypted, '/EncryptionInfo', new Uint8Array(200))
    CFB.utils.cfb_add(encrypted, '/EncryptedPackage', new Uint8Array(9_000))
    const bytes = new Uint8Array(CFB.write(encrypted, { type: 'array' }) as number[])
    expect(problemsOf('a.xlsx', bytes)[0]?.code).toBe('encrypted')
  })

  it('refuses an archive by its declared size and by its actual unpacked size', () => {
    const book = workbook([['ID'], ['1']])
    const end = book.length - 22
    const view = new DataView(book.buffer)
    const directory = view.getUint32(end + 16, true)
    const declared = book.slice()
    new DataView(declared.buffer).setUint32(directory + 24, 300 * 1024 * 1024, true)
    expect(problemsOf('a.xlsx', declared)[0]?.code).toBe('zipBomb')
    const packed = zipSync({ 'xl/workbook.xml': new Uint8Array(5_000_000) })
    const lying = packed.slice()
    const at = new DataView(lying.buffer).getUint32(lying.length - 22 + 16, true)
    new DataView(lying.buffer).setUint32(at + 24, 10, true)
    expect(problemsOf('a.xlsx', lying)[0]?.code).toBe('zipBomb')
    expect(problemsOf('a.xlsx', book.slice(0, book.length - 30))[0]?.code).toBe('brokenZip')
  })

  it('reads only used cells of a sheet whose dimension claims the whole grid', () => {
    const files = unzipSync(
      workbook([
        ['ID', 'Section', 'Requirement'],
        ['a', 's', 'n'],
      ]),
    )
    const path = 'xl/worksheets/sheet1.xml'
    const xml = new TextDecoder()
      .decode(files[path])
      .replace(/<dimension ref="[^"]*"/, '<dimension ref="A1:XFD1048576"')
    expect(xml).toContain('XFD1048576')
    const bytes = zipSync({ ...files, [path]: text(xml) })
    expect(parseSpreadsheet({ fileName: 'wide.xlsx', bytes }).sheets[0]?.rows).toHaveLength(2)
  })

  it('refuses too many rows or columns', () => {
    expect(problemsOf('a.csv', text('a,b\n'.repeat(60_002)))[0]?.code).toBe('tooManyRows')
    expect(problemsOf('a.csv', text(`${'a,'.repeat(200)}b\n`))[0]).toMatchObject({
      code: 'tooManyColumns',
      detail: { found: 201 },
    })
  })

  it('reads a Central European CSV with semicolons, and UTF-8 with a byte order mark', () => {
    const central = new Uint8Array([...text('ID;Sekcia;Po'), 0x9e, ...text('iadavka\n1;A;B\n')])
    const file = parseSpreadsheet({ fileName: 'a.csv', bytes: central })
    expect(file).toMatchObject({ encoding: 'Windows-1250', delimiter: ';' })
    expect(file.sheets[0]?.rows[0]).toEqual(['ID', 'Sekcia', 'Požiadavka'])
    expect(
      parseSpreadsheet({ fileName: 'a.csv', bytes: text('\ufeffID,x\n1,2') }).sheets[0]?.rows[0],
    ).toEqual(['ID', 'x'])
  })
})

import { strToU8, zipSync } from 'fflate'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { guessWorkbook } from '#schema/rules/excel/guess/rank-sheets.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { hasSharedData, readShared, sharedPath } from '../../../../tests/support/shared-data.ts'
import { ImportFileError } from '../import-file-error.ts'
import { readFiles } from '../read-file.ts'
import type { NamedBytes } from './read-texts.ts'

/** The plan of an import without a touch, into an empty document. */
const planned = async (...files: NamedBytes[]) => {
  const { sheets, kind } = await readFiles({ files })
  expect(kind).toBe('text')
  const { sheetIndex, guesses } = guessWorkbook(sheets)
  const [sheet, guess] = [sheets[sheetIndex], guesses[sheetIndex]]
  if (sheet === undefined || guess === undefined) throw new Error('no sheet')
  let count = 0
  const input = {
    ...prepareTable(sheet, guess.headerRow, guess.mapping),
    newId: () => `n${(count += 1)}`,
  }
  const plan = planImport({ ...input, existing: { requirements: [], sections: [] } })
  const again = planImport({
    ...input,
    existing: {
      sections: plan.sections,
      requirements: plan.creates.map((one) => ({ ...one, fullId: null })),
    },
  })
  expect([again.creates, again.updates, again.missing]).toEqual([[], [], []])
  const roles = guess.names.map((name, column) => [name, guess.mapping.columns[column]] as const)
  return { plan, roles: Object.fromEntries(roles), first: plan.creates[0] }
}
const shared = (...path: string[]): NamedBytes => ({
  fileName: path.at(-1) ?? '',
  bytes: new Uint8Array(readShared('data', ...path)),
})
const countsOf = ({ plan }: Awaited<ReturnType<typeof planned>>) => [
  plan.creates.length,
  plan.sections.length,
  plan.refusedRows,
]

describe.runIf(hasSharedData)('real files come in without a touch', () => {
  it('[XL40] an OSCAL catalogue: controls in the groups around them', async () => {
    const read = await planned(shared('json', 'au-ism-essential-eight-ml1.oscal.json'))
    expect(countsOf(read).slice(0, 1)).toEqual([46])
    expect(read.plan.refused).toEqual([])
    expect(read.first).toMatchObject({
      sourceId: 'ism-1507',
      name: 'Requests for privileged access to systems and their resources are validated when first requested.',
      sectionName:
        'Guidelines for personnel security / Access to systems and their resources / Privileged access to systems',
    })
    expect(read.roles).toMatchObject({ Applicability: 'several' })
  })

  it('[XL41] an OpenACR catalogue: criteria in chapters, components as several choices', async () => {
    const read = await planned(shared('yaml', 'openacr-catalog-2.4-wcag-2.1-508-en.yaml'))
    expect(read.plan.sections).toHaveLength(7)
    expect(read.plan.refused).toEqual([])
    expect(read.first).toMatchObject({ sourceId: '1.1.1', name: 'Non-text Content' })
    expect(read.roles).toMatchObject({ Components: 'several' })
  })

  it('[XL42] a questionnaire of VSAQ, with comments: questions in blocks', async () => {
    const read = await planned(shared('json', 'google-vsaq-infrastructure.json'))
    expect(read.plan.creates).toHaveLength(71 + 8 + 11 + 6)
    expect(read.plan.refused).toEqual([])
    expect(JSON.stringify(read.plan.creates.map(({ name }) => name))).not.toMatch(/<\/?[a-z]/)
    const question = read.plan.creates.find(({ sourceId }) => sourceId === 'network_firewalls')
    expect(question?.sectionName).toBe('Network')
    const fields = parseDefinition(question?.definition ?? '').contentConfiguration.parameters
    const valueOf = (name: string) => fields.find((one) => one.name === name)?.value
    expect(valueOf('Choices')).toContain('\nWe do not use firewalls.')
    expect(valueOf('Notes')).toContain('Lack of firewall: Even small networks')
  })

  it('[XL43] question files with their manifests, chosen together or in an archive', async () => {
    const root = sharedPath('data', 'yaml', 'uk-g-cloud-12')
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.yml'))
      .map((path) => ({ ...shared('yaml', 'uk-g-cloud-12', path), fileName: path }))
    expect(files).toHaveLength(322)
    const together = await planned(...files)
    expect(together.plan.creates).toHaveLength(315)
    expect(together.plan.refused).toEqual([])
    expect(together.roles).toMatchObject({ Answer: 'select', Optional: 'yesNo' })
    const tools = together.plan.creates.find(({ sourceId }) => sourceId === 'APIAutomationTools')
    expect(tools?.name).toBe('Which standard automation tools work with your service’s API?')
    const zip = zipSync(Object.fromEntries(files.map((one) => [one.fileName, one.bytes])))
    const packed = await planned({ fileName: 'g-cloud.zip', bytes: zip })
    expect(packed.plan.creates.map(({ name }) => name)).toEqual(
      together.plan.creates.map(({ name }) => name),
    )
  })

  it('[XL44] needs of sphinx-needs: documents and their sections', async () => {
    const read = await planned(shared('json', 'onap-vnf-requirements-honolulu.json'))
    expect(countsOf(read)).toEqual([821, 162, 0])
    expect(read.roles).toMatchObject({ keyword: 'select', target: 'select' })
  })

  it('[XL45] a tree that nobody has described: leaves with the headings above them', async () => {
    const read = await planned(shared('json', 'owasp-asvs-5.0.0-en.json'))
    expect(countsOf(read)).toEqual([345, 80, 0])
    expect(read.first).toMatchObject({
      sourceId: 'V1.1.1',
      sectionName: 'Encoding and Sanitization / Encoding and Sanitization Architecture',
    })
  })
})

const text = (fileName: string, content: string): NamedBytes => ({
  fileName,
  bytes: strToU8(content),
})
const problemOf = async (...files: NamedBytes[]) => {
  try {
    await readFiles({ files })
    return null
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    const [first] = error.problems
    return [
      first?.code,
      first?.detail.line ?? 0,
      ...(first?.detail.inFile === undefined ? [] : [first.detail.inFile]),
    ]
  }
}
const laughs = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name, at) => {
    const above = String.fromCodePoint(97 + at)
    return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${above}`).join(',')}]`
  }),
].join('\n')

describe('a text that is wrong or attacks its reader is refused with its line', () => {
  it.each([
    ['a value is missing', 'a.json', '[\n {"id": 1},\n {"id": }\n]', ['textBroken', 3]],
    ['a string without an end', 'a.json', '{\n"a": "x', ['textBroken', 2]],
    ['a mapping within a text', 'a.yaml', 'a: 1\nb: c: d\n', ['textBroken', 2]],
    ['a key twice', 'a.yaml', 'a: 1\nb: 2\na: 3\n', ['textBroken', 3]],
    ['lists in lists', 'a.json', '['.repeat(200_000), ['textTooDeep', 1]],
    [
      'lists in lists of YAML',
      'a.yaml',
      `${'['.repeat(300)}${']'.repeat(300)}`,
      ['textTooDeep', 1],
    ],
    ['aliases of aliases', 'a.yml', laughs, ['textAliases', 0]],
    ['nothing', 'a.json', '  \n', ['empty', 0]],
    ['no list', 'a.json', '{"a": 1}', ['textNoList', 0]],
    ['text after the end', 'a.json', '[]\n\n[]', ['textBroken', 3]],
  ])('[XL46] %s', async (_, fileName, content, problem) => {
    expect(await problemOf(text(fileName, content))).toEqual(problem)
  })

  it('[XL46] another encoding, a million fields, an alias of itself, a wrong one of several', async () => {
    const bytes = new Uint8Array([...strToU8('[{"a":\n"'), 0xe9, ...strToU8('"}]')])
    expect(await problemOf({ fileName: 'a.json', bytes })).toEqual(['textEncoding', 2])
    const wide = `[{${Array.from({ length: 300 }, (_v, at) => `"k${at}":"v"`).join(',')}}]`
    expect(await problemOf(text('a.json', wide))).toEqual(['textTooLarge', 0])
    const many = `[${'1,'.repeat(1_000_001)}1]`
    expect(await problemOf(text('a.json', many))).toEqual(['textTooLarge', 1])
    expect(await problemOf(text('a.yaml', 'a: &a\n  b: *a\n'))).toEqual(['textAliases', 0])
    expect(await problemOf(text('a.json', '[]'), text('b.json', '\n['))).toEqual([
      'textBroken',
      2,
      'b.json',
    ])
    expect(await problemOf(text('a.json', '[]'), text('b.csv', 'ID'))).toEqual([
      'mixedFiles',
      0,
      'b.csv',
    ])
  })

  it('[XL46] of several files each wrong one is named with its line', async () => {
    const files = [text('a.json', '[{"id":1}]'), text('b.json', '\n['), text('c.yaml', 'a: b: c')]
    const places: unknown[] = []
    const reading = readFiles({ files: [...files, text('d.json', '')] }, (_phase, place) => {
      if (place !== undefined) places.push(place)
    })
    await expect(reading).rejects.toMatchObject({
      problems: [
        { code: 'textBroken', detail: { line: 2, inFile: 'b.json' } },
        { code: 'textBroken', detail: { line: 1, inFile: 'c.yaml' } },
        { code: 'empty', detail: { inFile: 'd.json' } },
      ],
    })
    expect(places).toHaveLength(4)
    expect(places.at(-1)).toEqual({ fileName: 'd.json', at: 4, of: 4 })
  })

  it('[XL46] of several files those without a list are named', async () => {
    const list = JSON.stringify([{ id: 'R-1', text: 'The system starts.' }])
    const read = await readFiles({ files: [text('a.json', list), text('b.json', '{"a": 1}')] })
    expect(read.sheets).toHaveLength(1)
    expect(read.withoutList).toEqual(['b.json'])
  })

  it('[XL46] 50 MB are read within their limits or refused', async () => {
    const size = 50 * 1024 * 1024
    const filled = (start: string, end: string): NamedBytes => {
      const bytes = new Uint8Array(size).fill(0x78)
      bytes.set(strToU8(start))
      bytes.set(strToU8(end), size - end.length)
      return { fileName: 'a.json', bytes }
    }
    expect(await problemOf(filled('[{"id":"R-1","text":"', '"}]'))).toBeNull()
    expect(await problemOf({ ...filled('- id: ', ''), fileName: 'a.yaml' })).toEqual([
      'textTooLarge',
      0,
    ])
    expect(await problemOf(filled('[', ']'), text('b.json', '[]'))).toEqual(['tooBig', 0])
    const zip = zipSync({ 'a.json': new Uint8Array(201 * 1024 * 1024) }, { level: 1 })
    expect(await problemOf({ fileName: 'a.zip', bytes: zip })).toEqual(['zipBomb', 0])
    expect(
      await problemOf({ fileName: 'a.zip', bytes: zipSync({ 'a.txt': strToU8('a') }) }),
    ).toEqual(['notSpreadsheet', 0])
  })

  it('[XL46] keys that name parts of objects are only keys', async () => {
    const value =
      '[{"id":"R-1","__proto__":{"polluted":"x"},"constructor":"c","text":"The system starts."}]'
    for (const fileName of ['a.json', 'a.yaml']) {
      await readFiles({ files: [text(fileName, value)] })
      expect(Reflect.get({}, 'polluted')).toBeUndefined()
    }
  })
})

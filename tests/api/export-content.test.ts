import { unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { afterEach, expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import { API } from '#schema/api/index.ts'
import {
  buildDefinition,
  buildParameter,
  buildRequirement,
  buildStatement,
} from '../support/project-rows.ts'
import {
  world,
  closeExportWorld,
  OF_BETA,
  buildExportWorld,
  start,
  downloadRaw,
  tablesFor,
  namesOf,
  rowsOf,
} from './export-world.ts'
import { type Username } from './world.ts'

afterEach(closeExportWorld)

test('[EX1] of everything has a table per document, answers, scores and their sums, comments and log', async () => {
  await buildExportWorld()
  const exported = await tablesFor('owner')
  expect(namesOf(exported)).toEqual([
    'Functions',
    'Protection',
    'Answers',
    'Ranking',
    'Scores',
    'Sums behind the scores',
    'Overrides',
    'Comments',
    'Change log',
  ])
  expect(rowsOf(exported, 'Functions')).toMatchObject([
    { id: 'FUN-0001', section: 'General', requirement: 'Sends mail' },
    { id: 'FUN-0002', requirement: 'Keeps a calendar' },
  ])
  const answers = rowsOf(exported, 'Answers')
  expect(answers).toHaveLength(6)
  expect(answers[0]).toMatchObject({
    id: 'FUN-0001',
    package: 'Core',
    document: 'Functions',
    status: 'Submitted',
    'field:met': 80,
    'release:met': 'Available now',
  })
  expect(answers.filter(({ status }) => status === 'Not answered')).toHaveLength(2)
  expect(rowsOf(exported, 'Ranking')).toMatchObject([
    { rank: 1, overridden: 0 },
    { rank: 1, overridden: 0 },
  ])
  for (const score of rowsOf(exported, 'Scores')) {
    const terms = rowsOf(exported, 'Sums behind the scores').filter(
      ({ level, id, name, vendor, leftOut }) =>
        level === score['level'] &&
        id === score['id'] &&
        name === score['name'] &&
        vendor === score['vendor'] &&
        leftOut === null,
    )
    const total = terms.reduce((sum, { contribution }) => sum + Number(contribution), 0)
    if (score['score'] !== null) expect(total).toBeCloseTo(Number(score['score']), 9)
  }
  expect(rowsOf(exported, 'Scores').filter(({ score }) => score === 80)).not.toEqual([])
})

test('[EX24] a workbook stands from right to left if the texts of its project do', async () => {
  await buildExportWorld({ state: 'EVALUATION', publishedOn: 0, language: 'ar' })
  const made = await start('owner', { content: 'answers', format: 'xlsx' })
  const { sheets } = await readXlsx((await downloadRaw('owner', made.id)).bytes)
  expect(sheets.map(({ view }) => view?.rightToLeft)).toEqual([true])
})

test('[EX1] [EX22] an .xlsx opens with header, filter, types and protected ids, and a .csv of several tables is an archive', async () => {
  await buildExportWorld()
  const made = await start('owner', { content: 'answers', format: 'xlsx' })
  expect(made.fileName).toMatch(/^Groupware 1 Answers \d{4}-\d\d-\d\d\.xlsx$/)
  const file = await downloadRaw('owner', made.id)
  expect(file.headers.get('content-disposition')).toContain('attachment; filename=')
  expect(file.headers.get('cache-control')).toBe('no-store')
  expect(file.bytes).toHaveLength(Number(made.bytes))
  const sheet = read(file.bytes).Sheets['Answers']
  expect(sheet?.['!autofilter']).toEqual({ ref: 'A1:N7' })
  expect(sheet?.['H2']).toMatchObject({ t: 'n', v: 80 })
  const [answers] = (await readXlsx(file.bytes, { readStyles: true })).sheets
  expect(answers?.protection?.sheet).toBe(true)
  const isOpen = (at: string) => answers?.cells?.get(at)?.style?.protection?.locked === false
  expect([isOpen('1,0'), isOpen('1,7')]).toEqual([false, true])
  const zipped = await start('owner', { format: 'csv' })
  expect(zipped.fileName).toMatch(/\.zip$/)
  const entries = unzipSync((await downloadRaw('owner', zipped.id)).bytes)
  expect(Object.keys(entries)).toHaveLength(9)
  expect(new TextDecoder().decode(entries['1 Functions.csv'])).toMatch(/^ID,Section,Requirement/)
  const plain = await start('owner', { content: 'answers', format: 'csv' })
  expect(plain.fileName).toMatch(/\.csv$/)
})

test('[EX23] help for vendors stands as notes beside the requirements of a workbook', async () => {
  await buildExportWorld(undefined, {
    requirement: [buildRequirement({ vendorHelp: '=Attach\na picture.' })],
  })
  const notesFor = async (username: Username) => {
    const { id } = await start(username, { content: 'requirements', format: 'xlsx' })
    const { sheets } = await readXlsx((await downloadRaw(username, id)).bytes)
    return sheets.map(({ cells }) =>
      [...(cells ?? [])].flatMap(([at, { comment }]) =>
        comment === undefined ? [] : [[at, comment.text]],
      ),
    )
  }
  for (const username of ['owner', 'alpha-contact'] as const)
    expect(await notesFor(username)).toEqual([[['1,2', '=Attach\na picture.']], []])
})

test('[EX1] overrides and only the chosen vendors are exported', async () => {
  await buildExportWorld()
  const { alpha } = world.companies
  await (
    await world.as('owner')
  ).call(API.overrides.set, {
    body: {
      requirementId: 'r1',
      vendorId: alpha,
      parameterId: 'met',
      value: 40,
      reason: 'Shown in the demonstration',
    },
  } as never)
  const exported = await tablesFor('owner', { content: 'evaluation', vendorIds: [alpha] })
  expect(rowsOf(exported, 'Ranking')).toHaveLength(1)
  expect(rowsOf(exported, 'Overrides')).toMatchObject([
    { id: 'FUN-0001', original: 80, override: 40, reason: 'Shown in the demonstration' },
  ])
  expect((await tablesFor('owner', { content: 'answers', vendorIds: [alpha] })).text).not.toContain(
    OF_BETA,
  )
})

test('[EX9] texts that look like formulas stay texts in every format', async () => {
  const evil = '=HYPERLINK("http://evil.example","x")'
  const definition = buildDefinition({
    content: [buildParameter({ id: 'text', key: 'text', name: '+Text', value: '@SUM(1)' })],
    answer: [buildStatement()],
  })
  await buildExportWorld(undefined, { requirement: [buildRequirement({ name: evil, definition })] })
  const csv = await start('owner', { content: 'requirements', format: 'csv' })
  const entries = unzipSync((await downloadRaw('owner', csv.id)).bytes)
  const text = new TextDecoder().decode(entries['1 Functions.csv'])
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")",'@SUM(1)`)
  expect(text).toContain(",'+Text\r\n")
  const xlsx = await start('owner', { content: 'requirements', format: 'xlsx' })
  const sheet = read((await downloadRaw('owner', xlsx.id)).bytes, { cellFormula: true }).Sheets[
    'Functions'
  ]
  expect(sheet?.['C2']).toMatchObject({ t: 's', v: evil })
  expect(sheet?.['C2']).not.toHaveProperty('f')
  expect(sheet === undefined ? [] : utils.sheet_to_json(sheet, { header: 1 })[0]).toEqual([
    'ID',
    'Section',
    'Requirement',
    '+Text',
  ])
})

import { describe, expect, it } from 'vitest'
import type { Parameter } from '../../entities/parameter.ts'
import { contentProblems } from '../definition/content-validation.ts'
import { checkDefinition, parseDefinition } from '../definition/parameters.ts'
import type { Cell } from './excel-rows-cells.ts'
import { importCommands } from './excel-rows-commands.ts'
import type { ColumnRole, ImportMapping } from './excel-rows-mapping.ts'
import type { ExistingRequirement } from './excel-rows-plan.ts'
import { planImport } from './excel-rows.ts'
import { type ImportSheet, prepareTable } from './prepare-table.ts'

const HEAD = ['ID', 'Section', 'Requirement', 'Field']
const rowsOf = (...cells: Cell[]): Cell[][] => [
  HEAD,
  ...cells.map((cell, at) => [`A-${at + 1}`, 'Access', `Text ${at + 1}`, cell]),
]
const planOf = (
  role: ColumnRole,
  sheet: Omit<ImportSheet, 'merges'>,
  {
    requirements = [],
    ...changes
  }: Partial<ImportMapping> & {
    requirements?: readonly ExistingRequirement[]
  } = {},
) => {
  const mapping: ImportMapping = {
    columns: ['id', 'section', 'name', role],
    sectionFrom: 'columns',
    defaultSection: 'General',
    ...changes,
  }
  return planImport({
    ...prepareTable({ merges: [], ...sheet }, 1, mapping),
    existing: { requirements, sections: [{ id: 's', name: 'Access' }] },
    newId: () => crypto.randomUUID(),
  })
}
type Plan = ReturnType<typeof planOf>
/** The content of each new requirement, as it is stored. */
const contents = (plan: Plan): (Parameter | undefined)[] =>
  plan.creates.map(({ definition }) => {
    expect(contentProblems(parseDefinition(definition))).toEqual([])
    return checkDefinition(definition).contentConfiguration.parameters[0]
  })
const stored = ({ creates }: Plan): ExistingRequirement[] =>
  creates.map(({ id, sourceId, name, definition, vendorHelp = '' }) => ({
    ...{ id, sourceId, name, definition, vendorHelp, fullId: null, sectionId: 's' },
  }))
const counts = ({ creates, updates, unchanged, refused }: Plan): number[] =>
  [creates, updates, unchanged, refused].map(({ length }) => length)

describe('[XL23] each kind of column makes its control', () => {
  it.each([
    ['number', 4.5, { type: 'INPUT', inputType: 'number', value: 4.5 }],
    ['date', '1.3.2026', { type: 'DATE_PICKER', value: '2026-03-01' }],
    ['yesNo', 'Nie', { type: 'CHECKBOX', value: false }],
    ['link', 'https://a.example/1', { type: 'INPUT', value: 'https://a.example/1' }],
  ] as const)('%s', (role, cell, want) => {
    expect(contents(planOf(role, { rows: rowsOf(cell, '') }))).toMatchObject([want, undefined])
  })

  it.each([
    ['number', 'many', 'notNumber'],
    ['date', '30.2.2026', 'notDate'],
    ['yesNo', 'partly', 'notTick'],
    ['several', Array.from({ length: 30 }, (_, at) => `o${at}`).join(';'), 'tooManyOptions'],
    ['several', '#REF!', 'cellError'],
  ] as const)('%s refuses %s', (role, cell, code) => {
    const plan = planOf(role, { rows: rowsOf(cell) })
    expect(plan.refused.map((one) => [one.code, one.address])).toEqual([[code, 'D2']])
    expect(plan.creates).toEqual([])
  })

  it('several choices are checkboxes of a group, the same ones in each requirement', () => {
    const plan = planOf('several', { rows: rowsOf('Web; Mobile', 'Mobile') })
    expect(
      contents(plan).map((group) => group?.parameters?.map(({ name, value }) => [name, value])),
    ).toEqual([
      [
        ['Web', true],
        ['Mobile', true],
      ],
      [
        ['Web', false],
        ['Mobile', true],
      ],
    ])
    const again = (...cells: Cell[]) =>
      planOf('several', { rows: rowsOf(...cells) }, { requirements: stored(plan) })
    expect(counts(again('Mobile\nWeb', 'Mobile'))).toEqual([0, 0, 2, 0])
    const [update] = again('Web', 'Mobile').updates
    const [group] = Object.values(update?.patch.definitionPart?.content.parameters ?? {})
    expect(group?.parameters?.map(({ name, value }) => [name, value])).toEqual([
      ['Web', true],
      ['Mobile', false],
    ])
    const [added] = again('Web, Mobile', 'Mobile; Desktop').updates
    expect(added?.changed).toEqual(['Field'])
    expect(JSON.stringify(added?.patch)).toContain('"name":"Desktop"')
    expect(counts(again('', 'Mobile'))).toEqual([0, 1, 1, 0])
  })
})

describe('[XL24] what cells say beside their values is kept', () => {
  const lists = [{ top: 2, bottom: 9, left: 3, right: 3, options: ['must', 'should', 'could'] }]

  it('a choice offers what the workbook offers, also what no cell has', () => {
    const plan = planOf('select', { rows: rowsOf('should', 'maybe'), lists })
    expect(contents(plan)[0]?.options?.map(({ key }) => key)).toEqual([
      'must',
      'should',
      'could',
      'maybe',
    ])
  })

  it('a list above the header says nothing of the rows', () => {
    const above = lists.map((one) => ({ ...one, top: 1, bottom: 1 }))
    const plan = planOf('select', { rows: rowsOf('should'), lists: above })
    expect(contents(plan)[0]?.options?.map(({ key }) => key)).toEqual(['should'])
  })

  it('a link field takes the address, another text keeps it behind itself', () => {
    const links = [
      { row: 2, column: 3, text: 'HTTPS://a.example/1' },
      { row: 3, column: 3, text: 'javascript:alert(1)' },
      { row: 2, column: 2, text: 'https://name.example' },
    ]
    const rows = rowsOf('More info', 'More info')
    const plan = planOf('link', { rows, links })
    expect(contents(plan).map((one) => [one?.value, one?.validations?.length])).toEqual([
      ['https://a.example/1', 1],
      ['More info', undefined],
    ])
    const changed = planOf('link', { rows: rowsOf('none', 'none') }, { requirements: stored(plan) })
    expect(changed.refused.map(({ code, address }) => [code, address])).toEqual([
      ['breaksRule', 'D2'],
    ])
    const texts = planOf('text', { rows, links })
    expect(contents(texts).map((one) => one?.value)).toEqual([
      'More info (https://a.example/1)',
      'More info',
    ])
    expect(texts.creates[0]?.name).toBe('Text 1')
    const again = planOf('text', { rows, links }, { requirements: stored(texts) })
    expect(counts(again)).toEqual([0, 0, 2, 0])
  })

  it('comments become the help for vendors if wanted, and change it only where they differ', () => {
    const notes = [
      { row: 1, column: 3, text: 'of the header' },
      { row: 2, column: 3, text: 'Shown by a test' },
      { row: 2, column: 0, text: 'Agreed' },
    ]
    const rows = rowsOf('a', 'b')
    expect(planOf('text', { rows, notes }).creates[0]?.vendorHelp).toBeUndefined()
    const plan = planOf('text', { rows, notes }, { notesAsHelp: true })
    expect(plan.creates.map(({ vendorHelp }) => vendorHelp)).toEqual([
      'Shown by a test\nAgreed',
      undefined,
    ])
    const commands = importCommands({
      ...{ plan, projectId: 'p', documentId: 'd' },
      existing: { requirements: [], sections: [] },
    })
    expect(commands.map(({ name, created, updated }) => [name, created, updated])).toEqual([
      ['requirements.createBulk', 2, 0],
      ['requirements.updateBulk', 0, 0],
    ])
    expect(commands[1]?.args).toEqual({
      projectId: 'p',
      items: [{ id: plan.creates[0]?.id, patch: { vendorHelp: 'Shown by a test\nAgreed' } }],
    })
    const requirements = stored(plan)
    const again = (text: string) =>
      planOf(
        'text',
        { rows, notes: [{ row: 2, column: 0, text }] },
        { notesAsHelp: true, requirements },
      )
    expect(counts(again('Shown by a test\nAgreed'))).toEqual([0, 0, 2, 0])
    expect(again('Else').updates.map(({ patch, changed }) => [patch.vendorHelp, changed])).toEqual([
      ['Else', ['help']],
    ])
  })
})

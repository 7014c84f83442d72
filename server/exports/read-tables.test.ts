import { afterEach, describe, expect, it } from 'vitest'
import type { ExportContent } from '#schema/entities/export.ts'
import { EXPORT_CONTENTS } from '#schema/entities/export.ts'
import type { Project } from '#schema/entities/project.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import {
  buildCommitment,
  buildDefinition,
  buildDocument,
  buildParameter,
  buildRequirement,
  buildSection,
} from '../../tests/support/project-rows.ts'
import { type ReadTable, readTable, tablesFor } from '../../tests/support/read-project-tables.ts'

let town: ContentTown
afterEach(() => town.rows.close())
const withField = (name: string) =>
  buildDefinition({
    content: [buildParameter({ id: name, key: name, name, value: `${name} of it` })],
    answer: [buildParameter({ id: 'note', key: 'note', name: 'Note' })],
  })
/** A document of two sections, whose requirements are stored in another order than they are read. */
const openTown = async (project: Partial<Project> = {}, more = 0): Promise<void> => {
  town = await openContentTown(
    { state: 'EVALUATION', publishedOn: 1, ...project },
    ({ alpha, beta }) => ({
      document: [
        buildDocument({ id: 'd2', packageId: 'p2', name: 'Protection', prefix: 'SEC', rank: 'A' }),
        buildDocument({ rank: 'B' }),
      ],
      section: [
        buildSection({ name: 'First', rank: 'A' }),
        buildSection({ id: 's9', name: 'Second', rank: 'B' }),
        buildSection({ id: 's2', packageId: 'p2', documentId: 'd2', name: 'Keys' }),
      ],
      requirement: [
        buildRequirement({ id: 'a', fullId: 'FUN-4', sectionId: 's9', rank: 'A' }),
        buildRequirement({ id: 'b', fullId: 'FUN-2', rank: 'B', vendorHelp: 'Help of b' }),
        buildRequirement({ id: 'c', fullId: 'FUN-1', rank: 'A', definition: withField('Colour') }),
        buildRequirement({ id: 'd', fullId: 'FUN-9', sectionId: 'gone', rank: 'A' }),
        buildRequirement({ id: 'e', fullId: 'FUN-3', rank: 'C', vendorHelp: ' \n' }),
        buildRequirement({
          id: 'r1',
          fullId: 'FUN-5',
          sectionId: 's9',
          rank: 'B',
          vendorHelp: 'H',
        }),
        buildRequirement({
          ...{ id: 'z', packageId: 'p2', documentId: 'd2', sectionId: 's2', fullId: 'SEC-1' },
          definition: withField('Key'),
        }),
        ...Array.from({ length: more }, (_, at) =>
          buildRequirement({
            ...{ id: `m${at}`, fullId: `MORE-${at}`, sectionId: 's9', vendorHelp: 'H' },
            rank: `C${String(at).padStart(4, '0')}`,
          }),
        ),
      ],
      commitment: [
        buildCommitment({
          ...{ requirementId: 'b', vendorId: alpha, submitted: true },
          values: { met: 50, 'met.release': 0, note: 'of Alpha' },
        }),
        buildCommitment({ requirementId: 'b', vendorId: beta, values: { note: 'of Beta' } }),
        buildCommitment({ requirementId: 'a', vendorId: beta, values: { note: 'more of Beta' } }),
      ],
    }),
  )
  // The other project has other texts at the same places.
  const { queries } = town.rows.database
  for (const table of ['requirements', 'commitments'] as const) {
    const rows = await queries
      .selectFrom(table)
      .select(['id', 'body'])
      .where('project_id', '=', 'zother')
      .execute()
    for (const { id, body } of rows)
      await queries
        .updateTable(table)
        .set({ body: body.replaceAll('FUN-', 'OTHER-').replaceAll(' of ', ' elsewhere ') })
        .where('project_id', '=', 'zother')
        .where('id', '=', id)
        .execute()
  }
}
const vendor = (vendorId: number, name: string) => ({ vendorId, name })
const both = () => [vendor(town.alpha, 'Alpha'), vendor(town.beta, 'Beta')]
const read = async (
  contents: ExportContent[],
  { vendors = both(), by = town.olga } = {},
): Promise<ReadTable[]> => {
  const tables: ReadTable[] = []
  for (const table of await tablesFor(town, by, { contents, vendors }))
    tables.push(await readTable(table))
  return tables
}
const firstCells = ({ rows }: ReadTable) => rows.map(([id]) => id)
/** Cells of a row by the keys of their columns. */
const byKey = ({ head, rows }: ReadTable) =>
  rows.map((row) => Object.fromEntries(head.columns.map(({ key }, at) => [key, row[at]])))

describe('[EX2] the tables of an export', () => {
  it('stand in one order, and only those that were asked for', async () => {
    await openTown()
    const named = async (contents: readonly ExportContent[]) =>
      (await tablesFor(town, town.olga, { contents, vendors: both() })).map(({ name }) => name)
    const all = await named(EXPORT_CONTENTS.toReversed())
    expect(all).toEqual([
      ...['Functions', 'Protection', 'Answers', 'Ranking', 'Scores', 'Sums behind the scores'],
      ...['Overrides', 'Comments', 'Change log'],
    ])
    expect(await named(['requirements'])).toEqual(all.slice(0, 2))
    expect(await named(['answers'])).toEqual(['Answers'])
    expect(await named(['log', 'comments'])).toEqual(['Comments', 'Change log'])
    expect(await named(['archive', 'everything'])).toEqual([])
  })

  it('of requirements have those of one document each, in reading order', async () => {
    await openTown()
    const [functions, protection, ...others] = await read(['requirements'])
    if (functions === undefined || protection === undefined) throw new Error('There is no table')
    expect(others).toEqual([])
    expect(functions.rows.map((row) => row.slice(0, 2))).toEqual([
      ...[
        ['FUN-1', 'First'],
        ['FUN-2', 'First'],
        ['FUN-3', 'First'],
      ],
      ...[
        ['FUN-4', 'Second'],
        ['FUN-5', 'Second'],
      ],
    ])
    expect(protection.rows).toEqual([['SEC-1', 'Keys', 'Sends mail', 'Key of it']])
    const headers = ({ head }: ReadTable) => head.columns.map(({ header }) => header)
    expect(headers(protection)).toEqual(['ID', 'Section', 'Requirement', 'Key'])
    expect(headers(functions).slice(3).toSorted()).toEqual(['Colour', 'Text'])
    expect(byKey(functions)[0]).toMatchObject({ 'field:colour': 'Colour of it', 'field:text': '' })
  })

  it('[EX23] have the help for vendors as notes beside its requirements', async () => {
    await openTown()
    const [functions, protection] = await read(['requirements'])
    expect([functions?.head.hasNotes, protection?.head.hasNotes]).toEqual([true, false])
    expect(functions?.notes).toEqual([
      { row: 1, column: 2, text: 'Help of b' },
      { row: 4, column: 2, text: 'H' },
    ])
    expect(protection?.notes).toEqual([])
  })

  it('are read in pages', async () => {
    await openTown({}, 200)
    const [functions, , answers] = await read(['requirements', 'answers'])
    expect(functions?.pages.map(({ length }) => length)).toEqual([200, 5])
    expect(functions?.rows.at(-1)?.[0]).toBe('MORE-199')
    expect(functions?.notes.map(({ row }) => row)).toEqual([
      ...[1, 4],
      ...Array.from({ length: 200 }, (_, at) => at + 5),
    ])
    // Requirements with the answers of two vendors.
    expect(answers?.pages.map(({ length }) => length)).toEqual([80, 80, 80, 80, 80, 12])
    expect(answers?.rows.at(-1)?.[0]).toBe('SEC-1')
  })
})

describe('[EX2] the table of answers', () => {
  it('has every requirement for each chosen vendor, in reading order', async () => {
    await openTown()
    const [answers] = await read(['answers'])
    if (answers === undefined) throw new Error('There is no table')
    const ids = ['FUN-1', 'FUN-2', 'FUN-3', 'FUN-4', 'FUN-5', 'SEC-1']
    expect(firstCells(answers)).toEqual(ids.flatMap((id) => [id, id]))
    const rows = byKey(answers)
    expect(rows[2]).toMatchObject({
      ...{ vendor: 'Alpha', status: 'Submitted', section: 'First', document: 'Functions' },
      ...{ package: 'Core', 'field:met': 50, 'release:met': '1.0', 'field:note': 'of Alpha' },
    })
    expect(rows[3]).toMatchObject({ vendor: 'Beta', status: 'Saved', 'field:note': 'of Beta' })
    expect(rows[6]).toMatchObject({ vendor: 'Alpha', status: 'Not answered', 'field:note': null })
    expect(rows[7]).toMatchObject({ vendor: 'Beta', 'field:note': 'more of Beta' })
    expect(answers.head.columns.find(({ key }) => key === 'release:met')?.options).toContain('1.0')
  })

  it('has the chosen vendors alone, and no page without one', async () => {
    await openTown()
    const [answers] = await read(['answers'], { vendors: [vendor(town.beta, 'Beta')] })
    if (answers === undefined) throw new Error('There is no table')
    expect(new Set(byKey(answers).map((row) => row['vendor']))).toEqual(new Set(['Beta']))
    expect(JSON.stringify(answers.rows)).not.toContain('of Alpha')
    const [none] = await read(['answers'], { vendors: [] })
    expect([none?.pages, none?.head.name]).toEqual([[], 'Answers'])
  })

  it('[EX3] has no answer that its reader may not read, even of a vendor that is named', async () => {
    await openTown()
    const [own] = await read(['answers'], { by: town.vera })
    expect(JSON.stringify(own?.rows)).toContain('of Alpha')
    expect(JSON.stringify(own?.rows)).not.toContain('of Beta')
    await town.rows.close()
    await openTown({ state: 'PUBLISHED' })
    const [sealed] = await read(['answers'])
    if (sealed === undefined) throw new Error('There is no table')
    expect(new Set(byKey(sealed).map((row) => row['status']))).toEqual(new Set(['Not answered']))
    expect(JSON.stringify(sealed.rows)).not.toMatch(/of (Alpha|Beta)/)
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Entity, Row } from '#schema/entities/rows.ts'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildDocument,
  buildPackage,
  buildProjectVendor,
  buildRequirement,
  buildRows,
  buildSection,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../../tests/support/stored-project.ts'
import { changedFields } from './changed-fields.ts'
import { newestSeq } from './newest-seq.ts'
import { forgetRemoved, keepRemoved, readRemoved } from './removed-content.ts'
import { type RowChange, writeRows } from './write-rows.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
  await storeRows(rows)
  await storeRows(rows, inProject(buildRows(), 'other'))
})
afterEach(() => rows.close())
const queries = () => rows.database.queries
const change = <E extends Entity>(entity: E, before: Row<E> | null, after: Row<E> | null) =>
  ({ entity, id: (after ?? before)?.id ?? '', before, after }) as RowChange
const FIRST = 1_000
const write = (...changes: RowChange[]) =>
  rows.database.write((tx) =>
    writeRows(tx, changes, {
      projectId: PROJECT_ID,
      firstSeq: FIRST,
      actor: { id: 3, name: 'Anna' },
      now: NOW,
    }),
  )
type Written = Awaited<ReturnType<typeof write>>
const logged = ({ rows: log }: Written) =>
  log.map(({ seq, bucket, id, body }) => `${seq} ${bucket} ${id}${body === null ? ' gone' : ''}`)
const history = async () =>
  (await queries().selectFrom('change_log').selectAll().where('seq', '>=', FIRST).execute()).map(
    (row) => ({
      ...row,
      fields: JSON.parse(row.fields) as string[],
      details: row.details === null ? null : JSON.parse(row.details),
    }),
  )
/** The newest position of each bucket, in this project. */
const stored = async (entityId: string, projectId = PROJECT_ID) =>
  (
    await queries()
      .selectFrom('sync_row')
      .select(['bucket', 'seq', 'body'])
      .where('project_id', '=', projectId)
      .where('entity_id', '=', entityId)
      .orderBy('bucket')
      .execute()
  ).map(({ bucket, seq, body }) => [bucket, seq >= FIRST, body === null])

describe('[IS4] [IS8] a changed row', () => {
  it('goes to the readers of its buckets, and its history to one line', async () => {
    const written = await write(
      change('section', buildSection(), buildSection({ name: 'Renamed', updatedOn: NOW })),
      change('commitment', null, buildCommitment({ values: { met: 1 } })),
    )
    expect(logged(written)).toEqual(['1000 p1:int s1', '1001 p1:pub s1', '1003 p1:v7 r1.7'])
    expect(written.head).toBe(1_004)
    expect((await history()).map(({ seq, entity_id: id, kind }) => [seq, id, kind])).toEqual([
      [1_002, 's1', 'changed'],
      [1_004, 'r1.7', 'created'],
    ])
    expect(await stored('s1')).toEqual([
      ['p1:int', true, false],
      ['p1:pub', true, false],
    ])
    expect(await stored('s1', 'other')).toEqual([
      ['p1:int', false, false],
      ['p1:pub', false, false],
    ])
  })

  it('[IS13] tells readers nothing whose form of it stays the same', async () => {
    const helped = buildRequirement({ evaluatorHelp: 'For us alone', updatedOn: NOW })
    expect(logged(await write(change('requirement', buildRequirement(), helped)))).toEqual([
      '1000 p1:int r1',
    ])
    const later = { ...helped, updatedOn: NOW + 1 }
    const again = await write(change('requirement', helped, later))
    expect([again.rows, again.head]).toEqual([[], FIRST - 1])
  })

  it('that moves leaves its former buckets, and counts in its new package', async () => {
    const moved = buildRequirement({
      packageId: 'p2',
      documentId: 'd2',
      sectionId: 's2',
      updatedOn: NOW,
    })
    expect(logged(await write(change('requirement', buildRequirement(), moved)))).toEqual([
      '1000 p1:int r1 gone',
      '1001 p1:pub r1 gone',
      '1002 p2:int r1',
      '1003 p2:pub r1',
    ])
    const counts = async () =>
      (
        await queries()
          .selectFrom('packages')
          .select(['project_id', 'id', 'requirement_count as count'])
          .orderBy('project_id')
          .orderBy('id')
          .execute()
      ).map((row) => [row.project_id, row.id, row.count])
    const others = [
      ['other', 'p1', 2],
      ['other', 'p2', 1],
    ]
    expect(await counts()).toEqual([...others, [PROJECT_ID, 'p1', 1], [PROJECT_ID, 'p2', 2]])
    await write(
      change('requirement', moved, null),
      change('requirement', null, buildRequirement({ id: 'r8' })),
      change('requirement', null, buildRequirement({ id: 'r9' })),
    )
    expect(await counts()).toEqual([...others, [PROJECT_ID, 'p1', 3], [PROJECT_ID, 'p2', 1]])
  })

  it('that is deleted leaves every bucket, in its own project', async () => {
    const gone = await write(change('section', buildSection(), null))
    expect(logged(gone)).toEqual(['1000 p1:int s1 gone', '1001 p1:pub s1 gone'])
    const left = await queries().selectFrom('sections').select(['project_id', 'id']).execute()
    expect(left.map((row) => `${row.project_id} ${row.id}`).toSorted()).toEqual([
      'other s1',
      'other s2',
      'project s2',
    ])
    expect((await history()).map(({ kind, fields }) => [kind, fields])).toEqual([['deleted', []]])
  })

  it('keeps the columns that are written elsewhere', async () => {
    await queries()
      .updateTable('project_vendors')
      .set({ answered: 4, submitted: 2 })
      .where('project_id', '=', PROJECT_ID)
      .execute()
    await write(
      change('projectVendor', buildProjectVendor(7), { ...buildProjectVendor(7), started: true }),
      change('package', null, buildPackage({ name: 'Unread' })),
    )
    const row = await queries()
      .selectFrom('project_vendors')
      .select(['answered', 'submitted', 'body'])
      .where('id', '=', 'project.7')
      .executeTakeFirstOrThrow()
    expect([row.answered, row.submitted, JSON.parse(row.body).started]).toEqual([4, 2, true])
    const { requirement_count: count } = await queries()
      .selectFrom('packages')
      .select('requirement_count')
      .where('project_id', '=', PROJECT_ID)
      .where('id', '=', 'p1')
      .executeTakeFirstOrThrow()
    expect(count).toBe(2)
  })
})

describe('the history of a change', () => {
  const of = async (...changes: RowChange[]) => {
    await write(...changes)
    return await history()
  }
  it('names the document, the vendor and the person', async () => {
    const [document, answer, section] = await of(
      change('document', buildDocument(), buildDocument({ name: 'Other' })),
      change('commitment', null, buildCommitment({ vendorId: 8 })),
      change('section', buildSection(), buildSection({ name: 'Other' })),
    )
    const common = { project_id: PROJECT_ID, actor_id: 3, actor_name: 'Anna', at: NOW }
    expect(document).toMatchObject({ ...common, document_id: 'd1', vendor_id: null })
    expect(answer).toMatchObject({ ...common, document_id: 'd1', vendor_id: 8 })
    expect(section).toMatchObject({ ...common, document_id: 'd1', fields: ['name'] })
  })
  it('has nothing of progress, order, marks and unchanged rows', async () => {
    const lines = await of(
      change('projectVendor', buildProjectVendor(7), { ...buildProjectVendor(7), started: true }),
      change('section', buildSection(), buildSection({ rank: 'V9', updatedOn: 5 })),
      change('package', buildPackage(), buildPackage({ isWeightPublished: true })),
      change(
        'requirement',
        buildRequirement(),
        buildRequirement({ imported: 'a1b2c3', updatedOn: 5 }),
      ),
      change('package', null, buildPackage({ id: 'p9' })),
    )
    expect(lines.map(({ entity_id: id, kind }) => [id, kind])).toEqual([['p9', 'created']])
  })
  it('names the fields of an answer and of a definition', () => {
    const answer = changedFields(
      'commitment',
      buildCommitment({ values: { a: 1, b: 2 } }),
      buildCommitment({ values: { a: 1, c: 3 }, submitted: true, updatedBy: 'Other' }),
    )
    expect(answer).toEqual(['values.b', 'values.c', 'submitted'])
    const definition = (names: Record<string, string>) =>
      JSON.stringify({
        contentConfiguration: {
          parameters: Object.entries(names).map(([id, name]) => ({
            id,
            key: id,
            name,
            type: 'INPUT',
            inputType: 'text',
          })),
        },
        suppliersCommitment: { parameters: [] },
      })
    expect(
      changedFields(
        'requirement',
        buildRequirement({ definition: definition({ a: 'A', b: 'B', c: 'C' }) }),
        buildRequirement({ definition: definition({ a: 'A', c: 'Other', d: 'D' }) }),
      ),
    ).toEqual(['+definition.content.d', '-definition.content.b', 'definition.content.c'])
  })
})

it('the newest position is that of these buckets and this project, below a bound', async () => {
  const at = (seq: number, bucket: string, projectId = PROJECT_ID) =>
    queries()
      .insertInto('sync_row')
      .values({
        project_id: projectId,
        seq,
        bucket,
        entity: 'section',
        entity_id: `x${seq}`,
        body: null,
      })
      .execute()
  await at(500, 'a')
  await at(600, 'b')
  await at(700, 'c')
  await at(800, 'a', 'other')
  const newest = (buckets: string[], before?: number) =>
    newestSeq(queries(), rows.database.dialect, {
      projectId: PROJECT_ID,
      buckets,
      ...(before === undefined ? {} : { before }),
    })
  expect([await newest(['a', 'b']), await newest(['a']), await newest(['a', 'b', 'c'])]).toEqual([
    600, 500, 700,
  ])
  expect([await newest(['a', 'b'], 600), await newest(['a', 'b'], 601)]).toEqual([500, 600])
  expect([await newest([]), await newest(['none']), await newest(['a'], 500)]).toEqual([0, 0, 0])
})

describe('[SY21] deleted content', () => {
  const root = { entity: 'section', id: 's1' } as const
  const removal = (...ids: string[]) => ({
    root,
    rows: ids.map((id) => ({ entity: 'requirement' as const, row: buildRequirement({ id }) })),
  })
  const keep = (by: number | null, at: number, projectId = PROJECT_ID, ...ids: string[]) =>
    keepRemoved(queries(), { projectId, removals: [removal(...ids)], actorId: by, now: at })
  const kept = async (by: number, projectId = PROJECT_ID) =>
    (await readRemoved(queries(), root, { projectId, removedBy: by })).map(({ row }) => row.id)

  it('is kept for its last author, in its project', async () => {
    await keep(1, NOW, PROJECT_ID, 'r1', 'r2')
    await keep(2, NOW, 'other', 'r3')
    expect([await kept(1), await kept(2), await kept(2, 'other')]).toEqual([
      ['r1', 'r2'],
      [],
      ['r3'],
    ])
    await keep(null, NOW, PROJECT_ID, 'r9')
    expect(await kept(1)).toEqual(['r1', 'r2'])
    await keep(2, NOW, PROJECT_ID, 'r4')
    expect([await kept(1), await kept(2)]).toEqual([[], ['r4']])
    const other = { entity: 'document', id: 's1' } as const
    const read = await readRemoved(queries(), other, { projectId: PROJECT_ID, removedBy: 2 })
    expect(read).toEqual([])
    await keepRemoved(queries(), { projectId: PROJECT_ID, removals: [], actorId: 2, now: NOW })
    expect(await kept(2)).toEqual(['r4'])
  })
  it('is forgotten before a time, and a later deletion keeps only its own', async () => {
    await keep(1, NOW, PROJECT_ID, 'r1')
    await keep(1, NOW + 1, 'other', 'r2')
    await forgetRemoved(rows.database, NOW)
    expect([await kept(1), await kept(1, 'other')]).toEqual([['r1'], ['r2']])
    await forgetRemoved(rows.database, NOW + 1.5)
    expect([await kept(1), await kept(1, 'other')]).toEqual([[], ['r2']])
    await keep(1, NOW + 5, 'other', 'r3')
    await forgetRemoved(rows.database, NOW + 5)
    expect(await kept(1, 'other')).toEqual(['r3'])
  })
})

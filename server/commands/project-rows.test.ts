import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Queries } from '../database/database.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildDocument,
  buildPackage,
  buildRequirement,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { ProjectRows } from './project-rows.ts'

let rows: EmptyDatabase
let project: ProjectRows
/** The project, and another one with the same ids and other names. */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  await storeRows(rows)
  await storeRows(
    rows,
    inProject(
      buildRows({
        package: [buildPackage({ name: 'Theirs' }), buildPackage({ id: 'theirs' })],
        document: [buildDocument({ id: 'd9' })],
      }),
      'other',
    ),
  )
  project = new ProjectRows(rows.database.queries, PROJECT_ID)
})
afterEach(() => rows.close())

const named = async (id: string) => (await project.get('package', id))?.name
const rename = (id: string, name: string) => project.put('package', buildPackage({ id, name }), NOW)
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id).toSorted()
const listed = async () => idsOf(await project.list('document', 'packageId', 'p1'))
const changed = async () =>
  (await project.changes()).map(({ entity, id, before, after }) => [
    entity,
    id,
    before?.updatedOn ?? null,
    after?.updatedOn ?? null,
  ])

/** The number of statements that `work` runs. */
const counting = async (work: (counted: ProjectRows) => Promise<unknown>): Promise<number> => {
  let statements = 0
  const { queries } = rows.database
  const counted = new Proxy(queries, {
    get: (target, name) => {
      if (name === 'executeQuery' || name === 'selectFrom') statements += 1
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as Queries
  await work(new ProjectRows(counted, PROJECT_ID))
  return statements
}

describe('reads', () => {
  it('only the rows that were asked for, of this project', async () => {
    expect(await named('p1')).toBe('Core')
    expect(project.stored('package', 'p2'), 'not asked for').toBeUndefined()
    expect(await project.get('package', 'theirs')).toBeUndefined()
    expect(await project.get('project', 'other')).toBeUndefined()
    expect(await listed()).toEqual(['d1'])
    expect(idsOf(await project.list('package', 'projectId', PROJECT_ID))).toEqual(['p1', 'p2'])
    expect(idsOf(await project.list('requirement', 'documentId', 'd2'))).toEqual(['r3'])
  })
  it('each row and each list once', async () => {
    expect(
      await counting(async (counted) => {
        for (let times = 0; times < 3; times += 1) await counted.list('document', 'packageId', 'p1')
      }),
    ).toBe(1)
    await rows.database.queries
      .updateTable('packages')
      .set({ body: JSON.stringify(buildPackage({ name: 'Later' })) })
      .where('project_id', '=', PROJECT_ID)
      .where('id', '=', 'p2')
      .execute()
    await project.load('package', ['p1', 'p2', 'p1'])
    await rows.database.queries.deleteFrom('packages').execute()
    expect([await named('p1'), await named('p2')]).toEqual(['Core', 'Later'])
    expect(await named('unknown')).toBeUndefined()
  })
  it('a list never overwrites a row that was read before', async () => {
    await project.get('document', 'd1')
    await rows.database.queries
      .updateTable('documents')
      .set({ body: JSON.stringify(buildDocument({ name: 'Later' })) })
      .where('project_id', '=', PROJECT_ID)
      .execute()
    const [document] = await project.list('document', 'packageId', 'p1')
    expect(document?.name).toBe('Functions')
  })
  it('no list without an index', async () => {
    const byName = project.list('document', 'name' as 'packageId', 'Functions')
    await expect(byName).rejects.toThrow('document is not listed by name')
  })
})

describe('a command', () => {
  it('reads what it wrote, and a discarded one leaves nothing', async () => {
    rename('p1', 'Renamed')
    rename('p9', 'New')
    project.delete('package', 'p2')
    project.put('document', buildDocument({ id: 'd5' }), NOW)
    project.put('document', buildDocument({ id: 'd6', packageId: 'p2' }), NOW)
    expect([await named('p1'), await named('p9'), await named('p2')]).toEqual([
      'Renamed',
      'New',
      undefined,
    ])
    expect(await listed()).toEqual(['d1', 'd5'])
    project.discard()
    expect([await named('p1'), await named('p9'), await named('p2')]).toEqual([
      'Core',
      undefined,
      'Security',
    ])
    expect(await listed()).toEqual(['d1'])
    expect(await changed()).toEqual([])
  })
  it('continues from the accepted ones, and its refusal keeps them', async () => {
    rename('p1', 'First')
    project.delete('document', 'd1')
    project.accept()
    rename('p1', 'Second')
    project.put('document', buildDocument({ name: 'Back' }), NOW)
    project.discard()
    expect(await named('p1')).toBe('First')
    expect(await project.get('document', 'd1')).toBeUndefined()
    expect(await listed()).toEqual([])
    rename('p1', 'Third')
    project.accept()
    expect(
      (await project.changes()).map(({ after }) => (after as { name: string } | null)?.name),
    ).toEqual(['Third', undefined])
  })
  it('moves a row between lists', async () => {
    await listed()
    project.put('document', buildDocument({ packageId: 'p2' }), NOW)
    expect(await listed()).toEqual([])
    expect(idsOf(await project.list('document', 'packageId', 'p2'))).toEqual(['d1', 'd2'])
  })
  it('cannot write into another project', () => {
    const theirs = { ...buildPackage(), projectId: 'other' }
    expect(() => project.put('package', theirs, NOW)).toThrow(
      'package p1 belongs to another project',
    )
  })
})

describe('the time of a row', () => {
  it('is that of the write, and later than its former one', async () => {
    rename('p1', 'First')
    expect((await project.get('package', 'p1'))?.updatedOn).toBe(NOW)
    rename('p1', 'Second')
    expect((await project.get('package', 'p1'))?.updatedOn).toBe(NOW + 1)
    project.put('package', buildPackage({ name: 'Earlier clock' }), NOW - 1_000)
    expect((await project.get('package', 'p1'))?.updatedOn).toBe(NOW + 2)
  })
  it('does not move when nothing else changes', async () => {
    const row = await project.get('package', 'p1')
    project.put('package', { ...buildPackage(), updatedOn: 7 }, NOW)
    project.accept()
    expect(row?.updatedOn).toBe(0)
    expect(await changed()).toEqual([])
  })
  it('is later than the stored one, even if the command never read the row', async () => {
    await rows.database.queries
      .updateTable('packages')
      .set({ updated_on: NOW + 5, body: JSON.stringify(buildPackage({ updatedOn: NOW + 5 })) })
      .where('project_id', '=', PROJECT_ID)
      .where('id', '=', 'p1')
      .execute()
    rename('p1', 'Unread')
    project.accept()
    expect(await changed()).toEqual([['package', 'p1', NOW + 5, NOW + 6]])
    project = new ProjectRows(rows.database.queries, PROJECT_ID)
    project.put('package', buildPackage({ name: 'Later' }), NOW + 5)
    project.accept()
    expect(await changed()).toEqual([['package', 'p1', NOW + 5, NOW + 6]])
  })
})

it('changes are the created, changed and deleted rows; one created and deleted is none', async () => {
  project.put('package', buildPackage({ id: 'p9' }), NOW)
  rename('p1', 'Renamed')
  project.delete('package', 'p2')
  project.put('package', buildPackage({ id: 'brief' }), NOW)
  project.accept()
  project.delete('package', 'brief')
  project.accept()
  expect(await changed()).toEqual([
    ['package', 'p9', null, NOW],
    ['package', 'p1', 0, NOW],
    ['package', 'p2', 0, null],
  ])
})

describe('deletions with a root', () => {
  const root = { entity: 'section', id: 's1' } as const
  it('are kept together for the undo, each row once', async () => {
    for (const id of ['r1', 'r2', 'r1']) {
      const row = await project.get('requirement', id)
      if (row !== undefined) project.remove('requirement', row, root)
    }
    const again = buildRequirement()
    project.remove('requirement', again, root)
    expect(await project.removed(root, 1), 'not of a running command').toEqual([])
    project.accept()
    project.remove('commitment', buildCommitment(), { entity: 'document', id: 'd1' })
    project.discard()
    project.accept()
    const [removal, ...others] = project.removals()
    expect(others).toEqual([])
    expect(removal?.root).toEqual(root)
    expect(removal?.rows.map(({ entity, row }) => [entity, row.id])).toEqual([
      ['requirement', 'r1'],
      ['requirement', 'r2'],
    ])
    expect(await project.removed(root, 1)).toHaveLength(2)
    expect(await project.get('requirement', 'r1')).toBeUndefined()
  })
  it('are read back for their author alone, from this project', async () => {
    const keep = (projectId: string, entityId: string, by: number, ids: string[]) =>
      rows.database.queries
        .insertInto('removed_content')
        .values({
          project_id: projectId,
          entity: 'section',
          entity_id: entityId,
          rows: JSON.stringify(ids.map((id) => ({ entity: 'requirement', row: { id } }))),
          removed_by: by,
          removed_on: NOW,
        })
        .execute()
    await keep(PROJECT_ID, 's1', 1, ['r7', 'r8'])
    await keep(PROJECT_ID, 's2', 1, ['r9'])
    await keep('other', 's1', 2, ['theirs'])
    const found = await project.removed(root, 1)
    expect(found.map(({ row }) => row.id)).toEqual(['r7', 'r8'])
    expect(await project.removed(root, 2)).toEqual([])
    expect(await project.removed({ entity: 'document', id: 's1' }, 1)).toEqual([])
  })
})

describe('numbers', () => {
  const lineage = (id: string) =>
    rows.database.queries
      .updateTable('projects')
      .set({ lineage_id: id })
      .where('id', '=', PROJECT_ID)
      .execute()
  const number = (lineageId: string, prefix: string, last: number) =>
    rows.database.queries
      .insertInto('numbering')
      .values({ lineage_id: lineageId, prefix, last_number: last })
      .execute()
  const stored = async () =>
    (
      await rows.database.queries
        .selectFrom('numbering')
        .selectAll()
        .orderBy('lineage_id')
        .orderBy('prefix')
        .execute()
    ).map((row) => [row.lineage_id, row.prefix, row.last_number])

  it('[NR4] continue after the last one of the lineage and prefix, whatever rows are left', async () => {
    await lineage('line')
    await number('other', 'FUN', 20)
    await number('earlier', 'FUN', 30)
    await number('line', 'SEC', 7)
    await number('line', 'FUN', 4)
    expect([await project.nextNumber('FUN'), await project.nextNumber('FUN')]).toEqual([5, 6])
    expect(await project.nextNumber('NEW')).toBe(1)
    project.accept()
    expect(await project.nextNumber('FUN')).toBe(7)
    project.discard()
    expect(await project.nextNumber('FUN'), 'a discarded number is used again').toBe(7)
    project.discard()
    await project.saveNumbers()
    expect(await stored()).toEqual([
      ['earlier', 'FUN', 30],
      ['line', 'FUN', 6],
      ['line', 'NEW', 1],
      ['line', 'SEC', 7],
      ['other', 'FUN', 20],
    ])
  })
  it('of a project that is not stored yet are its own, and none are saved without a use', async () => {
    const created = new ProjectRows(rows.database.queries, 'created')
    await created.saveNumbers()
    expect(await stored()).toEqual([])
    expect(await created.nextNumber('FUN')).toBe(1)
    created.accept()
    await created.saveNumbers()
    expect(await stored()).toEqual([['created', 'FUN', 1]])
  })
})

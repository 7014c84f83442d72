import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Attachment } from '#schema/entities/attachment.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildDocument,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storedRow, storeRows } from '../../tests/support/stored-project.ts'
import { clearAssignments } from './clear-assignments.ts'
import { clearParts } from './clear-parts.ts'
import { closeUnit, openUnit, type ProjectCommit, type ProjectUnit } from './project-unit.ts'

let rows: EmptyDatabase
let now: number
beforeEach(async () => {
  rows = await openEmptyDatabase()
  now = NOW
  await storeRows(rows)
  await storeRows(rows, inProject(buildRows(), 'other'))
})
afterEach(() => rows.close())

const commit = async (
  work: (unit: ProjectUnit) => unknown,
  actor: { id: number | null; name: string } = { id: 3, name: 'Anna' },
): Promise<ProjectCommit> =>
  await rows.database.write(async (tx) => {
    const { dialect } = rows.database
    const unit = await openUnit(tx, { dialect, clock: () => now }, PROJECT_ID)
    await work(unit)
    unit.rows.accept()
    return await closeUnit(tx, unit, actor)
  })
const syncOf = async (projectId: string) =>
  await rows.database.queries
    .selectFrom('project_sync')
    .select(['head', 'floor', 'visibility_version as visibility'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
const rename = (name: string) => (unit: ProjectUnit) =>
  unit.rows.put('package', buildPackage({ name }), now)

it('an unknown project is refused like a closed one', async () => {
  const { dialect } = rows.database
  const open = rows.database.write((tx) => openUnit(tx, { dialect, clock: () => now }, 'unknown'))
  await expect(open).rejects.toThrow('ACCESS_TO_PROJECT_IS_DENIED')
})

describe('a commit', () => {
  it('moves its own project alone, to positions of the time of the commit', async () => {
    const before = await syncOf(PROJECT_ID)
    const other = await syncOf('other')
    const first = await commit(rename('One'))
    expect(first).toMatchObject({
      projectId: PROJECT_ID,
      firstSeq: NOW * 1_000,
      headBefore: before.head,
      isVisibilityChanged: false,
      visibility: 1,
      actorId: 3,
    })
    expect(first.rows.map(({ bucket, seq }) => [bucket, seq - NOW * 1_000])).toEqual([
      ['p1:int', 0],
      ['p1:pub', 1],
    ])
    // Two rows of the log and one line of the history.
    expect(first.head).toBe(NOW * 1_000 + 2)
    expect(await syncOf(PROJECT_ID)).toEqual({ head: first.head, floor: 0, visibility: 1 })
    expect(await syncOf('other')).toEqual(other)
    const second = await commit(rename('Two'))
    expect([second.firstSeq, second.headBefore]).toEqual([first.head + 1, first.head])
    now -= 86_400_000
    expect((await commit(rename('Three'))).firstSeq, '[CK1]').toBe(second.head + 1)
  })

  it('without a change leaves the position and tells nothing', async () => {
    const before = await syncOf(PROJECT_ID)
    const empty = await commit(async (unit) => {
      await unit.rows.get('package', 'p1')
      rename('Core')(unit)
    })
    expect([empty.head, empty.rows, empty.isVisibilityChanged]).toEqual([before.head, [], false])
    expect(await syncOf(PROJECT_ID)).toEqual(before)
  })

  it('[LV4] without rows still tells that other people may see the project', async () => {
    const seen = await commit((unit) => (unit.isVisibilityChanged = true))
    expect([seen.rows, seen.isVisibilityChanged, seen.visibility]).toEqual([[], true, 2])
    expect(await syncOf(PROJECT_ID)).toEqual({ head: seen.head, floor: 0, visibility: 2 })
    expect((await commit(rename('Next'))).firstSeq).toBeGreaterThan(seen.head)
  })

  it('keeps deletions for the undo of their author, none of the system', async () => {
    const root = { entity: 'document', id: 'd1' } as const
    const remove = (unit: ProjectUnit) => unit.rows.remove('document', buildDocument(), root)
    const kept = async () =>
      (
        await rows.database.queries
          .selectFrom('removed_content')
          .select(['project_id', 'entity', 'entity_id', 'removed_by', 'removed_on'])
          .execute()
      ).map((row) => Object.values(row))
    await commit(remove)
    expect(await kept()).toEqual([[PROJECT_ID, 'document', 'd1', 3, NOW]])
    await commit((unit) => unit.rows.put('document', buildDocument(), now), {
      id: null,
      name: 'Tenderbook',
    })
    now += 1
    await commit(remove, { id: 4, name: 'Boris' })
    expect(await kept(), 'the last author alone').toEqual([
      [PROJECT_ID, 'document', 'd1', 4, NOW + 1],
    ])
    await commit((unit) => unit.rows.put('document', buildDocument(), now))
    await rows.database.queries.deleteFrom('removed_content').execute()
    await commit(remove, { id: null, name: 'Tenderbook' })
    expect(await kept()).toEqual([])
  })

  it('[FI12] keeps the file of a deleted attachment for who deleted it', async () => {
    const attachment: Attachment = {
      id: 'a1',
      projectId: PROJECT_ID,
      packageId: 'p1',
      documentId: null,
      requirementId: null,
      vendorId: null,
      file: { contentHash: 'a'.repeat(64), bytes: 5, mime: 'application/pdf' },
      name: 'a.pdf',
      alias: '',
      description: '',
      createdByOrg: 1,
      createdBy: 9,
      createdByName: 'Carl',
      createdOn: 0,
      updatedOn: 0,
    }
    const put = (unit: ProjectUnit) => unit.rows.put('attachment', attachment, now)
    const remove = (unit: ProjectUnit) => unit.rows.delete('attachment', 'a1')
    const holders = async () =>
      (await rows.database.queries.selectFrom('blob_uploads').select('user_id').execute()).map(
        (row) => row.user_id,
      )
    await commit(put)
    await commit(remove, { id: null, name: 'Tenderbook' })
    expect(await holders()).toEqual([])
    await commit(put)
    await commit(remove)
    expect(await holders()).toEqual([3])
  })

  it('writes the log, the events and the numbers of its own project', async () => {
    await commit(async (unit) => {
      unit.logged.push({ kind: 'memberAdded', detail: { userId: 9, roles: [] } })
      unit.imported.push({ documentId: 'd1', count: 2 })
      unit.isLate = true
      await unit.rows.nextNumber('FUN')
      unit.rows.put('package', buildPackage({ ownerId: 9 }), now)
    })
    const { queries } = rows.database
    const logged = await queries
      .selectFrom('project_log')
      .select(['project_id', 'kind', 'actor_id'])
      .orderBy('serial')
      .execute()
    expect(logged.map(({ project_id: id, kind, actor_id: by }) => [id, kind, by])).toEqual([
      [PROJECT_ID, 'begun', null],
      [PROJECT_ID, 'contentAssigned', 3],
      [PROJECT_ID, 'memberAdded', 3],
    ])
    const events = await queries.selectFrom('events').select(['project_id', 'kind']).execute()
    expect(events.every((event) => event.project_id === PROJECT_ID)).toBe(true)
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
      'import.finished',
      'late.waiting',
      'member.added',
      'package.assigned',
    ])
    expect(await queries.selectFrom('numbering').select('last_number').execute()).toEqual([
      { last_number: 1 },
    ])
  })

  it('without rows writes what else is logged', async () => {
    await commit((unit) => unit.logged.push({ kind: 'memberRemoved', detail: { userId: 9 } }))
    const { queries } = rows.database
    const kinds = await queries.selectFrom('project_log').select('kind').execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['begun', 'memberRemoved'])
  })
})

describe('[LV4] who may see the project changes with', () => {
  const project = { state: 'PREPARATION', ownerId: 1, sealed: true } as const
  it.each<[string, boolean, (unit: ProjectUnit) => void]>([
    ['a new package', true, ({ rows: r }) => r.put('package', buildPackage({ id: 'p9' }), now)],
    ['a deleted package', true, ({ rows: r }) => r.delete('package', 'p2')],
    ['a renamed package', false, rename('Renamed')],
    ['a new vendor', true, ({ rows: r }) => r.put('projectVendor', buildProjectVendor(9), now)],
    ['a vendor that leaves', true, ({ rows: r }) => r.delete('projectVendor', 'project.8')],
    [
      'the progress of a vendor',
      false,
      ({ rows: r }) => r.put('projectVendor', { ...buildProjectVendor(7), started: true }, now),
    ],
    ['a new document', false, ({ rows: r }) => r.put('document', buildDocument({ id: 'd9' }), now)],
    ['a deleted document', false, ({ rows: r }) => r.delete('document', 'd2')],
    [
      'another state',
      true,
      ({ rows: r }) => r.put('project', buildProject({ ...project, state: 'PUBLISHED' }), now),
    ],
    [
      'another owner',
      true,
      ({ rows: r }) => r.put('project', buildProject({ ...project, ownerId: 2 }), now),
    ],
    [
      'another seal',
      true,
      ({ rows: r }) => r.put('project', buildProject({ ...project, sealed: false }), now),
    ],
    [
      'another name',
      false,
      ({ rows: r }) => r.put('project', buildProject({ ...project, name: 'Other' }), now),
    ],
    ['an answer', false, ({ rows: r }) => r.put('commitment', buildCommitment(), now)],
  ])('%s: %s', async (_, isChanged, work) => {
    const done = await commit(work)
    expect([done.isVisibilityChanged, done.visibility]).toEqual([isChanged, isChanged ? 2 : 1])
    expect((await syncOf(PROJECT_ID)).visibility).toBe(isChanged ? 2 : 1)
    expect(done.rows.length).toBeGreaterThan(0)
  })
})

it('people who leave the team lose what was assigned to them, others keep theirs', async () => {
  await commit(({ rows: own }) => {
    own.put('package', buildPackage({ ownerId: 5 }), now)
    own.put('package', buildPackage({ id: 'p2', ownerId: 6 }), now)
    own.put('document', buildDocument({ ownerId: 5, members: [5, 6, 7] }), now)
    own.put('document', buildDocument({ id: 'd2', ownerId: 6, members: [5] }), now)
    // Stored with its fields in another order: a needless write would change it.
    own.put('document', { members: [6], ...buildDocument({ id: 'd3', ownerId: 6 }) }, now)
    own.put('document', buildDocument({ id: 'd4', ownerId: 5 }), now)
    own.put('document', buildDocument({ id: 'd5' }), now)
  })
  now += 10
  const left = await commit(async (unit) => {
    await clearAssignments(unit, [5, 7])
    unit.rows.discard()
  })
  const changed = new Set(left.rows.map(({ id }) => id))
  expect([...changed].toSorted()).toEqual(['d1', 'd2', 'd4', 'p1'])
  const owners = async (id: string) => {
    const document = await storedRow(rows, 'document', { id })
    return [document?.ownerId, document?.members]
  }
  expect((await storedRow(rows, 'package', { id: 'p1' }))?.ownerId).toBeNull()
  expect((await storedRow(rows, 'package', { id: 'p2' }))?.ownerId).toBe(6)
  expect(await owners('d1')).toEqual([null, [6]])
  expect(await owners('d2')).toEqual([6, undefined])
  expect(await owners('d3')).toEqual([6, [6]])
  expect(await owners('d4')).toEqual([null, undefined])
  expect(await owners('d5')).toEqual([null, undefined])
})

it('a contact who leaves loses their parts of their own vendor', async () => {
  const part = (id: string, vendorId: number, userId: number | null, submitters: number[]) => ({
    id,
    projectId: PROJECT_ID,
    packageId: 'p1',
    documentId: 'd1',
    sectionId: null,
    vendorId,
    userId,
    dueOn: '2029-06-02',
    isReady: true,
    needsApproval: true,
    submitters,
    updatedOn: 0,
  })
  await commit(({ rows: own }) => {
    for (const one of [
      part('mine', 7, 5, [5, 6]),
      part('submits', 7, 6, [6, 5]),
      part('colleague', 7, 6, [6]),
      part('of-other', 8, 5, [5]),
    ])
      own.put('vendorPart', one, now)
  })
  now += 10
  await commit(async (unit) => {
    await clearParts(unit, { vendorId: 7, userId: 5 })
    unit.rows.discard()
  })
  const seen = async (id: string) => {
    const row = await storedRow(rows, 'vendorPart', { id })
    return [row?.userId, row?.isReady, row?.submitters, row?.updatedOn === now]
  }
  expect(await seen('mine')).toEqual([null, false, [6], true])
  expect(await seen('submits')).toEqual([6, true, [6], true])
  expect(await seen('colleague')).toEqual([6, true, [6], false])
  expect(await seen('of-other')).toEqual([5, true, [5], false])
  expect((await storedRow(rows, 'vendorPart', { id: 'mine' }))?.dueOn).toBe('2029-06-02')
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import {
  buildCommitment,
  buildRequirement,
  buildSection,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { cloneHandlers as clones, versionHandlers as versions } from './versions.ts'

let town: ContentTown
const open = async (project: Partial<Project> = {}) => {
  town = await openContentTown(
    { state: 'EVALUATION', publishedOn: 1, createdOn: 1, ...project },
    ({ alpha }) => ({
      section: [
        buildSection({ id: 's3', rank: 'V00020' }),
        buildSection(),
        buildSection({ id: 's2', packageId: 'p2', documentId: 'd2' }),
      ],
      requirement: [
        buildRequirement({ id: 'r5', sectionId: 's3', fullId: 'FUN-0005', name: 'Five' }),
        buildRequirement({ id: 'r2', fullId: 'FUN-0002', name: 'Two', rank: 'V00020' }),
        buildRequirement(),
        buildRequirement({
          ...{ id: 'r3', packageId: 'p2', documentId: 'd2', sectionId: 's2', fullId: 'SEC-0001' },
        }),
      ],
      commitment: [buildCommitment({ vendorId: alpha, values: { met: 50 }, submitted: true })],
    }),
  )
  town.calls.now = NOW + 1_000
}
afterEach(async () => {
  expect(await town.elsewhere()).toEqual([])
  await town.rows.close()
})
const by = (userId: number) => town.calls.by(userId)
const at = (id: string) => ({ ...NO_INPUT, params: { id } })
const create = async (version?: string, userId = town.olga) =>
  await versions.create(
    { ...at(PROJECT_ID), body: version === undefined ? {} : { version } },
    await by(userId),
  )
const countIn = async (table: 'requirements' | 'commitments' | 'packages', projectId: string) =>
  (
    await town.rows.database.queries
      .selectFrom(table)
      .select('id')
      .where('project_id', '=', projectId)
      .execute()
  ).length

describe('a new version', () => {
  beforeEach(() => open())
  it('is a copy in PREPARATION, and the former one is archived', async () => {
    const made = await create()
    expect(made).toMatchObject({ state: 'PREPARATION', version: '2', ownerId: town.olga })
    expect(made.id).not.toBe(PROJECT_ID)
    expect(await town.row('project', PROJECT_ID)).toMatchObject({ state: 'ARCHIVED', version: '1' })
    expect(await countIn('requirements', made.id)).toBe(4)
    const rows = await town.rows.database.queries
      .selectFrom('requirements')
      .select('body')
      .where('project_id', '=', made.id)
      .execute()
    const copies = rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    expect(new Set(copies.map((row) => row['status']))).toEqual(new Set(['OLD']))
    expect(copies.map((row) => row['lineageId']).toSorted()).toEqual(['r1', 'r2', 'r3', 'r5'])
  })

  it('has the name that is asked for, and none of another version', async () => {
    expect(await outcomeOf(create('1'))).toMatch(/^VERSION_NOT_UNIQUE/)
    expect(await create('Second')).toMatchObject({ version: 'Second' })
  })

  it('is refused to all but those who may make it', async () => {
    expect(await outcomeOf(create('2', town.anna))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(create('2', town.villager))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect(await town.row('project', PROJECT_ID)).toMatchObject({ state: 'EVALUATION' })
  })

  it('is listed before the former one, and one that is being copied not yet', async () => {
    const made = await create()
    const list = async (userId = town.olga, id = PROJECT_ID) =>
      (await versions.list(at(id), await by(userId))).map((one) => [
        ...[one.projectId, one.version, one.isCurrent, one.lineageId],
      ])
    const both = [
      [made.id, '2', true, PROJECT_ID],
      [PROJECT_ID, '1', false, PROJECT_ID],
    ]
    expect([await list(), await list(town.olga, made.id)]).toEqual([both, both])
    // For a vendor that sees no unpublished version, the former one is the current one.
    expect(await list(town.vera)).toEqual([[PROJECT_ID, '1', true, PROJECT_ID]])
    const { queries } = town.rows.database
    const body = { ...made, state: 'INITIALIZING' }
    await queries
      .updateTable('projects')
      .set({ state: 'INITIALIZING', body: JSON.stringify(body) })
      .where('id', '=', made.id)
      .execute()
    expect(await list()).toEqual([[PROJECT_ID, '1', true, PROJECT_ID]])
  })

  it('shows a requirement beside its former form, in its document', async () => {
    const made = await create()
    const { queries } = town.rows.database
    const rows = await queries
      .selectFrom('requirements')
      .select(['id', 'body'])
      .where('project_id', '=', made.id)
      .execute()
    const copy = rows.find(({ body }) => body.includes('"FUN-0002"'))
    const shown = async (id: string) => await versions.ofRequirement(at(id), await by(town.olga))
    const found = await shown('r2')
    expect(found).toMatchObject([
      ...[
        { projectId: made.id, version: '2', isCurrent: true, requirementId: copy?.id },
        { projectId: PROJECT_ID, version: '1', isCurrent: false, requirementId: 'r2' },
      ],
    ])
    expect(found[1]).toMatchObject({
      ...{ documentId: 'd1', sectionId: 's1', fullId: 'FUN-0002', name: 'Two', status: 'NEW' },
    })
    expect(found[0]).toMatchObject({ fullId: 'FUN-0002', name: 'Two', status: 'OLD' })
    expect(await shown(copy?.id ?? '')).toEqual(found)
    await queries
      .deleteFrom('requirements')
      .where('id', '=', copy?.id ?? '')
      .execute()
    expect((await shown('r2')).map(({ projectId }) => projectId)).toEqual([PROJECT_ID])
  })
})

describe('the document of a version', () => {
  it('is found by its prefix, with its requirements in order', async () => {
    await open()
    const read = async (documentPrefix: string, userId = town.olga) =>
      await versions.document({ ...at(PROJECT_ID), body: { documentPrefix } }, await by(userId))
    const found = await read('FUN')
    expect(found).toMatchObject({ id: 'd1', prefix: 'FUN' })
    expect(found.requirements.map(({ id }) => id)).toEqual(['r1', 'r2', 'r5'])
    expect((await read('SEC')).requirements.map(({ id }) => id)).toEqual(['r3'])
    expect(await outcomeOf(read('OPS'))).toBe('NOT_FOUND documentPrefix')
    expect(await outcomeOf(read('FUN', town.villager))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
  })
})

describe('a clone', () => {
  const given = { name: 'Copy', description: '', tags: [], version: '1', deadline: null }
  const none = {
    ...{ requirements: false, vendorAnswers: false, roles: false, members: false, owners: false },
  }
  const clone = async (content: object, userId = town.olga) =>
    await clones.project(
      { ...NO_INPUT, body: { ...given, id: PROJECT_ID, options: none, ...content } },
      await by(userId),
    )
  it('of a project is its own, with what is asked for', async () => {
    await open()
    const empty = await clone({ cloneId: 'empty' })
    expect(empty).toMatchObject({ id: 'empty', name: 'Copy', state: 'DRAFT', ownerId: town.olga })
    const whole = await clone({ options: { ...none, requirements: true } })
    const counts = async (id: string) => [
      await countIn('packages', id),
      await countIn('requirements', id),
      await countIn('commitments', id),
    ]
    expect([await counts('empty'), await counts(whole.id)]).toEqual([
      [2, 0, 0],
      [2, 4, 0],
    ])
    const answered = { ...none, requirements: true, vendorAnswers: true }
    const full = await clone({ options: answered })
    expect(await counts(full.id)).toEqual([2, 4, 1])
    expect(await counts(PROJECT_ID)).toEqual([2, 4, 1])
    expect(await town.row('project', PROJECT_ID)).toMatchObject({ state: 'EVALUATION' })
    expect(await outcomeOf(clone({ cloneId: 'empty' }))).toMatch(/^ENTITY_ALREADY_EXISTS/)
    const names = await versions.list(at(whole.id), await by(town.olga))
    expect(names.map(({ projectId }) => projectId)).toEqual([whole.id])
  })

  it('of a sealed project has no answers, and none is made of what one may not see', async () => {
    await open({ state: 'PUBLISHED', deadlineAt: null, deadline: null })
    const options = { ...none, requirements: true, vendorAnswers: true }
    expect(await outcomeOf(clone({ options }))).toMatch(/^ANSWERS_SEALED/)
    expect(await outcomeOf(clone({}, town.villager))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
  })

  it('of a document stands in a package, with a prefix of its own', async () => {
    await open({ state: 'PREPARATION', publishedOn: null })
    const input = (prefix: string) => ({
      ...NO_INPUT,
      body: { id: 'd1', parentId: 'p2', cloneId: 'copy', prefix, name: 'Again' },
    })
    expect(await outcomeOf(clones.document(input('FUN'), await by(town.olga)))).toMatch(
      /^DOCUMENT_PREFIX_ALREADY_USED/,
    )
    const made = await clones.document(input('AGN'), await by(town.olga))
    expect(made).toMatchObject({ id: 'copy', packageId: 'p2', prefix: 'AGN', name: 'Again' })
    const isIn = (row: object) => 'documentId' in row && row.documentId === 'copy'
    expect(await town.order('requirement', isIn)).toHaveLength(3)
    expect(await outcomeOf(clones.document(input('BGN'), await by(town.vera)))).toBe('NOT_FOUND')
  })
})

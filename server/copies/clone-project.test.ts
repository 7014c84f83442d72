import { afterEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import type { CloneOptions } from '#schema/rules/definition/clone.ts'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { buildCommitment, PROJECT_ID } from '../../tests/support/project-rows.ts'
import { cloneProject } from './clone-project.ts'

const NONE: CloneOptions = {
  ...{ requirements: false, vendorAnswers: false, roles: false, members: false, owners: false },
}
const ALL: CloneOptions = {
  ...{ requirements: true, vendorAnswers: true, roles: true, members: true, owners: true },
}
const GIVEN = { name: 'Copy', description: 'Again', tags: ['a'], version: '7' }
const LATER = NOW + 1_000
interface Given {
  id?: string
  options?: CloneOptions
  deadline?: Project['deadline']
}

describe('a clone', () => {
  let town: ContentTown
  const open = async (project: Partial<Project> = {}) => {
    town = await openContentTown(
      { state: 'EVALUATION', publishedOn: 1, deadlineAt: 5, addendum: 2, ...project },
      ({ alpha, beta }) => ({
        commitment: [
          buildCommitment({ vendorId: alpha, values: { met: 50 }, submitted: true }),
          buildCommitment({ vendorId: alpha, requirementId: 'r2', values: { met: 50 } }),
          buildCommitment({ vendorId: beta, values: {} }),
        ],
      }),
    )
    const { rows, olga, anna, vera, alpha, beta } = town
    await town.joins(PROJECT_ID, olga, 'role-project-admin')
    for (const [vendor_id, user_id, package_ids] of [
      [alpha, vera, '["p1"]'],
      [beta, anna, null],
    ] as const)
      await rows.database.queries
        .insertInto('restrictions')
        .values({ project_id: PROJECT_ID, vendor_id, user_id, package_ids })
        .execute()
    for (const [lineage_id, prefix, last_number] of [
      [PROJECT_ID, 'FUN', 12],
      [PROJECT_ID, 'OLD', 3],
      ['another', 'SEC', 40],
    ] as const)
      await rows.database.queries
        .insertInto('numbering')
        .values({ lineage_id, prefix, last_number })
        .execute()
    town.calls.now = LATER
    town.calls.told.length = 0
  }
  afterEach(async () => {
    expect(await town.elsewhere()).toEqual([])
    await town.rows.close()
  })
  const clone = async (given: Given = {}, by = town.olga) => {
    const { id, options, deadline, ...rest } = {
      id: 'copy',
      options: ALL,
      deadline: null,
      ...given,
    }
    const { services, person } = await town.calls.by(by)
    await cloneProject(services.commands, person, {
      ...{ sourceId: PROJECT_ID, options },
      given: { ...GIVEN, ...rest, id, deadline },
    })
  }
  const queries = () => town.rows.database.queries
  const stored = async (id = 'copy') => {
    const { body, ...row } = await queries()
      .selectFrom('projects')
      .select(['body', 'lineage_id', 'state'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { ...(JSON.parse(body) as Project), ...row }
  }

  it('is a draft of its person, with the rules of its source and none of its history', async () => {
    await open({
      ...{ language: 'sk', stopInValidation: false, sealed: false, avatar: 'a'.repeat(64) },
      evaluation: { futureCredit: 0.5, unplannedCredit: 0.25, knockOutsApplied: true },
    })
    await clone({ options: NONE, deadline: { date: '2030-01-31', zone: 'UTC' } })
    expect(await stored()).toMatchObject({
      ...{ ...GIVEN, state: 'DRAFT', lineage_id: 'copy', language: 'sk' },
      ...{ organizationId: town.city, organizationName: 'City', ownerId: town.olga },
      ...{ ownerName: 'olga Person', sealed: true, stopInValidation: false, addendum: 0 },
      ...{
        avatar: 'a'.repeat(64),
        publishedOn: null,
        createdOn: LATER,
        deadlineAt: Date.parse('2030-02-01T00:00:00Z'),
      },
      evaluation: { futureCredit: 0.5, unplannedCredit: 0.25, knockOutsApplied: false },
    })
    expect((await stored(PROJECT_ID)).state).toBe('EVALUATION')
    const changes = await queries()
      .selectFrom('change_log')
      .select('entity')
      .where('project_id', '=', 'copy')
      .where('entity', '<>', 'project')
      .execute()
    expect(changes).toEqual([])
    const log = await queries()
      .selectFrom('project_log')
      .select(['kind', 'actor_id', 'at', 'detail'])
      .where('project_id', '=', 'copy')
      .where('kind', '=', 'created')
      .execute()
    expect(log.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) }))).toMatchObject(
      [{ kind: 'created', actor_id: town.olga, at: LATER, detail: { copiedFrom: PROJECT_ID } }],
    )
    expect(town.calls.told).toEqual([`publish ${PROJECT_ID}`, 'publish copy'])
  })

  it('without a deadline or another language has none', async () => {
    await open()
    await clone({ options: NONE })
    const copy = await stored()
    expect([copy.deadlineAt, 'language' in copy, 'avatar' in copy]).toEqual([null, false, false])
  })

  it('is told in one notification', async () => {
    await open()
    await clone()
    const events = await queries()
      .selectFrom('events')
      .select(['kind', 'actor_id', 'created_on'])
      .where('project_id', '=', 'copy')
      .execute()
    expect(events).toEqual([{ kind: 'project.ready', actor_id: town.olga, created_on: LATER }])
  })

  it('keeps people, their packages and answers as drafts, if these are asked for', async () => {
    await open()
    await clone()
    const { anna, vera, alpha, beta } = town
    const members = await queries()
      .selectFrom('project_members')
      .select(['user_id', 'roles', 'created_on'])
      .where('project_id', '=', 'copy')
      .execute()
    // Its owner is no member besides.
    expect(members).toEqual([
      { user_id: anna, roles: '["role-project-req-author"]', created_on: LATER },
    ])
    const packages = await queries()
      .selectFrom('packages')
      .select(['id', 'body'])
      .where('project_id', '=', 'copy')
      .execute()
    const core = packages.find(({ body }) => JSON.parse(body).name === 'Core')?.id
    const grants = await queries()
      .selectFrom('restrictions')
      .select(['vendor_id', 'user_id', 'package_ids'])
      .where('project_id', '=', 'copy')
      .orderBy('vendor_id')
      .execute()
    expect(grants).toEqual([
      { vendor_id: alpha, user_id: vera, package_ids: JSON.stringify([core]) },
      { vendor_id: beta, user_id: anna, package_ids: null },
    ])
    const vendors = async (id: string) =>
      (
        await queries()
          .selectFrom('project_vendors')
          .select(['vendor_id', 'answered', 'submitted'])
          .where('project_id', '=', id)
          .orderBy('vendor_id')
          .execute()
      ).map((row) => [row.vendor_id, row.answered, row.submitted])
    expect(await vendors('copy')).toEqual([
      [alpha, 2, 0],
      [beta, 0, 0],
    ])
    const numbers = await queries()
      .selectFrom('numbering')
      .select(['prefix', 'last_number'])
      .where('lineage_id', '=', 'copy')
      .execute()
    expect(numbers).toEqual([{ prefix: 'FUN', last_number: 12 }])
    const synced = await queries()
      .selectFrom('project_sync')
      .innerJoin('sync_row', 'sync_row.project_id', 'project_sync.project_id')
      .select((of) => [of.fn.max('sync_row.seq').as('last'), 'project_sync.head as head'])
      .where('project_sync.project_id', '=', 'copy')
      .groupBy('project_sync.head')
      .execute()
    expect(synced[0]?.head).toBeGreaterThanOrEqual(Number(synced[0]?.last))
  })

  it('is new to the devices of those who see it', async () => {
    await open()
    await clone()
    const sync = await queries()
      .selectFrom('project_sync')
      .select('visibility_version')
      .where('project_id', '=', 'copy')
      .executeTakeFirst()
    expect(sync?.visibility_version).toBeGreaterThan(0)
  })

  it('without requirements has no numbers of them, and without people only its owner', async () => {
    await open()
    await clone({ options: NONE })
    for (const table of ['project_members', 'restrictions', 'project_vendors'] as const) {
      const found = await queries()
        .selectFrom(table as 'restrictions')
        .select('project_id')
        .where('project_id', '=', 'copy')
        .execute()
      expect(found, table).toEqual([])
    }
    const numbers = queries().selectFrom('numbering').select('prefix')
    expect(await numbers.where('lineage_id', '=', 'copy').execute()).toEqual([])
  })

  it('has answers only for those who read them in the source, once they are open', async () => {
    await open({ state: 'PUBLISHED', deadlineAt: null, deadline: null })
    const answers = { options: { ...ALL, members: false } }
    expect(await outcomeOf(clone(answers))).toBe('ANSWERS_SEALED options.vendorAnswers')
    expect(await outcomeOf(clone(answers, town.villager))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    // An author may make no project.
    expect(await outcomeOf(clone({ options: NONE }, town.anna))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(clone({ options: { ...ALL, vendorAnswers: false } }))).toBe('done')
    expect(await outcomeOf(clone({ options: NONE }))).toBe('ENTITY_ALREADY_EXISTS cloneId')
    expect(await outcomeOf(clone({ id: PROJECT_ID, options: NONE }))).toBe(
      'ENTITY_ALREADY_EXISTS cloneId',
    )
  })
})

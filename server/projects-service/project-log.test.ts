import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import type { ChainAudience } from '#schema/rules/project/project-log.ts'
import type { LogEntry } from '#schema/tables/log-kinds.ts'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import {
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../tests/support/stored-project.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { appendToLog } from '../database/project-log/append.ts'
import { projectLogHandlers as handlers } from './project-log.ts'

const HASH = 'a'.repeat(64)
let town: Town
let [olga, anna, vera, bob] = [0, 0, 0, 0]
let vendorChain: ChainAudience
const append = (entry: LogEntry, actorId: number | null = olga) =>
  town.rows.database.write((tx) =>
    appendToLog(tx, { projectId: PROJECT_ID, now: NOW, actorId }, entry),
  )
/** Olga's project with two vendors, and another one with the same chains; Anna is an author. */
beforeEach(async () => {
  town = await openTown()
  const { city, alpha, beta } = town
  olga = await town.person('olga', city, 'role-org-power-user')
  anna = await town.person('anna', city)
  vera = await town.person('vera', alpha, 'role-vendor-primary-contact')
  bob = await town.person('bob', beta, 'role-vendor-primary-contact')
  vendorChain = `v${alpha}`
  const set = buildRows({
    project: [project()],
    projectVendor: [
      { ...buildProjectVendor(alpha), name: 'Alpha' },
      { ...buildProjectVendor(beta), name: 'Beta' },
    ],
  })
  for (const id of [PROJECT_ID, 'other']) {
    await storeRows(town.rows, inProject(set, id))
    await town.joins(id, anna, 'role-project-req-author')
  }
  const { alpha: vendorId } = town
  await append({ kind: 'created', detail: {} })
  await append({ kind: 'moved', detail: { from: 'PREPARATION', to: 'PUBLISHED', by: 'person' } })
  await append(
    {
      kind: 'receipt',
      vendorId,
      detail: { count: 2, packageIds: ['p1', 'p2'], contentHash: HASH },
    },
    vera,
  )
  await append(
    { kind: 'receipt', vendorId, detail: { count: 1, packageIds: ['p1'], contentHash: HASH } },
    vera,
  )
})
afterEach(() => town.rows.close())
const project = (changes: Partial<Project> = {}): Project =>
  buildProject({
    ...{ organizationId: town.city, ownerId: olga, state: 'PUBLISHED', publishedOn: 1 },
    ...changes,
  })
const setState = (state: Project['state']) =>
  town.rows.database.queries
    .updateTable('projects')
    .set({ state, body: JSON.stringify(project({ state })) })
    .where('id', '=', PROJECT_ID)
    .execute()

const chains = async (by: number, id = PROJECT_ID) =>
  await handlers.chains({ ...NO_INPUT, params: { id } }, await town.calls.by(by))
const entries = async (
  by: number,
  audience: ChainAudience = 'team',
  page: { after?: number; limit?: number } = {},
) =>
  await handlers.entries(
    { ...NO_INPUT, params: { id: PROJECT_ID }, body: { audience, after: 0, limit: 100, ...page } },
    await town.calls.by(by),
  )
const kinds = async (...given: Parameters<typeof entries>) =>
  (await entries(...given)).entries.map((entry) =>
    'kind' in entry ? `${entry.serial} ${entry.kind}` : `${entry.serial}`,
  )

describe('[PL43] the chains of a project', () => {
  it('are the one of the team for requestors while it is sealed, and the own one for a vendor', async () => {
    const [team, ...others] = await chains(olga)
    expect(others).toEqual([])
    expect(team).toMatchObject({ audience: 'team', vendorId: null, name: '', serial: 2 })
    expect(await chains(anna)).toEqual([team])
    expect(await chains(vera)).toMatchObject([
      { audience: vendorChain, vendorId: town.alpha, name: '', serial: 4 },
    ])
    expect((await chains(bob)).map(({ vendorId }) => vendorId)).toEqual([town.beta])
    expect(await chains(olga, 'other')).toEqual([])
    const stranger = await town.person('sven', town.village, 'role-org-owner')
    expect(await outcomeOf(chains(stranger))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
    expect(await outcomeOf(entries(stranger))).toBe('ACCESS_TO_PROJECT_IS_DENIED')
  })

  it('[PL44] are those of all vendors for the team, once the answers are open', async () => {
    await setState('EVALUATION')
    expect((await chains(olga)).map(({ vendorId, name }) => [vendorId, name])).toEqual([
      [null, ''],
      [town.alpha, 'Alpha'],
      [town.beta, 'Beta'],
    ])
    expect((await kinds(anna, vendorChain)).at(-1)).toBe('4 receipt')
    expect((await chains(vera)).map(({ audience }) => audience)).toEqual([vendorChain])
  })
})

describe('[PL43] the entries of a chain', () => {
  it('come in pages, with the rest announced', async () => {
    expect(await kinds(vera, vendorChain)).toEqual(['1 begun', '2 moved', '3 receipt', '4 receipt'])
    const page = { after: 1, limit: 2 }
    expect(await kinds(vera, vendorChain, page)).toEqual(['2 moved', '3 receipt'])
    expect((await entries(vera, vendorChain, page)).hasMore).toBe(true)
    expect((await entries(vera, vendorChain, { after: 2, limit: 2 })).hasMore).toBe(false)
  })

  it('of a vendor hide what concerns packages that the contact has no right to', async () => {
    const victor = await town.person('victor', town.alpha, 'role-vendor-contact')
    await town.rows.database.queries
      .insertInto('restrictions')
      .values({
        ...{ project_id: PROJECT_ID, vendor_id: town.alpha, user_id: victor },
        package_ids: '["p1"]',
      })
      .execute()
    const page = await entries(victor, vendorChain)
    expect(await kinds(victor, vendorChain)).toEqual(['1 begun', '2 moved', '3', '4 receipt'])
    expect(Object.keys(page.entries[2] ?? {})).toEqual(['serial', 'hash'])
  })

  it('of the team hide from an author what only its managers read', async () => {
    await append({
      kind: 'overrideSet',
      detail: {
        requirementId: 'r1',
        vendorId: town.alpha,
        parameterId: 'met',
        value: 1,
        reason: 'x',
      },
    })
    await append({
      kind: 'rolesSet',
      detail: { userId: anna, roles: ['role-project-req-author'] },
    })
    expect(await kinds(olga)).toEqual(['1 created', '2 moved', '3 overrideSet', '4 rolesSet'])
    const page = await entries(anna)
    expect(await kinds(anna)).toEqual(['1 created', '2 moved', '3 overrideSet', '4'])
    expect(page.names, 'nothing of what is hidden').toEqual({
      content: [],
      people: [{ id: olga, name: 'olga Person' }],
      requirements: [{ id: 'r1', name: 'FUN-0001' }],
      vendors: [
        { id: town.alpha, name: 'Alpha' },
        { id: town.beta, name: 'Beta' },
      ],
    })
    expect((await entries(olga)).names).toMatchObject({
      people: [{ name: 'olga Person' }, { name: 'anna Person' }],
      requirements: [{ id: 'r1', name: 'FUN-0001' }],
    })
  })

  it('[PL44] [PL46] of a vendor are not found while sealed, and a requestor who asked is named', async () => {
    for (const by of [olga, anna])
      expect(await outcomeOf(entries(by, vendorChain))).toBe('NOT_FOUND audience')
    expect(await outcomeOf(entries(vera, `v${town.beta}`))).toBe('NOT_FOUND audience')
    expect(await outcomeOf(entries(vera, 'team'))).toBe('NOT_FOUND audience')
    expect(await outcomeOf(entries(bob, vendorChain))).toBe('NOT_FOUND audience')
    const team = (await entries(olga)).entries
    expect(team.slice(2)).toMatchObject(
      [olga, anna].map((actorId) => ({
        ...{ actorId, kind: 'readRefused' },
        detail: { what: 'counts', vendorId: town.alpha, count: 1 },
      })),
    )
  })

  it('name the people and places that they mention, and no one who was erased', async () => {
    await append({ kind: 'ownerChanged', detail: { from: olga, to: anna } }, null)
    await append({
      kind: 'contentAssigned',
      detail: { packageId: 'p1', documentId: null, from: null, to: vera },
    })
    const { queries } = town.rows.database
    await queries.updateTable('users').set({ name: '' }).where('id', '=', anna).execute()
    const { names } = await entries(olga)
    expect(names.people).toEqual([
      { id: olga, name: 'olga Person' },
      { id: vera, name: 'vera Person' },
    ])
    expect(names.content).toEqual([{ id: 'p1', name: 'Core' }])
    const shown = await entries(vera, vendorChain)
    expect(shown.names).toMatchObject({ vendors: [], people: [{ id: vera }] })
  })
})
